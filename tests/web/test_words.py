from collections.abc import Iterator

from inarow.web import words


def texts(value: object) -> Iterator[object]:
    """The texts in lists and dictionaries of them."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)
    else:
        yield value


def test_every_text_is_a_sentence_or_a_label_without_exclamation() -> None:
    found = [text for name, value in vars(words).items() if name.isupper() for text in texts(value)]
    assert found
    for text in found:
        assert isinstance(text, str)
        assert text == text.strip()
        assert "!" not in text
