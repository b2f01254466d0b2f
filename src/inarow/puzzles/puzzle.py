"""`Puzzle`: a position where one move alone wins or saves the game, with theme and rating."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from inarow.board.board import Board
from inarow.board.notation import move_text, moves_text, parse_move, parse_moves
from inarow.board.rules import Rules, Side
from inarow.errors import RecordError, quoted
from inarow.language import counted, say
from inarow.search.scores import exact_score

__all__ = ["GRADES", "Goal", "Place", "Puzzle", "Theme"]

GRADES: Final = (1200, 1500, 1650, 1800)
"""Below which rating a puzzle has grade 1, 2, 3 or 4; the others have 5."""


class Goal(Enum):
    """What is to be reached, with the least score that reaches it."""

    WIN = ("win", 1)
    DRAW = ("draw", 0)

    def __init__(self, word: str, least: int) -> None:
        self.word = word
        self.least = least


class Theme(Enum):
    """What a puzzle is about; `themes.theme_of` says by which facts."""

    WIN_NOW = "win-now"
    DOUBLE_THREAT = "double-threat"
    STACKED_THREATS = "stacked-threats"
    ODD_ZUGZWANG = "odd-zugzwang"
    EVEN_ZUGZWANG = "even-zugzwang"
    SACRIFICE = "sacrifice"
    DEFENCE = "defence"
    ONLY_MOVE = "only-move"

    def __init__(self, word: str) -> None:
        self.word = word

    @classmethod
    def named(cls, word: str) -> Theme:
        """The theme of this word."""
        for theme in cls:
            if theme.word == word:
                return theme
        names = ", ".join(theme.word for theme in cls)
        raise RecordError(f"expected a theme ({names}), got {quoted(word)}")

    @property
    def title(self) -> str:
        """What people call it."""
        return {
            Theme.WIN_NOW: say("Win now"),
            Theme.DOUBLE_THREAT: say("Double threat"),
            Theme.STACKED_THREATS: say("Stacked threats"),
            Theme.ODD_ZUGZWANG: say("Zugzwang by an odd threat"),
            Theme.EVEN_ZUGZWANG: say("Zugzwang by an even threat"),
            Theme.SACRIFICE: say("Sacrifice of a column"),
            Theme.DEFENCE: say("Defence"),
            Theme.ONLY_MOVE: say("Only move"),
        }[self]


class Place(Enum):
    """Where the line lies that wins in the end; nowhere if nobody wins."""

    LEFT = "l"
    MIDDLE = "m"
    RIGHT = "r"
    NOWHERE = "-"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one right *move*; *rating* is how hard it is, as the levels have found.

    *name* is a theme and a number, such as `double-threat-17`. *score* is the exact score of the
    position, for the side to move.
    """

    name: str
    rules: Rules
    moves: tuple[int, ...]
    move: int
    score: int
    theme: Theme
    place: Place
    rating: int

    @property
    def board(self) -> Board:
        """The position, with the moves that led to it."""
        return Board(self.rules, self.moves)

    @property
    def turn(self) -> Side:
        """Whose move is to be found."""
        return Side.SECOND if len(self.moves) % 2 else Side.FIRST

    @property
    def goal(self) -> Goal:
        """What is to be reached."""
        return Goal.WIN if self.score > 0 else Goal.DRAW

    @property
    def empty(self) -> int:
        """How many cells are empty."""
        return self.rules.cell_count - len(self.moves)

    @property
    def wins_in(self) -> int | None:
        """How many moves the win takes, if there is one."""
        return exact_score(self.score, self.turn, self.empty).wins_in

    @property
    def grade(self) -> int:
        """How hard it is, from 1 to 5."""
        return next((i for i, most in enumerate(GRADES, start=1) if self.rating < most), 5)

    @property
    def number(self) -> str:
        """What tells it apart from others of its theme."""
        return self.name.removeprefix(f"{self.theme.word}-")

    @property
    def title(self) -> str:
        """Its name for people, such as "Double threat on the right, 4 moves (17)"."""
        theme = self.theme.title
        if self.wins_in is None:
            return counted(
                self.empty,
                "{theme}, {number} cell left ({name})",
                "{theme}, {number} cells left ({name})",
                theme=theme,
                name=self.number,
            )
        where = {
            Place.LEFT: say("{theme} on the left", theme=theme),
            Place.MIDDLE: say("{theme} in the middle", theme=theme),
            Place.RIGHT: say("{theme} on the right", theme=theme),
            Place.NOWHERE: theme,
        }[self.place]
        return counted(
            self.wins_in,
            "{theme}, {number} move ({name})",
            "{theme}, {number} moves ({name})",
            theme=where,
            name=self.number,
        )

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "name": self.name,
            "rules": str(self.rules),
            "moves": moves_text(self.moves, self.rules),
            "goal": self.goal.word,
            "move": move_text(self.move, self.rules),
            "score": self.score,
            "theme": self.theme.word,
            "place": self.place.value,
            "rating": self.rating,
            "grade": self.grade,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Puzzle:
        """The puzzle that `to_dict` wrote."""
        rules = Rules.parse(data["rules"])
        return cls(
            data["name"],
            rules,
            tuple(parse_moves(data["moves"], rules)),
            parse_move(data["move"], rules),
            data["score"],
            Theme.named(data["theme"]),
            Place(data["place"]),
            data["rating"],
        )
