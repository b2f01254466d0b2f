from inarow.tui import words
from inarow.tui.themes import DISCS, MODES


def test_everything_that_can_be_chosen_has_a_name() -> None:
    assert set(words.DISC_NAMES) == set(DISCS)
    assert set(words.LOOKS) == set(MODES)


def test_nothing_is_shouted() -> None:
    texts = [value for name, value in vars(words).items() if name.isupper()]
    assert not any("!" in text for text in texts if isinstance(text, str))
