import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

import inarow as ir
from inarow.arena import names_of, play, play_pair, schedule
from inarow.arena.ratings import Sprt
from inarow.arena.standings import Standings

OPENINGS = [(3, 3), (2, 3), (0, 6), (1, 2)]


J = TypeVar("J")
R = TypeVar("R")


def backwards(work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
    """A way to do jobs where the last is done first."""
    return map(work, reversed(list(jobs)))


def test_everybody_meets_everybody_with_every_opening() -> None:
    jobs = schedule(["a", "b", "c"], ir.CONNECT_FOUR, OPENINGS, 5, seed=7)
    assert [job.number for job in jobs] == list(range(15))
    assert [job.entrants for job in jobs[:3]] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [job.opening for job in jobs[::3]] == [*OPENINGS, OPENINGS[0]]
    assert {job.seed for job in jobs} == {7}


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    jobs = schedule(["a", "b", "c"], ir.CONNECT_FOUR, OPENINGS, 1, gauntlet=True)
    assert [job.entrants for job in jobs] == [("a", "b"), ("a", "c")]


def test_twins_are_told_apart() -> None:
    assert names_of(["a", "b", "a", "a"]) == ["a", "b", "a #2", "a #3"]


def test_jobs_and_results_travel() -> None:
    (job,) = schedule(["random", "cautious"], ir.CONNECT_FOUR, OPENINGS, 1)
    assert pickle.loads(pickle.dumps(job)) == job
    result = play_pair(job)
    assert pickle.loads(pickle.dumps(result)) == result


def test_a_pair_has_the_opening_twice_with_the_sides_exchanged() -> None:
    (job,) = schedule(["random", "cautious"], ir.CONNECT_FOUR, OPENINGS, 1)
    result = play_pair(job)
    records = result.records()
    assert [record.tags["First"] for record in records] == ["random", "cautious"]
    assert [record.tags["Round"] for record in records] == ["1.1", "1.2"]
    for record, game in zip(records, result.games, strict=True):
        assert game.moves[:2] == (3, 3)
        assert ir.Record.parse(record.text()) == record
    outcomes = [ir.Board(ir.CONNECT_FOUR, game.moves).outcome() for game in result.games]
    wins = (ir.Side.FIRST, ir.Side.SECOND)
    expected = [float(o is not None and o.winner is w) for o, w in zip(outcomes, wins, strict=True)]
    assert list(result.points) == expected  # no draws here


def test_results_do_not_depend_on_the_order_of_the_work() -> None:
    jobs = schedule(["random", "cautious", "engine:50n"], ir.CONNECT_FOUR, OPENINGS, 3, seed=1)
    forwards = Standings(["random", "cautious", "engine:50n"], play(jobs, map))
    other = Standings(["random", "cautious", "engine:50n"], play(jobs, backwards))
    assert forwards.results == other.results
    assert forwards.table() == other.table()


def test_seeds_make_different_games() -> None:
    def games(seed: int) -> list[tuple[int, ...]]:
        jobs = schedule(["random", "random"], ir.CONNECT_FOUR, [()], 2, seed=seed)
        return [game.moves for result in play(jobs, map) for game in result.games]

    assert len({*games(1), *games(2)}) == 8
    assert games(1) == games(1)


def test_names_are_as_short_as_tells_entrants_apart() -> None:
    given = ["python@2s:a/bot.py", "b/bot.py:play", "python:my.bots:agent", "http@1s:http://h/x"]
    assert names_of(given) == ["bot.py", "bot.py:play", "bots:agent", "http://h/x"]
    assert names_of(["python:a/bot.py", "python:b/bot.py"]) == ["a/bot.py", "b/bot.py"]
    assert names_of(["python@1s:bot.py", "python@2s:bot.py"]) == [
        "python@1s:bot.py",
        "python@2s:bot.py",
    ]
    assert names_of(["ugi:python a/bot.py"]) == ["ugi:python a/bot.py"]
    assert names_of(["json:node bot.js", "http://h/x", "level 5", "level 5", "random"]) == [
        *("node bot.js", "http://h/x", "level 5", "level 5 #2", "random")
    ]


def test_a_player_that_fails_loses_that_game(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text("import sys; sys.exit('no more')")
    texts = ["random", f"ugi:{sys.executable} {script}"]
    (job,) = schedule(texts, ir.CONNECT_FOUR, [(3,)], 1)
    result = play_pair(job)
    assert result.points == (1.0, 1.0)
    assert [game.result for game in result.games] == ["1-0", "0-1"]
    assert all("it exited with code 1: 'no more'" in game.forfeit for game in result.games)
    # the second side moves first after one ply: x forfeits after it
    assert [len(game.moves) for game in result.games] == [1, 2]
    record = result.records()[0]
    assert "no more" in record.tags["Forfeit"]
    assert ir.Record.parse(record.text()) == record


def test_a_sequential_test_ends_early_and_does_not_depend_on_the_order() -> None:
    jobs = schedule(["cautious", "random"], ir.CONNECT_FOUR, OPENINGS, 30)
    sprt = Sprt(0, 100)
    found = list(play(jobs, map, sprt=sprt))
    assert len(found) < 30
    assert sprt.verdict(Standings(["cautious", "random"], found).tally("cautious")) is True
    assert list(play(jobs, backwards, sprt=sprt)) == found


def test_a_run_is_closed_when_the_test_has_ended() -> None:
    closed = []

    def run(work: Callable[[J], R], jobs: Iterable[J]) -> Iterator[R]:
        try:
            yield from map(work, jobs)
        finally:
            closed.append(True)

    jobs = schedule(["cautious", "random"], ir.CONNECT_FOUR, OPENINGS, 30)
    list(play(jobs, run, sprt=Sprt(0, 100)))
    assert closed == [True]


def test_a_match_that_cannot_be_held_is_refused() -> None:
    with pytest.raises(ir.ArenaError, match="expected at least two players, got 1"):
        schedule(["random"], ir.CONNECT_FOUR, OPENINGS, 1)
    with pytest.raises(ir.ArenaError, match="expected at least one opening and one pair"):
        schedule(["random", "random"], ir.CONNECT_FOUR, [], 1)
