"""Why a move is good or bad, in sentences made from exact facts.

`explain_position` says which move to play and why: what it is worth beside the others, what is
threatened and forced, and, where one side has a plan that needs no search (see zugzwang.py), what
that plan is. `explain_move` says what a move was worth and what it does on the board (wins, blocks,
threatens, forces, gives away). `passages` puts both under headings, *last move* and *now*, and says
nothing twice. Every sentence follows from the rules, an exact score or a proved plan, except an
engine's suggestion, which is called an estimate. docs/explanation/explain.md lists them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from inarow.board.notation import move_name, read_move
from inarow.board.position import AnyPosition, Outcome, Position
from inarow.board.rules import Rules
from inarow.explain import of_move, of_position, of_score, phrases, zugzwang
from inarow.explain.callable_module import CallableModule
from inarow.explain.fact import Explanation, Fact, Passage
from inarow.explain.forcing import ForcedWin
from inarow.explain.plan import Certificate
from inarow.language import say
from inarow.search.scores import Score, Worth

if TYPE_CHECKING:
    from inarow.search.engine import Engine
    from inarow.search.oracle import Oracle

__all__ = [
    "explain",
    "explain_move",
    "explain_position",
    "explain_step",
    "explain_with",
    "passages",
]

THREATS = {"threat", "double_threat", "stacked_threat", "forces_win"}
"""Kinds of facts about a move that leave the opponent no choice."""

FORCED_WINS = {"forced_win", "forces_win", "allows_forced_win"}
"""Kinds of facts whose moves can be played from here on."""

LOSES_NOW = {"cannot_stop", "does_not_stop", "gives_win", "allows_forced_win"}
"""Kinds of facts about a move after which the opponent wins by force."""


# -- about a move -----------------------------------------------------------------------------


def explain_move(
    position: AnyPosition,
    move: int | str,
    scores: Mapping[int, Score] | None = None,
    *,
    line: Sequence[int] = (),
    outlook: bool = True,
) -> Explanation:
    """What *move* does; with the *scores* of all legal moves also what it is worth.

    The sentences are about the side to move; the most important comes first. *line* is best play
    after the move. Without *outlook* they leave out how the game ends now.
    """
    position = Position.of(position)
    move = read_move(move, position.rules)
    side, after = position.turn, position.play(move)
    outcome = after.outcome()
    if outcome is not None and outcome.winner is side:
        cells = outcome.lines[0].cells
        text = say("{side} wins: {line}.", side=side, line=phrases.line(cells, after.rules))
        wins = Fact("wins", text, side, cells)
        return Explanation(position, move, (wins,))
    facts = [*of_move.win_missed_or_stopped(position, move), *of_move.wins_allowed(position, after)]
    if outcome is None and not after.winning_moves(side.other):
        facts += of_move.threats_made(position, after)
    facts += of_move.forced_win_missed(position, move, facts, scores)
    if scores is not None and _result(scores[move]) < max(map(_result, scores.values())):
        facts = [fact for fact in facts if fact.kind != "later_threat"]  # no consolation
    kinds = {fact.kind for fact in facts}
    if not facts and outcome is None and scores is None:
        name = move_name(move, position.rules)
        text = say("{side}'s {move} makes no threat and stops none.", side=side, move=name)
        facts.append(Fact("quiet", text))
    if scores is not None:
        hint = "misses_win" not in kinds
        facts.insert(0, of_score.of_move(position, move, scores, hint=hint, outlook=outlook))
    if outcome is not None:
        facts.append(Fact("full", say("The board is full: the game is a draw.")))
    elif not kinds & (THREATS | LOSES_NOW) and (scores is None or scores[move].value >= 0):
        told = {move for fact in facts for move in fact.moves}
        facts += of_position.to_watch(after, side, told)
    certificates = _follows(after, scores[move] if scores else None)
    if len(facts) == 1 and facts[0].kind.startswith("keeps") and not certificates:
        facts += of_position.most_lines(position, [move])
    if line and not _plays_out(facts, line):
        facts.append(of_position.best_line(after, line))
    return Explanation(position, move, tuple(facts), certificates)


def _result(score: Score) -> int:
    """Win, draw or loss: 1, 0 or -1."""
    return (score.value > 0) - (score.value < 0)


def _follows(after: Position, score: Score | None) -> tuple[Certificate, ...]:
    """The plan of the side that has just moved, unless it promises less than the *score*."""
    plan = zugzwang.find(after)
    if plan is None or (score is not None and score.value > 0 and not plan.score):
        return ()
    return (Certificate(after, plan),)


# -- about a position -------------------------------------------------------------------------

DECIDED = {"wins_now", "cannot_stop", "forced_win", "stacked_loss"}
"""Kinds of facts that settle the game: nothing needs to be added."""

CLEAR = DECIDED | {"must_stop", "only_safe", "score"}
"""Kinds of facts that leave no question which move to play."""


def explain_position(
    position: AnyPosition,
    score: Score | None = None,
    *,
    scores: Mapping[int, Score] | None = None,
    line: Sequence[int] = (),
    suggested: tuple[int, Worth] | None = None,
) -> Explanation:
    """Which move to play and why, and what the position shows.

    *scores* are those of all legal moves, *line* is best play. Where no more is known than the
    *score* of the position, it says what that is. Where that leaves open what to play,
    *suggested* is a move of the engine with what it thinks of it.
    """
    position = Position.of(position)
    outcome = position.outcome()
    if outcome is not None:
        return Explanation(position, None, (_over(outcome, position.rules),))
    facts = _what_to_play(position, score, scores, line)
    kinds = {fact.kind for fact in facts}
    certificates: tuple[Certificate, ...] = ()
    if not kinds & DECIDED and position.is_playable:
        best = _best(scores)
        facts += _to_avoid(position, best)
        if not _hopeless(facts, position):
            facts += of_position.waiting_threats(position)
            value = max(scores.values(), key=int) if scores else score
            certificates = _plans(position, value, best)
            if "must_stop" not in kinds and not any(shown.plan.score for shown in certificates):
                count = of_position.last_to_fill(position)
                facts += (fact for fact in count if _helps(fact, value))
    if suggested is not None and not CLEAR & {fact.kind for fact in facts}:
        facts.insert(0, of_position.suggestion(position, *suggested))
    if not facts:
        facts.append(Fact("quiet", say("Neither side can win on the next move.")))
    if {fact.kind for fact in facts} == {"score"} and not certificates:
        facts += of_position.most_lines(position, _best(scores))
    if len(line) > 1 and not _plays_out(facts, line):
        facts.append(of_position.best_line(position, line))
    return Explanation(position, None, tuple(facts), certificates)


def _over(outcome: Outcome, rules: Rules) -> Fact:
    """That the game is over, and how it ended."""
    if outcome.winner is None:
        return Fact("over", say("The game is over. It is a draw."))
    cells = outcome.lines[0].cells
    line = phrases.line(cells, rules)
    text = say("The game is over. {side} wins: {line}.", side=outcome.winner, line=line)
    return Fact("over", text, outcome.winner, cells)


def _helps(fact: Fact, score: Score | None) -> bool:
    """Whether counting favours the side that wins, if that is known: else it would mislead."""
    if score is None:
        return True
    return bool(score.value) and (fact.side is score.side) == (score.value > 0)


def _hopeless(facts: Collection[Fact], position: Position) -> bool:
    """Whether the opponent wins right above every move."""
    lost = {move for fact in facts if fact.kind == "poisoned" for move in fact.moves}
    return lost == {*position.legal_moves()}


def _forced(fact: Fact) -> bool:
    return fact.kind == "forced_win"


def _plays_out(facts: Collection[Fact], line: Sequence[int]) -> bool:
    """Whether a forced win that is told already is as good as *line*."""
    told = (fact.moves for fact in facts if fact.kind in FORCED_WINS)
    return any(len(moves) == len(line) for moves in told)


def _best(scores: Mapping[int, Score] | None) -> list[int]:
    """The moves that are worth most, if that is known."""
    most = max(map(int, scores.values())) if scores else 0
    return [move for move, each in (scores or {}).items() if each.value == most]


def _what_to_play(
    position: Position,
    score: Score | None,
    scores: Mapping[int, Score] | None,
    line: Sequence[int],
) -> list[Fact]:
    """The advice of the scores, then what is threatened and forced."""
    facts = list(of_position.tactics(position))
    if any(fact.kind in ("wins_now", "cannot_stop", "stacked_loss") for fact in facts):
        return facts
    best, first = _best(scores), line[0] if line else None
    for at, fact in enumerate(facts):
        if _forced(fact) and best and fact.moves[0] not in best:
            moves = _forced_moves(fact, position.rules)
            also = say("{side} can also win by force: {moves}.", side=fact.side, moves=moves)
            facts[at] = replace(fact, text=also)
        elif _forced(fact):
            first = fact.moves[0]
    if scores:
        return [of_score.advice(position, scores, first), *facts]
    if score is not None:
        return [of_score.of_position(position, score), *facts]
    return [_with_move(fact, position.rules) if _forced(fact) else fact for fact in facts]


def _with_move(fact: Fact, rules: Rules) -> Fact:
    """A forced win that begins with the move to play."""
    move, moves = move_name(fact.moves[0], rules), _forced_moves(fact, rules)
    text = say("Play {move} and win by force: {moves}.", move=move, moves=moves)
    return replace(fact, text=text)


def _forced_moves(fact: Fact, rules: Rules) -> str:
    """The moves of a forced win, as a part of a sentence."""
    assert fact.side is not None
    return phrases.forced_win(ForcedWin(fact.side, fact.moves, fact.cells), rules)


def _to_avoid(position: Position, best: Collection[int]) -> list[Fact]:
    """The columns below a threat; where the *best* moves are known, not which are left."""
    facts = list(of_position.poisoned_moves(position))
    told = {move for fact in facts for move in fact.moves} | {*best}
    facts = [fact for fact in facts if not best or fact.kind != "only_safe"]
    return [*facts, *of_position.to_watch(position, position.turn, told)]


def _plans(
    position: Position, score: Score | None, best: Collection[int]
) -> tuple[Certificate, ...]:
    """The most useful plans: one that wins, or else those that avoid a loss."""
    theirs = zugzwang.find(position)
    if theirs is not None and theirs.score:
        return (Certificate(position, theirs),)
    own = None
    for move in sorted(position.legal_moves(), key=lambda move: move not in best):
        after = position.play(move)
        plan = zugzwang.find(after)
        if plan is not None and (own is None or plan.score > own.plan.score):
            own = Certificate(after, plan, move)
    if own is not None and own.plan.score:
        return (own,)
    holding = [] if theirs is None else [Certificate(position, theirs)]
    if own is not None and (score is None or score.value == 0):
        holding.append(own)
    return tuple(holding)


# -- both, under headings ---------------------------------------------------------------------


def passages(last: Explanation | None, now: Explanation) -> list[Passage]:
    """What to say of the *last* move, and what of the position *now*; nothing twice."""
    found = []
    if last is not None and last.move is not None:
        position = last.position
        move = move_name(last.move, position.rules)
        heading = say("Last move: {side}, {move}", side=position.turn, move=move)
        told = (_briefly(fact, position, now) for fact in last.facts)
        found.append(Passage(heading, tuple(text for text in told if text)))
    over = now.position.outcome() is not None
    if not over or not found:
        # Translators: a heading above sentences about the position
        heading = say("Now")
        if not over:
            heading = say("Now: {side} to move", side=now.position.turn)
        found.append(Passage(heading, tuple(now.sentences)))
    return found


def _briefly(fact: Fact, position: Position, now: Explanation) -> str:
    """The text of a fact about a move, cut short where *now* tells the same."""
    again = {cell for each in now.facts if each.side is fact.side for cell in each.cells}
    played_out = fact.kind == "forces_win" and now.facts[-1].kind == "best_line"
    if not (played_out or {*fact.cells} <= again):
        return fact.text
    side, other = position.turn, position.turn.other
    return {
        "threat": say("{side} makes a threat.", side=side),
        "double_threat": say("{side} makes two threats at once.", side=side),
        "stacked_threat": say("{side} makes two threats, one above the other.", side=side),
        "forces_win": "",
        "allows_forced_win": say("{side} lets {other} win by force.", side=side, other=other),
        "prepares_win": say("{side} prepares a win by force.", side=side),
        "cannot_stop": say("{side} cannot stop every threat.", side=side),
        "does_not_stop": say("{side} does not stop {other} from winning.", side=side, other=other),
        "gives_win": say("{side} lets {other} play on top and win.", side=side, other=other),
        "later_threat": say("{side} gains a threat for later.", side=side),
        "watch": "",
        "most_lines": "",
    }.get(fact.kind, fact.text)


def explain_step(
    before: Position | None,
    move: int | None,
    after: Position,
    scores: Mapping[int, Score] | None = None,
    score: Score | None = None,
) -> list[str]:
    """What to say when *move* has led to *after*: about it, then about what is there now.

    *scores* are those of the moves *before*, *score* is that of *after*. The headings are among the
    sentences; nothing is said twice.
    """
    last = None
    if before is not None and move is not None:
        last = explain_move(before, move, scores, outlook=score is None)
    told = passages(last, explain_position(after, score))
    return [text for passage in told for text in (passage.heading, *passage.sentences)]


# -- with what is searched for ----------------------------------------------------------------

QUICK_LOOK = 200_000
"""How many nodes the engine searches for a suggestion where nothing is certain."""


def explain(
    board: AnyPosition, move: int | str | None = None, *, seconds: float = 1.0
) -> Explanation:
    """What there is to say about a position or, if one is given, about a *move* in it.

    What they are worth is said, too, if the exact scores are likely to be found in *seconds*. The
    module itself can be called like this function: `ir.explain("4455")`.
    """
    from inarow.search.engine import Engine  # loads the C++ core, which the others do not need
    from inarow.search.oracle import Oracle

    position, oracle = Position.of(board), Oracle(patience=seconds)
    return explain_with(oracle, Engine, position, oracle.scores(position), move)


def explain_with(
    oracle: Oracle,
    engine: Callable[[], Engine],
    position: Position,
    scores: Mapping[int, Score] | None,
    move: int | str | None = None,
    suggested: tuple[int, Worth] | None = None,
) -> Explanation:
    """`explain` with *scores* that are known, or a move that is *suggested*.

    Without both the *engine* suggests one, also beside a *move* of which nothing else can be said.
    """
    if move is not None:
        move = read_move(move, position.rules)
        line = _best_play(position.play(move), oracle) if scores else ()
        found = explain_move(position, move, scores, line=line)
        if found.facts[0].kind != "quiet":
            return found
        suggested = suggested or _quick_look(position, engine)
        if suggested is None or suggested[0] == move:
            return found
        advice = of_position.suggestion(position, *suggested, instead=True)
        return replace(found, facts=(*found.facts, advice))
    if scores is None:
        suggested = suggested or _quick_look(position, engine)
    line = _best_play(position, oracle) if scores else ()
    return explain_position(position, scores=scores, line=line, suggested=suggested)


def _quick_look(position: Position, engine: Callable[[], Engine]) -> tuple[int, Worth] | None:
    """What the engine would play, unless the game is over or the board too large for it."""
    from inarow.search.engine import Limit, beyond

    if position.outcome() is not None or beyond(position.rules):
        return None
    found = engine().search(position, Limit(nodes=QUICK_LOOK))
    return found.line[0], found.score


def _best_play(position: Position, oracle: Oracle) -> tuple[int, ...]:
    """Best play to the end, if it is found in time."""
    from inarow.search.solver import Stopped

    if position.outcome() is not None:
        return ()
    with suppress(Stopped):
        return oracle.analyze(position, timeout=oracle.patience).line
    return ()


sys.modules[__name__].__class__ = CallableModule
