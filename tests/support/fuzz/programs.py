"""What other programs say: those that drive our engine, and those that play against it."""

from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import inarow as ir
from inarow.players.by_text import as_entrant, entrant, meant, parse_limit, player_by_name, typed
from inarow.players.clock import Clock
from inarow.protocols import Driver, gomocup, json_lines, ugi
from inarow.search.engine import Engine, Limit, Result, Variation
from inarow.search.scores import Estimate
from support.fuzz.target import Trial, as_text, shared, target, tried

POSITIONS = [
    ir.Position(ir.CONNECT_FOUR),
    ir.Board("44444325").position,
    ir.Board("tic-tac-toe b2 a1").position,
    ir.Position.parse("7x6x4 7/7/7/7/3o3/2ooo2 x"),
    ir.Position(ir.Rules(35, 35, 5, gravity=False)),
    ir.Position(ir.Rules(9, 5, 3, gravity=False)),
]


class Quick(Engine):
    """Plays the first legal move, without thinking."""

    def search(self, position: Any, *_: Any, **__: Any) -> Result:
        line = (next(iter(position.legal_moves())),)
        return Result(position, (Variation(Estimate(0, position.turn), line),), 1, 1, 0.0)


UGI = """
    ugi isready quit stop uginewgame position startpos fen moves go infinite movetime nodes
    depth p1time p2time p1inc p2inc query gameover p1turn result islegal setoption name value
    rules threads table_mb exact true false 7x6x4
"""
ANSWERS = {"id", "option", "ugiok", "readyok", "info", "bestmove", "response"}


@shared("protocols.ugi", "protocols.searching", words=UGI)
def ugi_server() -> Iterator[Trial]:
    """Each line is answered, `go` by one legal move, and what is refused changes nothing."""
    with patch.object(ugi, "Engine", Quick):
        yield _to_ugi


def _to_ugi(data: bytes) -> None:
    said: list[str] = []
    server = ugi.Server(said.append, threads=1, table_mb=1)
    asked: list[ir.Position] = []
    for line in as_text(data).split("\n")[:30]:
        before, told = server.board.position, len(said)
        goes_on = server.hear(line)
        if line.split()[:1] == ["go"] and "stop before go" not in "".join(said[told:]):
            asked.append(before)
        if not server._searching._held:
            server.finish()
        if any(each.startswith("info string") for each in said[told:]):
            assert server.board.position == before
        assert goes_on == (line.split()[:1] != ["quit"])
        if not goes_on:
            break
    server.close()
    answers = [line.split() for line in said]
    moves = [words[1] for words in answers if words[0] == "bestmove"]
    assert len(moves) == len(asked)
    for move, position in zip(moves, asked, strict=True):
        assert move == ugi.NONE or ir.Board(position).is_legal(move)
    assert {words[0] for words in answers} <= ANSWERS
    _expect_lines(said)


def _expect_lines(said: list[str]) -> None:
    for line in said:
        assert line.isprintable(), repr(line)


GOMOCUP = """
    START RECTSTART 15,15 20 RESTART BEGIN TURN 7,7 BOARD DONE ,1 ,2 TAKEBACK INFO timeout_turn
    time_left timeout_match max_memory rule k ABOUT END
"""


@shared("protocols.gomocup", words=GOMOCUP)
def gomocup_server() -> Iterator[Trial]:
    """Each command gets one answer, and what is refused changes nothing."""
    with patch.object(gomocup, "Engine", Quick):
        yield _to_gomocup


def _to_gomocup(data: bytes) -> None:
    said: list[str] = []
    server = gomocup.Server(said.append, threads=1, table_mb=1)
    for line in as_text(data).split("\n")[:40]:
        before, told, setting_up = server.position, len(said), server._setup is not None
        goes_on = server.hear(line)
        server.finish()
        answers = said[told:]
        word = "".join(line.split()[:1]).upper()
        assert goes_on == (word != "END")
        if not goes_on:
            assert not answers
            break
        quiet = not word or word == "INFO" or server._setup is not None
        assert len(answers) == 1 or (quiet and not answers) or (setting_up and not answers)
        if answers and answers[0].startswith("ERROR"):
            assert server.position == before
        elif answers and answers[0][0].isdigit():
            assert server.position is not None
            assert server.position.occupied
    server.close()
    _expect_lines(said)


def _converse(driver: Driver, data: bytes) -> None:
    """Let a program say what it likes to us: we get a move, or a sentence, or go on listening."""
    position = POSITIONS[data[0] % len(POSITIONS) if data else 0]
    lines = iter(as_text(data[1:]).splitlines())
    limit = Limit(seconds=1)
    talks: list[Callable[[], Any]] = [
        driver.open,
        lambda: driver.begin(position.rules, limit),
        lambda: driver.move(position, limit),
    ]
    found: Any = None
    for talk in talks:
        found = tried(_talk, talk(), lines)
        if found is None:
            return
    assert 0 <= found < position.rules.move_count


def _talk(talk: Any, lines: Iterator[str]) -> Any:
    """What a conversation is about; `None` if it was not to the end."""
    try:
        _expect_lines(sent := next(talk))
        for line in lines:
            assert not any("\n" in each for each in sent)
            sent = talk.send(line)
            _expect_lines(sent)
    except StopIteration as end:
        return "" if end.value is None else end.value
    return None


@target("protocols.ugi", words="id name option ugiok readyok bestmove rules (none) info pv")
def ugi_client(data: bytes) -> None:
    """A program that speaks UGI can only choose a move, or fail in a sentence."""
    _converse(ugi.Client(), data)


@target("protocols.gomocup", words="OK ERROR UNKNOWN MESSAGE DEBUG SUGGEST 7,7")
def gomocup_client(data: bytes) -> None:
    """The same for Gomocup."""
    _converse(gomocup.Client(), data)


@target("protocols.json_lines", words='{"move": "error": "b2" 3 null 1e999 -0 ready')
def json_client(data: bytes) -> None:
    """The same for JSON, in lines and in the body of an answer."""
    _converse(json_lines.GreetedClient(), data)
    position = POSITIONS[data[0] % len(POSITIONS) if data else 0]
    if position.outcome() is None:
        move = tried(json_lines.read_answer, data[1:], position)
        assert move is None or position.is_legal(move)


PLAYERS = """
    random cautious level: perfect: engine: ugi: gomocup: python: json: http:// https:// @100ms:
    5000n d6 ,inexact ,threads= ,table_mb= person: bot.py:agent 5+3 0.5+1 2s
"""


@target("players.by_text", "players.clock", words=PLAYERS)
def player(data: bytes) -> None:
    """A text is a player who can be typed again, or is refused."""
    text = as_text(data)
    for read in (entrant, player_by_name):
        found = tried(read, text)
        if found is not None:
            assert found.name.isprintable() or not isinstance(found, ir.Human)
            found.close()
    name = tried(meant, text)
    if name is not None and name.isprintable():
        assert meant(typed(ir.Human(name))) == name
    tried(as_entrant, text, "2s")
    limit = tried(parse_limit, text)
    assert limit is None or ugi.go_line(limit)
    clock = tried(Clock.parse, text)
    if clock is not None:
        assert Clock.parse(clock.text) == clock
        assert Clock.parse(clock.text, clock.left_text) == clock
