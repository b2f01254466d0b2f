import pytest

import inarow as ir
from inarow import language
from inarow.language.catalogue import read
from inarow.language.numbers import Counted

SOME = """
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n == 1 ? 0 : n < 5 ? 1 : 2);\\n"

# Where it stands.
msgctxt "lab.play"
msgid "Play"
msgstr "Abspielen"

msgid "Play"
msgstr "Spielen"

#, python-brace-format
msgid ""
"{a} is "
"\\"long\\""
msgstr "„{a}“ ist\\n"
"lang"

msgid "1 move"
msgid_plural "{number} moves"
msgstr[0] "eins"
msgstr[1] "{number} wenige"
msgstr[2] "{number} viele"

#, fuzzy
msgid "doubtful"
msgstr "zweifelhaft"

msgid "new"
msgstr ""

#~ msgid "gone"
#~ msgstr "weg"
"""


def test_a_message_is_found_by_its_text_and_where_it_stands() -> None:
    known = read(SOME)
    assert known.text("Play") == "Spielen"
    assert known.text("Play", "lab.play") == "Abspielen"
    assert known.text('{a} is "long"') == "„{a}“ ist\nlang"


@pytest.mark.parametrize("text", ["doubtful", "new", "gone", "never heard of"])
def test_what_nobody_has_translated_or_looked_over_is_said_in_english(text: str) -> None:
    assert read(SOME).text(text) == text


@pytest.mark.parametrize(
    ("number", "form"), [(1, "eins"), (3, "{number} wenige"), (9, "{number} viele")]
)
def test_a_number_chooses_the_form_by_the_rule_of_the_language(number: int, form: str) -> None:
    known = read(SOME)
    assert known.counted(number, "1 move", "{number} moves") == form
    text = Counted("1 move", "{number} moves").among(known.forms(("1 move", "")), known.form)
    assert text.format(count=number, number=number) == form.format(number=number)


def test_english_is_said_where_no_language_is_in_use() -> None:
    assert language.code() == "en"
    assert language.say("{a} wins", a="x") == "x wins"
    assert [language.counted(n, "{number} win", "{number} wins") for n in (0, 1, 2)] == [
        "0 wins",
        "1 win",
        "2 wins",
    ]


def test_a_language_is_in_use_until_the_end_of_the_block() -> None:
    with language.use("de"):
        assert language.code() == "de"
        with language.use("en"):
            assert language.code() == "en"
        assert language.code() == "de"
    assert language.code() == "en"


def test_a_language_that_there_is_not_is_refused_in_one_sentence() -> None:
    refused = pytest.raises(ir.NotationError, match=r"^expected a language \(en, .*\), got 'xx'$")
    with refused, language.use("xx"):
        raise AssertionError
