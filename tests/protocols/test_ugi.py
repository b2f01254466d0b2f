import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow as ir
from inarow.protocols import searching
from inarow.protocols.ugi import Client, Server, go_line, info_line, position_line
from inarow.search.engine import Result
from inarow.search.scores import Score
from support.paths import DOCS
from support.talks import Told, finish


def listening(*heard: str) -> Told[Server]:
    return Told(Server, *heard)


def answers(*heard: str) -> list[str]:
    return listening(*heard).all()


# -- server -----------------------------------------------------------------------------------


def test_a_server_introduces_itself() -> None:
    lines = answers("ugi")
    assert lines[0] == f"id name inarow {ir.__version__}"
    assert lines[-1] == "ugiok"
    names = [line.split()[2] for line in lines if line.startswith("option")]
    assert names == ["rules", "threads", "table_mb", "exact"]
    assert answers("isready", "", "  ") == ["readyok"]


def test_queries_tell_about_the_position() -> None:
    queries = ("query gameover", "query p1turn", "query result")
    assert answers(*queries) == ["response false", "response true", "response none"]
    told = listening("position startpos moves 4 1 4 1 4 1 4")
    told.hear(*queries)
    assert told.all() == ["response true", "response false", "response p1win"]
    told.hear("position startpos moves 1414143")
    told.hear("query p1turn", "query islegal 4", "query fen")
    assert told.all() == [
        "response false",
        "response true",
        "response " + told.server.board.position.text(),
    ]
    told.hear("setoption name rules value 1x1x2", "position startpos moves 1", "query result")
    assert told.all() == ["response draw"]


def test_a_search_ends_with_the_best_move() -> None:
    *_, info, best = answers("position startpos moves 1 2 1 2 1", "go depth 2")  # o must block
    assert best == "bestmove 1"
    assert info.startswith("info depth ")
    for limit in (
        "nodes 100",
        "movetime 20",
        "p1time 1000 p2time 900 p1inc 0 p2inc 10",
        "depth 1 nodes 5",
    ):
        assert answers("position startpos moves 4", f"go {limit}")[-1].startswith("bestmove ")


def test_exact_scores_are_told_as_wins() -> None:
    *_, info, best = answers("position startpos moves 1 2 1 2 1 3", "go depth 4")
    assert "score win 1 pv 1" in info
    assert best == "bestmove 1"
    *_, info, _ = answers("setoption name rules value 3x3x3/free", "go movetime 2000")
    assert "score cp 0 " in info
    found = Score(1, ir.Side.FIRST, None)  # proved, but who knows how long it takes
    result = Result(ir.Position(ir.CONNECT_FOUR), (ir.Variation(found, (3,)),), 9, 100, 0.5)
    assert info_line(result) == "info depth 9 nodes 100 time 500 score cp 30000 pv 4"


def test_rules_without_gravity_have_cells_for_moves() -> None:
    told = listening(
        "setoption name rules value tic-tac-toe",
        "position startpos moves a1 c3 a2 c2",
        "go depth 3",
    )
    assert told.all()[-1] == "bestmove a3"
    told.hear("position fen 3x3x3/free 3/1x1/o2 x moves c3", "query fen")
    assert told.all() == ["response 3x3x3/free 2x/1x1/o2 o"]


def test_stop_ends_a_search_without_limit() -> None:
    for go in ("go infinite", "go", "go depth 100"):
        told = listening("setoption name rules value gomoku", go, "isready")
        lines = []
        while not (line := told.next()).startswith("bestmove "):
            lines.append(line)
            if line == "readyok":  # it is heard while it thinks
                told.hear("stop")
        assert "readyok" in lines
        assert lines[-1].startswith("info ")
        told.hear("stop")  # nothing to stop
        assert told.all() == []


def test_an_infinite_search_keeps_its_move_until_stop() -> None:
    told = listening("setoption name rules value 1x2x2", "go infinite", "go infinite")
    assert told.next() == "info string expected stop before go: a search is running"
    told.hear("isready")
    assert told.next() == "readyok"
    told.hear("stop")
    assert told.all()[-1] == "bestmove 1"


def test_quit_ends_the_conversation_and_the_search() -> None:
    told = listening("setoption name rules value gomoku", "go infinite")
    assert not told.server.hear("quit")


def test_a_new_game_begins_with_an_empty_board() -> None:
    told = listening(
        "setoption name rules value 5x4x4", "position startpos moves 1 1", "uginewgame", "query fen"
    )
    assert told.all() == ["response 5x4x4 5/5/5/5 x"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("hello", "expected one of ugi, isready, setoption, .* got 'hello'"),
        ("position", "expected position startpos or fen TEXT, and moves ..., got ''"),
        ("position startpos moves 9", "expected a column from 1 to 7, got '9' at character 2"),
        ("position startpos moves 1111111", "column 1 is full, in move 7"),
        ("position fen 7x6x4 x", "expected a position as rules, rows and turn"),
        ("setoption rules 7x6x4", "expected setoption name NAME value VALUE"),
        ("setoption name hash value 5", "expected an option from rules, threads, table_mb, exact"),
        ("setoption name rules value 0x0x0", "expected width from 1 to 35, got 0"),
        ("setoption name threads value many", "expected a number of up to 15 digits, got 'many'"),
        ("setoption name table_mb value 0", "expected table_mb from 1 to 1048576, got 0"),
        ("setoption name exact value maybe", "expected true or false, got 'maybe'"),
        ("query weather", "expected a query from gameover, p1turn, result, fen, islegal MOVE"),
        ("query islegal z9", "expected a column from 1 to 7, got 'z9'"),
    ],
)  # fmt: skip
def test_bad_lines_get_one_sentence_and_lose_nothing(line: str, says: str) -> None:
    told = listening("position startpos moves 4")
    before = told.server.board.copy()
    told.hear(line)
    (answer,) = told.all()
    with pytest.raises(ValueError, match=f"^info string {says}"):
        raise ValueError(answer)
    assert told.server.board == before


def test_any_white_space_separates_words() -> None:
    fen = "7x6x4\t7/7/7/7/7/3x3 o"
    assert answers(f"position\tfen\t{fen}", "query\tfen", "go\tdepth\t1")[0] == (
        "response 7x6x4 7/7/7/7/7/3x3 o"
    )
    assert answers("go\tmovetime\tx")[0] == "bestmove (none)"


@pytest.mark.parametrize(
    "line", ["go fast", "go depth", "go depth 0", "go movetime x", "go p2time 5"]
)
def test_whoever_asks_for_a_move_gets_an_answer(line: str) -> None:
    best, why = answers(line)
    assert best == "bestmove (none)"
    assert why.startswith("info string expected ")
    over = answers("position startpos moves 4 1 4 1 4 1 4", "go depth 1")
    assert over == ["bestmove (none)", "info string the game is over: x wins"]
    too_long = answers("setoption name rules value 20x20x20", "go depth 1")
    assert too_long == ["info string expected k up to 15, got 20x20x20", "bestmove (none)"]


@given(st.lists(st.text(max_size=30), max_size=10))
def test_no_line_breaks_a_server(lines: list[str]) -> None:
    said: list[str] = []
    server = Server(said.append, threads=1, table_mb=1)
    for line in lines:
        if not line.strip().startswith(("quit", "go")):
            assert server.hear(line)
    assert len(said) <= len(lines)


def as_everywhere(conversation: str) -> str:
    """A conversation as it is on every machine: without times, and the last info of a search."""
    last = re.sub(r"(< info depth .*\n)+(?=< info depth )", "", conversation)
    return re.sub(r" time \d+ ", " ", last)


def test_the_conversation_in_the_documentation_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "PAUSE", 1e9)  # however slow we are
    page = (DOCS / "how-to" / "protocols.md").read_text()
    (shown,) = re.findall(r"\n## UGI\n.*?```\n(> .*?)```", page, re.DOTALL)
    told = Told(Server, table_mb=64)  # as inarow engine has it if not told
    held = ""
    for line in re.findall(r"^> (.*)\n", shown, re.MULTILINE):
        told.server.hear(line)
        held += f"> {line}\n" + "".join(f"< {answer}\n" for answer in told.all())
    assert as_everywhere(held) == as_everywhere(shown.replace("0.1.0", ir.__version__))


# -- client -----------------------------------------------------------------------------------


def test_a_client_learns_the_name_and_the_options() -> None:
    client = Client()
    told = listening("ugi")
    name, sent = finish(client.open(), ["hello there", *told.all()])
    assert (name, sent) == (f"inarow {ir.__version__}", ["ugi"])
    _, sent = finish(client.begin(ir.TIC_TAC_TOE, ir.Limit(depth=1)), ["info string x", "readyok"])
    assert sent == ["setoption name rules value 3x3x3/free", "uginewgame", "isready"]


def test_a_client_says_nothing_of_rules_to_a_program_that_has_none() -> None:
    client = Client()
    assert finish(client.open(), ["ugiok"]) == ("", ["ugi"])
    _, sent = finish(client.begin(ir.TIC_TAC_TOE, ir.Limit(depth=1)), ["readyok"])
    assert sent == ["uginewgame", "isready"]


def test_a_client_asks_for_a_move() -> None:
    position = ir.Board(ir.CONNECT_FOUR, "44").position
    talk = Client().move(position, ir.Limit(seconds=0.1))
    move, sent = finish(talk, ["", "info depth 1", "bestmove 5 ponder 4"])
    assert (move, sent) == (4, ["position startpos moves 4 4", "go movetime 100"])
    for line in ("bestmove", "bestmove (none)", "bestmove 44"):
        with pytest.raises(ir.InarowError, match="expected a "):
            finish(Client().move(position, ir.Limit(depth=1)), [line])


def test_positions_and_limits_are_lines() -> None:
    assert position_line(ir.Position(ir.CONNECT_FOUR)) == "position startpos"
    odd = ir.Position.parse("3x3x3/free xx1/3/3 x")
    assert position_line(odd) == "position fen 3x3x3/free xx1/3/3 x"
    assert go_line(ir.Limit(seconds=1.5, nodes=7, depth=2)) == "go movetime 1500 nodes 7 depth 2"
    assert go_line(ir.Limit(seconds=0.0001)) == "go movetime 1"


def test_client_and_server_play_a_game_together() -> None:
    client, converse = Client(), listening().converse
    converse(client.open())
    for rules in (ir.Rules(5, 4, 4), ir.TIC_TAC_TOE):
        limit = ir.Limit(depth=2)
        converse(client.begin(rules, limit))
        board = ir.Board(rules)
        while board.outcome() is None:
            board.play(converse(client.move(board.position, limit)))


def test_info_lines_say_what_was_found() -> None:
    board = ir.Board(ir.CONNECT_FOUR, "112233")
    result = ir.Engine(threads=1, table_mb=1, exact=False).search(board, ir.Limit(depth=2))
    assert info_line(result).endswith("score win 1 pv 4")
    lost = ir.Board(ir.CONNECT_FOUR, "31415")  # b and f are both open: o loses
    result = ir.Engine(threads=1, table_mb=1, exact=False).search(lost, ir.Limit(depth=4))
    assert "score win -1 pv " in info_line(result)
