from inarow import PlayerError
from inarow.widget.words import reason, sentence


def test_sentences_begin_large_and_end() -> None:
    assert sentence("expected x") == "Expected x."
    assert sentence("It is.") == "It is."
    assert sentence("level 3 is thinking …") == "Level 3 is thinking …"


def test_reasons_name_errors_of_others() -> None:
    assert reason(PlayerError("no such player")) == "no such player"
    assert reason(KeyError("a")) == "KeyError: 'a'"
    assert reason(RuntimeError()) == "RuntimeError"
