"""A build that is killed at random moments, again and again, makes the same book.

`.venv/bin/python bench/book_kills.py [KILLS]`; the fast suite has a part of this.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

SIZE, DEPTH = "6x5x4", "6"


def command(path: Path) -> list[str]:
    build = ["book", "build", "--rules", SIZE, "--depth", DEPTH, "--output", str(path)]
    return [sys.executable, "-m", "inarow", *build, "--threads", "1"]


def build(path: Path) -> float:
    """Seconds of a build to its end."""
    start = time.perf_counter()
    subprocess.run(command(path), check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    random = Random(2026)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole = folder / "whole.book"
        seconds = build(whole)
        build(folder / "twice.book")
        assert (folder / "twice.book").read_bytes() == whole.read_bytes()
        print(
            f"{SIZE} to ply {DEPTH}: {seconds:.1f} s, {whole.stat().st_size} bytes, twice the same"
        )

        path, journal = folder / "killed.book", folder / "killed.book.part"
        sizes, done = list[int](), 0
        while done < kills:
            running = subprocess.Popen(command(path), stdout=subprocess.DEVNULL)
            time.sleep(random.uniform(0, 2 * seconds / kills))
            if running.poll() is None:
                running.kill()
                done += 1
            running.wait()
            sizes.append(journal.stat().st_size if journal.exists() else 0)
            if path.exists():  # it was faster than the kills: begin again
                assert path.read_bytes() == whole.read_bytes()
                path.unlink()
        build(path)
        assert path.read_bytes() == whole.read_bytes()
        assert not journal.exists()
    print(f"{done} kills, the journal then of {sizes} bytes: the same bytes")


if __name__ == "__main__":
    main()
