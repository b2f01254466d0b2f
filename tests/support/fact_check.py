"""Checks explanations against the rules and exact scores, by means that `explain` does not use.

`python -m support.fact_check 10000`, in tests/, checks that many random positions and all their
moves, and prints how often each kind of fact was seen.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from random import Random

import inarow as ir
from support.plain_facts import (
    Scores,
    can_play,
    check_certificate,
    check_forced,
    completes,
    numbers,
    top,
    wins_at_once,
)
from support.strategies import play_random

SIZES = {
    "7x6x4": 24, "6x5x4": 22, "5x5x4": 22, "4x6x4": 24, "5x4x4": 20, "6x6x4": 22, "7x5x4": 22,
    "4x4x3": 16, "5x5x3": 20, "6x4x5": 24, "9x3x4": 20, "3x3x3/free": 9, "4x4x4/free": 14,
    "4x4x3/free": 14, "5x5x4/free": 16, "6x5x5/free": 14,
}  # fmt: skip
"""Boards, and with how many empty cells at most they are solved in no time."""


def random_positions(count: int, seed: int) -> Iterator[ir.Position]:
    """Open positions with few enough empty cells."""
    random = Random(seed)
    while count:
        size, most = random.choice(list(SIZES.items()))
        rules = ir.Rules.parse(size)
        first = max(0, rules.cell_count - most)
        position = play_random(rules, random, random.randint(first, rules.cell_count - 1)).position
        if position.outcome() is None and rules.cell_count - position.ply <= most:
            count -= 1
            yield position


def check(position: ir.Position, solver: ir.Solver) -> Counter[str]:
    """Check everything that is said about a position and its moves; the kinds of facts seen."""
    analysis = solver.analyze(position)
    scores = analysis.scores
    best = analysis.score
    said = ir.explain.explain_position(position, scores=scores, line=analysis.line)
    seen: Counter[str] = Counter()
    without_scores = ir.explain.explain_position(position).facts
    for fact in [*said.facts, *(fact for fact in without_scores if fact.kind == "only_safe")]:
        POSITION[fact.kind](position, fact, scores)
        seen[fact.kind] += 1
    check_words(said)
    for shown in said.certificates:
        worth = -best.value if shown.move is None else scores[shown.move].value
        seen[check_certificate(shown, worth)] += 1
    for move in position.legal_moves():
        said = ir.explain.explain_move(position, move, scores)
        check_words(said)
        for fact in said.facts:
            MOVE[fact.kind](position, move, fact, scores)
            seen[f"move {fact.kind}"] += 1
        for shown in said.certificates:
            check_certificate(shown, scores[move].value)
    return seen


def check_words(said: ir.Explanation) -> None:
    """Nothing twice, and only the names that are drawn: numbers with gravity, cells without."""
    assert len({*said.sentences}) == len(said.sentences)
    text = " ".join([*said.sentences, *said.legend()])
    if said.position.rules.gravity:
        assert not re.search(r"\b[a-z]{1,2}\d", text)
    else:
        assert not re.search(r"column|row \d|\b\d+ of", text)


# -- facts about positions --------------------------------------------------------------------


def _score(position: ir.Position, fact: ir.Fact, scores: Scores) -> None:
    best = top(scores)
    good = {move for move, score in scores.items() if score.value == best.value}
    assert {*fact.moves} == good
    assert best.wins_in != 1  # that is told by the board
    assert fact.side is (
        None if best.value == 0 else position.turn if best.value > 0 else position.turn.other
    )
    assert numbers(fact.text) == ([] if best.value == 0 else [best.wins_in or best.loses_in])
    play, _, rest = fact.text.rstrip(".").partition(": ")
    if play.startswith("Play") and "any move" not in play and "one of" not in play:
        assert named(play, position.rules) == good
    else:
        assert play.startswith("Play")
        example = re.split(" except |, or one of", play)[0]
        assert len(named(example, position.rules) & good) == 1
        but = named(play.partition(" except ")[2], position.rules)
        assert but == (scores.keys() - good if " except " in play else set())
        if "such as" in play:
            assert good == {*scores}
    for clause in re.split(r"; |(?<=draw), |(?<=draws), ", rest):
        for verb, sign in (("draw", 0), ("lose", -1), ("win", 1)):
            if re.search(rf"^(column|[a-z]+\d).* (only )?{verb}", clause):
                said = named(clause, position.rules)
                signs = {m: (s.value > 0) - (s.value < 0) for m, s in scores.items()}
                assert said == {m for m in scores.keys() - good if signs[m] == sign}


def named(text: str, rules: ir.Rules) -> set[int]:
    """The moves that a part of a sentence names."""
    if rules.gravity:
        return {int(number) - 1 for number in re.findall(r"(?<!in )\b\d+", text)}
    cells = re.findall(r"\b([a-z])(\d+)\b", text)
    return {rules.move_at(ord(letter) - ord("a"), int(row) - 1) for letter, row in cells}


def _watch(position: ir.Position, fact: ir.Fact, _scores: Scores) -> None:
    """Below a threat of the other side, or below an own one: whoever is to move."""
    assert fact.moves
    side = ir.Side.FIRST if "x should not" in fact.text else ir.Side.SECOND
    lost, _, wasted = fact.text.partition("; nor ")
    if f"{side.other} blocks" in lost:
        lost, wasted = "", lost
    assert named(lost, position.rules) | named(wasted, position.rules) == {*fact.moves}
    for told, whose in ((lost, side.other), (wasted, side)):
        for move in named(told, position.rules):
            cell = position.cell_of(move)
            assert cell is not None
            assert completes(position, cell.above, whose)


def _wins_now(position: ir.Position, fact: ir.Fact, scores: Scores) -> None:
    assert top(scores).wins_in == 1
    moves = {position.rules.move_at(*cell) for cell in fact.cells}
    assert moves == wins_at_once(position, position.turn) == {*fact.moves}
    assert named(fact.text, position.rules) == moves


def _cannot_stop(position: ir.Position, fact: ir.Fact, scores: Scores) -> None:
    assert len(fact.cells) > 1
    assert top(scores).loses_in == 1
    moves = {position.rules.move_at(*cell) for cell in fact.cells}
    assert moves == wins_at_once(position, position.turn.other)


def _must_stop(position: ir.Position, fact: ir.Fact, scores: Scores) -> None:
    (cell,) = fact.cells
    move = position.rules.move_at(*cell)
    assert wins_at_once(position, position.turn.other) == {move}
    assert all(score.loses_in == 1 for m, score in scores.items() if m != move)


def _stacked_loss(position: ir.Position, fact: ir.Fact, scores: Scores) -> None:
    assert all(completes(position, cell, position.turn.other) for cell in fact.cells)
    assert top(scores).loses_in == 1


def _forced_win(position: ir.Position, fact: ir.Fact, scores: Scores) -> None:
    check_forced(position, fact.moves, position.turn)
    wins_in = top(scores).wins_in
    assert wins_in is not None
    assert wins_in <= (len(fact.moves) + 1) // 2


def _threatened_win(position: ir.Position, fact: ir.Fact, _scores: Scores) -> None:
    other = position.turn.other
    check_forced(replace(position, turn=other), fact.moves, other)


def _poisoned(position: ir.Position, fact: ir.Fact, scores: Scores) -> None:
    assert set(fact.moves) == {move for move, score in scores.items() if score.loses_in == 1}
    assert all(completes(position, cell, position.turn.other) for cell in fact.cells)


def _only_safe(_position: ir.Position, fact: ir.Fact, scores: Scores) -> None:
    assert set(fact.moves) == {move for move, score in scores.items() if score.loses_in != 1}
    assert len(fact.moves) == 1


def _waiting(position: ir.Position, fact: ir.Fact, _scores: Scores) -> None:
    assert fact.side is not None
    for cell in fact.cells:
        assert completes(position, cell, fact.side)
        assert not can_play(position, cell)
        parity = "even row" if cell.row in (1, 3, 5, 7) else "odd row"
        assert re.search(rf"row {cell.row + 1} \({parity}\)", fact.text)
        assert cell.column in named(fact.text, position.rules) or " to " in fact.text


def _last_to_fill(position: ir.Position, fact: ir.Fact, scores: Scores) -> None:
    """Fill all the other cells, in any order: whose turn is it?"""
    lowest = {cell.column: cell.row for cell in fact.cells}
    rules, turn, filled = position.rules, position.turn, 0
    for column, row in rules.cells(rules.board & ~position.occupied):
        if row < lowest.get(column, rules.height):
            turn, filled = turn.other, filled + 1
    assert f" {filled} cell" in fact.text
    assert f"it is {turn}'s turn" in fact.text
    assert fact.side is turn.other
    best = top(scores)
    assert (fact.side is position.turn) == (best.value > 0)
    assert best.value
    for cell in fact.cells:
        assert any(completes(position, cell.above, side) for side in ir.Side)


def _most_lines(position: ir.Position, fact: ir.Fact, scores: Scores) -> None:
    """Every window of k cells, counted by hand: the move is among the best and alone at the top."""
    (move,) = fact.moves
    assert scores[move].value == top(scores).value
    rules, side = position.rules, position.turn
    lines = Counter[tuple[int, int]]()
    for column, row in product(range(rules.width), range(rules.height)):
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = [(column + i * right, row + i * up) for i in range(rules.k)]
            inside = all(c < rules.width and 0 <= r < rules.height for c, r in cells)
            if inside and all(position.at(*cell) is not side.other for cell in cells):
                lines.update(cells)
    cells_of = {each: position.cell_of(each) for each in scores}
    count = {each: lines[cell] for each, cell in cells_of.items() if cell is not None}
    assert all(count[move] > others for each, others in count.items() if each != move)
    assert f"lies on {count[move]} line" in fact.text
    assert fact.side is side


def _best_line(position: ir.Position, fact: ir.Fact, scores: Scores) -> None:
    best = top(scores)
    assert len(fact.moves) == best.plies
    assert scores[fact.moves[0]].value == best.value
    for move in fact.moves:
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is fact.side


POSITION: dict[str, Callable[[ir.Position, ir.Fact, Scores], None]] = {
    "score": _score,
    "wins_now": _wins_now,
    "cannot_stop": _cannot_stop,
    "must_stop": _must_stop,
    "stacked_loss": _stacked_loss,
    "forced_win": _forced_win,
    "threatened_win": _threatened_win,
    "poisoned": _poisoned,
    "only_safe": _only_safe,
    "watch": _watch,
    "waiting": _waiting,
    "last_to_fill": _last_to_fill,
    "most_lines": _most_lines,
    "best_line": _best_line,
}


# -- facts about moves ------------------------------------------------------------------------


def _wins(position: ir.Position, move: int, _fact: ir.Fact, _scores: Scores) -> None:
    assert move in wins_at_once(position, position.turn)


def _misses_win(position: ir.Position, move: int, fact: ir.Fact, scores: Scores) -> None:
    assert set(fact.moves) == wins_at_once(position, position.turn)
    assert move not in fact.moves
    assert top(scores).wins_in == 1


def _blocks(position: ir.Position, move: int, _fact: ir.Fact, _scores: Scores) -> None:
    assert wins_at_once(position, position.turn.other) == {move}


def _loses_at_once(position: ir.Position, move: int, fact: ir.Fact, scores: Scores) -> None:
    assert scores[move].loses_in == 1
    after = position.play(move)
    wins = {after.cell_of(m) for m in wins_at_once(after, after.turn)}
    assert wins >= {*fact.cells}


def _double(position: ir.Position, move: int, fact: ir.Fact, scores: Scores) -> None:
    assert scores[move].wins_in == 2
    after = position.play(move)
    assert all(completes(after, cell, position.turn) for cell in fact.cells)
    assert len(fact.cells) > 1


def _threat(position: ir.Position, move: int, fact: ir.Fact, scores: Scores) -> None:
    after = position.play(move)
    answers = wins_at_once(after, position.turn)
    assert {after.cell_of(m) for m in answers} == {*fact.cells}
    assert not wins_at_once(after, after.turn)
    assert scores[move].loses_in != 1
    if "its own threat" in fact.text:
        assert completes(position, fact.cells[0], position.turn)
        below = position.cell_of(move)
        assert below is not None
        assert below.above == fact.cells[0]
    if "still threatens" in fact.text:
        assert wins_at_once(position, position.turn) >= answers


def _forces_win(position: ir.Position, move: int, fact: ir.Fact, scores: Scores) -> None:
    check_forced(position.play(move), fact.moves, position.turn)
    assert (scores[move].wins_in or 999) <= 1 + len(fact.moves) // 2


def _allows_forced(position: ir.Position, move: int, fact: ir.Fact, scores: Scores) -> None:
    check_forced(position.play(move), fact.moves, position.turn.other)
    assert scores[move].value < 0


def _prepares_win(position: ir.Position, move: int, fact: ir.Fact, _scores: Scores) -> None:
    check_forced(replace(position.play(move), turn=position.turn), fact.moves, position.turn)


def _later_threat(position: ir.Position, move: int, fact: ir.Fact, scores: Scores) -> None:
    _waiting(position.play(move), fact, scores)
    assert not any(completes(position, cell, position.turn) for cell in fact.cells)


def _misses_forced(position: ir.Position, move: int, fact: ir.Fact, scores: Scores) -> None:
    assert fact.moves[0] != move
    check_forced(position, fact.moves, position.turn)
    assert scores[move].value < top(scores).value


def _watch_after(position: ir.Position, move: int, fact: ir.Fact, scores: Scores) -> None:
    assert scores[move].value >= 0
    _watch(position.play(move), fact, scores)


def _worth(position: ir.Position, move: int, fact: ir.Fact, scores: Scores) -> None:
    best, got = top(scores), scores[move]
    side = position.turn
    sign = {-1: side.other, 0: None, 1: side}[(got.value > 0) - (got.value < 0)]
    assert fact.side is sign
    told = numbers(fact.text)
    expected = [best.wins_in, got.wins_in or got.loses_in]
    if fact.kind == "throws_win":
        assert best.value > 0 >= got.value
        assert told == [n for n in expected if n is not None]
    elif fact.kind == "slower_win":
        assert best.value > got.value > 0
        assert told == [got.wins_in]
        assert f"instead of {best.wins_in}." in fact.text
    elif fact.kind == "faster_loss":
        assert 0 > best.value > got.value
        assert told == [got.loses_in]
        assert f"instead of {best.loses_in}." in fact.text
    elif fact.kind == "throws_draw":
        assert best.value == 0 > got.value
        assert told == [got.loses_in]
    else:
        assert best.value == got.value
        assert told == ([] if got.value == 0 else [got.wins_in or got.loses_in])
    if fact.kind in ("throws_win", "throws_draw", "slower_win", "faster_loss"):
        assert set(fact.moves) == {m for m, score in scores.items() if score.value == best.value}
    if fact.kind == "only_move":
        assert len(scores) == 1
    if fact.kind == "all_lose":
        assert {score.value for score in scores.values()} == {got.value}


def _full(position: ir.Position, move: int, _fact: ir.Fact, _scores: Scores) -> None:
    outcome = position.play(move).outcome()
    assert outcome is not None
    assert outcome.is_draw


MOVE: dict[str, Callable[[ir.Position, int, ir.Fact, Scores], None]] = {
    "wins": _wins,
    "misses_win": _misses_win,
    "blocks": _blocks,
    "cannot_stop": _loses_at_once,
    "does_not_stop": _loses_at_once,
    "gives_win": _loses_at_once,
    "double_threat": _double,
    "stacked_threat": _double,
    "threat": _threat,
    "forces_win": _forces_win,
    "allows_forced_win": _allows_forced,
    "prepares_win": _prepares_win,
    "later_threat": _later_threat,
    "watch": _watch_after,
    "misses_double_threat": _misses_forced,
    "misses_forced_win": _misses_forced,
    "keeps_win": _worth,
    "keeps_draw": _worth,
    "all_lose": _worth,
    "slowest_loss": _worth,
    "slower_win": _worth,
    "throws_win": _worth,
    "throws_draw": _worth,
    "faster_loss": _worth,
    "only_move": _worth,
    "most_lines": lambda position, _move, fact, scores: _most_lines(position, fact, scores),
    "full": _full,
}
EVERYTHING = {*POSITION, *(f"move {kind}" for kind in MOVE)} | {
    "plan: waits",
    "plan: line",
    "plan: holds",
}


def main() -> None:
    """Check as many positions as the first argument says; the second is the seed."""
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    solver = ir.Solver(table_mb=16, threads=1)
    seen: Counter[str] = Counter()
    for position in random_positions(count, seed):
        try:
            seen += check(position, solver)
        except AssertionError:
            print(f"contradiction in {position.text()}")
            raise
    for kind, times in sorted(seen.items()):
        print(f"{times:9,} {kind}")
    print(f"{count:9,} positions, no contradiction; never seen: {EVERYTHING - set(seen) or 'none'}")


if __name__ == "__main__":
    main()
