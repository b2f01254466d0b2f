from contextlib import closing
from pathlib import Path

import pytest

import inarow as ir
from inarow.players.agents import HttpPlayer
from inarow.players.by_text import (
    as_entrant,
    entrant,
    is_entrant,
    meant,
    parse_limit,
    player_by_name,
    typed,
)
from inarow.players.external import ExternalPlayer


def test_programs_have_their_names_and_take_the_seed() -> None:
    position = ir.Position(ir.GOMOKU)
    for name in ("random", "cautious", "level 5", "perfect"):
        assert entrant(name).name == name
    moves = {entrant("random", seed=seed).choose(position) for seed in (1, 1, 2, 3, 4)}
    assert 1 < len(moves) <= 4


def test_levels_and_perfect() -> None:
    five = entrant("level:5", seed=1)
    assert isinstance(five, ir.Level)
    assert five.number == 5
    best = entrant("perfect:50ms")
    assert isinstance(best, ir.Perfect)
    assert best.limit == ir.Limit(seconds=0.05)


def test_people_are_no_entrants() -> None:
    assert is_entrant(" level 3")
    assert not any(map(is_entrant, ("", "Ann", "Levels", "levela", "Level 3", "my engine")))


def test_any_other_name_is_a_persons_and_printable() -> None:
    assert player_by_name("A\x1b[1mnn\n").name == "A[1mnn"
    assert isinstance(player_by_name("Levels"), ir.Human)
    assert isinstance(player_by_name("LEVEL 3"), ir.Level)


def test_a_file_is_a_player(tmp_path: Path) -> None:
    bot = tmp_path / "Bot.py"
    bot.write_text("def agent(position): return 2\n")
    for text in (str(bot), f"{bot}:agent", f"Python:{bot}"):
        with closing(player_by_name(text, seed=1)) as player:
            assert player.choose(ir.Position(ir.CONNECT_FOUR)) == 2
    with pytest.raises(ir.PlayerError, match=r"none\.py"):
        player_by_name("none.py")


@pytest.mark.parametrize("name", ["bot.py", "my/bot.py:play", "engine.py", "Random2.py"])
def test_a_file_is_named_as_it_is_typed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my").mkdir()
    Path(name.partition(":")[0]).touch()
    player = player_by_name(name)
    assert isinstance(player, ExternalPlayer)
    assert player.name == name == typed(player) == player_by_name(player.name).name
    assert entrant(f"python:{name}").name == name
    timed = f"python@2s:{name}"  # which can be read back only as a whole
    assert entrant(timed).name == timed


def test_engines_have_limits_and_settings() -> None:
    it = entrant(" engine:100ms,d6,inexact,threads=2,table_mb=8 ")
    assert isinstance(it, ir.EnginePlayer)
    assert it.name == "engine:100ms,d6,inexact,threads=2,table_mb=8"
    assert it.limit == ir.Limit(seconds=0.1, depth=6)
    assert (it.engine.threads, it.engine.table_mb, it.engine.exact) == (2, 8, False)
    plain = entrant("engine")
    assert isinstance(plain, ir.EnginePlayer)
    assert (plain.limit, plain.engine.threads) == (ir.Limit(seconds=1), 1)


def test_other_programs_have_commands_and_limits() -> None:
    it = entrant("ugi@0.5s,d3:my engine --fast:1")
    assert isinstance(it, ExternalPlayer)
    assert (it.command, it.protocol) == (["my", "engine", "--fast:1"], "ugi")
    assert it.limit == ir.Limit(seconds=0.5, depth=3)
    it = entrant("gomocup:pbrain-x")
    assert isinstance(it, ExternalPlayer)
    assert (it.protocol, it.limit, it.name) == ("gomocup", ir.Limit(seconds=1), "gomocup:pbrain-x")


def test_agents_are_functions_programs_and_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ir.PlayerError, match=r"^no such file: my/bot\.py$"):
        entrant("python@2s:my/bot.py:play")
    (tmp_path / "my").mkdir()
    (tmp_path / "my" / "bot.py").touch()
    it = entrant("python@2s:my/bot.py:play", seed=7)
    assert isinstance(it, ExternalPlayer)
    assert it.command[1:] == ["-m", "inarow.players.agent_host", "my/bot.py:play", "7"]
    assert (it.protocol, it.limit) == ("python", ir.Limit(seconds=2))
    it = entrant("json:node bot.js")
    assert isinstance(it, ExternalPlayer)
    assert (it.command, it.protocol, it.limit.seconds) == (["node", "bot.js"], "json", 10)
    for text, url, seconds in (
        ("http://host:8000/x", "http://host:8000/x", 10),
        ("https://host/", "https://host/", 10),
        ("http@500ms:https://host/", "https://host/", 0.5),
    ):
        it = entrant(text)
        assert isinstance(it, HttpPlayer)
        assert (it.url, it.seconds) == (url, seconds)


@pytest.mark.parametrize(
    ("text", "limit", "entrant"),
    [
        (" level 5", "2s", "level 5"),
        ("bot.py", "", "python:bot.py"),
        ("a b/bot.py:play", "2s", "python@2s:a b/bot.py:play"),
        ("my.bots:play", "", "python:my.bots:play"),
        ("http://host:80/", "", "http://host:80/"),
        ("https://host/", "2s", "http@2s:https://host/"),
        ("sh bot.sh -x", "2s", "json@2s:sh bot.sh -x"),
    ],
)
def test_agents_may_be_named_shortly(text: str, limit: str, entrant: str) -> None:
    assert as_entrant(text, limit) == entrant


def test_what_is_no_agent_is_told() -> None:
    for text in ("", "nobody", "no such command", "n" * 5000):
        with pytest.raises(
            ir.PlayerError, match=r"an agent such as bot.py:agent or http://..., or a command"
        ):
            as_entrant(text)


def test_limits_are_short_words() -> None:
    assert parse_limit("1.5s") == ir.Limit(seconds=1.5)
    assert parse_limit("250ms,10n") == ir.Limit(seconds=0.25, nodes=10)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("deep", "expected a player such as random, cautious, level 5, perfect, .* got 'deep'"),
        ("random 5", "expected a player such as random, .* got 'random 5'"),
        ("level", "expected a level from 1 to 10, got 'level'"),
        ("level 11", "expected a level from 1 to 10, got 11"),
        ("level five", "expected a level from 1 to 10, got 'level five'"),
        ("perfect:", "expected a limit such as 100ms, 2s, 5000n or d6, got ''"),
        ("perfect:d5", "expected perfect, or perfect:100ms with a time, got 'perfect:d5'"),
        ("perfect 1", "expected perfect, or perfect:100ms with a time, got 'perfect 1'"),
        ("", "expected a player such as random, .* got ''"),
        ("engine:fast", "expected a limit such as 100ms, inexact, threads=N .* got 'fast'"),
        ("engine:100", "expected a limit such as 100ms, 2s, 5000n or d6, got '100'"),
        ("engine:1s,2s", "expected one limit of seconds, got two in '1s,2s'"),
        ("engine:0s", "expected seconds above 0, got 0.0"),
        ("engine:d0", "expected depth from 1 to 2147483647, got 0"),
        ("engine:threads=0", "expected threads from 1 to 256, got 0"),
        ("engine 5", "expected engine:LIMIT such as engine:100ms, got 'engine 5'"),
        ("ugi", "expected ugi:COMMAND, got 'ugi'"),
        ("ugi: ", "expected ugi:COMMAND, got 'ugi:'"),
        ("ugi@:x", "expected a limit such as 100ms, 2s, 5000n or d6, got ''"),
        ("gomocup@d5:x", "expected a time limit for gomocup"),
        ("python", "expected python:FILE.py:FUNCTION, got 'python'"),
        ("json:", "expected json:COMMAND, got 'json:'"),
        ("json@:x", "expected a limit such as 100ms, 2s, 5000n or d6, got ''"),
        ("python@d5:x.py", "expected a time limit for python, got 'python@d5:x.py'"),
        ("http@1s:host", "expected an address such as http://host:8000/, got 'host'"),
        ("https://", "expected an address such as http://host:8000/, got 'https://'"),
    ],
)  # fmt: skip
def test_unknown_text_gets_one_sentence(text: str, says: str) -> None:
    with pytest.raises(ir.InarowError, match=f"^{says}"):
        entrant(text)


@pytest.mark.parametrize(
    ("text", "close"),
    [
        ("perfekt", "perfect"),
        ("Levle 3", "level 3"),
        ("randon", "random"),
        ("engin:1s", "engine:1s"),
        ("jsn:node bot.js", "json:node bot.js"),
    ],
)
def test_a_slip_is_no_person_unless_it_is_said_to_be(text: str, close: str) -> None:
    with pytest.raises(ir.PlayerError, match=f"did you mean {close}. .*, write person:{text}$"):
        meant(text)
    for door in (entrant, as_entrant):
        with pytest.raises(ir.PlayerError, match=rf"got '{text}'; did you mean {close}\?$"):
            door(text)
    person = player_by_name(meant(f"person:{text}"))
    assert (type(person), person.name, typed(person)) == (ir.Human, text, f"person:{text}")


def test_what_cannot_be_shown_is_not_taken_for_a_slip() -> None:
    for text in ("rando\x1b[2J", "rando\udcff", "rando " + "x" * 1000):
        assert meant(text) == text
        with pytest.raises(ir.PlayerError) as caught:
            entrant(text)
        assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("text", ["Ann", "Jason", "Levi", "Randy", "level 3", "Perfect", "bot.py"])
def test_other_names_are_taken_as_they_are(text: str) -> None:
    assert meant(f" {text} ") == text
    assert typed(ir.Human("Ann")) == "Ann"
    assert meant(typed(ir.Human("person:Ann"))) == "person:Ann"
