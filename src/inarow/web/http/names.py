"""Names of people: visible, in one normal form, and not to be mistaken for a program's."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from inarow.web import words
from inarow.web.http.faults import Fault

__all__ = ["MAX_NAME", "proper_name"]

MAX_NAME: Final = 40

MOST_MARKS: Final = 3
"""How many marks a letter has at most; no language needs more, and towers of them hide a page."""

BLANK: Final = dict.fromkeys(
    [
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800),
        *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
    ]
)
"""What leaves no trace on a screen although it counts as a letter, a mark or a symbol."""

LOOK_ALIKES: Final = (
    ("c", "сᴄꓚᏟ"),
    ("e", "еεᴇꓰᎬ"),
    ("f", "ƒꜰꓝ"),
    ("i", "іιıɩ"),
    ("l", "ӏłʟꓡᏞǀ|"),
    ("o", "оο"),
    ("p", "рρᴘꓑᏢ"),
    ("r", "гʀꓣᏒ"),
    ("t", "тτᴛꓔᎢ"),
    ("v", "ѵνᴠꓦᏙ"),
)
"""Letters of other scripts that are drawn like these of "level" and "perfect"."""

LIKE: Final = str.maketrans({other: it for it, others in LOOK_ALIKES for other in others})

PROGRAM: Final = re.compile(r"[li1]eve[li1](\d[\dlio]*| [\dlio]+)|perfect")


def proper_name(text: str) -> str:
    """*text* as a person's name; a `Fault` if it cannot be one."""
    seen = unicodedata.normalize("NFKC", text).translate(BLANK)
    name = " ".join(unicodedata.normalize("NFKC", seen).split())  # what was apart may now be one
    kinds = "".join(unicodedata.category(character)[0] for character in name)
    hidden = "C" in kinds or "M" * (MOST_MARKS + 1) in kinds or not set(kinds) - set("MZ")
    if len(name) > MAX_NAME or hidden:
        raise Fault(422, "name", words.BAD_NAME.format(most=MAX_NAME))
    if _is_like_a_program(name):
        raise Fault(422, "name", words.PROGRAM_NAME)
    return name


def _is_like_a_program(name: str) -> bool:
    """Whether *name* reads like a level's or Perfect's, whatever its letters are.

    A bar may be a letter, or a sign that is put around them.
    """
    return any(map(_reads_like_a_program, (name, name.replace("|", " "))))


def _reads_like_a_program(name: str) -> bool:
    letters = unicodedata.normalize("NFKD", name).casefold().translate(LIKE)
    plain = "".join(letter for letter in letters if unicodedata.category(letter)[0] != "M")
    spaced = re.sub(r"[\W_]+", " ", plain).strip()
    return any(PROGRAM.fullmatch(text) for text in (spaced, spaced.replace(" ", "")))
