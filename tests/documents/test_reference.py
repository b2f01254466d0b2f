"""The reference is complete: commands, public names, what goes over the wire, settings."""

import argparse
import ast
import inspect
import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import get_args

import cli_page
import public_names
import pytest

import inarow
from inarow import web
from inarow.cli import COMMANDS, parser
from inarow.env import IDS, Spec
from inarow.web import words
from inarow.web.live import messages
from inarow.web.live.events import Kind, Reason
from inarow.web.settings import Settings
from support.paths import ROOT

REFERENCE = ROOT / "docs" / "reference"
PACKAGE = ROOT / "src" / "inarow"
WIRE = (REFERENCE / "web-api.md").read_text()


def all_commands() -> dict[str, argparse.ArgumentParser]:
    found: dict[str, argparse.ArgumentParser] = {}
    waiting = list(cli_page.subcommands(parser()).values())
    while waiting:
        command = waiting.pop()
        found[command.prog] = command
        waiting += cli_page.subcommands(command).values()
    return found


def test_the_page_of_the_command_line_has_every_command_and_option() -> None:
    sections = dict(re.findall(r"^#+ (inarow .*)\n((?:(?!#).*\n?)*)", cli_page.text(), re.M))
    assert sections.keys() == all_commands().keys()
    assert len(sections) > len(COMMANDS)
    for name, command in all_commands().items():
        for action in cli_page.options(command):
            assert f"| {cli_page.name(action)} |" in sections[name]


def test_every_option_says_what_it_does() -> None:
    for name, command in all_commands().items():
        for action in cli_page.options(command):
            assert action.help, f"{name} {cli_page.name(action)}"


def test_the_home_of_every_public_name_is_on_one_page() -> None:
    """What else a page shows is welcome; what no page shows is nobody else's business."""
    shown = public_names.modules()
    assert len(shown) == len({*shown})
    homes = {*vars(inarow)["_MODULES"].values(), *vars(inarow)["_NAMES"]}
    assert {f"inarow.{home}" for home in homes} <= {*shown}


def described(module: str) -> set[str]:
    """The constants of a module that are followed by a sentence."""
    body = ast.parse(inspect.getsource(import_module(module))).body
    found = set()
    for node, following in pairwise(body):
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(following, ast.Expr):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(following.value, ast.Constant):
                found.add(ast.unparse(target))
    return found


@pytest.mark.parametrize("module", public_names.modules())
def test_every_public_name_has_a_docstring(module: str) -> None:
    constants = described(module)
    assert import_module(module).__doc__
    for name in getattr(import_module(module), "__all__", ()):
        thing = getattr(import_module(module), name)
        own = vars(thing).get("__doc__") if inspect.isclass(thing) else inspect.getdoc(thing)
        is_defined = inspect.isclass(thing) or inspect.ismodule(thing)
        is_defined = is_defined or inspect.isroutine(inspect.unwrap(thing))
        assert name in constants or (is_defined and own), name


def test_the_package_has_a_table_of_its_names() -> None:
    table = public_names.package_table()
    for home in (public_names.names()[f"inarow.{name}"] for name in ("Board", "GOMOKU", "arena")):
        assert f"`~{home}`" in table


# -- the wire -------------------------------------------------------------------------------------


def part(heading: str) -> str:
    """What the wire page has under a heading."""
    parts = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", WIRE, re.M))
    return str(parts[heading])


def test_every_frame_is_on_the_page() -> None:
    sockets = part("Sockets") + part("Tournaments")
    sent = {get_args(each.model_fields["t"].annotation)[0] for each in get_args(messages.Frame)}
    folder = Path(web.__file__).parent
    source = "".join(path.read_text() for path in folder.rglob("*.py"))
    told = set(re.findall(r'\\?"t\\?": ?\\?"(\w+)', source))
    assert {"ack", "event", "snapshot", "going"} <= told
    for word in sent | told:
        assert f'"t":"{word}"' in sockets or f"`{word}`" in sockets, word


def test_every_field_of_a_game_and_of_a_new_one_is_on_the_page() -> None:
    for name in messages.GameView.model_fields:
        assert f"`{name}`" in part("A game"), name
    for name in messages.NewGame.model_fields:
        assert f"| `{name}` |" in part("Games by REST"), name


def test_every_kind_of_event_and_reason_is_on_the_page() -> None:
    for name in get_args(Kind):
        assert f"`{name}`" in part("Events"), name
    for name in get_args(Reason):
        assert f"`{name}`" in part("A game"), name


def test_every_refusal_and_close_code_is_on_the_page() -> None:
    folder = Path(web.__file__).parent
    source = "".join(path.read_text() for path in folder.rglob("*.py"))
    refused = set(re.findall(r'Refused\("(\w+)"', source)) | {"scope"}
    assert refused <= set(words.REFUSED) | {"full", "illegal"}
    rows = [line for line in part("Refusals").splitlines() if line.startswith("| `")]
    shown = {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert shown == refused
    closed = set(re.findall(r"(?:close|turn_away)\((?:\w+\.?\w*, )?(\d{4})", source))
    assert {"1012", "4400", "4404"} <= closed
    for code in closed:
        assert f"| {code} |" in part("Sockets"), code


# -- settings -------------------------------------------------------------------------------------


def test_every_variable_of_the_site_is_on_the_page() -> None:
    page = (REFERENCE / "settings.md").read_text()
    names = re.findall(r'": "([A-Z_]+)"', inspect.getsource(Settings.read))
    assert len(names) == 11
    for name in names:
        assert f"`{name}`" in page, name


def test_the_table_of_environments_is_what_they_are() -> None:
    page = (REFERENCE / "environments.md").read_text()
    rows = dict(re.findall(r"^\| `(inarow/\S+)` \| (.*) \|$", page, re.M))
    assert rows.keys() == IDS.keys()
    for name, rules in IDS.items():
        if rules:
            spec = Spec(rules)
            shown = f"{rules} | {rules.move_count} | int8 {spec.shape} | {rules.cell_count}"
            assert rows[name] == shown


def test_every_key_of_an_info_is_on_the_page() -> None:
    page = (REFERENCE / "environments.md").read_text()
    folder = PACKAGE / "env"
    source = "".join((folder / f"{name}.py").read_text() for name in ("gymnasium", "truth"))
    keys = set(re.findall(r'info\["(\w+)"\]', source)) | set(
        re.findall(r'^ +"(\w+)": ', source, re.M)
    )
    assert {"reply", "regret"} <= keys
    for key in keys:
        assert f"`{key}`" in page, key
