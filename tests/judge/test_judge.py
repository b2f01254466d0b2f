from pathlib import Path
from typing import Any

import pytest

import inarow as ir
from inarow.jobs import here
from inarow.judge import GIVE_UP, NOT_ASKED, Settings, judge
from inarow.judge.scorecard import Scorecard
from support.judged import RULES, SETTINGS, cards, last


def without_speed(card: Scorecard) -> dict[str, Any]:
    return {name: value for name, value in card.to_dict().items() if name != "speed"}


def test_a_perfect_agent_loses_nothing() -> None:
    card = cards()["perfect"]
    assert card.exam.value == 1
    assert card.accuracy.value == 1
    assert card.lost_per_game == 0
    assert card.worst(5) == []
    assert card.elo.value > cards()["random"].elo.value


def test_everybody_is_asked_the_same() -> None:
    asked = [[answer.question for answer in card.answers] for card in cards().values()]
    assert all(questions == asked[0] for questions in asked)
    for card in cards().values():
        assert len(card.answers) == SETTINGS.questions
        assert [game.level for game in card.games] == [1, 1, 3, 3, 6, 6, 8, 8]
        assert [game.side for game in card.games] == list(ir.Side) * 4
        for plies, (one, two) in enumerate(zip(card.games[::2], card.games[1::2], strict=True)):
            assert one.moves[:plies] == two.moves[:plies]  # the same opening, of every length


def test_every_move_is_judged_by_the_solver() -> None:
    solver = ir.Solver()
    for verdict in cards()["last"].verdicts:
        scores = solver.analyze(verdict.position).scores
        assert verdict.scores == scores
        assert verdict.move == last(verdict.position)
        best = max(int(score) for score in scores.values())
        got = int(scores[verdict.move])
        assert verdict.lost == ((best > 0) - (best < 0) - (got > 0) + (got < 0)) / 2
        assert (got == best) == (verdict.move in verdict.best)


def test_games_are_played_by_the_rules_and_scored() -> None:
    for game in cards()["last"].games:
        board = ir.Board(RULES, game.moves)
        outcome = board.outcome()
        assert outcome is not None
        share = 0.5 if outcome.winner is None else float(outcome.winner is game.side)
        assert game.points == share


def test_what_comes_out_depends_on_the_seed_only() -> None:
    again = judge(["random", "level 2"], SETTINGS)
    assert without_speed(again[0]) == without_speed(cards()["random"])
    elsewhere = judge(["random", "level 2"], SETTINGS, run=here(2))
    assert [without_speed(card) for card in again] == [without_speed(card) for card in elsewhere]
    other = judge(["random"], Settings(RULES, games=8, questions=20, seed=4))
    assert without_speed(other[0]) != without_speed(again[0])


def test_who_fails_loses_the_game_and_after_a_while_is_not_asked() -> None:
    card = cards()["fails"]
    assert not card.is_rated  # it has lost every game, and shown nothing
    (why, count), (rest, others) = card.failures().items()
    assert why.startswith("RuntimeError: five are too many (judged.py, line ")
    assert (rest, count) == (NOT_ASKED, GIVE_UP)
    failed = [answer for answer in card.answers if answer.failure]
    assert len(failed) + sum(bool(game.forfeit) for game in card.games) == count + others
    assert all(game.points == 0 for game in card.games)


def test_an_agent_that_raises_anything_is_judged_on() -> None:
    class Odd(ir.Player):
        def choose(self, position: ir.Position) -> int:
            raise ZeroDivisionError

    (card,) = judge([Odd("odd")], Settings(RULES, games=0, questions=2))
    assert list(card.failures()) == [f"ZeroDivisionError (test_judge.py, line {_line()})"]


def test_an_agent_that_exits_is_judged_on() -> None:
    class Leaves(ir.Player):
        def choose(self, position: ir.Position) -> int:
            raise SystemExit(3)

    (card,) = judge([Leaves("it")], Settings(RULES, games=2, questions=1))
    assert all(why.startswith("SystemExit: 3 (test_judge.py, line ") for why in card.failures())
    assert [game.points for game in card.games] == [0, 0]


def _line() -> int:
    lines = Path(__file__).read_text().splitlines()
    return next(i for i, line in enumerate(lines, 1) if line.strip() == "raise ZeroDivisionError")


def test_names_can_be_given_and_twins_are_told_apart() -> None:
    tiny = Settings(RULES, games=0, questions=1)
    assert [card.name for card in judge(["random", "random"], tiny)] == ["random", "random #2"]
    assert judge(["random"], tiny, names=["Ann"])[0].name == "Ann"


def test_progress_is_told() -> None:
    seen: list[tuple[str, int, int]] = []
    judge(
        ["random"],
        Settings(RULES, games=2, questions=1),
        progress=lambda *now: seen.append(now),
    )
    assert seen == [("preparing the exam", 0, 0), ("random", 1, 2), ("random", 2, 2)]


def test_where_nothing_is_known_games_still_count() -> None:
    (card,) = judge(["random"], Settings(ir.Rules(9, 9, 5, gravity=False), games=2, questions=5))
    assert card.answers == []
    assert (card.lost_per_game, card.accuracy.value) == (None, None)
    assert card.unknown == len(card.verdicts)
    assert len(card.games) == 2


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"games": 3}, "expected an even number of games, got 3"),
        ({"games": -2}, "expected 0 or more games, got -2"),
        ({"questions": 1.5}, "expected 0 or more questions, got 1.5"),
        ({"games": 0, "questions": 0}, "expected some games or questions, got neither"),
    ],
)
def test_bad_settings_get_one_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ir.ArenaError, match=sentence):
        Settings(**settings)


def test_somebody_must_be_judged() -> None:
    with pytest.raises(ir.ArenaError, match="expected at least one agent, got none"):
        judge([])
