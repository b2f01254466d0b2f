"""All six detectors and the C++ batch on 10^5 random positions over many sizes and k.

The fast suite has a part of this; run the whole with `.venv/bin/python bench/all_agree.py`.
"""

import sys
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from support.agreement import agree_at_random


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seen = agree_at_random(count, Random(2026))
    print(f"{count:,} positions, both sides: six detectors and C++ agree")
    print(", ".join(f"{number:,} {what}" for what, number in seen.items()))


if __name__ == "__main__":
    main()
