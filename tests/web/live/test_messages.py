"""Frames that are understood, and those that are not."""

import pytest
from pydantic import ValidationError

from inarow.web.live.messages import Move, NewGame, Ping, new_id, read_frame


def test_a_frame_is_read_by_its_type() -> None:
    frame = read_frame('{"t":"move","move":3,"version":12,"id":"abcdefgh"}')
    assert frame == Move(move=3, version=12, id="abcdefgh")
    assert read_frame(b'{"t":"ping","n":7}') == Ping(t="ping", n=7)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"t":"dance"}',
        '{"t":"move"}',
        '{"t":"move","move":"3","id":"abcdefgh"}',
        '{"t":"move","move":true,"id":"abcdefgh"}',
        '{"t":"move","move":-1,"id":"abcdefgh"}',
        '{"t":"move","move":3.5,"id":"abcdefgh"}',
        '{"t":"move","move":3,"id":"short"}',
        '{"t":"move","move":3,"id":"with space"}',
        '{"t":"move","move":3,"id":"abcdefgh","more":1}',
        '{"t":"move","move":3,"id":"' + "x" * 41 + '"}',
        '{"t":"offer","what":"money"}',
        '{"t":"tail","version":-1}',
        '{"t":"ping","n":1e400}',
        b"\xff\xfe",
    ],
)
def test_anything_else_is_not_understood(text: str | bytes) -> None:
    with pytest.raises(ValidationError):
        read_frame(text)


@pytest.mark.parametrize("text", ["7x6x4", "18x18x6/free", "4x4x3", "3x3x3/free", "18x4x5"])
def test_rules_of_the_site(text: str) -> None:
    assert NewGame(rules=text).rules == text


@pytest.mark.parametrize("text", ["19x6x4", "7x3x4", "7x6x2", "7x6x7", "3x3x3", "x", "", "7x6"])
def test_other_rules_are_not_played_here(text: str) -> None:
    with pytest.raises(ValidationError):
        NewGame(rules=text)


@pytest.mark.parametrize("opponent", ["level 0", "level 11", "nobody", "", "perfect "])
def test_unknown_opponents_do_not_come(opponent: str) -> None:
    with pytest.raises(ValidationError):
        NewGame(opponent=opponent)


def test_ids_cannot_be_guessed() -> None:
    ids = {new_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert {len(name) for name in ids} == {16}  # 96 bits
