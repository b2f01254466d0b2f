"""How strong the engine is: accuracy where the truth is known, and matches against other players.

`python bench/engine.py` runs everything, which takes about an hour; `accuracy`, `matches`,
`forced`, `free` and `tree` (OpenSpiel's, which `make bench` installs) run one part. Wall time: let
nothing else run beside it. What is required of the engine is asserted at the end of each part.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from peers.plain_players import AlphaBeta, Pattern, build_alpha_beta

import inarow as ir
from inarow.arena.openings import openings

FORCED = Path(__file__).parent.parent / "tests" / "data" / "forced_wins.txt"
PLIES = ((8, 11), (12, 15), (16, 20))
SECONDS = (0.01, 0.1, 1.0)
MATCHES = (("9x6x4", 40), ("10x8x4", 40), ("13x10x4", 40), ("18x18x4", 20))

Labelled = tuple[ir.Position, dict[int, int]]


def is_quiet(position: ir.Position) -> bool:
    return not any(position.winning_moves(side) for side in ir.Side)


def random_board(rules: ir.Rules, plies: int, random: Random) -> ir.Board:
    """A board after random moves, on which nobody can win at once."""
    while True:
        board = ir.Board(rules)
        while board.outcome() is None and len(board.moves) < plies:
            board.play(random.choice(board.legal_moves()))
        if board.outcome() is None and is_quiet(board.position):
            return board


# -- accuracy ---------------------------------------------------------------------------------


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def labelled_positions(count: int) -> list[Labelled]:
    """Random positions of 8 to 20 plies with who wins after each move."""
    random, solver = Random(20), ir.Solver(threads=1)
    found = []
    for _ in range(count):
        position = random_board(ir.CONNECT_FOUR, random.randint(8, 20), random).position
        values = {}
        for move in position.legal_moves():
            after = position.play(move)
            over = after.outcome() is not None
            values[move] = 0 if over else -int(solver.solve(after, weak=True))
        found.append((position, values))
    return found


def keeps_value(exact: bool, positions: list[Labelled], seconds: float) -> list[bool]:
    """Whether the engine's move keeps the value, for each position; tables are empty each time.

    The engine alone has one thread, with the solver it has all cores.
    """
    answers = []
    for position, values in positions:
        engine = ir.Engine(threads=None if exact else 1, exact=exact)
        result = engine.search(position, ir.Limit(seconds=seconds))
        if isinstance(result.score, ir.Score):
            assert sign(int(result.score)) == values[result.move], position.text()
        answers.append(values[result.move] == max(values.values()))
    return answers


def share(answers: list[bool]) -> float:
    return 100 * sum(answers) / max(1, len(answers))


def accuracy() -> None:
    positions = labelled_positions(500)
    print(f"\nmoves that keep the value of {len(positions)} random 7x6x4 positions, in percent")
    print("                      all", *(f"{low}-{high} plies" for low, high in PLIES), sep="  ")
    shares = {}
    for exact in (False, True):
        for seconds in SECONDS:
            answers = keeps_value(exact, positions, seconds)
            shares[exact, seconds] = share(answers)
            name = "with solver" if exact else "engine alone"
            print(f"  {name:<12} {seconds * 1000:5.0f} ms  {share(answers):5.1f}", end="")
            for low, high in PLIES:
                part = [
                    a for a, (p, _) in zip(answers, positions, strict=True) if low <= p.ply <= high
                ]
                print(f"  {share(part):10.1f}", end="")
            print(flush=True)
    assert shares[False, 0.1] >= 97.5
    assert shares[False, 1.0] >= 98.5
    assert shares[True, 0.1] == 100


# -- matches ----------------------------------------------------------------------------------


def play(board: ir.Board, engine: ir.Player, side: ir.Side, opponent: ir.Player) -> float:
    """The points of the engine, which plays *side*."""
    while (outcome := board.outcome()) is None:
        player = engine if board.turn is side else opponent
        board.play(player.choose(board.position))
    return 0.5 if outcome.winner is None else float(outcome.winner is side)


def match(
    size: str,
    games: int,
    opponent: Callable[[ir.Board], ir.Player],
    plies: int = 6,
) -> float:
    """The engine's points in percent, over pairs of games with the sides exchanged."""
    rules = ir.Rules.parse(size)
    points = []
    for opening in openings(rules, games // 2, plies, seed=1):
        for side in ir.Side:
            board = ir.Board(rules, opening)
            engine = ir.EnginePlayer(
                ir.Limit(seconds=0.05), engine=ir.Engine(table_mb=16, exact=False)
            )
            points.append(play(board, engine, side, opponent(board)))
    wins, draws = points.count(1.0), points.count(0.5)
    percent = 100 * sum(points) / len(points)
    print(f"  {size:<12} +{wins} ={draws} -{games - wins - draws}  {percent:.1f}%", flush=True)
    return percent


def matches() -> None:
    print("\n50 ms a move without the solver, against a plain alpha-beta of depth 6")
    build_alpha_beta()
    for size, games in MATCHES:
        peers: list[AlphaBeta] = []

        def opponent(board: ir.Board, peers: list[AlphaBeta] = peers) -> ir.Player:
            if not peers:
                peers.append(AlphaBeta(board.rules, 6))
            peers[0].board = board
            return peers[0]

        percent = match(size, games, opponent)
        peers[0].close()
        assert percent >= 95, size


# -- without gravity --------------------------------------------------------------------------


def forced() -> None:
    problems = FORCED.read_text().splitlines()
    print(f"\n{len(problems)} forced wins on 15x15x5/free")
    for seconds in SECONDS:
        found = 0
        for problem in problems:
            board = ir.Board(ir.GOMOKU, problem.split(maxsplit=1)[1])
            result = ir.Engine(threads=1).search(board, ir.Limit(seconds=seconds))
            found += isinstance(result.score, ir.Score) and int(result.score) > 0
        print(f"  {seconds * 1000:5.0f} ms  {found} found", flush=True)
    assert found == len(problems)


def free() -> None:
    print("\n50 ms a move on 15x15x5/free, against a player that sees one disc ahead")
    pattern = Pattern(ir.GOMOKU)
    assert match("15x15x5/free", 40, lambda board: pattern, 4) >= 95


# -- a second opinion -------------------------------------------------------------------------


def tree() -> None:
    from peers.open_spiel_tree import OpenSpielTree

    print("\n50 ms a move without the solver, against OpenSpiel's tree search with a second a move")
    for size in ("7x6x4", "9x6x4", "13x10x4", "15x15x5/free"):
        assert match(size, 10, lambda board: OpenSpielTree(board, 1.0)) >= 80, size


PARTS = {"accuracy": accuracy, "matches": matches, "forced": forced, "free": free, "tree": tree}


def main() -> None:
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()


if __name__ == "__main__":
    main()
