"""`MoveTree`: a record with a place in it, to play on from, to go back in and to branch off."""

from __future__ import annotations

from collections.abc import Iterator

from inarow.board.board import Board
from inarow.board.position import Position
from inarow.record.record import Node, Record, Variation

__all__ = ["MoveTree", "Place"]


class Place:
    """A move in the tree, what was said about it, and the moves that were played after it.

    The first of *after* goes on with the game, the others are variations. The place before the
    first move has no *move* and no place *before* it.
    """

    __slots__ = ("after", "before", "comment", "intro", "move")

    def __init__(self, move: int | None, before: Place | None, comment: str = "") -> None:
        self.move = move
        self.before = before
        self.comment = comment
        self.intro = ""  # what was said before the first move of a variation
        self.after: list[Place] = []

    def path(self) -> list[Place]:
        """The places on the way here, without the one before the first move."""
        found: list[Place] = []
        place = self
        while place.before is not None:
            found.append(place)
            place = place.before
        return found[::-1]

    def line(self) -> Iterator[Place]:
        """This place and those that the game goes on with."""
        place = self
        while True:
            yield place
            if not place.after:
                return
            place = place.after[0]

    def _add(
        self, move: int, comment: str = "", intro: str = "", beside: Place | None = None
    ) -> Place:
        """The place after *move*, which is another one than *beside*."""
        for place in self.after:
            if place.move == move and place is not beside:
                place.comment = _joined(place.comment, intro, comment)
                return place
        place = Place(move, self, comment)
        place.intro = intro
        self.after.append(place)
        return place


class MoveTree:
    """The moves of a *record* and its variations, with a `board` at one `place` among them.

    Nothing is forgotten: a move played after going back begins a new line of play, which the game
    goes on with, and the old one becomes a variation.
    """

    def __init__(self, record: Record) -> None:
        self.board = Board(record.start)
        self.root = Place(None, None, record.main.comment)
        self.place = self.root
        self.tags = dict(record.tags)
        self._given = (record.main.moves, record.result)
        _grow(self.root, record.main)

    @property
    def is_at_end(self) -> bool:
        """Whether nothing was played after this place."""
        return not self.place.after

    def play(self, move: int) -> Position:
        """Play *move* from here; an illegal one raises and changes nothing."""
        position = self.board.play(move)
        here = self.place
        self.place = here._add(self.board.moves[-1])
        here.after.remove(self.place)
        here.after.insert(0, self.place)
        return position

    def back(self) -> bool:
        """Go back by a move; whether there was one."""
        if self.place.before is None:
            return False
        self.board.undo()
        self.place = self.place.before
        return True

    def forward(self) -> bool:
        """Go on by a move that was played before; whether there was one."""
        if not self.place.after:
            return False
        self._step(self.place.after[0])
        return True

    def go(self, place: Place) -> None:
        """Go to any place of this tree."""
        path = place.path()
        while self.place is not self.root and self.place not in path:
            self.back()
        for step in path[len(self.board.moves) :]:
            self._step(step)

    def end(self) -> Place:
        """The last place of the line of play that goes on from here."""
        *_, last = self.place.line()
        return last

    def record(self) -> Record:
        """Everything as a record; the game is its main line."""
        main = Variation()
        if self.root.after:
            main = _variation(self.root.after[0])
        main.comment = _joined(self.root.comment, main.comment)
        record = Record.of(Board(self.board.start, main.moves), tags=self.tags)
        moves, result = self._given
        if record.result == "*" and main.moves == moves:
            record.result = result  # given up, or agreed on
        record.main = main
        return record

    def _step(self, place: Place) -> None:
        assert place.move is not None
        self.board.play(place.move)
        self.place = place


def _joined(*comments: str) -> str:
    """All that was said, in one; what is said again is said once."""
    return " ".join(dict.fromkeys(filter(None, comments)))


def _grow(before: Place, line: Variation, intro: str = "", end: Place | None = None) -> None:
    """Add the moves of *line* after a place, which go on before what branches off them.

    Variations that go on from the *end* of the game repeat its last move: they are beside it, for
    the game does not go on.
    """
    branches = []
    for left, node in enumerate(line.nodes, start=1 - len(line.nodes)):
        branches.append((before, node.variations))
        before = before._add(node.move, node.comment, intro, end if left else None)
        intro = ""
    for place, variations in branches:
        for variation in variations:
            _grow(place, variation, variation.comment, end or before)


def _variation(first: Place) -> Variation:
    """The line of play that begins with *first*, and all that branches off it."""
    nodes = []
    for place in first.line():
        assert place.before is not None
        assert place.move is not None
        main, *others = place.before.after
        variations = [_variation(other) for other in others] if place is main else []
        intro = "" if place is first else place.intro  # which it has if it was a variation before
        nodes.append(Node(place.move, _joined(intro, place.comment), variations))
    return Variation(nodes, first.intro)
