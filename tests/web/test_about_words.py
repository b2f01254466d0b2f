from inarow.web import words
from web.test_words import texts


def test_every_text_is_calm_and_trimmed() -> None:
    values = [value for name, value in vars(words).items() if name.isupper()]
    found = [text for value in values for text in texts(value)]
    assert found
    for text in found:
        assert isinstance(text, str)
        assert text == text.strip()
        assert "!" not in text
