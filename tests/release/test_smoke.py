"""Every command has a trial, and a trial can fail."""

import sys
from pathlib import Path

import pytest

import smoke
from inarow.cli import COMMANDS
from smoke import TRIALS, Program, SmokeError, commands_of, try_all

INSTALLED = Path(sys.executable).parent / "inarow"


def test_every_command_has_a_trial() -> None:
    assert set(TRIALS) == set(COMMANDS)


def test_the_commands_are_read_from_the_help(tmp_path: Path) -> None:
    shown = Program(tmp_path, path=INSTALLED).run("--help")
    assert commands_of(shown) == list(COMMANDS)


def test_a_command_without_a_trial_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(TRIALS, "count")
    with pytest.raises(SmokeError, match=r"commands .*'count'"):
        try_all(Program(tmp_path, path=INSTALLED))


@pytest.mark.parametrize("command", ["classic", "count", "detect", "completion"])
def test_a_trial_passes_what_works(tmp_path: Path, command: str) -> None:
    TRIALS[command](Program(tmp_path, path=INSTALLED))


@pytest.mark.parametrize("command", sorted(TRIALS))
def test_a_trial_fails_what_prints_nothing(tmp_path: Path, command: str) -> None:
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\n")
    silent.chmod(0o755)
    with pytest.raises((SmokeError, ValueError, OSError, AssertionError)):
        TRIALS[command](Program(tmp_path, ["web", "tui", "farm", "env"], silent))


def test_an_exit_code_that_is_not_expected_fails(tmp_path: Path) -> None:
    program = Program(tmp_path, path=INSTALLED)
    with pytest.raises(SmokeError, match="expected exit code 0, got 2: inarow: expected a column"):
        program.run("solve", "99")


def test_a_missing_extra_must_be_told_in_one_sentence(tmp_path: Path) -> None:
    honest, long = tmp_path / "honest", tmp_path / "long"
    honest.write_text("#!/bin/sh\necho \"install it with pip install 'inarow[web]'\" >&2\nexit 2\n")
    long.write_text("#!/bin/sh\necho 'Traceback\ninarow[web]' >&2\nexit 2\n")
    for path in (honest, long):
        path.chmod(0o755)
    Program(tmp_path, path=honest).needs("web", "serve")
    with pytest.raises(SmokeError, match="Traceback"):
        Program(tmp_path, path=long).needs("web", "serve")


def test_the_first_failure_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: Program) -> list[str]:
        raise SmokeError("inarow count: not expected: 7")

    monkeypatch.setattr(smoke, "try_all", fail)
    assert smoke.main([]) == 1
    assert capsys.readouterr().err == "smoke: inarow count: not expected: 7\n"
