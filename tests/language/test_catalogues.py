"""The catalogues of the package: what `make words` writes, and what translators have."""

import catalogues
import pytest

from inarow.language.catalogue import FOLDER, languages

PARTS = sorted(catalogues.PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_templates_have_every_text(part: str) -> None:
    written = (FOLDER / f"{part}.pot").read_text()
    assert catalogues.as_text(catalogues.template(part)) == written, "run make words"


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("code", languages())
def test_catalogues_are_up_to_date(code: str, part: str) -> None:
    written = (FOLDER / code / f"{part}.po").read_text()
    assert catalogues.as_text(catalogues.updated(code, part)) == written, "run make words"


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("code", languages())
def test_no_translation_loses_a_placeholder(code: str, part: str) -> None:
    faults = [fault for fault in catalogues.faults(code, part) if "placeholders" in fault]
    assert not faults


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_missing_in_a_complete_language(part: str) -> None:
    for code in catalogues.COMPLETE:
        assert not list(catalogues.faults(code, part))


def test_texts_of_scripts_are_found_with_the_place_where_they_stand() -> None:
    source = """
    const other = { one: "not a text" };
    export const words = translated({
      play: "Play", // "no text"
      sign: "×",
      codes: { 4403: "Private." },
      full: (rules) => (rules.x === "y" ? say("Full: {a}", { a: "b" }) : say("Taken.")),
      people: (n) => plural(n, { one: "1 person", other: "{number} people" }),
      last: "Last",
    });
    """
    assert list(catalogues.script_messages(source)) == [
        ("play", "Play"),
        ("codes.4403", "Private."),
        ("", "Full: {a}"),
        ("", "Taken."),
        ("", ("1 person", "{number} people")),
        ("last", "Last"),
    ]
