from pathlib import Path

import inarow
from support.program import run


def test_play_asks_what_it_was_not_told() -> None:
    played = run("play", answers=b"3\nAnn\nBob\nb2\nquit\n")
    assert played.returncode == 0
    assert "Who plays x?" in played.stdout
    assert played.stdout.endswith(
        " -m inarow play --plain --rules=3x3x3/free --moves=b2 --x=Ann --o=Bob\n"
    )


def test_play_goes_on_with_what_it_was_given(tmp_path: Path) -> None:
    asked = run(
        "play", "--rules", "7x6x4", "--moves", "445566", "--x", "Ann", "--o", "Bob", answers=b"7\n"
    )
    assert "Ann (x) wins: columns 4 to 7 of row 1." in asked.stdout
    path = tmp_path / "game.txt"
    inarow.Record.of(inarow.Board(inarow.CONNECT_FOUR, "445566")).save(path)
    loaded = run("play", "--load", str(path), "--x", "Ann", "--o", "Bob", answers=b"7\n")
    assert loaded.stdout == asked.stdout


def test_the_names_of_a_record_are_not_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[First "Ann"]\n[Second "Bob"]\n[Rules "7x6x4"]\n1. 4 *')
    loaded = run("play", "--load", str(path), answers=b"4\n")
    assert "Who plays" not in loaded.stdout
    assert "Bob (o) plays column 4." in loaded.stdout


def test_the_end_of_input_is_no_error_anywhere() -> None:
    for answers in (b"", b"1\n", b"1\nAnn\n", b"1\nAnn\nBob\n"):
        ended = run("play", answers=answers)
        assert (ended.returncode, ended.stderr) == (0, "")


def test_plain_output_has_no_escape_sequences() -> None:
    played = run(
        "play",
        "--rules",
        "7x6x4",
        "--x",
        "random",
        "--o",
        "random",
        "--seed",
        "1",
        answers=b"quit\n",
    )
    assert "\x1b" not in played.stdout
    assert "wins" in played.stdout
