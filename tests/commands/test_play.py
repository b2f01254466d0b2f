from pathlib import Path

import inarow
from inarow.board.rules import PRESETS
from support.program import run
from support.terminal import full_screen


def test_play_asks_what_it_was_not_told() -> None:
    number = [*PRESETS].index("tic-tac-toe") + 1
    played = run("play", answers=b"%d\nAnn\nBob\nb2\nquit\n" % number)
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
    alone = run("play", "--moves", "445566", "--x", "Ann", "--o", "Bob", answers=b"7\n")
    assert alone.stdout == asked.stdout
    path = tmp_path / "game.txt"
    inarow.Record.of(inarow.Board(inarow.CONNECT_FOUR, "445566")).save(path)
    loaded = run("play", "--load", str(path), "--x", "Ann", "--o", "Bob", answers=b"7\n")
    assert loaded.stdout == asked.stdout


def test_bad_options_are_refused_before_anything_is_asked() -> None:
    for options in (("--x", "level 11"), ("--o", "gone.py"), ("--moves", "9"), ("--clock", "5+3")):
        refused = run("play", *options, answers=b"3\n")
        assert refused.returncode == 2
        assert "Which game?" not in refused.stdout


def test_moves_without_rules_are_those_of_connect_four() -> None:
    played = run("play", "--moves", "44", "--x", "Ann", "--o", "Bob", answers=b"moves\n")
    assert "column 1 to 7, or help > moves\n4 4\n" in played.stdout


def test_the_names_of_a_record_are_not_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[First "Ann"]\n[Second "Bob"]\n[Rules "7x6x4"]\n1. 4 *')
    loaded = run("play", "--load", str(path), answers=b"4\n")
    assert "Who plays" not in loaded.stdout
    assert "Bob (o) plays column 4." in loaded.stdout


def test_a_program_that_only_a_file_names_is_not_started(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        f"open({str(tmp_path / 'started')!r}, 'w').close()\ndef agent(board): return 3\n"
    )
    path = tmp_path / "game.txt"
    path.write_text(f'[First "Ann"]\n[Second "python:{bot}"]\n[Rules "7x6x4"]\n1. 4 *')
    asked = run("play", "--load", str(path), answers=b"")
    assert f"The saved game names a program to play o: python:{bot}." in asked.stdout
    refused = run("play", "--load", str(path), answers=b"Bob\n5\nquit\n")
    assert "Bob (o) plays column 5." in refused.stdout
    assert not (tmp_path / "started").exists()
    trusted = run("play", "--load", str(path), answers=b"\nquit\n")
    assert "(o) plays column 4." in trusted.stdout


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


def test_what_is_no_clock_is_refused_before_anything_is_shown() -> None:
    shown = run("play", "--clock", "soon", "--x", "Ann", "--o", "Bob")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert "expected a clock such as 5+3" in shown.stderr


def test_the_plain_game_has_no_clock_and_says_so() -> None:
    shown = run("play", "--plain", "--clock", "5+3", "--rules", "7x6x4")
    assert shown.returncode == 2
    assert "the plain game has no clock" in shown.stderr


def test_a_clock_is_shown_in_the_full_screen(tmp_path: Path) -> None:
    window = full_screen(tmp_path, "--clock", "5+3", "--x", "Ann", "--o", "Bob")
    window.read_until(b"5:00")
    window.type(b"q")
    assert window.finish() == 0
