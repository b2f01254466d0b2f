import io

import pytest

from inarow.terminal.console import Console


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_answers_from_a_pipe_are_echoed() -> None:
    output = io.StringIO()
    console = Console(io.StringIO("  yes \r\nno"), output)
    assert console.ask("first > ") == "yes"
    assert console.ask("second > ") == "no"
    assert output.getvalue() == "first >   yes \nsecond > no\n"


def test_answers_from_a_terminal_are_not() -> None:
    output = io.StringIO()
    assert Console(FakeTerminal("yes\n"), output).ask("sure > ") == "yes"
    assert output.getvalue() == "sure > "


def test_the_end_of_input_is_an_error_of_its_own() -> None:
    output = io.StringIO()
    console = Console(io.StringIO(), output)
    with pytest.raises(EOFError):
        console.ask("more > ")
    assert output.getvalue() == "more > \n"


def test_a_line_without_an_end_is_the_end_of_input() -> None:
    console = Console(io.StringIO("\0" * 200_000), io.StringIO())
    with pytest.raises(EOFError):
        console.ask("more > ")


def test_a_byte_order_mark_is_no_answer() -> None:
    assert Console(io.StringIO("\ufeff4\n"), io.StringIO()).ask("column > ") == "4"
