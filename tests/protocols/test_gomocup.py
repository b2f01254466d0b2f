import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow as ir
from inarow.protocols.gomocup import Client, Server
from support.paths import DOCS
from support.talks import Told, finish

QUICK = ("INFO timeout_turn 0",)
LIMIT = ir.Limit(seconds=0.5)


def listening(*heard: str) -> Told[Server]:
    return Told(Server, *QUICK, *heard)


def answers(*heard: str) -> list[str]:
    return listening(*heard).all()


# -- server -----------------------------------------------------------------------------------


def test_boards_are_square_or_not() -> None:
    assert answers("START 15", "start 20", "RECTSTART 9,7") == ["OK", "OK", "OK"]
    told = listening("RECTSTART 9,7")
    assert told.server.position == ir.Position(ir.Rules(9, 7, 5, gravity=False))
    assert answers("START 99") == ["ERROR expected width from 1 to 35, got 99"]


def test_begin_and_turn_are_answered_by_moves() -> None:
    told = listening("START 15", "BEGIN")
    ok, move = told.all()
    assert ok == "OK"
    column, row = map(int, move.split(","))
    assert told.server.position is not None
    assert told.server.position.at(column, row) is ir.Side.FIRST
    free = next(f"{c},0" for c in range(15) if told.server.position.at(c, 0) is None)
    told.hear(f"TURN {free}")
    told.all()
    assert told.server.position.ply == 3


def test_a_board_is_set_up_and_answered() -> None:
    told = listening(
        "START 15",
        "BOARD",
        "7,7,1",
        "0,0,2",
        "7,8,1",
        "0,2,2",
        "7,9,1",
        "0,4,2",
        "7,10,1",
        "0,6,2",
        "DONE",
    )
    _, move = told.all()
    assert move in ("7,6", "7,11")  # five in a row
    told.hear(
        "BOARD", "7,7,2", "0,0,1", "7,8,2", "0,2,1", "7,9,2", "0,4,1", "7,10,2", "7,6,1", "DONE"
    )
    assert told.all() == ["7,11"]  # blocks
    assert told.server.position is not None
    assert told.server.position.turn is ir.Side.SECOND  # the other side has begun


def test_takeback_and_restart() -> None:
    told = listening("START 5", "BOARD", "2,2,2", "DONE")
    _, move = told.all()
    told.hear(f"TAKEBACK {move}", "TAKEBACK 2,2", "TAKEBACK 2,2")
    assert told.all() == ["OK", "OK", "ERROR expected a cell with a disc, got '2,2'"]
    assert told.server.position == ir.Position(ir.Rules(5, 5, 5, gravity=False))
    told.hear("TURN 1,1", "RESTART")
    told.server.finish()
    told.hear("RESTART")
    assert told.server.position == ir.Position(ir.Rules(5, 5, 5, gravity=False))


def test_other_rules_are_refused_when_a_game_is_wanted() -> None:
    told = listening("INFO rule 4")
    assert told.all() == []  # nobody reads an answer to INFO
    told.hear("START 15")
    refusal = "ERROR expected rule 0, where five or more win, got 4: renju cannot be played here"
    assert told.all() == [refusal]
    told.hear("INFO rule 0", "START 15", "INFO rule 3", "BEGIN")
    assert told.all() == ["OK", "ERROR expected rule 0, where five or more win, got 3: "
                          "exactly five and a continuous game cannot be played here"]  # fmt: skip


def test_how_many_in_a_row_can_be_told() -> None:
    told = listening("INFO k 3", "START 3")
    assert told.server.position == ir.Position(ir.TIC_TAC_TOE)
    told.hear("INFO k 2")  # nothing was played yet
    assert told.server.position == ir.Position(ir.Rules(3, 3, 2, gravity=False))
    assert answers("INFO k 0") == ["ERROR expected k from 1 to 35, got 0"]


def test_limits_are_kept() -> None:
    told = listening("INFO timeout_turn 2000")
    assert told.server._seconds() == pytest.approx(1.93)
    told.hear("INFO time_left 1000")
    assert told.server._seconds() == pytest.approx(0.068)
    told.hear("INFO time_left 2147483647", "INFO timeout_turn 0")
    assert told.server._seconds() == pytest.approx(0.02)
    told.hear(
        "INFO time_left -5", "INFO timeout_match 0", "INFO max_memory 83886080", "INFO folder x"
    )
    told.hear("INFO game_type 1", "INFO evaluate 1,1", "INFO", "INFO timeout_turn soon")
    assert told.all() == []
    assert told.server._engine.table_mb == 1
    large = Server(print, table_mb=64)
    large.hear("INFO max_memory 83886080")
    assert large._engine.table_mb == 40


def test_about() -> None:
    (about,) = answers("ABOUT")
    assert about.startswith('name="inarow", version="')


def test_end_ends_the_thinking_without_a_word() -> None:
    told = listening("START 20", "INFO timeout_turn 100000", "BEGIN")
    assert told.next() == "OK"
    told.hear("TURN 1,1", "ABOUT", "INFO timeout_turn 50")
    assert told.next() == "ERROR expected no TURN before my move: I am still thinking"
    assert told.next().startswith("name=")
    assert not told.server.hear("END")
    assert told.lines.empty()


def test_any_white_space_separates_words() -> None:
    told = listening("START\t15", "INFO\ttimeout_turn\t100")
    assert told.server._turn_seconds == 0.1
    assert told.server.position == ir.Position(ir.Rules(15, 15, 5, gravity=False))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("HELLO", "UNKNOWN 'HELLO'"),
        ("SWAP2BOARD", "UNKNOWN 'SWAP2BOARD'"),
        ("START", "ERROR expected the size of a board, got ''"),
        ("START x", "ERROR expected the size of a board, got 'x'"),
        ("RECTSTART 9", "ERROR expected RECTSTART WIDTH,HEIGHT, got '9'"),
        ("TURN", "ERROR expected x,y from 0,0 to 14,14, got ''"),
        ("TURN 15,0", "ERROR expected x,y from 0,0 to 14,14, got '15,0'"),
        ("TURN 7,7", "ERROR cell h8 is taken"),
        ("TAKEBACK -1,1", "ERROR expected x,y from 0,0 to 14,14, got '-1,1'"),
    ],
)
def test_bad_lines_get_one_answer_and_lose_nothing(line: str, says: str) -> None:
    told = listening("START 15", "BOARD", "7,7,2", "DONE")
    told.all()
    before = told.server.position
    told.hear(line)
    assert told.all() == [says]
    assert told.server.position == before


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["1,1,4"], "ERROR expected x,y,1 (mine) or x,y,2 (yours), got '1,1,4'"),
        (["1,1,1", "hello"], "ERROR expected x,y,1 (mine) or x,y,2 (yours), got 'hello'"),
        (["1,1,1", "1,1,2"], "ERROR expected one disc in a cell, got two in b2"),
        ([f"{i},1,1" for i in range(5)], "ERROR the game is over: x wins"),
    ],
)
def test_a_bad_board_is_refused_as_a_whole(lines: list[str], says: str) -> None:
    told = listening("START 15", "BOARD", *lines, "", "DONE")
    assert told.all() == ["OK", says]
    assert told.server.position == ir.Position(ir.GOMOKU)


def test_nothing_is_played_before_start() -> None:
    for line in ("BEGIN", "TURN 1,1", "RESTART", "TAKEBACK 1,1"):
        assert answers(line) == ["ERROR expected START first: there is no game yet"]


@given(st.lists(st.text(max_size=20), max_size=10))
def test_no_line_breaks_a_server(lines: list[str]) -> None:
    said: list[str] = []
    server = Server(said.append, threads=1, table_mb=1)
    for line in lines:
        if not line.strip().upper().startswith("END"):
            assert server.hear(line)
    assert len(said) <= len(lines)


def test_the_conversation_in_the_documentation_is_true() -> None:
    page = (DOCS / "how-to" / "protocols.md").read_text()
    (conversation,) = re.findall(r"\n## Gomocup\n.*?```\n(> .*?)```", page, re.DOTALL)
    told = listening()
    for line in conversation.splitlines():
        if line.startswith("> "):
            told.server.finish()  # the other program waits for the move
            told.server.hear(line[2:])
        else:
            assert told.next() == line[2:]
    assert told.all() == []


# -- client -----------------------------------------------------------------------------------

STARTED = ["INFO timeout_turn 500", "INFO timeout_match 0", "INFO game_type 1", "INFO rule 0"]


def begun(rules: ir.Rules = ir.GOMOKU) -> Client:
    client = Client()
    finish(client.begin(rules, LIMIT), ["OK"])
    return client


def test_a_client_begins_a_game() -> None:
    assert finish(Client().open(), []) == ("", [])
    _, sent = finish(Client().begin(ir.GOMOKU, LIMIT), ["DEBUG hi", "", "OK - ready"])
    assert sent == [*STARTED, "START 15"]
    _, sent = finish(Client().begin(ir.Rules(9, 7, 4, gravity=False), LIMIT), ["ok"])
    assert sent == [*STARTED, "INFO k 4", "RECTSTART 9,7"]
    _, sent = finish(begun(ir.TIC_TAC_TOE).begin(ir.GOMOKU, LIMIT), ["OK"])
    assert sent == [*STARTED, "INFO k 5", "START 15"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("ERROR too large", "expected an answer to 'START 15', got 'ERROR too large'"),
        ("UNKNOWN command", "expected an answer to 'START 15', got 'UNKNOWN command'"),
        ("7,7", "expected OK after 'START 15', got '7,7'"),
    ],
)
def test_a_client_is_told_that_a_game_cannot_begin(line: str, says: str) -> None:
    with pytest.raises(ir.PlayerError, match=says):
        finish(Client().begin(ir.GOMOKU, LIMIT), [line])
    with pytest.raises(ir.PlayerError, match=r"expected rules without gravity .* got 7x6x4"):
        finish(Client().begin(ir.CONNECT_FOUR, LIMIT), [])


def test_a_client_tells_only_what_is_new() -> None:
    client = begun()
    board = ir.Board(ir.GOMOKU)
    move, sent = finish(client.move(board.position, LIMIT), ["MESSAGE thinking", "7,7"])
    assert (move, sent) == (7 * 15 + 7, ["BEGIN"])
    board.play(move)
    board.play(ir.notation.parse_move("a2", ir.GOMOKU))
    move, sent = finish(client.move(board.position, LIMIT), ["7,8"])
    assert sent == ["TURN 0,1"]


def test_a_client_sets_up_what_the_program_does_not_know() -> None:
    client = begun()
    board = ir.Board(ir.GOMOKU, "h8 a1 h9")
    _, sent = finish(client.move(board.position, LIMIT), ["1,1"])
    assert sent == ["BOARD", "7,7,2", "0,0,1", "7,8,2", "DONE"]
    other = ir.Board(ir.GOMOKU, "a1 b1")
    _, sent = finish(client.move(other.position, LIMIT), ["OK", "1,1"])
    assert sent == ["RESTART", "BOARD", "0,0,1", "1,0,2", "DONE"]


@pytest.mark.parametrize("line", ["99,1", "x", "1", "ERROR", "a1"])
def test_other_answers_are_no_moves(line: str) -> None:
    with pytest.raises(ir.InarowError, match="expected "):
        finish(begun().move(ir.Position(ir.GOMOKU), LIMIT), [line])


def test_client_and_server_play_a_game_together() -> None:
    client, converse = Client(), listening().converse
    rules = ir.Rules(4, 3, 3, gravity=False)
    other = ir.Random(seed=1)
    for begins in (True, False):
        converse(client.begin(rules, ir.Limit(seconds=0.001)))
        board = ir.Board(rules)
        while board.outcome() is None:
            ours = (board.turn is ir.Side.FIRST) is begins
            board.play(
                converse(client.move(board.position, LIMIT))
                if ours
                else other.choose(board.position)
            )
