"""Plain opponents for the engine: a fixed-depth alpha-beta, and one that sees one disc ahead."""

import subprocess
from pathlib import Path

import inarow as ir

SOURCE = Path(__file__).parent / "plain_alpha_beta.cpp"
PROGRAM = Path(__file__).parent.parent.parent / "build" / "plain_alpha_beta"


def build_alpha_beta() -> None:
    """Compile the alpha-beta opponent if its source is newer than the program."""
    if PROGRAM.exists() and PROGRAM.stat().st_mtime > SOURCE.stat().st_mtime:
        return
    PROGRAM.parent.mkdir(exist_ok=True)
    subprocess.run(["c++", "-std=c++20", "-O3", SOURCE, "-o", PROGRAM], check=True)


class AlphaBeta(ir.Player):
    """`plain_alpha_beta.cpp` as a player: it must be told the moves, so it follows one board."""

    def __init__(self, rules: ir.Rules, depth: int) -> None:
        super().__init__(f"alpha-beta of depth {depth}")
        self.board = ir.Board(rules)
        size = [str(number) for number in (rules.width, rules.height, rules.k, depth)]
        self.program = subprocess.Popen(
            [str(PROGRAM), *size], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def choose(self, position: ir.Position) -> int:
        assert position == self.board.position
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        print(*self.board.moves, file=self.program.stdin, flush=True)
        return int(self.program.stdout.readline())

    def close(self) -> None:
        """End the program."""
        self.program.communicate()


class Pattern(ir.Player):
    """Plays the cell whose lines are worth most, its own and those it takes from the other side."""

    WORTH = (0, 1, 10, 100, 1000, 100_000, 10_000_000)

    def __init__(self, rules: ir.Rules) -> None:
        super().__init__("pattern")
        self.rules = rules
        self.lines: dict[ir.Cell, list[int]] = {cell: [] for cell in rules.cells(rules.board)}
        for column, row in self.lines:
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + i * right, row + i * up) for i in range(rules.k)]
                if all(rules.has(*cell) for cell in cells):
                    for cell in cells:
                        self.lines[ir.Cell(*cell)].append(rules.bits(cells))

    def choose(self, position: ir.Position) -> int:
        mine, theirs = position.discs(position.turn), position.discs(position.turn.other)
        return max(position.legal_moves(), key=lambda move: self.worth(move, mine, theirs))

    def worth(self, move: int, mine: int, theirs: int) -> tuple[int, int]:
        """What the lines of a cell are worth, and how central it is."""
        cell = self.rules.cell_at(move)
        total = 0
        for line in self.lines[cell]:
            own, other = (line & mine).bit_count(), (line & theirs).bit_count()
            if other == 0:
                total += 3 * self.WORTH[own + 1]
            elif own == 0:
                total += 2 * self.WORTH[other + 1]
        away = abs(2 * cell.column + 1 - self.rules.width) + abs(
            2 * cell.row + 1 - self.rules.height
        )
        return total, -away
