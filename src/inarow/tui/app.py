"""The app: themes, keys that work everywhere, and the way from screen to screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from inarow.errors import missing_package

try:
    from textual.app import App, SystemCommand
    from textual.binding import BindingType
    from textual.command import CommandPalette
    from textual.driver import Driver
    from textual.screen import Screen
except ModuleNotFoundError as error:
    raise missing_package(error) from None

from inarow.tui import words
from inarow.tui.ascii_signs import ascii_driver, is_ascii_only
from inarow.tui.keys import HelpScreen, help_keys, key, key_name
from inarow.tui.match import Match
from inarow.tui.repaint import LeftOnce, ThriftyScreen
from inarow.tui.session import Session
from inarow.tui.start import StartScreen
from inarow.tui.storage import load_choices, save_choices
from inarow.tui.themes import MODES, theme_name, themes

__all__ = ["InarowApp"]

NO_COMMANDS = {"up", "down", "left", "right", "ctrl+p"}
"""Keys that the command palette does not list: it moves by them, or they open it."""


class Palette(LeftOnce, CommandPalette):
    """The list of commands."""


class InarowApp(App[None]):
    """The full-screen game; with a *match* it begins there, else at the start screen."""

    CSS_PATH = "app.tcss"
    ALLOW_SELECT = False
    TITLE = words.TITLE
    BINDINGS: ClassVar[list[BindingType]] = [
        key("ctrl+p", "app.command_palette", *words.KEY_PALETTE),
        key("z", "app.puzzles", *words.KEY_PUZZLES),
        key("f3", "app.lessons", *words.KEY_LESSONS),
        key("m", "app.theme", *words.KEY_THEME),
        key("question_mark,f1", "app.help", *words.KEY_HELP, show=True),
        key("q", "app.quit", *words.KEY_QUIT, show=True),
        key("ctrl+c", "app.quit", words.KEY_QUIT[0], ""),
    ]

    def __init__(self, session: Session | None = None, match: Match | None = None) -> None:
        import os

        self._ascii_only = is_ascii_only()
        if self._ascii_only:  # discs are letters then, too
            os.environ.setdefault("NO_COLOR", "1")
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self.session = session or Session()
        self.session.choices, self._message = load_choices(self.session.folders)
        if self.session.clock:
            self.session.choices = replace(self.session.choices, clock=self.session.clock)
        self._match = match
        for theme in themes():
            self.register_theme(theme)
        self.theme = theme_name(self.session.choices.mode, self.session.choices.discs)

    def get_driver_class(self) -> type[Driver]:
        """The driver for this platform and this terminal."""
        kind = super().get_driver_class()
        return ascii_driver(kind) if self._ascii_only else kind

    def on_mount(self) -> None:
        """Open the first screen."""
        start = StartScreen(self.session, self._message, offer=self._match is None)
        self.push_screen(start)
        if self._match is not None:
            start.enter(self._match)

    def action_theme(self) -> None:
        """Switch to the next theme."""
        self._look(MODES[(MODES.index(self.session.choices.mode) + 1) % len(MODES)])

    def _look(self, mode: str) -> None:
        self.session.choices = choices = replace(self.session.choices, mode=mode)
        save_choices(self.session.folders, choices)
        self.theme = theme_name(mode, choices.discs)

    def action_puzzles(self) -> None:
        """Open the puzzles."""
        from inarow.tui.puzzles import PuzzleScreen

        if not any(isinstance(screen, PuzzleScreen) for screen in self.screen_stack):
            self.push_screen(PuzzleScreen(self.session))

    def action_lessons(self) -> None:
        """Open the lessons that are due today."""
        from inarow.tui.learning.lessons import LessonScreen

        if not any(isinstance(screen, LessonScreen) for screen in self.screen_stack):
            self.push_screen(LessonScreen(self.session))

    def action_command_palette(self) -> None:
        """Open the list of commands."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette())

    def get_system_commands(self, screen: Screen[Any]) -> Iterator[SystemCommand]:
        """Everything that can be done on *screen*, in words, for the command palette."""
        for found in help_keys([*type(screen).BINDINGS, *self.BINDINGS]):
            works = not isinstance(screen, ThriftyScreen) or screen.works_now(found.action)
            if works and found.action != "app.theme" and found.keys[0] not in NO_COMMANDS:
                title = words.COMMAND.format(label=found.label, sentence=found.sentence)
                shown = words.COMMAND_KEY.format(key=key_name(found.keys[0]))
                yield SystemCommand(title, shown, partial(screen.run_action, found.action))
        for mode, look in words.LOOKS.items():
            title = words.COMMAND_LOOK.format(look=look)
            yield SystemCommand(title, words.COMMAND_LOOK_HELP, partial(self._look, mode))

    def action_help(self) -> None:
        """Show all keys, and run the one that is chosen."""
        screen = self.screen
        bindings = [*type(screen).BINDINGS, *self.BINDINGS]
        self.push_screen(HelpScreen(screen, bindings), self._do)

    async def _do(self, action: str | None) -> None:
        if action:
            await self.screen.run_action(action)

    async def action_quit(self) -> None:
        """Quit; the game is saved already."""
        self.exit()
