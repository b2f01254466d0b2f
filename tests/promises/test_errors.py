import inspect

import numpy as np
import pytest

import inarow as ir
from inarow import errors


def test_every_error_is_an_inarow_error_and_a_value_error() -> None:
    found = [thing for _, thing in inspect.getmembers(errors, inspect.isclass)]
    assert {error.__name__ for error in found} == set(errors.__all__)
    for error in found:
        assert issubclass(error, errors.InarowError)
        assert issubclass(error, ValueError)
        assert getattr(ir, error.__name__) is error


def test_the_tree_is_the_drawn_one() -> None:
    drawn = errors.__doc__ or ""
    for name in errors.__all__:
        assert name in drawn
    assert issubclass(ir.RecordError, ir.NotationError)


def test_a_notation_error_knows_its_place() -> None:
    error = ir.NotationError("expected this, got that", 4)
    assert (str(error), error.place) == ("expected this, got that at character 5", 4)
    assert str(ir.NotationError("expected this")) == "expected this"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a", "'a'"),
        (None, "None"),
        ("x" * 61, "'" + "x" * 40 + "'... (61 characters)"),
        (list(range(50)), str(list(range(50)))[:50] + "..."),
        (np.eye(2, dtype=int), "array([[1, 0], [0, 1]])"),
        ("a\nb  c", r"'a\nb  c'"),
    ],
)
def test_what_came_is_quoted_and_cut(value: object, shown: str) -> None:
    assert errors.quoted(value) == shown


def test_an_error_becomes_a_sentence() -> None:
    assert errors.as_sentence(ir.IllegalMoveError("column 4 is full")) == "Column 4 is full."
    assert errors.as_sentence("It is.") == "It is."
    assert errors.as_sentence("level 3 is thinking …") == "Level 3 is thinking …"


def test_a_reason_is_in_the_words_of_the_system_or_of_the_error() -> None:
    assert errors.reason(FileNotFoundError(2, "No such file", "a.txt")) == "No such file"
    assert errors.reason(OSError("disk on fire")) == "disk on fire"
    assert errors.reason(ir.RecordError("expected this")) == "expected this"
