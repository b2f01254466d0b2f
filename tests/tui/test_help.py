from inarow.tui.app import InarowApp
from inarow.tui.game import GameScreen
from inarow.tui.help import help_keys
from inarow.tui.lab import LabScreen
from inarow.tui.review import ReviewScreen
from inarow.tui.start import StartScreen
from support.paths import DOCS


def test_every_key_is_told_about_and_none_twice() -> None:
    for screen in (GameScreen, LabScreen, ReviewScreen, StartScreen):
        keys = help_keys([*screen.BINDINGS, *InarowApp.BINDINGS])
        names = [name for key in keys for name in key.keys]
        assert len(set(names)) == len(names), screen
        assert all(key.sentence and key.label for key in keys)


def test_letters_of_the_game_leave_the_columns_of_18_free() -> None:
    keys = help_keys([*GameScreen.BINDINGS, *InarowApp.BINDINGS])
    assert not {name for key in keys for name in key.keys} & set("123456789abcdefghi")


def test_the_documentation_has_the_same_keys() -> None:
    text = (DOCS / "how-to" / "terminal.md").read_text()
    for bindings in (
        [*GameScreen.BINDINGS, *InarowApp.BINDINGS],
        ReviewScreen.BINDINGS,
        LabScreen.BINDINGS,
    ):
        rows = [
            f"| {' '.join(f'`{name}`' for name in key.names.split())} | {key.sentence} |"
            for key in help_keys(bindings)
        ]
        assert "\n".join(rows) in text
