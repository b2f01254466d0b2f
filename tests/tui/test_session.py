from pathlib import Path

from inarow import CONNECT_FOUR, Board, Human, Random, Record, Rules, Side
from inarow.personal.results import Results, Tally
from inarow.players.levels import Level
from inarow.tui.match import Match
from inarow.tui.start import StartScreen
from support.screens import game, match_of, played, press, session_in, started, until


def test_the_players_of_a_record_are_made_from_their_names(tmp_path: Path) -> None:
    record = Record.of(Board(Rules(7, 6, 4), "44"), tags={"First": "Ann", "Second": "level 2"})
    match = session_in(tmp_path).match(record)
    assert isinstance(match.players[0], Human)
    assert isinstance(match.players[1], Level)
    assert match.tree.board.moves == (3, 3)
    assert [p.name for p in session_in(tmp_path).match(Record()).players] == [
        "Player 1",
        "Player 2",
    ]


def test_a_person_may_have_any_name(tmp_path: Path) -> None:
    assert isinstance(session_in(tmp_path).person("level 2"), Human)


def finished(moves: str = "445566") -> Match:
    players = (Human("Ann"), Random("level 3", seed=1))
    return match_of(moves=moves, players=players)


def test_a_game_is_counted_once_and_only_when_it_ends_here(tmp_path: Path) -> None:
    session = session_in(tmp_path)
    assert session.count(finished()) == ""
    assert session.count(finished("4455667")) == ""  # it was over when it was loaded
    match = finished()
    match.play(6)
    assert session.count(match) == "Your games against level 3 on 7x6x4: won 1."
    assert session.count(match) == ""
    people = match_of(moves="445566")
    people.play(6)
    assert session.count(people) == ""
    assert Results(tmp_path / "data").against("level 3", CONNECT_FOUR) == Tally(won=1)


@played
async def test_results_are_shown_after_a_game_and_beside_the_level(tmp_path: Path) -> None:
    async with started(tmp_path, finished()) as (app, pilot):
        await press(pilot, "7")
        assert "Your games against level 3" in game(app).notes.text
        await press(pilot, "u", "7")  # the same game is not counted twice
        await press(pilot, "escape")
        start = app.screen
        assert isinstance(start, StartScreen)
        assert "won 1" in start.form.text
        await press(pilot, *["down"] * 7, "right")
        assert start.kinds[1].value == "level 4"
        assert "won 1" not in start.form.text
    (result,) = Results(tmp_path / "data").journal.entries()
    assert (result.end, result.side, result.moves) == ("won", Side.FIRST.symbol, 7)


@played
async def test_damaged_results_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "results.jsonl").write_text("rubbish\n")
    async with started(tmp_path) as (app, pilot):
        await until(pilot, lambda: "1 of 1 lines" in app.screen.query_one("#message").text)  # type: ignore[attr-defined]
