"""Names that people may have, and those that nobody may."""

import unicodedata

import pytest

from inarow.web.http.faults import Fault
from inarow.web.http.names import proper_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \t B. ", "Ann B."),
        ("e\u0301", "é"),
        ("名" * 40, "名" * 40),
        ("Ａｎｎ\u3000１", "Ann 1"),
        ("A\u3164n\u2800n\ufe0f", "Ann"),
        ("e\u3164\u0301", "é"),
        ("Nguyễn", "Nguyễn"),
        ("สมชายที่รัก", "สมชายที่รัก"),
        ("दुर्गेश्वरी", "दुर्गेश्वरी"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("Levell", "Levell"),
        ("Level", "Level"),
        ("Sea level", "Sea level"),
        ("Perfecto", "Perfecto"),
        ("Елена", "Елена"),
    ],
)
def test_proper_names(text: str, name: str) -> None:
    assert proper_name(text) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    "text",
    [
        *("", "  ", "a" * 41, "a\u202eb", "a\x00b", "\ud800", "a\u200bb"),
        *("\u3164", "\u2800", "\u115f \uffa0", "\ufe0f", "\U000e0100", "\u0301", "\u0301 \u0302"),
        *("a" + "\u0335" * 4, "Z" + "\u0300\u0316" * 10),
    ],
)
def test_names_that_cannot_be_seen_or_hide_others(text: str) -> None:
    with pytest.raises(Fault) as caught:
        proper_name(text)
    assert (caught.value.status, caught.value.text[:11]) == (422, "A name must")


@pytest.mark.parametrize(
    "text",
    [
        *("Level 3", "PERFECT", "level 5.", "level-5", "l e v e l 5", "level 12", "Level  #1!"),
        *(
            "lеvel 5",
            "ӏevel 5",
            "ｌｅｖｅｌ ５",
            "𝐥𝐞𝐯𝐞𝐥 5",
            "Ievel 5",
            "1evel 5",
            "level l",
            "level 1O",
        ),
        *("LΕVEL 5", "lévél 5", "level ٥", "level ⑤", "ʟᴇᴠᴇʟ 5", "|evel 5", "leνel 5", "_level_5_"),
        *(
            "perfect|",
            "|level 5|",
            "Perfect.",
            "реrfесt",
            "Ρerfect",
            "p.e.r.f.e.c.t",
            "perfect\u3164",
            "ＰＥＲＦＥＣＴ",
        ),
    ],
)
def test_names_that_look_like_a_programs(text: str) -> None:
    with pytest.raises(Fault) as caught:
        proper_name(text)
    assert (caught.value.error, caught.value.text[:12]) == ("name", "That name is")
