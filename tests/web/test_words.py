from collections.abc import Iterator

from inarow.web import words


def texts() -> Iterator[str]:
    for name, value in vars(words).items():
        if name.isupper():
            yield from [value] if isinstance(value, str) else value


def test_every_text_is_calm_and_trimmed() -> None:
    found = list(texts())
    assert found
    for text in found:
        assert text == text.strip()
        assert "!" not in text
