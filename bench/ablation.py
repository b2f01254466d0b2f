"""What each technique of the solver is worth: it is taken out of a copy, and the copy is measured.

A variant is a change of the sources (text that must be there once, and what stands in for it), of
the compiler's flags or of the table's size. Every score is compared with the known one, also of
variants: they may be slower, never wrong. `python bench/ablation.py` takes some minutes and one
core; node counts do not depend on the machine, times do.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from inarow.commands.bench import SET

ROOT = Path(__file__).parent.parent
AVX2 = ("-mavx2", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt")
SETS = {"fixed set": SET, "empty 7x6": "7x6x4 - 1"}


class Variant(NamedTuple):
    """A solver that lacks something."""

    name: str
    changes: tuple[tuple[str, str, str], ...] = ()
    flags: tuple[str, ...] = ("-O3", *AVX2)
    table_mb: int = 64


ORDER = "const bool first ="
CENTRE = "return -std::abs(2 * (lowest_bit(move) / g_.stride()) - (g_.width() - 1));"
FIRST_LOOK = """if (settled(child, alpha, best)) {
        if (best > alpha) return best;
        continue;
      }"""
HALF = """[&] {
        (void)first;
        const int middle = (window.low + window.high) / 2;
        return middle <= 0 ? std::max(middle, window.low / 2) : std::min(middle, window.high / 2);
      }()"""

VARIANTS = (
    Variant("nothing: as it is"),
    Variant(
        "zugzwang bounds",
        (("solver/search.hpp", "if (high > wanted && low <= wanted)", "if (false)"),),
    ),
    Variant(
        "the win bound",
        (("solver/zugzwang.hpp", "win_bound(o, threats & ~playable,", "win_bound(o, Word{0},"),),
    ),
    Variant(
        "the draw bound",
        (("solver/zugzwang.hpp", "if (bound > wanted) bound = draw", "if (false) bound = draw"),),
    ),
    Variant(
        "fitted move order: central moves first",
        (("solver/move_order.hpp", ORDER, f"{CENTRE}\n    {ORDER}"),),
    ),
    Variant(
        "mirror images as one",
        (("solver/search.hpp", "std::min(plain, g_.mirrored(plain))", "plain"),),
    ),
    Variant(
        "a look at all children first",
        (
            ("solver/search.hpp", FIRST_LOOK, ""),
            ("solver/search.hpp", "if (pass == 1 && settled(", "if (settled("),
        ),
    ),
    Variant(
        "the short cut when one more disc must win",
        (("solver/search.hpp", "if ((g_.size() - 3 - s.ply) / 2 <= alpha)", "if (false)"),),
    ),
    Variant(
        "leaving short searches out of the table",
        (("solver/search.hpp", "return left > 6 && within >= 5;", "return left > within - 99;"),),
    ),
    Variant(
        "a small table for the last plies",
        (("solver/search.hpp", "ply < g_.size() - last ? table_ : late_", "(void)ply, table_"),),
    ),
    Variant(
        "windows from 0: halving them",
        (("solver/search.hpp", "window.step < 2 ? first[window.step] : 0", HALF),),
    ),
    Variant(
        "prefetching", (("solver/table.hpp", "__builtin_prefetch(&bucket(key));", "(void)key;"),)
    ),
    Variant("large pages", (("solver/table.hpp", "#ifdef MADV_HUGEPAGE", "#if 0"),)),
    Variant("AVX2: any x86-64 machine", (), ("-O3",)),
    Variant("-O3: -O2", (), ("-O2", *AVX2)),
    *(Variant(f"64 MiB of table: {mb}", (), table_mb=mb) for mb in (1, 4, 16, 256, 1024)),
)


def built(variant: Variant, folder: Path) -> Path:
    """A program that solves as *variant* does."""
    sources = folder / "cpp"
    shutil.rmtree(sources, ignore_errors=True)
    shutil.copytree(ROOT / "cpp", sources)
    for name, old, new in variant.changes:
        text = (sources / name).read_text()
        assert text.count(old) == 1, f"{variant.name}: {name} has changed"
        (sources / name).write_text(text.replace(old, new))
    program = folder / "solve"
    files = [*sorted((sources / "solver").glob("*.cpp")), ROOT / "bench" / "ablation.cpp"]
    flags = ["-std=c++20", "-w", *variant.flags, f"-I{sources}", "-pthread", "-o", str(program)]
    subprocess.run(["c++", *flags, *map(str, files)], check=True)
    return program


def main() -> None:
    """Measure all variants, or those whose names hold one of the arguments."""
    wanted = [v for v in VARIANTS if not sys.argv[1:] or any(a in v.name for a in sys.argv[1:])]
    print("| without | " + " | ".join(f"{name}: nodes | seconds" for name in SETS) + " |")
    print("| --- | " + "---: | " * 2 * len(SETS))
    with tempfile.TemporaryDirectory() as folder:
        for variant in wanted:
            program = built(variant, Path(folder))
            cells = []
            for name, lines in SETS.items():
                ran = subprocess.run(
                    [program, str(variant.table_mb)],
                    input=lines, capture_output=True, text=True, check=True,
                )  # fmt: skip
                nodes, seconds, wrong = ran.stdout.split()
                assert wrong == "0", f"{variant.name}: {wrong} scores of {name} are wrong"
                cells += [f"{int(nodes) / 1e6:.2f} M", f"{float(seconds):.2f}"]
            print(f"| {variant.name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
