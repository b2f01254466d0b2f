from collections.abc import Iterator

from inarow import detectors
from inarow.language.numbers import Counted
from inarow.web import words
from inarow.web.words import english


def texts(value: object) -> Iterator[object]:
    """The texts in lists and dictionaries of them."""
    if isinstance(value, Counted):
        value = value.forms
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)
    else:
        yield value


def test_every_text_is_a_sentence_or_a_label_without_exclamation() -> None:
    found = [
        text for name, value in vars(english).items() if name.isupper() for text in texts(value)
    ]
    assert found
    for text in found:
        assert isinstance(text, str)
        assert text == text.strip()
        assert "!" not in text


def test_every_detector_has_a_title_and_a_description() -> None:
    assert tuple(words.DETECTORS) == tuple(words.DETECTOR_ABOUT) == detectors.NAMES


def test_no_text_is_hidden_by_a_method_of_dictionaries() -> None:
    """Templates write `words.LAB.play`; for `keys` they would find the method."""
    groups = [value for name, value in vars(english).items() if name.isupper()]
    assert not {key for group in groups if isinstance(group, dict) for key in group} & {*dir(dict)}
