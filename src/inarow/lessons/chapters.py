"""How to win at Connect Four: chapters to read, with tasks to play, for people who do not program.

A task is a position of 7x6x4 in which one side looks for its move. Its answers are part of the
data, so that nothing has to be searched; the tests prove by exact scores that all of them are right
and that nothing else is, and that what the sentences claim is so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inarow.board.board import Board
from inarow.board.notation import parse_moves
from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR
from inarow.explain import explain_move, of_score
from inarow.language import say
from inarow.lessons.answers import BAD
from inarow.search.scores import Score

__all__ = ["Chapter", "Task", "chapters", "why_wrong"]


@dataclass(frozen=True, slots=True)
class Task:
    """A position after *moves*, what is *asked*, and what is *learned* by the answer.

    The side to move and its opponent play *line*, as columns in digits. *accepted* has the right
    columns of each of its moves that are asked for; the rest of the line is shown. They are right
    because their exact score is at least *least*, and that of no other move is.
    """

    moves: str
    line: str
    accepted: tuple[str, ...]
    least: int
    asked: str
    learned: str

    @property
    def board(self) -> Board:
        """The position that is asked about, with the moves that led to it."""
        return Board(CONNECT_FOUR, self.moves)

    def board_at(self, step: int) -> Board:
        """The position in which the answer number *step* is asked for, from 0."""
        return Board(CONNECT_FOUR, self.moves + self.line[: 2 * step])

    def right(self, step: int) -> tuple[int, ...]:
        """The moves that are right there."""
        return tuple(parse_moves(self.accepted[step], CONNECT_FOUR))


@dataclass(frozen=True, slots=True)
class Chapter:
    """One idea: its *name* in addresses, a *title*, *texts* to read, and tasks to play."""

    name: str
    title: str
    texts: tuple[str, ...]
    tasks: tuple[Task, ...] = ()


def why_wrong(position: Position, move: int, scores: Mapping[int, Score]) -> list[str]:
    """Why *move* is not right; *scores* are those of all legal moves."""
    said = [fact.text for fact in explain_move(position, move).facts if fact.kind in BAD]
    after = position.play(move)
    if not said and after.outcome() is None:
        said.append(of_score.of_position(after, Score.of(-scores[move].value, after)).text)
    return said


def chapters() -> tuple[Chapter, ...]:
    """All chapters, in the language in use."""
    return (
        Chapter(
            "check",
            say("The five-second check"),
            (
                say("Before every move, ask two questions. Can I win now? If not: must I block?"),
                say("Look along rows, columns and diagonals, and look for gaps, too."),
            ),
            (
                Task(
                    "4624627454",
                    "3",
                    ("3",),
                    1,
                    say("You are x. Both sides could win with one disc. What comes first?"),
                    say("Winning comes before blocking."),
                ),
                Task(
                    "37322524",
                    "6",
                    ("6",),
                    1,
                    say("You are x. Nothing wins now, but what does o threaten?"),
                    say("The gap in row 1 was the last cell that o needed."),
                ),
            ),
        ),
        Chapter(
            "middle",
            say("The middle"),
            (
                say(
                    "The lowest cell of column 4 is part of 7 possible lines, a corner of only 3. "
                    "Discs in the middle help in more directions."
                ),
            ),
            (
                Task(
                    "344",
                    "4",
                    ("4",),
                    0,
                    say("You are o. Only one column does not lose."),
                    say("If you are not sure, play in the middle."),
                ),
            ),
        ),
        Chapter(
            "double",
            say("Two threats at once"),
            (
                say(
                    "One threat can be blocked. Two at once cannot, because your opponent has only "
                    "one move."
                ),
            ),
            (
                Task(
                    "3347",
                    "215",
                    ("25",),
                    18,
                    say("You are x. Make two threats at once."),
                    say("Three in a row with both ends open: o can block only one of them."),
                ),
                Task(
                    "334",
                    "2",
                    ("25",),
                    0,
                    say("Now you are o, one move earlier. Stop it."),
                    say("Close one end while there are only two. With three it is too late."),
                ),
            ),
        ),
        Chapter(
            "above",
            say("The cell above"),
            (
                say("Each disc is a step for the next one: what you play, others can stand on."),
                say("Never play right below a cell where your opponent wins."),
            ),
            (
                Task(
                    "437547553434331",
                    "7",
                    ("13457",),
                    1,
                    say("You are o. Two columns are traps. Play one that is safe."),
                    say("x wins in row 2 of columns 2 and 6, as soon as you play below."),
                ),
                Task(
                    "4516446615455231",
                    "233",
                    ("2",),
                    1,
                    say("You are x. Make two threats, one right above the other."),
                    say("o has to block the lower cell, and that lets x play on top."),
                ),
            ),
        ),
        Chapter(
            "rows",
            say("Odd rows and even rows"),
            (
                say(
                    "At the end of a game only a few columns are left, and the players fill them "
                    "in turn. Usually x gets rows 1, 3 and 5, and o gets rows 2, 4 and 6."
                ),
                say("So x needs a threat in an odd row, and o needs one in an even row."),
            ),
            (
                Task(
                    "4444425652635576",
                    "2",
                    ("2",),
                    1,
                    say("You are x. Make a threat in row 3 that o cannot block yet."),
                    say("Column 3, row 3 waits for x: if o plays right below it, x wins."),
                ),
                Task(
                    "15536113275335357",
                    "2",
                    ("2",),
                    1,
                    say("You are o. Make a threat in row 2."),
                    say("Column 4, row 2 waits for o. In the end x has to play below it."),
                ),
            ),
        ),
        Chapter(
            "zugzwang",
            say("Forced to move"),
            (
                say(
                    "Nobody may pass. When all other columns are full, somebody has to play below "
                    "a threat. This is called zugzwang."
                ),
                say("So count the cells that are free elsewhere: they say who runs out of moves."),
            ),
            (
                Task(
                    "4474736525474235523342232773571511",
                    "11166",
                    ("1", "1", "6"),
                    1,
                    say("You are x, and you wait in column 6, row 3. Make o play below it."),
                    say("Column 1 was full, so o had to help you."),
                ),
            ),
        ),
        Chapter(
            "follow",
            say("Answer on top"),
            (
                say(
                    "How does o get the even rows? After each disc of x, o plays right on top of "
                    "it. Columns have six cells, so there is always room."
                ),
                say("But do the five-second check first, every time."),
            ),
            (
                Task(
                    "55545411443",
                    "355111133334477777722",
                    ("3", "5"),
                    1,
                    say("You are o. Answer x on top."),
                    say(
                        "o waits at both ends of its three discs in row 2. Whatever x does, "
                        "o goes on answering on top, until x has to play in column 2 or 6."
                    ),
                ),
            ),
        ),
        Chapter(
            "openings",
            say("The first moves"),
            (
                say("If nobody makes a mistake, the first disc decides:"),
                say("Column 4: x wins. Columns 3 and 5: a draw. Any other column: o wins."),
            ),
            (
                Task(
                    "",
                    "44444",
                    ("4", "4", "4"),
                    1,
                    say("You are x. Play the three moves that keep the win."),
                    say("As long as o plays in the middle, nothing else wins for x."),
                ),
                Task(
                    "2",
                    "3",
                    ("3",),
                    1,
                    say("You are o. Column 2 was a mistake. One answer wins."),
                    say("Even the middle would only be a draw here: look at the whole board."),
                ),
            ),
        ),
        Chapter(
            "think",
            say("How to think in a game"),
            (
                say("Can I win now? Must I block?"),
                say("Can somebody make two threats at once?"),
                say("What can be played on top of my disc?"),
                say("Whose threats lie in which rows, and who will run out of moves?"),
            ),
            (
                Task(
                    "464445546",
                    "5",
                    ("5",),
                    0,
                    say("You are o. Six columns lose. Ask the questions one by one."),
                    say(
                        "Columns 3 and 7 are traps; after every other wrong column x wins by force."
                    ),
                ),
            ),
        ),
        Chapter(
            "on",
            say("Where to go on"),
            (
                say(
                    "Play, and look at your mistakes after each game: nothing teaches more. "
                    "Puzzles train your eyes in between."
                ),
            ),
        ),
    )
