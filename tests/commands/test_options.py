import pytest

import inarow as ir
from inarow.commands.options import (
    Parser,
    add_rules,
    add_scheduler,
    add_time,
    add_workers,
    choose_run,
    position_at_start,
    read_position,
)


def test_moves_give_a_position_and_its_last_disc() -> None:
    position, last = read_position(["44", "5"], None)
    assert position == ir.Board(ir.CONNECT_FOUR, "445").position
    assert last == (4, 0)
    position, last = read_position([], ir.TIC_TAC_TOE)
    assert (position, last) == (ir.Position(ir.TIC_TAC_TOE), None)


@pytest.mark.parametrize("text", ["3x3x3/free 3/1x1/2o x", "4x1x2 xo2 x"])
def test_a_position_text_needs_no_quotes(text: str) -> None:
    assert read_position(text.split(), None) == (ir.Position.parse(text), None)
    assert read_position([text], None) == (ir.Position.parse(text), None)


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("tic-tac-toe b2 a1", (0, 0)),
        ("18x18x4 99aa", (9, 1)),
        ("7x6x4", None),
        ("3x3x3/free", None),
    ],
)
def test_rules_may_come_first_as_in_the_library(text: str, last: tuple[int, int] | None) -> None:
    assert read_position(text.split(), None) == (ir.Position.of(text), last)
    assert read_position([text], ir.Position.of(text).rules) == (ir.Position.of(text), last)


@pytest.mark.parametrize("text", ["4x1x2 xo2 x", "4x1x2 1", "4x1x2"])
def test_the_rules_of_the_text_are_those_of_the_option(text: str) -> None:
    with pytest.raises(ir.NotationError, match="expected a position of 7x6x4, got one of 4x1x2"):
        read_position(text.split(), ir.CONNECT_FOUR)


def test_a_parser_complains_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser(prog="inarow try")
    add_rules(parser, "none if not given")
    assert parser.parse_args(["--rules", "gomoku"]).rules == ir.GOMOKU
    for arguments in (["--rules", "chess"], ["--rules"], ["more"]):
        with pytest.raises(SystemExit) as caught:
            parser.parse_args(arguments)
        assert caught.value.code == 2
        said = capsys.readouterr().err
        assert said.startswith("inarow try: ")
        assert said.endswith("; see inarow try --help\n")
        assert said.count("\n") == 1


def test_times_are_seconds_above_zero(capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser(prog="inarow try")
    add_time(parser, 10, "how long to try")
    assert parser.parse_args([]).time == 10
    assert parser.parse_args(["--time", "0.5"]).time == 0.5
    for text in ("0", "-1", "nan", "soon", ""):
        with pytest.raises(SystemExit):
            parser.parse_args(["--time", text])
        assert f"expected seconds above 0, got {text!r}" in capsys.readouterr().err


def test_jobs_are_done_here_or_on_a_cluster() -> None:
    parser = Parser()
    add_scheduler(parser)
    assert list(choose_run(parser.parse_args([]))(abs, [])) == []
    add_workers(parser)
    assert list(choose_run(parser.parse_args(["--workers", "1"]))(abs, [-1])) == [1]
    for words, says in (
        (["--workers", "0"], "expected at least one worker, got 0"),
        (["--workers", "2", "--scheduler", "tcp://127.0.0.1:1"], "expected --workers or --schedul"),
        (["--scheduler", "there"], "expected a scheduler's address"),
    ):
        with pytest.raises(ir.JobError, match=says):
            choose_run(parser.parse_args(words))


@pytest.mark.parametrize(
    ("line", "rules", "text"),
    [
        ("4453 -2\n", None, "4453"),
        ("b2 c3 +1\n", ir.TIC_TAC_TOE, "b2c3"),
        (" \n", None, ""),
        ("tic-tac-toe b2 c3 +1\n", None, "tic-tac-toe b2c3"),
        ("9x6x4 5544 2\n", None, "9x6x4 5544"),
        ("9x6x4\n", None, "9x6x4"),
        ("7x6x4 7/7/7/7/7/3x3 o -2\n", None, "7x6x4 7/7/7/7/7/3x3 o"),
        ("4x1x2 xo2 x 1\n", None, "4x1x2 xo2 x"),
    ],
)
def test_a_position_ends_where_a_score_begins(line: str, rules: ir.Rules | None, text: str) -> None:
    assert position_at_start(line, rules) == text
