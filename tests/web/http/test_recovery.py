"""Codes that people write down and type."""

import pytest

from inarow.web.http.recovery import DIGITS, new_code, read_code

CODE = "0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV"


def test_a_code_has_enough_bits_in_groups() -> None:
    codes = {new_code() for _ in range(500)}
    assert len(codes) == 500
    assert {len(group) for code in codes for group in code.split("-")} == {4}
    letters = "".join(codes).replace("-", "")
    assert set(letters) == set(DIGITS)
    assert len(letters) / 500 * 5 >= 128
    assert all(read_code(code) == code for code in codes)


@pytest.mark.parametrize(
    "typed",
    [
        CODE.lower(),
        CODE.replace("-", ""),
        CODE.replace("-", " "),
        CODE.replace("-", "–"),
        f"  {CODE}\n",
        CODE.replace("0", "O").replace("1", "l"),
        CODE.replace("0", "o").replace("1", "I"),
        CODE.replace("1", "i"),
    ],
)
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert read_code(typed) == CODE


@pytest.mark.parametrize(
    "typed", ["", CODE[:-1], CODE + "0", CODE.replace("V", "U"), CODE.replace("V", "é"), "-" * 90]
)
def test_what_is_no_code_is_not_read(typed: str) -> None:
    assert read_code(typed) is None
