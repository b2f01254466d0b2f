"""inarow: the toolkit for k-in-a-row games, to play, analyse, learn and build on.

>>> import inarow as ir
>>> board = ir.Board(ir.CONNECT_FOUR, "4455667")
>>> print(board)
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . o o o .
. . . X X X X
1 2 3 4 5 6 7
>>> board.outcome().winner
<Side.FIRST: 1>
"""

from inarow import detectors
from inarow.board import Board
from inarow.errors import (
    DetectorError,
    IllegalMoveError,
    InarowError,
    NotationError,
    PlayerError,
    PositionError,
    RecordError,
    RulesError,
)
from inarow.game import Game
from inarow.lines import Direction, Line
from inarow.players import Cautious, Human, Picture, Player, Random
from inarow.position import Outcome, Position
from inarow.problems import Problem
from inarow.record import Record
from inarow.rules import CONNECT_FOUR, GOMOKU, TIC_TAC_TOE, WIDE_FOUR, Cell, Rules, Side

__version__ = "0.1.0"

__all__ = [
    "CONNECT_FOUR",
    "GOMOKU",
    "TIC_TAC_TOE",
    "WIDE_FOUR",
    "Board",
    "Cautious",
    "Cell",
    "DetectorError",
    "Direction",
    "Game",
    "Human",
    "IllegalMoveError",
    "InarowError",
    "Line",
    "NotationError",
    "Outcome",
    "Picture",
    "Player",
    "PlayerError",
    "Position",
    "PositionError",
    "Problem",
    "Random",
    "Record",
    "RecordError",
    "Rules",
    "RulesError",
    "Side",
    "__version__",
    "detectors",
]
