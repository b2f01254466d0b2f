import subprocess
from pathlib import Path

import pytest

from inarow.cli import main


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_there_is_a_script_for_every_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert "inarow" in capsys.readouterr().out


def test_bash_completes_commands_and_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["completion", "bash"])
    script = tmp_path / "complete.bash"
    script.write_text(capsys.readouterr().out)

    def completed(*words: str) -> list[str]:
        line = " ".join(f"'{word}'" for word in words)
        ask = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _shtab_inarow"
        show = 'printf "%s\\n" "${COMPREPLY[@]}"'
        command = ["bash", "-c", f"source {script}; {ask}; {show}"]
        return subprocess.run(command, capture_output=True, text=True).stdout.split()

    assert completed("inarow", "so") == ["solve"]
    assert set(completed("inarow", "solve", "--t")) == {"--threads", "--table-mb"}
    assert "bash" in completed("inarow", "completion", "")


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["completion", "cmd"])
    assert "invalid choice: 'cmd'" in capsys.readouterr().err
