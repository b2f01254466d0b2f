"""All six detectors and the C++ batch on 10^5 random positions over many sizes and k.

The fast suite has a part of this; run the whole with `.venv/bin/python bench/agreement.py`.
"""

import sys
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import inarow as ir
from inarow import batch, detectors
from inarow.lines import has_line
from strategies import play_random, scatter


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    random = Random(2026)
    with_lines = longer = several = 0
    seen: set[ir.Rules] = set()
    for _ in range(count):
        rules = ir.Rules(
            random.randint(1, 9), random.randint(1, 9), random.randint(1, 6), random.random() < 0.5
        )
        seen.add(rules)
        if random.random() < 0.5:
            board = play_random(rules, random, random.randint(0, rules.cell_count))
            position, last = board.position, board.last
        else:
            position = scatter(rules, random)
            discs = rules.cells(position.occupied)
            last = random.choice(discs) if discs else None
        for side in ir.Side:
            lines = detectors.find(position, side)
            for name in detectors.NAMES:
                assert detectors.find(position, side, detector=name) == lines, (name, position)
            if last is not None and position.at(*last) is side:
                through = tuple(line for line in lines if last in line.cells)
                for name in ("last_move", "line_count"):
                    found = detectors.find(position, side, detector=name, last=last)
                    assert found == through, (name, position, last)
            with_lines += bool(lines)
            several += len(lines) > 1
            longer += any(len(line) > rules.k for line in lines)
        packed = batch.pack([position.first, position.second], rules)
        expected = [has_line(position.first, rules), has_line(position.second, rules)]
        assert batch.has_line(packed, rules).tolist() == expected, position
    print(f"{count:,} positions of {len(seen)} rules, both sides: six detectors and C++ agree")
    print(f"{with_lines:,} with lines, {several:,} with several, {longer:,} with one longer than k")


if __name__ == "__main__":
    main()
