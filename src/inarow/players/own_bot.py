"""The bot that a person types: is it there, can it be read, and what may be meant so far."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path
from shutil import which

from inarow.errors import PlayerError, quoted, reason
from inarow.players.by_text import as_entrant, entrant, is_there

__all__ = ["bot_text", "completion", "expect_bot"]


def bot_text(text: str) -> str:
    """*text* as a player that can be made from it: a file, a command, or an address."""
    text = text.strip()
    return as_entrant(str(_expanded(text)) if text.startswith("~") else text)


def _expanded(text: str) -> Path:
    """The path that *text* means; `~ann` is a name like others where nobody is called so."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def expect_bot(text: str) -> None:
    """Raise a `PlayerError` that says what is wrong, as far as can be seen without starting it."""
    if not text.strip():
        raise PlayerError("expected a file such as bot.py, or a command")
    try:
        kind, _, what = bot_text(text).partition(":")
    except PlayerError:
        raise PlayerError(f"no such file or program: {text}") from None
    kind = kind.partition("@")[0]
    if kind == "python" and (match := re.fullmatch(r"(.*\.py)(:\w+)?", what)):
        _expect_python(Path(match[1]))
    elif kind in ("json", "ugi", "gomocup"):
        _expect_command(what)
    elif kind in ("http", "https"):
        entrant(bot_text(text)).close()


def _expect_python(path: Path) -> None:
    if not is_there(path):
        raise PlayerError(f"no such file: {path}")
    try:
        ast.parse(path.read_bytes())
    except SyntaxError as error:
        raise PlayerError(f"line {error.lineno} of {path.name}: {error.msg}") from None
    except (OSError, ValueError) as error:
        raise PlayerError(f"cannot read {path.name}: {reason(error)}") from None


def _expect_command(command: str) -> None:
    try:
        program = shlex.split(command)[0]
    except (ValueError, IndexError):
        raise PlayerError(f"expected a command, got {quoted(command)}") from None
    if which(program) is None:
        raise PlayerError(f"no such program: {program}")


def completion(text: str) -> str:
    """What completes *text* to the first Python file or folder that begins so; else nothing."""
    start = text.rpartition("/")[2]
    folder = _expanded(text.removesuffix(start) or ".")
    if not text or text.endswith("~"):
        return ""
    try:
        names = sorted(
            f"{path.name}/" if path.is_dir() else path.name
            for path in folder.iterdir()
            if path.name.startswith(start) and not path.name.startswith(("__", "."))
            if path.suffix == ".py" or path.is_dir()
        )
    except OSError:
        return ""
    return names[0][len(start) :] if names else ""
