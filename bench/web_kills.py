"""A site that is killed a thousand times while people play loses and doubles no move.

    .venv/bin/python bench/web_kills.py [--kills 1000] [--games 20]

Says also how soon the site answers again, and whether the clocks are right. The fast suite has a
part of this.
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
from support.web.kills import Fire, check_all, under_fire
from support.web.sites import Site, more_files, running


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    more_files()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), environment={"INAROW_RATES": "1000000"})
        tally = Tally()
        fire = Fire([site], tally, Random(2026))
        start = time.monotonic()
        with running(site):
            uvloop.run(under_fire(fire, options.kills, options.games))
            assert site.stop() == 0
        stored, charged = check_all(fire, f"sqlite:///{site.database}")
    times = sorted(end - start for start, end in fire.outages)
    print(f"{len(times):,} kills in {time.monotonic() - start:.0f} s, {len(fire.couples)} games")
    print(f"{stored:,} acknowledged moves, each stored exactly once; {tally.resent:,} sent again")
    print(f"clocks right at {charged:,} moves; {tally.cuts:,} sockets cut, refused {tally.refused}")
    half, most = times[len(times) // 2], times[int(0.99 * len(times))]
    print(f"serving again after {half:.2f} s (p50), {most:.2f} s (p99), {times[-1]:.2f} s (max)")


if __name__ == "__main__":
    main()
