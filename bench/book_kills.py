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
PIECE_BYTES = 140  # of the journal


def command(path: Path) -> list[str]:
    build = ["book", "build", "--rules", SIZE, "--depth", DEPTH, "--output", str(path)]
    return [sys.executable, "-m", "inarow", *build, "--threads", "1"]


def build(path: Path) -> float:
    """Seconds of a build to its end."""
    start = time.perf_counter()
    subprocess.run(command(path), check=True, capture_output=True)
    return time.perf_counter() - start


def size_of(journal: Path) -> int:
    return journal.stat().st_size if journal.exists() else 0


def wait_for_pieces(running: subprocess.Popen[bytes], journal: Path, random: Random) -> None:
    """Until up to two pieces more are done, and a little longer."""
    enough = size_of(journal) + PIECE_BYTES * random.randint(0, 2)
    while running.poll() is None and size_of(journal) < enough:
        time.sleep(0.01)
    time.sleep(random.uniform(0, 1))


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
            wait_for_pieces(running, journal, random)
            if running.poll() is None:
                running.kill()
                done += 1
            running.wait()
            sizes.append(size_of(journal))
            if path.exists():  # it was faster than the kills: begin again
                assert path.read_bytes() == whole.read_bytes()
                path.unlink()
        build(path)
        assert path.read_bytes() == whole.read_bytes()
        assert not journal.exists()
    print(f"{done} kills, the journal then of {sizes} bytes: the same bytes")


if __name__ == "__main__":
    main()
