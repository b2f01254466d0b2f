"""A million malformed frames: no error in the server, no memory kept, others play on.

    .venv/bin/python bench/web_frames.py [--frames 1000000] [--sockets 40]

The fast suite has a part of this.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import uvloop

from support.web.couples import Tally
from support.web.hostile import complaints, storm
from support.web.sites import Site, more_files, running

MEMORY_KEPT = 16 * 2**20  # bytes that may be added after the first tenth


def part(site: Site, frames: int, sockets: int, random: Random) -> str:
    """Send some, and say how they were answered."""
    tally = Tally()
    answers = uvloop.run(storm(site, frames, sockets, random, tally))
    assert "close 1011" not in answers.seen, answers
    assert not tally.wrong, tally.wrong
    assert not complaints(site), complaints(site)[:5]
    slowest = 1000 * max(tally.latencies)
    kinds = ", ".join(f"{what} {number:,}" for what, number in answers.seen.most_common())
    return f"{answers.sockets:,} sockets, others' slowest ack {slowest:.0f} ms; {kinds}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--sockets", type=int, default=40)
    options = parser.parse_args()
    more_files()
    random = Random(2026)
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), environment={"INAROW_RATES": "1000000"})
        with running(site):
            memory = list[int]()
            start = time.monotonic()
            for number in range(1, 11):
                said = part(site, options.frames // 10, options.sockets, random)
                memory.append(site.memory())
                print(
                    f"{number * options.frames // 10:,} frames in {time.monotonic() - start:.0f} s,"
                    f" {memory[-1] / 2**20:.1f} MiB: {said}",
                    flush=True,
                )
            assert memory[-1] - memory[0] < MEMORY_KEPT, memory
            assert site.stop() == 0
    print("no error in the log, flat memory")


if __name__ == "__main__":
    main()
