import json

import inarow as ir
from inarow.explain.grades import Grade
from inarow.judge.exam import Question
from inarow.judge.scorecard import (
    Answer,
    JudgedGame,
    Scorecard,
    Share,
    Verdict,
    duration,
    ranking,
    table,
)
from support.judged import cards

FOUR = ir.Rules(4, 4, 3)


def test_shares_are_shown_in_per_cent() -> None:
    assert [str(Share(1, 3)), str(Share(0, 0)), Share(0, 0).value] == ["33%", "-", None]


def by_hand() -> Scorecard:
    """One question answered, one not; a game won with two moves of which one mattered."""
    position = ir.Position(FOUR)
    score = ir.Score.of(1, position)
    draw = ir.Score.of(0, position)
    card = Scorecard("it", FOUR)
    good = Verdict(position, 0, 0.1, {0: score, 1: draw}, Grade.BEST, 0.0, True)
    bad = Verdict(position, 1, 0.3, {0: score, 1: draw}, Grade.MISTAKE, 0.5, True)
    dull = Verdict(position, 1, 0.2, {0: draw, 1: draw}, Grade.BEST, 0.0, False)
    unknown = Verdict(position, 1, 0.4)
    question = Question(position, {0: score, 1: draw})
    assert card.add([Answer(question, good), Answer(question, None, "it fell asleep")]) == 1
    assert card.add([JudgedGame(3, ir.Side.FIRST, 1.0, (0, 1), (bad, dull, unknown))]) == 0
    assert card.add([JudgedGame(4, ir.Side.FIRST, 0.0, (), (), "it fell asleep")]) == 1
    return card


def test_numbers_follow_from_what_was_asked() -> None:
    card = by_hand()
    assert card.exam == Share(1, 2)
    assert card.accuracy == Share(0, 1)
    assert card.accuracy_by_ply() == {0: Share(1, 2)}
    assert card.lost_per_game == 0.5  # in the one game that was judged
    assert (card.count(Grade.MISTAKE), card.count(Grade.BEST), card.unknown) == (1, 1, 1)
    assert (card.points, card.by_level()) == (1.0, {3: Share(2, 2), 4: Share(0, 2)})
    assert card.failures() == {"it fell asleep": 2}
    assert sorted(card.seconds) == [0.1, 0.2, 0.3, 0.4]
    assert [verdict.move for verdict in card.worst(5)] == [1]
    assert 353 < card.elo.value < 538  # won against level 3, lost against level 4


def test_the_worst_moves_come_first() -> None:
    worst = cards()["random"].worst(10)
    lost = [verdict.lost for verdict in worst]
    assert lost == sorted(lost, reverse=True)
    assert len({verdict.position for verdict in worst}) == len(worst)
    assert cards()["random"].worst(2) == worst[:2]


def test_the_data_can_be_written_as_json() -> None:
    data = json.loads(json.dumps(by_hand().to_dict()))
    assert data["exam"] == {"part": 1, "whole": 2, "share": 0.5}
    assert data["points_by_level"] == {"3": 1.0, "4": 0.0}
    assert data["grades"]["mistake"] == 1
    assert data["blunders"][0]["move"] == "2"
    assert data["blunders"][0]["best"] == ["1"]
    assert data["records"][0] == {
        "level": 3, "side": "x", "points": 1.0, "moves": "12", "forfeit": ""
    }  # fmt: skip
    assert data["speed"] == {"moves": 4, "median_seconds": 0.25, "most_seconds": 0.4}
    assert json.dumps(Scorecard("none", FOUR).to_dict())


def test_the_table_has_the_strongest_first() -> None:
    head, *rows = table(list(cards().values()))
    assert head[1] == "agent"
    assert rows[0][:4] == ["1", "perfect", "100%", "100%"]
    assert {row[1] for row in rows} == {"perfect", "random", "last", "fails"}
    assert [card.name for card in ranking(list(cards().values()))] == [row[1] for row in rows]
    empty = table([Scorecard("none", FOUR)])[1]
    assert empty == ["1", "none", "-", "-", "-", "-", "-", "-", "0/0", "-"]


def test_durations_are_short() -> None:
    assert [duration(s) for s in (2.25, 0.5, 0.0015, 0.000_02)] == [
        "2.2 s", "500 ms", "2 ms", "20 µs"
    ]  # fmt: skip
