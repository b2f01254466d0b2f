"""The saved games: who played, when, and how it ended; to open, review and delete."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import ClassVar, NamedTuple

from rich.cells import set_cell_size
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size

from inarow.board.position import Position
from inarow.board.rules import CONNECT_FOUR
from inarow.errors import InarowError, as_sentence, printable, reason
from inarow.record.record import Record
from inarow.tui import words
from inarow.tui.board import BoardView
from inarow.tui.dialogs import AskScreen
from inarow.tui.keys import KeyBar, key
from inarow.tui.layout import Scene
from inarow.tui.match import Match
from inarow.tui.repaint import ThriftyScreen
from inarow.tui.review import ReviewScreen
from inarow.tui.session import Session
from inarow.tui.storage import newest_first
from inarow.tui.widgets import Piece, Row, Rows, paragraphs, shortened

__all__ = ["GamesScreen", "Opened"]

PREVIEW_WIDTH = 30
MOST_HERE = 50
"""How many files of the current folder are looked at."""


class Opened(NamedTuple):
    """A game that was chosen: the match, the file it came from, and what to say."""

    match: Match
    path: Path
    message: str


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A file, with the game in it or the *problem* with reading it."""

    path: Path
    when: str
    record: Record | None
    problem: str = ""

    @classmethod
    def read(cls, path: Path) -> SavedGame:
        """What is in a file."""
        when = ""
        try:
            when = f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M}"
            return cls(path, when, Record.load(path))
        except (OSError, ValueError, RecursionError) as error:
            return cls(path, when, None, reason(error).removeprefix(f"{path}: "))

    @property
    def name(self) -> str:
        """The file, as seen from the current folder or from the person's home."""
        here, home = Path.cwd(), Path.home()
        if self.path.is_relative_to(here):
            return str(self.path.relative_to(here))
        inside = self.path.is_relative_to(home)
        return str(Path("~") / self.path.relative_to(home) if inside else self.path)

    @property
    def players(self) -> str:
        """Who played, or the file if there is no game in it."""
        if self.record is None:
            return self.path.name
        names = (self.record.tags.get(tag) for tag in ("First", "Second"))
        return words.GAME_PLAYERS.format(
            *(name or nameless for name, nameless in zip(names, words.NAMELESS, strict=True))
        )

    @property
    def facts(self) -> list[str]:
        """Players, board, length and result in words, the file, or why it cannot be read."""
        if self.record is None:
            return [words.GAME_UNREADABLE.format(file=self.name, why=self.problem)]
        count = len(self.record.main.nodes)
        length = words.ONE_MOVE if count == 1 else words.MOVES.format(count=count)
        result = words.RESULTS[self.record.result]
        return [self.players, f"{self.record.rules}, {length}, {result}.", self.name]

    @property
    def searched(self) -> str:
        """What a filter looks for."""
        return " ".join([self.when, *self.facts]).lower()


def saved_games(kept: list[Path], here: Path) -> Iterator[SavedGame]:
    """The games in the folder *here* and those that were *kept*, newest first."""
    files = newest_first(here.glob("*.txt"))[:MOST_HERE]
    records = [path for path in files if _begins_as_record(path)]
    yield from map(SavedGame.read, newest_first([*records, *kept]))


def _begins_as_record(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return b"[Rules " in file.read(2000)
    except OSError:
        return False


class GamesScreen(ThriftyScreen["Opened | None"]):
    """A list that typing filters, and the board of the game that is selected.

    It has the games in the current folder, and those that were *kept*.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "open", *words.KEY_OPEN, show=True),
        key("ctrl+r", "review", *words.KEY_REVIEW_SAVED, show=True),
        key("delete", "delete", *words.KEY_DELETE, show=True),
        key("up", "select(-1)", *words.KEY_FIELD_UP),
        key("down", "select(1)", *words.KEY_FIELD_DOWN),
        key("pageup", "select(-10)", *words.KEY_PAGE_UP),
        key("pagedown", "select(10)", *words.KEY_PAGE_DOWN),
        key("backspace", "erase", *words.KEY_ERASE),
        key("escape", "back", *words.KEY_BACK, show=True),
    ]

    def __init__(self, session: Session, kept: list[Path]) -> None:
        super().__init__()
        self.session = session
        self.kept = kept
        self.typed = ""
        self.selected = 0
        self.all: list[SavedGame] = []
        self.found: list[SavedGame] = []
        self.head = Rows(id="title")
        self.list = Rows(id="files")
        self.view = BoardView(Scene(Position(CONNECT_FOUR)))
        self.about = Rows(id="game-facts")
        self.line = Rows(id="message")

    def compose(self) -> ComposeResult:
        """The list left, the selected game right."""
        yield self.head
        with Horizontal(id="table"):
            yield self.list
            with Vertical(id="shown-game"):
                yield self.view
                yield self.about
        yield self.line
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the files."""
        self.all = list(saved_games(self.kept, Path.cwd()))
        self.call_after_refresh(self._filter)

    def on_resize(self, event: events.Resize) -> None:
        """Show what fits."""
        wide = max(PREVIEW_WIDTH, event.size.width // 2 - 10)
        beside = self.query_one("#shown-game")
        beside.display = event.size.width >= 2 * PREVIEW_WIDTH
        beside.styles.width = wide
        self.view.fit(Size(wide - 2, event.size.height - 10))
        self.call_after_refresh(self._show)

    def works_now(self, action: str) -> bool:
        """Whether the bar should show a key: letters are typed here."""
        return action not in ("app.help", "app.quit")

    # -- what is shown ------------------------------------------------------------------------

    @property
    def game(self) -> SavedGame | None:
        """The one that is selected."""
        return self.found[self.selected] if self.found else None

    def _filter(self) -> None:
        """List what fits the words that were typed, or the file that they name."""
        looked_for = self.typed.lower().split()
        self.found = [g for g in self.all if all(word in g.searched for word in looked_for)]
        with suppress(OSError, ValueError, RuntimeError):  # it need not name a file
            path = Path(self.typed.strip()).expanduser()
            listed = {game.path.resolve() for game in self.found}
            if self.typed.strip() and path.is_file() and path.resolve() not in listed:
                self.found.insert(0, SavedGame.read(path))
        self.selected = min(self.selected, max(0, len(self.found) - 1))
        self._show()

    def _show(self) -> None:
        number = words.HELP_NUMBER.format(number=self.selected + 1, count=len(self.found))
        filter_text = f"{self.typed}▏" if self.typed else words.GAMES_HOW
        title = (
            Piece(f"  {words.GAMES_TITLE}  ", "accent bold"),
            Piece(filter_text, "bold" if self.typed else "label"),
            Piece(f"   {number}" if self.found else "", "label"),
        )
        self.head.put([(), title])
        rows = [self._row(at, game) for at, game in enumerate(self.found)]
        nothing = words.NO_GAME_MATCHES if self.all else words.NO_GAMES_YET
        lines = paragraphs([nothing], self.list.size.width - 2, "label")
        self.list.put(rows or [(Piece("  "), *line) for line in lines], self.selected)
        self._show_game()

    def _row(self, number: int, game: SavedGame) -> Row:
        here = number == self.selected
        record = game.record
        result = words.SHORT_RESULTS[record.result] if record else words.SHORT_UNREADABLE
        length = len(record.main.nodes) if record else ""
        room = max(12, self.list.size.width - 32)
        players = set_cell_size(shortened(printable(game.players), room), room)
        text = f"{game.when:16}  {players} {result:<7} {length:>3}"
        style = "bold reverse" if here else "" if record else "bad"
        return (Piece("▸ " if here else "  ", "accent bold", number), Piece(text, style, number))

    def _show_game(self) -> None:
        game = self.game
        self.view.display = game is not None and game.record is not None
        if game is None:
            self.about.put([])
            return
        if game.record is not None:
            board = game.record.board()
            self.view.show(Scene(board.position, board.last))
        self.about.put([(), *paragraphs(game.facts, self.about.size.width - 1)])

    def _say(self, text: str) -> None:
        self.line.put([(Piece(f" {text}"),)])

    # -- keys and clicks ----------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Typing filters."""
        sign = event.character or ""
        if len(sign) == 1 and sign.isprintable():
            event.stop()
            event.prevent_default()
            self._type(self.typed + sign)

    def on_paste(self, event: events.Paste) -> None:
        """A file name may also be pasted."""
        self._type(self.typed + "".join(filter(str.isprintable, event.text)))

    def _type(self, text: str) -> None:
        self.typed, self.selected = text, 0
        self._say("")
        self._filter()

    def action_erase(self) -> None:
        """Erase a character of the filter."""
        self._type(self.typed[:-1])

    def action_select(self, by: int) -> None:
        """Select another game."""
        if self.found:
            most = len(self.found) - 1
            at = self.selected + by
            self.selected = at % (most + 1) if abs(by) == 1 else max(0, min(most, at))
            self._say("")
            self._show()

    async def on_rows_picked(self, event: Rows.Picked) -> None:
        """A click selects a game; a click on the selected one opens it."""
        if event.key == self.selected:
            self.action_open()
        elif isinstance(event.key, int):
            self.selected = event.key
            self._show()

    def _match(self) -> Match | None:
        """The selected game as a match; else a sentence says why not."""
        game = self.game
        if game is None or game.record is None:
            why = f"{game.path.name}: {game.problem}" if game else ""
            self._say(words.NOT_LOADED.format(why=why) if game else words.NO_GAME_MATCHES)
            return None
        try:
            ours = game.path in self.kept
            return self.session.resumed(game.record) if ours else self.session.match(game.record)
        except InarowError as error:
            self._say(as_sentence(error))
            return None

    def _open(self, match: Match) -> None:
        assert self.game is not None
        message = words.LOADED.format(file=self.game.path.name)
        self.dismiss(Opened(match, self.game.path, message))

    def action_open(self) -> None:
        """Continue the selected game."""
        match = self._match()
        if match is not None:
            self._open(match)

    def action_review(self) -> None:
        """Review the selected game, and perhaps go on from one of its moves."""
        match = self._match()
        if match is None:
            return
        if not match.tree.root.after:
            self._say(words.REVIEW_EMPTY)
            return

        def reviewed(ply: int | None) -> None:
            if ply is not None:
                match.go(list(match.tree.root.line())[ply])
                self._open(match)

        self.app.push_screen(ReviewScreen(self.session, match), reviewed)

    def action_delete(self) -> None:
        """Ask, and delete the file."""
        game = self.game
        if game is None:
            return

        def answered(sure: bool | None) -> None:
            if sure:
                try:
                    game.path.unlink()
                except OSError as error:
                    self._say(words.NOT_DELETED.format(why=reason(error)))
                    return
                self.all = [each for each in self.all if each is not game]
                self._filter()
                self._say(words.DELETED.format(file=game.name))

        question = words.DELETE_SURE.format(players=game.players, file=game.name)
        self.app.push_screen(AskScreen(question, words.DELETE_BUTTON, words.KEEP_BUTTON), answered)

    def action_back(self) -> None:
        """Clear the filter, or go back."""
        if self.typed:
            self._type("")
        else:
            self.dismiss(None)
