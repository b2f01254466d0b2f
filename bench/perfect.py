"""Perfect play on 7x6x4, the long form: values kept in hundreds of games, wins found in time.

`python bench/perfect.py games` plays against random moves and the levels and looks at every move
with a solver of its own, which takes some minutes; `wins FILE ...` asks for a move in the won
positions of files with lines of moves and score.
"""

import sys
from pathlib import Path
from time import perf_counter

import inarow as ir
from inarow.players.levels import LEVELS

GAMES = 500
WITHIN = 0.1


def perfect() -> ir.Perfect:
    return ir.Perfect(seed=1, oracle=ir.Oracle(threads=1), engine=ir.Engine(threads=1))


def games() -> None:
    player, judge = perfect(), ir.Solver(threads=1)
    opponents: list[ir.Player] = [ir.Random(seed=0)]
    opponents += [ir.level(number, seed=number) for number in range(1, len(LEVELS) + 1)]
    results = {ir.Side.FIRST: [0, 0, 0], ir.Side.SECOND: [0, 0, 0]}
    moves = 0
    for number in range(GAMES):
        opponent, side = opponents[number // 2 % len(opponents)], list(ir.Side)[number % 2]
        board = ir.Board(ir.CONNECT_FOUR)
        while (outcome := board.outcome()) is None:
            if board.turn is not side:
                board.play(opponent.choose(board.position))
                continue
            move = player.choose(board.position)
            kept = judge.solve(board.position)
            board.play(move)
            after = board.outcome()
            left = (44 - len(board.moves)) // 2
            value = (left if after.winner else 0) if after else -int(judge.solve(board.position))
            assert value == int(kept), (board.moves_text(), value, kept)
            moves += 1
        results[side][(outcome.winner is not side) + (outcome.winner is side.other)] += 1
    print(
        f"\n{GAMES} games against random moves and levels 1 to {len(LEVELS)}, no value dropped in"
    )
    print(f"{moves} moves")
    for side, (won, drawn, lost) in results.items():
        print(f"  as {side}: +{won} ={drawn} -{lost}")
    assert results[ir.Side.FIRST][1:] == [0, 0]


def wins(files: list[str]) -> None:
    for name in files:
        player, judge = perfect(), ir.Solver(threads=1)
        longest, won, found = 0.0, 0, 0
        for line in Path(name).read_text().splitlines():
            text, _, score = line.partition(" ")
            if int(score) <= 0:
                continue
            won += 1
            position = ir.Board(ir.CONNECT_FOUR, text).position
            start = perf_counter()
            after = position.play(player.choose(position))
            longest = max(longest, perf_counter() - start)
            found += after.outcome() is not None or int(judge.solve(after, weak=True)) < 0
        print(f"  {Path(name).name}: {found} of {won} wins found, longest {1000 * longest:.1f} ms")
        assert found == won
        assert longest < WITHIN


def main() -> None:
    match sys.argv[1:]:
        case ["games"]:
            games()
        case ["wins", *files] if files:
            wins(files)
        case _:
            sys.exit("expected games, or wins and files")


if __name__ == "__main__":
    main()
