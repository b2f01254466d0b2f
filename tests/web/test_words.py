from inarow.web import words


def test_every_text_is_a_sentence_or_a_label_without_exclamation() -> None:
    texts = [value for name, value in vars(words).items() if name.isupper()]
    assert texts
    for text in texts:
        assert isinstance(text, str)
        assert text == text.strip()
        assert "!" not in text
