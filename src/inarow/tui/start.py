"""The start screen: what is played, by whom, and in which colours."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size

from inarow.board.position import Position
from inarow.board.rules import MAX_SIDE, PRESETS, Cell, Rules
from inarow.errors import InarowError, PlayerError, as_sentence
from inarow.players import Player
from inarow.players.clock import Clock
from inarow.players.own_bot import completion, expect_bot
from inarow.record.record import Record
from inarow.tui import words
from inarow.tui.board import BoardView
from inarow.tui.game import GameScreen
from inarow.tui.keys import KeyBar, key
from inarow.tui.layout import Scene
from inarow.tui.match import Match
from inarow.tui.repaint import ThriftyScreen
from inarow.tui.session import Session
from inarow.tui.storage import Choices, save_choices
from inarow.tui.themes import theme_name
from inarow.tui.widgets import Choice, Entry, Form, MessageLine, Piece, Rows, paragraphs

if TYPE_CHECKING:
    from inarow.tui.games import Opened

__all__ = ["StartScreen"]

FORM_WIDTH = 40
MAX_BOT = 200
"""How long the name of a file or a command may be."""


class StartScreen(ThriftyScreen[None]):
    """Remembers the last choices, so that Enter starts at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "play", *words.KEY_PLAY, show=True),
        key("up,shift+tab", "field(-1)", *words.KEY_FIELD_UP),
        key("down,tab", "field(1)", *words.KEY_FIELD_DOWN),
        key("left", "change(-1)", *words.KEY_LESS),
        key("right,space", "change(1)", *words.KEY_MORE),
        key("l", "load", *words.KEY_LOAD, show=True),
    ]

    def __init__(self, session: Session, message: str = "", *, offer: bool = True) -> None:
        super().__init__()
        self.session = session
        self.message = message
        self.offer = offer
        choices = session.choices
        rules = Rules.parse(choices.rules)
        sides = [str(number) for number in range(1, MAX_SIDE + 1)]
        kinds = [*session.offers(rules), words.OWN_BOT]
        titles = [preset.title for preset in PRESETS.values()]
        self.game = Choice(words.GAME, [*titles, words.OWN_RULES], "")
        self.size_fields = [
            Choice(words.WIDTH, sides, str(rules.width)),
            Choice(words.HEIGHT, sides, str(rules.height)),
            Choice(words.IN_A_ROW, sides, str(rules.k)),
        ]
        self.gravity = Choice(
            words.GRAVITY, [words.FALL, words.FREE], words.FALL if rules.gravity else words.FREE
        )
        strongest = dict.fromkeys((words.PERFECT, words.ENGINE), kinds[-2])
        self.kinds = [
            Choice(label, kinds, strongest.get(kind, kind))
            for label, kind in zip(words.PLAYER, (choices.first, choices.second), strict=True)
        ]
        self.entries = [
            Entry(words.NAME, choices.first_name),
            Entry(words.NAME, choices.second_name),
        ]
        self.bots = [
            Entry(words.BOT_FILE, choices.first_bot, MAX_BOT),
            Entry(words.BOT_FILE, choices.second_bot, MAX_BOT),
        ]
        own = [] if choices.clock in ("", *words.CLOCKS) else [choices.clock]
        self.clock = Choice(words.CLOCK, [words.NO_CLOCK, *words.CLOCKS, *own], choices.clock)
        self.starts = Choice(words.STARTS, words.WHO_STARTS, words.WHO_STARTS[choices.starts])
        self.discs = Choice(
            words.COLOURS, list(words.DISC_NAMES.values()), words.DISC_NAMES[choices.discs]
        )
        self.mode = Choice(words.LOOK, list(words.LOOKS.values()), words.LOOKS[choices.mode])
        players: list[Choice | Entry] = []
        for fields in zip(self.kinds, self.entries, self.bots, strict=True):
            players += fields
        self._match_fields()
        self.form = Form(
            [
                self.game,
                *self.size_fields,
                self.gravity,
                *players,
                self.starts,
                self.clock,
                self.discs,
                self.mode,
            ]
        )
        self.view = BoardView(Scene(Position(rules)))
        self.about = Rows(id="about")
        self.line = MessageLine()

    def compose(self) -> ComposeResult:
        """The form left, the board as it will be right, buttons below."""
        title = (Piece(f"  {words.TITLE}", "accent bold"), Piece(f"   {words.SUBTITLE}", "label"))
        with Horizontal(id="table"):
            with Vertical(id="choices"):
                yield Rows([(), title, ()], id="title")
                yield self.form
                yield Rows([(), self._buttons()], id="buttons")
            with Vertical(id="preview"):
                yield self.view
                yield self.about
        yield self.line
        yield KeyBar()

    def _buttons(self) -> tuple[Piece, ...]:
        pairs = [
            (words.PLAY_BUTTON, "play", "reverse bold accent"),
            (words.LOAD_BUTTON, "load", "reverse"),
            (words.PUZZLES_BUTTON, "app.puzzles", "reverse"),
            (words.HELP_BUTTON, "app.help", "reverse"),
            (words.QUIT_BUTTON, "app.quit", "reverse"),
        ]
        row = [Piece("  ")]
        for text, action, style in pairs:
            row += [Piece(text, style, action), Piece(" ")]
        return tuple(row)

    def on_mount(self) -> None:
        """Show the board, and offer an unfinished game."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._follow_look())
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._say(self.message or self.session.results.journal.message)
        self._preview()
        found = self.session.autosave.unfinished() if self.offer else None
        if found is not None:
            self._offer(*found)

    def _follow_look(self) -> None:
        """The theme was switched by its key, here or during a game."""
        self.mode.value = words.LOOKS[self.session.choices.mode]
        self.form.renew()

    def on_message_line_grown(self) -> None:
        """Make room for what is said."""
        self.line.refresh(layout=True)

    def on_resize(self, event: events.Resize) -> None:
        """Draw the preview as large as there is room."""
        self.query_one("#preview").display = event.size.width >= FORM_WIDTH + 20
        self.view.fit(Size(event.size.width - FORM_WIDTH - 2, event.size.height - 6))
        if event.size.width < 80 or event.size.height < 24:
            self._say(words.TOO_SMALL)

    # -- choices ------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The chosen rules."""
        width, height, k = (int(field.value) for field in self.size_fields)
        return Rules(width, height, k, gravity=self.gravity.value == words.FALL)

    @property
    def choices(self) -> Choices:
        """All choices."""
        return Choices(
            rules=str(self.rules),
            first=self.kinds[0].value,
            second=self.kinds[1].value,
            first_name=self.entries[0].value,
            second_name=self.entries[1].value,
            first_bot=self.bots[0].value,
            second_bot=self.bots[1].value,
            clock="" if self.clock.value == words.NO_CLOCK else self.clock.value,
            starts=self.starts.index,
            discs=list(words.DISC_NAMES)[self.discs.index],
            mode=list(words.LOOKS)[self.mode.index],
        )

    def _match_fields(self) -> None:
        """Name the rules if they have a name; programs have results instead of names."""
        named = [preset.title for preset in PRESETS.values() if preset.rules == self.rules]
        self.game.value = named[0] if named else words.OWN_RULES
        tallies = self.session.results.tallies()
        for kind, entry, bot in zip(self.kinds, self.entries, self.bots, strict=True):
            kind.offer([*self.session.offers(self.rules), words.OWN_BOT])
            entry.hidden = kind.value != words.PERSON
            entry.absent = kind.value == words.OWN_BOT
            bot.absent = not entry.absent
            entry.note = str(tallies.get((kind.value, str(self.rules)), ""))

    def on_form_changed(self, event: Form.Changed) -> None:
        """Update everything after a change."""
        if event.field is self.game and self.game.value != words.OWN_RULES:
            rules = list(PRESETS.values())[self.game.index].rules
            for field, value in zip(
                self.size_fields, (rules.width, rules.height, rules.k), strict=True
            ):
                field.value = str(value)
            self.gravity.value = words.FALL if rules.gravity else words.FREE
            self._match_fields()
        elif event.field in (*self.size_fields, self.gravity, *self.kinds):
            self._match_fields()
        elif event.field in self.bots:
            self._check_bot(self.bots.index(event.field))
        elif event.field is self.discs or event.field is self.mode:
            self.app.theme = theme_name(self.choices.mode, self.choices.discs)
        if event.field in self.kinds:
            self._say("")
            if event.field.value == words.OWN_BOT:
                self._check_bot(self.kinds.index(event.field))
        self.session.choices = self.choices
        self.form.renew()
        self._preview()

    def _check_bot(self, number: int) -> bool:
        """Say whether the bot that was typed so far is there, and complete its name."""
        bot = self.bots[number]
        bot.completion = completion(bot.value)
        text = words.BOT_FOUND.format(bot=bot.value)
        try:
            expect_bot(bot.value)
        except PlayerError as error:
            text = as_sentence(error) if bot.value else words.BOT_HOW
        self._say(text)
        return text == words.BOT_FOUND.format(bot=bot.value)

    def _say(self, text: str) -> None:
        self.line.put([(Piece(f" {text}"),)])

    def _preview(self) -> None:
        rules = self.rules
        scene = Scene(Position(rules), cursor=Cell((rules.width - 1) // 2, (rules.height - 1) // 2))
        self.view.show(scene)
        how = words.FALL if rules.gravity else words.FREE
        text = words.PREVIEW.format(width=rules.width, height=rules.height, k=rules.k, how=how)
        if rules.k > max(rules.width, rules.height):
            text = words.CANNOT_WIN.format(k=rules.k)
        texts = [text]
        if self.choices.clock:
            minutes, _, seconds = self.choices.clock.partition("+")
            means = words.CLOCK_MEANS
            texts.append(means.format(minutes=minutes, seconds=seconds))
        self.about.put([(), *paragraphs(texts, self.about.size.width, "label")])

    # -- keys and clicks ----------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Letters go into a name while one is selected."""
        sign = event.character or ""
        typed = event.key == "backspace" and self.form.erase()
        if not typed and sign.isprintable() and len(sign) == 1:
            typed = self.form.type(sign)
        if typed:
            event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """A name may also be pasted."""
        for sign in event.text:
            self.form.type(sign)

    def action_field(self, by: int) -> None:
        """Select another line."""
        self.form.move(by)

    def action_change(self, by: int) -> None:
        """Change the line that is selected."""
        self.form.change(by)

    async def on_rows_picked(self, event: Rows.Picked) -> None:
        """A button was clicked."""
        event.stop()
        await self.run_action(str(event.key))

    # -- on to the game -----------------------------------------------------------------------

    def action_play(self) -> None:
        """Start the game."""
        self.session.choices = choices = self.choices
        save_choices(self.session.folders, choices)
        for number, kind in enumerate(self.kinds):
            if kind.value == words.OWN_BOT and not self._check_bot(number):
                return
        try:
            players = [self._player(number) for number in range(2)]
        except InarowError as error:
            self._say(as_sentence(error))
            return
        starts = choices.starts if choices.starts < 2 else Random(self.session.seed).randrange(2)
        first, second = players if starts == 0 else players[::-1]
        self.session.autosave.leave()
        clock = Clock.parse(choices.clock) if choices.clock else None
        self.enter(Match(Record(Position(self.rules)), (first, second), clock))

    def _player(self, number: int) -> Player:
        kind, name = self.kinds[number].value, self.entries[number].value.strip()
        if kind == words.PERSON:
            return self.session.person(name or words.NAMELESS[number])
        if kind == words.OWN_BOT:
            return self.session.bot(self.bots[number].value)
        return self.session.player(kind, self.rules)

    def enter(self, match: Match, message: str = "") -> None:
        """Play *match*."""
        self.app.push_screen(GameScreen(self.session, match, message), lambda _: self._returned())

    def _returned(self) -> None:
        self._say(words.UNFINISHED_SAVED if self.session.autosave.is_saved else "")
        self._match_fields()
        self.form.renew()

    def action_load(self) -> None:
        """Show the saved games, and continue the one that is chosen."""
        from inarow.tui.games import GamesScreen

        self.app.push_screen(GamesScreen(self.session, self.session.autosave.games()), self._loaded)

    def _loaded(self, opened: Opened | None) -> None:
        if opened is not None:
            self.session.autosave.leave(opened.path)
            self.enter(opened.match, opened.message)

    def _offer(self, path: Path, record: Record) -> None:
        from inarow.tui.dialogs import AskScreen

        count = len(record.main.nodes)
        tags = record.tags
        question = words.OFFER.format(
            rules=record.rules,
            first=tags.get("First", "x"),
            second=tags.get("Second", "o"),
            count=words.MOVES.format(count=count) if count != 1 else words.ONE_MOVE,
        )

        def answered(go_on: bool | None) -> None:
            if go_on:
                self.session.autosave.adopt(path)
                self.enter(self.session.resumed(record))
            else:
                self.session.autosave.put_aside()
                self._say(words.PUT_ASIDE)

        self.app.push_screen(AskScreen(question, words.GO_ON_BUTTON, words.NEW_BUTTON), answered)
