from pathlib import Path

import pytest

from inarow import Board, Human, Random, Record, Rules, Side
from inarow.errors import IllegalMoveError
from inarow.players.clock import Clock
from inarow.tui import words
from inarow.tui.match import Match
from support.screens import game, message, played, press, session_in, started, until


def match_of(moves: str = "", *, program: bool = False) -> Match:
    second = Random(seed=1) if program else Human("Bob")
    return Match(Record.of(Board(Rules(7, 6, 4), moves)), (Human("Ann"), second))


def test_it_begins_where_the_record_ends() -> None:
    match = match_of("4453")
    assert match.tree.board.moves_text() == "4453"
    assert not match.is_looking_back


def test_a_program_has_its_turn_only_at_the_end() -> None:
    match = match_of("445", program=True)
    assert match.program is match.players[1]
    match.undo()
    assert match.program is None  # Ann's turn
    match.go(match.tree.root.after[0])
    assert match.program is None  # the program's, but someone looks back
    match.go(match.tree.end())
    assert match.program is not None


def test_undo_and_redo_go_from_choice_to_choice() -> None:
    match = match_of("4453", program=True)
    assert match.undo()
    assert match.tree.board.moves_text() == "44"
    assert match.redo()
    assert match.tree.board.moves_text() == "4453"
    assert not match.redo()
    assert match.undo()
    assert match.undo()
    assert not match.undo()


def test_the_record_names_the_players() -> None:
    match = match_of("44")
    match.swap()
    assert match.record().tags == {"First": "Bob", "Second": "Ann"}
    assert match.name(Side.FIRST) == "Bob"


def timed(moves: str = "") -> Match:
    people = (Human("Ann"), Human("Bob"))
    return Match(Record.of(Board(Rules(7, 6, 4), moves)), people, Clock.parse("1+2"))


def test_a_clock_runs_from_the_first_move_on() -> None:
    match = timed()
    match.run_clock(0, on=True)
    assert match.time_left(Side.FIRST, 50_000) == 60_000
    match.play(3)
    match.press_clock(50_000)
    match.run_clock(50_000, on=True)
    assert match.time_left(Side.SECOND, 51_000) == 59_000
    match.play(3)
    match.press_clock(51_000)
    assert match.time_left(Side.SECOND, 99_000) == 61_000  # two seconds were added
    assert timed("44").time_left(Side.FIRST, 0) == 60_000
    assert match_of().time_left(Side.FIRST, 0) is None


def test_who_runs_out_of_time_has_lost() -> None:
    match = timed("44")
    match.run_clock(0, on=True)
    assert not match.call_time(59_999)
    assert match.call_time(60_000)
    assert match.outcome is not None
    assert match.outcome.winner is Side.SECOND
    assert not match.call_time(70_000)
    with pytest.raises(IllegalMoveError, match="the time is up"):
        match.play(3)


def test_a_loss_on_time_is_saved_and_read_back() -> None:
    match = timed("44")
    match.run_clock(0, on=True)
    match.call_time(60_000)
    record = Record.parse(match.record().text())
    assert record.result == "0-1"
    assert record.tags["Termination"] == "time"
    again = Match(record, match.players, Clock.parse(record.tags["Clock"], record.tags["TimeLeft"]))
    assert again.outcome is not None
    assert again.outcome.winner is Side.SECOND
    assert again.undo()
    assert again.outcome is None
    assert again.clock is None  # there is no time left to play with
    again.play(2)
    assert "Clock" not in again.record().tags
    assert "Termination" not in again.record().tags
    assert again.again().clock is not None


def test_the_time_left_is_saved_with_the_game(tmp_path: Path) -> None:
    match = timed("4")
    match.run_clock(0, on=True)
    match.run_clock(7_000, on=False)
    record = Record.parse(match.record().text())
    assert (record.tags["Clock"], record.tags["TimeLeft"]) == ("1+2", "60000 53000")
    session = session_in(tmp_path)
    assert session.match(record).time_left(Side.SECOND, 10**9) == 53_000
    record.tags["Clock"] = "rubbish"
    assert session.match(record).clock is None


@played
async def test_clocks_are_shown_and_end_the_game(tmp_path: Path) -> None:
    now = 0
    match = timed()
    async with started(tmp_path, match, now=lambda: now) as (app, pilot):
        assert game(app).names.text.count("1:00") == 2
        await press(pilot, "4")
        now = 15_000
        game(app)._tick()
        assert "0:45" in game(app).names.text
        now = 60_000
        game(app)._tick()
        assert message(app) == "Bob has run out of time: Ann wins."
        await press(pilot, "4")
        assert message(app) == words.OVER.format()
        await press(pilot, "n")
        assert game(app).names.text.count("1:00") == 2
    (done,) = (tmp_path / "state").glob("done-*.txt")
    assert Record.load(done).result == "1-0"


@played
async def test_pauses_and_other_screens_stop_the_clock(tmp_path: Path) -> None:
    now = 0
    async with started(tmp_path, timed("44"), now=lambda: now) as (app, pilot):

        def left() -> int | None:
            return game(app).match.time_left(Side.FIRST, now)

        now = 10_000
        assert left() == 50_000
        await press(pilot, "p")
        now = 40_000
        assert (left(), message(app)) == (50_000, words.PAUSED)
        await press(pilot, "p", "question_mark")
        now = 90_000
        await press(pilot, "escape")
        now = 91_000
        assert left() == 49_000
        await press(pilot, "p", "4")  # a move ends the pause
        assert not game(app).is_paused
        assert game(app).match.time_left(Side.SECOND, now + 1_000) == 59_000
        await press(pilot, "pageup")
        assert game(app).match.time_left(Side.SECOND, now + 50_000) == 60_000


@played
async def test_a_program_that_thinks_too_long_has_lost(tmp_path: Path) -> None:
    now = 0
    slow = session_in(tmp_path).make("perfect:600s", seed=1)
    record = Record.of(Board(Rules(18, 18, 4), "4"))
    match = Match(record, (Human("Ann"), slow), Clock.parse("1+0"))
    async with started(tmp_path, match, now=lambda: now) as (app, pilot):
        now = 60_000
        game(app)._tick()
        assert message(app) == "perfect:600s has run out of time: Ann wins."
        await until(pilot, lambda: not game(app)._thinking.busy)
        assert "Your games against perfect:600s" in game(app).notes.text.replace("\n", " ")
