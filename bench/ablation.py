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


VARIANTS = (
    Variant("as it is"),
    Variant(
        "no zugzwang bounds",
        (("search.hpp", "if (high > wanted && low <= wanted)", "if (false)"),),
    ),
    Variant(
        "draw bound only",
        (
            (
                "zugzwang.hpp",
                "int bound = win_bound(o, threats & ~playable,",
                "int bound = win_bound(o, Word{0},",
            ),
        ),
    ),
    Variant(
        "win bound only",
        (
            (
                "zugzwang.hpp",
                "if (bound > wanted) bound = draw_bound",
                "if (false) bound = draw_bound",
            ),
        ),
    ),
    Variant(
        "moves ordered by centre only",
        (
            (
                "move_order.hpp",
                "const bool first =",
                "return -std::abs(2 * (lowest_bit(move) / g_.stride()) - (g_.width() - 1));\n    const bool first =",
            ),
        ),
    ),
    Variant(
        "moves ordered from left to right",
        (("move_order.hpp", "const bool first =", "return 0;\n    const bool first ="),),
    ),
    Variant(
        "mirrored positions kept apart",
        (("search.hpp", "return std::min(plain, g_.mirrored(plain));", "return plain;"),),
    ),
    Variant(
        "children not looked up before the first is searched",
        (
            (
                "search.hpp",
                "if (settled(child, alpha, best)) {\n        if (best > alpha) return best;\n        continue;",
                "if (false) {",
            ),
            (
                "search.hpp",
                "if (pass == 1 && settled(child, alpha, best)) continue;",
                "if (settled(child, alpha, best)) continue;",
            ),
        ),
    ),
    Variant(
        "no early end when one move is left to win",
        (
            (
                "search.hpp",
                "if ((g_.size() - 3 - s.ply) / 2 <= alpha) return last_chance(s, playable);",
                "",
            ),
        ),
    ),
    Variant(
        "short searches remembered too",
        (("search.hpp", "return left > 6 && within >= 5;", "return within > 0 || left > 0;"),),
    ),
    Variant(
        "windows by halving",
        (
            (
                "search.hpp",
                "int alpha = step < 3 ? first[step] : high_ <= 0 ? high_ - 1 : low_;",
                "int alpha = low_ + (high_ - low_) / 2;\n      if (alpha <= 0 && low_ / 2 < alpha) alpha = low_ / 2;\n      else if (alpha >= 0 && high_ / 2 > alpha) alpha = high_ / 2;\n      (void)first;",
            ),
        ),
    ),
    Variant("no prefetch", (("table.hpp", "__builtin_prefetch(&bucket(key));", "(void)key;"),)),
    Variant("no large pages", (("table.hpp", "#ifdef MADV_HUGEPAGE", "#if 0"),)),
    Variant("any x86-64 machine, no AVX2", (), ("-O3",)),
    Variant("-O2 instead of -O3", (), ("-O2", *AVX2)),
    *(Variant(f"table of {mb} MiB", (), table_mb=mb) for mb in (1, 4, 16, 256, 1024)),
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
    files = [*sorted(sources.glob("solver*.cpp")), ROOT / "bench" / "ablation.cpp"]
    compile_it = ["c++", "-std=c++20", "-w", *variant.flags, f"-I{sources}", *files]
    subprocess.run([*compile_it, "-pthread", "-o", program], check=True)
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
