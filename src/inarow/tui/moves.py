"""The list of moves: the game in two columns, and under its moves what else was tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from inarow.board.notation import move_label
from inarow.board.rules import Rules, Side
from inarow.record.tree import MoveTree, Place
from inarow.tui import words
from inarow.tui.widgets import Piece, Row

__all__ = ["move_rows"]


def move_rows(
    tree: MoveTree, width: int, note: Callable[[Place], str] = lambda _: ""
) -> tuple[list[Row], int]:
    """The rows, and the number of the one with the place where the tree is.

    *note* gives a few characters to be written after a move.
    """
    writer = _Writer(tree, width, note)
    writer.write()
    return writer.rows, writer.follow


class _Writer:
    def __init__(self, tree: MoveTree, width: int, note: Callable[[Place], str]) -> None:
        self.tree, self.width, self.note = tree, width, note
        self.rules: Rules = tree.board.rules
        self.rows: list[Row] = []
        self.follow = 0
        self._begins = tree.board.start.turn

    def write(self) -> None:
        start = (Piece("   "), self._piece(self.tree.root, words.AT_START))
        self.rows.append(start)
        line = list(self.tree.root.line())[1:]
        ply = 0 if self._begins is Side.FIRST else 1
        row: list[Piece] = []
        for at, place in enumerate(line, start=ply):
            if not row:
                row = [Piece(f"{at // 2 + 1:>3} ", "label")]
                if at % 2:
                    row.append(Piece(" ..    ", "label"))
            row.append(self._piece(place, f" {move_label(_move(place), self.rules):<2}"))
            row.append(Piece(f"{self.note(place):<2}", "bad bold"))
            others = _others(place)
            if at % 2 or others or place is line[-1]:
                self._add(tuple(row))
                row = []
            for other in others:
                self._add_variation(other, at, 1)
        if not line:
            self.rows.append((Piece(f"    {words.NO_MOVES}", "label italic"),))

    def _piece(self, place: Place, text: str) -> Piece:
        here = place is self.tree.place
        return Piece(f"{text} ", "reverse bold" if here else self._color(place), place)

    def _color(self, place: Place) -> str:
        return "" if place.move is None else "label" if place.before is None else ""

    def _add(self, row: Row) -> None:
        if any(piece.key is self.tree.place for piece in row):
            self.follow = len(self.rows)
        self.rows.append(row)

    def _add_variation(self, first: Place, ply: int, depth: int) -> None:
        """One variation as a wrapped paragraph; those within it follow, further to the right."""
        indent = " " * min(3 + depth, 10)
        row: list[Piece] = [Piece(indent)]
        used = len(indent)
        inner: list[tuple[Place, int]] = []
        for piece, place, at in self._variation_pieces(first, ply):
            if used + len(piece.text) > self.width and len(row) > 1:
                self._add(tuple(row))
                row, used = [Piece(indent)], len(indent)
            row.append(piece)
            used += len(piece.text)
            if place is not first:
                inner += [(other, at) for other in _others(place)]
        self._add(tuple(row))
        for place, at in inner:
            self._add_variation(place, at, depth + 1)

    def _variation_pieces(self, first: Place, ply: int) -> Iterator[tuple[Piece, Place, int]]:
        for at, place in enumerate(first.line(), start=ply):
            number = ""
            if at % 2 == 0 or place is first:
                number = f"{at // 2 + 1}.{'..' if at % 2 else ''} "
            text = f"{number}{move_label(_move(place), self.rules)} "
            here = place is self.tree.place
            yield Piece(text, "reverse bold" if here else "label italic", place), place, at


def _move(place: Place) -> int:
    assert place.move is not None
    return place.move


def _others(place: Place) -> list[Place]:
    """The moves that were tried instead of the one the game went on with."""
    assert place.before is not None
    main, *others = place.before.after
    return others if place is main else []
