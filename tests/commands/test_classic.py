"""The command; the conversation itself is in test_seeds_002.py."""

from support.program import run


def test_odd_bytes_on_standard_input_are_just_bad_answers() -> None:
    said = run("classic", answers=b"\xff\xfe\no\n\x00\nn\n", PYTHONIOENCODING="ascii:strict")
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.count("Invalid input! please enter a valid choice!") == 2
