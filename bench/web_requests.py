"""A hundred thousand requests generated from the API's own description: no server error.

    .venv/bin/python bench/web_requests.py [--requests 100000] [--seed 2026]

The fast suite has a part of this.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from support.web.generated import Asker
from support.web.hostile import complaints
from support.web.sites import Site, running


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), environment={"INAROW_RATES": "1000000"})
        with running(site):
            asker = Asker(site, Random(options.seed))
            while (left := options.requests - asker.statuses.total()) > 0:  # some vary little
                asker.send(max(left, 5000), lambda line: print(line, flush=True))
            memory = site.memory() / 2**20
            assert site.stop() == 0
    assert not complaints(site), complaints(site)[:5]
    total = asker.statuses.total()
    print(f"{total:,} requests in {time.monotonic() - start:.0f} s, {memory:.0f} MiB at the end")
    print(", ".join(f"{status}: {count:,}" for status, count in sorted(asker.statuses.items())))


if __name__ == "__main__":
    main()
