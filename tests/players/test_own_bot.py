from pathlib import Path

import pytest

from inarow.errors import PlayerError
from inarow.players.own_bot import bot_text, completion, expect_bot


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "bot.py").write_text("def agent(board):\n    return 3\n")
    (tmp_path / "bad.py").write_text("def agent(board):\n    return (\n")
    (tmp_path / "noise.py").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "deep.py").write_text("agent = None\n")
    (tmp_path / "notes.txt").write_text("bread")
    return tmp_path


@pytest.mark.parametrize(
    "text",
    ["bot.py", " bot.py:agent ", "~/bot.py", "level 3", "python3 -m bot", "json:python3 -m bot"],
)
def test_what_can_be_started_is_not_complained_about(text: str) -> None:
    expect_bot(text)


@pytest.mark.parametrize("text", ["http://localhost:8000/move", "bots:play"])
def test_what_only_shows_when_it_plays_is_left_alone(text: str) -> None:
    expect_bot(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected a file such as bot.py, or a command"),
        ("gone.py", "no such file: gone.py"),
        ("n" * 300 + ".py", "no such file: nnn"),
        ("~no-such-one", "no such file or program: ~no-such-one"),
        ("~no-such-one/bot.py", "no such file: ~no-such-one/bot.py"),
        ("bad.py", "line 2 of bad.py: "),
        ("noise.py", "noise.py"),
        ("hal9000 --fast", "no such file or program: hal9000 --fast"),
        ("ugi:hal9000", "no such program: hal9000"),
        ("json:'", "expected a command"),
        ("http://", "expected an address such as"),
    ],
)
def test_what_is_wrong_is_said_at_once(text: str, problem: str) -> None:
    with pytest.raises(PlayerError) as raised:
        expect_bot(text)
    assert problem in str(raised.value)


def test_a_home_is_spelled_out(here: Path) -> None:
    assert bot_text("~/bot.py") == f"python:{here}/bot.py"


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("bo", "t.py"),
        ("bots", "/"),
        ("bots/", "deep.py"),
        ("./b", "ad.py"),
        ("~/bo", "t.py"),
        ("", ""),
        ("notes", ""),
        ("nowhere/", ""),
        ("~", ""),
        ("~no-such-one/b", ""),
        ("bot.py", ""),
    ],
)
def test_python_files_and_folders_are_completed(text: str, more: str) -> None:
    assert completion(text) == more
