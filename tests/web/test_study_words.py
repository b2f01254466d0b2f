from collections.abc import Iterator

from inarow import detectors
from inarow.web import words


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from texts(each)


def test_every_text_is_calm_and_trimmed() -> None:
    found = [text for name, value in vars(words).items() if name.isupper() for text in texts(value)]
    assert found
    for text in found:
        assert text == text.strip()
        assert "!" not in text


def test_every_detector_has_a_title_and_a_description() -> None:
    assert tuple(words.DETECTORS) == tuple(words.DETECTOR_ABOUT) == detectors.NAMES


def test_no_text_is_hidden_by_a_method_of_dictionaries() -> None:
    for name in ("ANALYSIS", "LAB", "PUZZLES"):
        assert not set(getattr(words, name)) & set(dir(dict))
