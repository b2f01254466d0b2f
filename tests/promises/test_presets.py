"""A preset is one line in `board/rules.py`: everything that offers rules by name reads it there."""

from io import StringIO
from pathlib import Path

import pytest

from inarow import Rules
from inarow.board.rules import PRESETS, Preset
from inarow.commands.options import Parser, add_rules
from inarow.env import IDS
from inarow.terminal import plain
from inarow.terminal.console import Console
from inarow.tui.start import StartScreen
from inarow.web import words
from inarow.web.study import positions
from support.screens import played, press, started

every = pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))


@every
def test_a_preset_can_be_read_and_says_what_it_is(preset: Preset) -> None:
    rules = preset.rules
    assert Rules.parse(preset.name) == Rules.parse(str(rules)) == rules
    where = "" if rules.gravity else ", anywhere"
    assert preset.description == f"{rules.width} × {rules.height}, {rules.k} in a row{where}"


@every
def test_the_command_line_names_it(preset: Preset) -> None:
    parser = Parser()
    add_rules(parser, "none")
    assert preset.name in "".join(parser.format_help().split())  # it may be wrapped


def test_the_plain_game_numbers_them() -> None:
    for number, preset in enumerate(PRESETS.values(), start=1):
        output = StringIO()
        assert plain.ask_rules(Console(StringIO(f"{number}\n"), output)) == preset.rules
        assert f"{number}  {preset.name}" in output.getvalue()


@played
async def test_the_start_screen_goes_through_them(tmp_path: Path) -> None:
    async with started(tmp_path) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, StartScreen)
        for preset in PRESETS.values():
            assert (screen.game.value, screen.rules) == (preset.title, preset.rules)
            await press(pilot, "right")


@every
def test_the_site_offers_it(preset: Preset) -> None:
    address = str(preset.rules).replace("/", "-")
    assert (address, f"{preset.title} · {preset.description}") in words.RULES_CHOICES
    assert positions.game_title(preset.rules) == f"{preset.title}: {preset.description}"


def test_the_environments_have_an_id_for_each() -> None:
    assert [*IDS.values()] == [*(preset.rules for preset in PRESETS.values()), None]
