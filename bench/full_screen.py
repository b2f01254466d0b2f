"""The game in a real terminal: how soon it is there, and how much a move takes.

`python bench/full_screen.py` asserts what is required of it: the first prompt of the plain game
within 150 ms, the full screen within 600 ms, a move on 18x18 within 50 ms of its key and in less
than 4 KB.
"""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from support.terminal import Terminal, full_screen

ROUNDS = 7
COLUMNS = b"123456789abcdefghi"


def plain() -> float:
    """Seconds until the first prompt."""
    start = time.perf_counter()
    terminal = Terminal("play", "--plain")
    terminal.wait_for_prompt()
    seconds = time.perf_counter() - start
    terminal.answer("quit")
    terminal.finish()
    return seconds


def screen(folder: Path) -> float:
    """Seconds until the bottom line is there."""
    start = time.perf_counter()
    terminal = full_screen(folder)
    terminal.read_until(b"Quit")
    seconds = time.perf_counter() - start
    terminal.type(b"q")
    terminal.finish()
    return seconds


def moves(folder: Path, columns: int, lines: int, *arguments: str) -> tuple[float, int]:
    """On 18x18, the longest time from a key to what it shows, and the most bytes for a move."""
    players = ("--rules", "18x18x4", "--x", "First", "--o", "Second")
    terminal = full_screen(folder, *arguments, *players, columns=columns, lines=lines)
    terminal.read_until(b"First to move.")
    terminal.settle()
    longest, most = 0.0, 0
    for column in COLUMNS:
        start = time.perf_counter()
        terminal.type(bytes([column]))
        terminal.read_more()
        longest = max(longest, time.perf_counter() - start)
        terminal.settle()
        most = max(most, len(terminal.shown))
    terminal.type(b"q")
    terminal.finish()
    return longest, most


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        prompt = median(plain() for _ in range(ROUNDS))
        print(
            f"plain game, first prompt    {1000 * prompt:6.0f} ms, median of {ROUNDS}", flush=True
        )
        whole = median(screen(Path(name)) for _ in range(ROUNDS))
        print(f"full screen               {1000 * whole:6.0f} ms, median of {ROUNDS}", flush=True)
        found = {
            f"{columns}x{lines} {text:<8}": moves(Path(name), columns, lines, *arguments)
            for columns, lines in ((80, 24), (120, 45))
            for text, arguments in (("at once", ["--no-animation"]), ("falling", []))
        }
    print("a move on 18x18, the longest and the most of 18")
    for text, (longest, most) in found.items():
        print(f"  {text}        {1000 * longest:6.0f} ms after its key, {most} bytes")
    assert prompt < 0.150
    assert whole < 0.600
    assert max(longest for longest, _ in found.values()) < 0.050
    assert max(most for _, most in found.values()) < 4096


if __name__ == "__main__":
    main()
