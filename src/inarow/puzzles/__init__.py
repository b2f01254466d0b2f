"""Puzzles: positions in which one move alone wins, or one alone saves the game.

`find` makes them from played games and exact scores, the same ones for the same seed; `shipped` are
those that come with inarow. `judge` says whether a move tried is right and answers it with the best
defence, `hints` help. Each has a theme, a name that says it, and a rating, which is how hard it is:
`after` rates whoever tries it, and `near` picks the next one. Everybody has the same `daily` one.
"""

from inarow.puzzles.choosing import daily, near, rush
from inarow.puzzles.making import find, numbered
from inarow.puzzles.puzzle import Goal, Place, Puzzle, Theme
from inarow.puzzles.solving import (
    Verdict,
    best_defence,
    hints,
    is_right,
    judge,
    line_text,
    right_moves,
    solution,
    task,
    why_right,
)
from inarow.puzzles.strength import after
from inarow.puzzles.text import by_name, dump, load, packed, shipped, unpacked

__all__ = [
    "Goal",
    "Place",
    "Puzzle",
    "Theme",
    "Verdict",
    "after",
    "best_defence",
    "by_name",
    "daily",
    "dump",
    "find",
    "hints",
    "is_right",
    "judge",
    "line_text",
    "load",
    "near",
    "numbered",
    "packed",
    "right_moves",
    "rush",
    "shipped",
    "solution",
    "task",
    "unpacked",
    "why_right",
]
