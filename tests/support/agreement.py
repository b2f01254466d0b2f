"""All detectors and the C++ batch on random positions: a part in the suite, the whole in bench/."""

from collections import Counter
from random import Random

import inarow as ir
from inarow import batch, detectors
from inarow.board.lines import has_line
from support.strategies import play_random, scatter

THROUGH_LAST = ("last_move", "line_count")


def assert_all_agree(position: ir.Position, last: ir.Cell | None = None) -> None:
    """Every detector finds the same lines of both sides, with a last disc and without."""
    for side in ir.Side:
        expected = detectors.find(position, side)
        for name in detectors.NAMES:
            assert detectors.find(position, side, detector=name) == expected, (name, position)
        if last is not None and position.at(*last) is side:
            through = tuple(line for line in expected if last in line.cells)
            for name in THROUGH_LAST:
                found = detectors.find(position, side, detector=name, last=last)
                assert found == through, (name, position, last)


def agree_at_random(count: int, random: Random) -> Counter[str]:
    """Check *count* positions of many rules; how many had what."""
    seen: Counter[str] = Counter()
    for _ in range(count):
        rules = ir.Rules(
            random.randint(1, 9), random.randint(1, 9), random.randint(1, 6), random.random() < 0.5
        )
        if random.random() < 0.5:
            board = play_random(rules, random, random.randint(0, rules.cell_count))
            position, last = board.position, board.last
        else:
            position = scatter(rules, random)
            discs = rules.cells(position.occupied)
            last = random.choice(discs) if discs else None
        assert_all_agree(position, last)
        sets = [position.first, position.second]
        expected = [has_line(discs, rules) for discs in sets]
        assert batch.has_line(batch.pack(sets, rules), rules).tolist() == expected, position
        for side in ir.Side:
            lines = detectors.find(position, side)
            seen["with lines"] += bool(lines)
            seen["with several"] += len(lines) > 1
            seen["with one longer than k"] += any(len(line) > rules.k for line in lines)
    return seen
