"""The app: themes, keys that work everywhere, and the way from screen to screen."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.driver import Driver

from inarow.tui import words
from inarow.tui.ascii_signs import ascii_driver, is_ascii_only
from inarow.tui.keys import HelpScreen, key
from inarow.tui.match import Match
from inarow.tui.session import Session
from inarow.tui.start import StartScreen
from inarow.tui.storage import load_choices, save_choices
from inarow.tui.themes import MODES, theme_name, themes

__all__ = ["InarowApp"]


class InarowApp(App[None]):
    """The full-screen game; with a *match* it begins there, else at the start screen."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    TITLE = words.TITLE
    BINDINGS: ClassVar[list[BindingType]] = [
        key("m", "theme", *words.KEY_THEME),
        key("question_mark,f1", "help", *words.KEY_HELP, show=True),
        key("q", "quit", *words.KEY_QUIT, show=True),
        key("ctrl+c", "quit", words.KEY_QUIT[0], ""),
    ]

    def __init__(self, session: Session | None = None, match: Match | None = None) -> None:
        import os

        self._ascii_only = is_ascii_only()
        if self._ascii_only:  # discs are letters then, too
            os.environ.setdefault("NO_COLOR", "1")
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self.session = session or Session()
        self.session.choices, self._message = load_choices(self.session.folders)
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
        choices = self.session.choices
        mode = MODES[(MODES.index(choices.mode) + 1) % len(MODES)]
        self.session.choices = replace(choices, mode=mode)
        save_choices(self.session.folders, self.session.choices)
        self.theme = theme_name(mode, choices.discs)

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
