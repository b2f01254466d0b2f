"""The terminal conversation of the second document, word for word.

Columns count from 0 here, and only here: that is how the conversation goes. It decides nothing of
its own: whether a move is legal and who has won it asks the board.
"""

from __future__ import annotations

from typing import Final

from inarow.board.board import Board
from inarow.board.position import Position
from inarow.board.rules import WIDE_FOUR, Rules, Side
from inarow.terminal.console import Console

__all__ = ["draw", "run"]

SMALLEST: Final = 6
LARGEST: Final = 18

BANNER: Final = "Connect Four. Copyright kxrn0, 1966."
WHO_FIRST: Final = "Who should go first (x / o)? > "
CHANGE_SIZE: Final = "Board size: {width} by {height}. Do you wish to change it (y / n)? > "
ENTER_SIZE: Final = "Enter {name} (min: {low}, max: {high}) > "
ENTER_COLUMN: Final = "It's {marker}'s turn! enter a column to insert the stone [0, {last}] > "
PLAY_AGAIN: Final = "Do you wish to play again (y / n)? > "
INVALID_CHOICE: Final = "Invalid input! please enter a valid choice!"
INVALID_NUMBER: Final = "Invalid input! {name} has to be in [{low}, {high}]! try again!"
COLUMN_FULL: Final = "That column is unavailable! please choose a different one!"
WON: Final = "Game Over! {marker} is the winner!"
DRAWN: Final = "Game Over! It's a draw!"


def run(console: Console) -> None:
    """Talk until nobody wishes to play again; `EOFError` when the input ends."""
    console.say(BANNER)
    console.say()
    while True:
        _play_round(console)
        if _choice(console, PLAY_AGAIN, "yn") == "n":
            return
        console.say()


def _play_round(console: Console) -> None:
    starter = _choice(console, WHO_FIRST, "xo")
    console.say()
    rules = _ask_rules(console)
    console.say()
    # The first side is whoever starts; the marker is only what its discs are called.
    markers = {Side.FIRST: starter, Side.SECOND: "o" if starter == "x" else "x"}
    board = Board(rules)
    _show(console, board, markers)
    _ask_move(console, board, markers)
    _show(console, board, markers)
    while (outcome := board.outcome()) is None:
        console.say()  # the document has two empty lines between a move's board and the next prompt
        _ask_move(console, board, markers)
        _show(console, board, markers)
    winner = outcome.winner
    console.say(DRAWN if winner is None else WON.format(marker=markers[winner]))
    console.say()


def _ask_rules(console: Console) -> Rules:
    question = CHANGE_SIZE.format(width=WIDE_FOUR.width, height=WIDE_FOUR.height)
    if _choice(console, question, "yn") == "n":
        return WIDE_FOUR
    width = _ask_size(console, "width")
    height = _ask_size(console, "height")
    return Rules(width, height, WIDE_FOUR.k)


def _ask_size(console: Console, name: str) -> int:
    console.say()
    prompt = ENTER_SIZE.format(name=name, low=SMALLEST, high=LARGEST)
    return _number(console, prompt, name, SMALLEST, LARGEST)


def _ask_move(console: Console, board: Board, markers: dict[Side, str]) -> None:
    last = board.rules.width - 1
    prompt = ENTER_COLUMN.format(marker=markers[board.turn], last=last)
    while not board.try_play(_number(console, prompt, "column", 0, last)):
        console.say()
        console.say(COLUMN_FULL)
        console.say()
    console.say()


def _choice(console: Console, prompt: str, allowed: str) -> str:
    while (answer := console.ask(prompt).lower()) not in tuple(allowed):
        console.say()
        console.say(INVALID_CHOICE)
        console.say()
    return answer


def _number(console: Console, prompt: str, name: str, low: int, high: int) -> int:
    while True:
        answer = console.ask(prompt)
        if (
            answer.isascii()
            and answer.isdigit()
            and len(answer) <= 9
            and low <= int(answer) <= high
        ):
            return int(answer)
        console.say()
        console.say(INVALID_NUMBER.format(name=name, low=low, high=high))
        console.say()


def _show(console: Console, board: Board, markers: dict[Side, str]) -> None:
    console.say(draw(board.position, markers))
    console.say()


def draw(position: Position, markers: dict[Side, str]) -> str:
    """The board with five characters by three lines a cell, and the columns' numbers below."""
    rules = position.rules

    def line(contents: list[str]) -> str:
        return "|" + "|".join(contents) + "|"

    blank = line(["     "] * rules.width)
    floor = line(["_____"] * rules.width)
    drawn = [" _____" * rules.width]
    for row in reversed(range(rules.height)):
        sides = (position.at(column, row) for column in range(rules.width))
        marks = [markers[side] if side else "" for side in sides]
        drawn += [blank, line([f"{mark:^5}" for mark in marks]), floor]
    drawn += [blank, line([f"{column:^5}" for column in range(rules.width)])]
    return "\n".join(drawn)
