import pytest
from textual.color import Color
from textual.theme import Theme

from inarow.tui import words
from inarow.tui.themes import DISCS, MODES, themes

TEXTS = ("ink", "label", "good", "bad")


def contrast(one: str, other: str) -> float:
    def light(name: str) -> float:
        parts = [part / 255 for part in Color.parse(name).rgb]
        red, green, blue = (p / 12.92 if p <= 0.04 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
def test_words_and_signs_stand_out(theme: Theme) -> None:
    colors = theme.variables
    for name in TEXTS:
        assert contrast(colors[name], colors["page"]) >= 4.5, name
    assert theme.accent is not None
    assert contrast(theme.accent, colors["page"]) >= 4.5
    assert contrast(colors["label"], colors["plate"]) >= 4.5
    for side in ("first", "second"):
        assert contrast(colors[f"{side}-sign"], colors[side]) >= 3
    assert contrast(colors["win"], colors["plate"]) >= 3


def test_there_is_a_theme_for_every_look_and_pair_of_discs() -> None:
    assert len({theme.name for theme in themes()}) == 9


def test_everything_that_can_be_chosen_has_a_name() -> None:
    assert set(words.DISC_NAMES) == set(DISCS)
    assert set(words.LOOKS) == set(MODES)


def test_nothing_is_shouted() -> None:
    texts = [value for name, value in vars(words).items() if name.isupper()]
    assert not any("!" in text for text in texts if isinstance(text, str))
