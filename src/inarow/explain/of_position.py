"""What a position shows: who can win, what must be answered or avoided, what waits for later."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from inarow.board.notation import move_label, move_name
from inarow.board.position import Position
from inarow.board.rules import Cell, Rules, Side
from inarow.explain import forcing, phrases
from inarow.explain.fact import Fact, cells_of
from inarow.explain.plan import all_lines
from inarow.language import counted, say
from inarow.search.scores import Estimate, Worth

__all__ = [
    "best_line",
    "last_to_fill",
    "most_lines",
    "poisoned_moves",
    "resisting",
    "suggestion",
    "tactics",
    "to_watch",
    "waiting_threats",
]

LINE_AT_MOST = 20
"""Lines of play up to this many discs are told in full."""
BEGINNING, END = 10, 6
"""Of longer ones this many discs are told at the beginning and at the end."""


def tactics(position: Position) -> Iterator[Fact]:
    """Who can win immediately, what must be answered, and what can be forced."""
    side, rules = position.turn, position.rules
    own, theirs = (position.winning_moves(s) for s in (side, side.other))
    if own:
        moves = phrases.moves(own, rules, "or")
        text = say("Play {moves}: {side} completes a line and wins.", moves=moves, side=side)
        yield Fact("wins_now", text, side, cells_of(position, own), own)
        return
    cells = cells_of(position, theirs)
    if len(theirs) > 1:
        text = say(
            "No move helps: {other} threatens to win with {moves}, and {side} can block only one "
            "of them.",
            other=side.other,
            moves=phrases.moves(theirs, rules, "or"),
            side=side,
        )
        yield Fact("cannot_stop", text, side.other, cells)
        return
    if theirs:
        block = move_name(theirs[0], rules)
        above = cells[0].above
        if rules.gravity and above in position.threats(side.other):
            text = say(
                "No move helps: {other} threatens to win with {move}, and again right above it; "
                "{side} can block only one.",
                other=side.other,
                move=block,
                side=side,
            )
            yield Fact("stacked_loss", text, side.other, (cells[0], above))
            return
        text = say(
            "{side} must block {move}, or {other} wins there.",
            side=side,
            move=block,
            other=side.other,
        )
        yield Fact("must_stop", text, side.other, cells, theirs)
    win = forcing.find(position)
    if win is not None:
        moves = phrases.forced_win(win, rules)
        text = say("{side} wins by force: {moves}.", side=side, moves=moves)
        yield Fact("forced_win", text, side, win.threatened, win.moves)
        return
    win = None if theirs else forcing.find(replace(position, turn=side.other))
    if win is not None:
        moves = phrases.forced_win(win, rules)
        text = say("{side} threatens to win by force: {moves}.", side=side.other, moves=moves)
        yield Fact("threatened_win", text, side.other, win.threatened, win.moves)


def suggestion(position: Position, move: int, worth: Worth, *, instead: bool = False) -> Fact:
    """What the engine would play, *instead* of another move or not, where not all is certain."""
    side, name = position.turn, move_name(move, position.rules)
    play = say("Play {moves}", moves=name)
    if instead:
        play = say("Instead, {side} could play {move}", side=side, move=name)
    if isinstance(worth, Estimate):
        text = say(
            "{advice}, the engine's choice (an estimate, not a proof): {opinion}; {side}'s winning "
            "chances are {percent}%.",
            advice=play,
            opinion=worth,
            side=worth.side,
            percent=phrases.percent(worth.win_probability),
        )
    else:
        result = phrases.result(worth)
        if worth.value < 0:
            result = say("{side} is losing; {result}", side=side, result=result)
        text = say("{advice}: {reason}.", advice=play, reason=result)
    return Fact("suggestion", text, None, cells_of(position, [move]), (move,))


def poisoned_moves(position: Position) -> Iterator[Fact]:
    """Moves that give the opponent the cell above."""
    side, rules = position.turn, position.rules
    if position.winning_moves(side.other):
        return
    legal = position.legal_moves()
    lost = tuple(m for m in legal if position.play(m).winning_moves(side.other))
    if not lost:
        return
    given = tuple(cell.above for cell in cells_of(position, lost))
    if len(lost) == len(legal):
        text = say("Whatever {side} plays, {other} wins on top of it.", side=side, other=side.other)
    else:
        text = say(
            "{side} must not play {moves}: {other} wins on top.",
            side=side,
            moves=phrases.moves(lost, rules, "or"),
            other=side.other,
        )
    yield Fact("poisoned", text, side.other, given, lost)
    safe = tuple(m for m in legal if m not in lost)
    if len(safe) == 1:
        only = phrases.moves(safe, rules)
        text = say(
            "{side}'s only move that does not lose immediately is {move}.", side=side, move=only
        )
        yield Fact("only_safe", text, None, cells_of(position, safe), safe)


def to_watch(position: Position, side: Side, told: Collection[int] = ()) -> Iterator[Fact]:
    """The columns that *side* should leave alone, because a threat lies right above.

    Those that were *told* are left out.
    """
    rules = position.rules
    if not rules.gravity or not position.is_playable:
        return
    threats = {each: set(position.threats(each)) for each in Side}
    free = {move: position.cell_of(move) for move in range(rules.width) if move not in told}
    above = {move: cell.above for move, cell in free.items() if cell is not None}
    lost = tuple(move for move, cell in above.items() if cell in threats[side.other])
    wasted = tuple(
        move for move, cell in above.items() if cell in threats[side] and move not in lost
    )
    if lost or wasted:
        cells = tuple(above[move] for move in (*lost, *wasted))
        text = _watch_out(side, lost, wasted, rules)
        yield Fact("watch", text, None, cells, (*lost, *wasted))


def _watch_out(side: Side, lost: Sequence[int], wasted: Sequence[int], rules: Rules) -> str:
    """Which moves give the game away, and which a threat."""
    sides = {"side": side, "other": side.other}
    first, second = (phrases.moves(some, rules, "or") if some else "" for some in (lost, wasted))
    if not wasted:
        return say(
            "Watch out: {side} should not play {moves}, where {other} wins on top.",
            moves=first,
            **sides,
        )
    if not lost:
        return say(
            "Watch out: {side} should not play {moves} yet, where {other} blocks {side}'s threat "
            "on top.",
            moves=second,
            **sides,
        )
    return say(
        "Watch out: {side} should not play {moves}, where {other} wins on top; nor {more} yet, "
        "where {other} blocks {side}'s threat on top.",
        moves=first,
        more=second,
        **sides,
    )


def waiting_threats(position: Position) -> Iterator[Fact]:
    """Threats for later: their cells cannot be played yet."""
    can_play = set(cells_of(position, position.legal_moves()))
    for side in Side:
        later = tuple(cell for cell in position.threats(side) if cell not in can_play)
        if later:
            text = counted(
                len(later),
                "{side} has a threat for later at {cells}.",
                "{side} has threats for later at {cells}.",
                side=side,
                cells=phrases.cells_in_rows(later, position.rules),
            )
            yield Fact("waiting", text, side, later)


def last_to_fill(position: Position) -> Iterator[Fact]:
    """Who must finally play below a threat if all other cells are filled first: only counting."""
    can_play = set(cells_of(position, position.legal_moves()))
    lowest: dict[int, Cell] = {}
    for cell in sorted(cell for side in Side for cell in position.threats(side)):
        if cell not in can_play:
            lowest.setdefault(cell.column, cell)
    below = tuple(Cell(cell.column, cell.row - 1) for cell in lowest.values())
    kept = sum(position.rules.height - cell.row for cell in below)
    elsewhere = position.rules.cell_count - position.ply - kept
    if not below or not elsewhere:
        return
    side = position.turn if elsewhere % 2 == 0 else position.turn.other
    text = counted(
        elsewhere,
        "Count the cells: apart from {cells} and what lies above, {number} cell is empty. Once it "
        "is full it is {side}'s turn, and {side} must play right below {threat}.",
        "Count the cells: apart from {cells} and what lies above, {number} cells are empty. Once "
        "they are full it is {side}'s turn, and {side} must play right below {threat}.",
        cells=phrases.cells(below, position.rules),
        side=side,
        threat=_whose(position, side, lowest),
    )
    yield Fact("last_to_fill", text, side.other, below)


def _whose(position: Position, side: Side, lowest: Mapping[int, Cell]) -> str:
    """Whose threats these are, as seen by *side*."""
    own = set(position.threats(side)) & set(lowest.values())
    theirs = set(position.threats(side.other)) & set(lowest.values())
    if not theirs:
        # Translators: x must play right below ...
        return say("its own threat, which {other} then blocks", other=side.other)
    if not own:
        # Translators: x must play right below ...
        return say("a threat of {other}, who then wins above", other=side.other)
    # Translators: x must play right below ...
    return say("a threat")


def most_lines(position: Position, best: Collection[int]) -> Iterator[Fact]:
    """The one of the *best* moves whose disc lies on the most lines that can still be completed."""
    side, rules = position.turn, position.rules
    open_lines = [line for line in all_lines(rules) if not rules.bits(line) & position.other]
    cells = {move: position.cell_of(move) for move in position.legal_moves()}
    lines = {move: sum(cell in line for line in open_lines) for move, cell in cells.items()}
    second, most = sorted(lines.values())[-2:] if len(lines) > 1 else (0, 0)
    for move in best:
        if lines[move] == most > second:
            yield Fact("most_lines", _on_lines(side, most, move, rules), side, (), (move,))


def _on_lines(side: Side, lines: int, move: int, rules: Rules) -> str:
    """On how many lines a move lies."""
    if rules.gravity:
        return counted(
            lines,
            "A disc in {move} lies on {number} line that {side} can still complete: more than "
            "anywhere else.",
            "A disc in {move} lies on {number} lines that {side} can still complete: more than "
            "anywhere else.",
            move=move_name(move, rules),
            side=side,
        )
    return counted(
        lines,
        "A disc at {cell} lies on {number} line that {side} can still complete: more than anywhere "
        "else.",
        "A disc at {cell} lies on {number} lines that {side} can still complete: more than "
        "anywhere else.",
        cell=move_name(move, rules),
        side=side,
    )


def best_line(position: Position, line: Sequence[int]) -> Fact:
    """A *line* of best play, with the result if it reaches the end."""
    rules, now, told = position.rules, position, []
    line = resisting(position, line)
    for move in line:
        told.append(f"{now.turn} {move_label(move, rules)}")
        now = now.play(move)
    outcome, moves = now.outcome(), _shortened(told)
    winner = outcome.winner if outcome else None
    if outcome is None:
        text = say("Best play: {moves}, and so on.", moves=moves)
    elif winner is None:
        text = say("Best play: {moves}, and the game is a draw.", moves=moves)
    else:
        ends = phrases.line(outcome.lines[0].cells, rules)
        text = say(
            "Best play: {moves}, and {side} wins: {line}.", moves=moves, side=winner, line=ends
        )
    return Fact("best_line", text, winner, (), tuple(line))


def resisting(position: Position, line: Sequence[int]) -> tuple[int, ...]:
    """The same line, but whoever loses to its last disc anyway blocks what can be blocked."""
    line = tuple(line)
    now = position
    for move in line[:-2]:
        now = now.play(move)
    wins = now.winning_moves(now.turn.other)
    if len(line) < 2 or line[-1] not in wins or line[-2] in wins:
        return line
    after = now.play(wins[0])
    then = after.winning_moves(after.turn)
    return (*line[:-2], wins[0], then[0]) if then else line


def _shortened(moves: Sequence[str]) -> str:
    """Moves in a row; of many, the beginning and the end, and how many lie between."""
    if len(moves) <= LINE_AT_MOST:
        return ", ".join(moves)
    return say(
        "{moves} … ({number} moves left out) … {last}",
        moves=", ".join(moves[:BEGINNING]),
        number=len(moves) - BEGINNING - END,
        last=", ".join(moves[-END:]),
    )
