"""Programs that behave, and programs that do not."""

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

import inarow as ir
from inarow.players import external
from inarow.players.by_text import entrant
from inarow.players.external import MAX_LINES, ExternalPlayer, Process

EMPTY = ir.Position(ir.CONNECT_FOUR)
OURS = [sys.executable, "-m", "inarow", "engine", "--threads", "1", "--table-mb", "1"]

POLITE = """
import sys
say = lambda *words: print(*words, flush=True)
def listen(on_go):
    for line in sys.stdin:
        word = line.split()[0]
        if word == "ugi": say("ugiok")
        if word == "isready": say("readyok")
        if word == "go": on_go()
        if word == "quit": break
"""


def player(
    folder: Path,
    on_go: str,
    *,
    first: str = "",
    protocol: str = "ugi",
    limit: float = 0.05,
    grace: float = 60,
) -> ExternalPlayer:
    """A program that is polite until it is asked for a move."""
    script = folder / "program.py"
    script.write_text(
        f"{POLITE}\nimport os, signal, time\n{first}\ndef on_go():\n    {on_go}\nlisten(on_go)\n"
    )
    limits = ir.Limit(seconds=limit)
    return ExternalPlayer([sys.executable, "-I", str(script)], protocol, limits, "it", grace=grace)


def failure(player: ExternalPlayer, position: ir.Position = EMPTY) -> str:
    """What is said when the program fails; nothing is left of it then."""
    with pytest.raises(ir.PlayerError) as caught:
        player.choose(position)
    assert player._process is None
    assert none_left()
    return str(caught.value)


STARTED: list[Process] = []


@pytest.fixture(autouse=True)
def watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Note all processes that are started."""

    class Watched(Process):
        def __init__(self, command: Sequence[str]) -> None:
            super().__init__(command)
            STARTED.append(self)

    STARTED.clear()
    monkeypatch.setattr(external, "Process", Watched)


def none_left() -> bool:
    """Whether all programs have ended, and been waited for: no zombie stays behind."""
    return all(process._process.returncode is not None for process in STARTED)


def wait_until_gone(pid: int) -> None:
    """A killed process needs a moment to die, and then waits for its new parent to notice."""
    with suppress(FileNotFoundError, ProcessLookupError):
        while Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX":
            pass


def test_a_program_plays(tmp_path: Path) -> None:
    with player(tmp_path, "say('info depth 1'); say('bestmove 4')") as it:
        assert it.choose(EMPTY) == 3
        assert it.choose(ir.Board(ir.CONNECT_FOUR, "44").position) == 3
        assert it.choose(ir.Position(ir.WIDE_FOUR)) == 3  # another game
        assert not none_left()
    assert len(STARTED) == 1
    assert none_left()
    it.close()  # twice is fine


def test_a_program_is_started_only_when_it_is_asked() -> None:
    it = ExternalPlayer("no-such-program --flag")
    assert it.name == "no-such-program"
    assert (
        failure(it) == "no-such-program: cannot start 'no-such-program': No such file or directory"
    )


def test_a_crash_is_told_with_its_last_words(tmp_path: Path) -> None:
    it = player(tmp_path, "sys.stderr.write('first\\nout of luck\\n\\n'); sys.exit(3)")
    assert failure(it) == "it: expected a move, but it exited with code 3: 'out of luck'"
    it = player(tmp_path, "raise KeyError('lost')")
    assert "code 1: \"KeyError: 'lost'\"" in failure(it)
    it = player(tmp_path, "os.kill(os.getpid(), signal.SIGSEGV)")
    assert failure(it) == "it: expected a move, but it was killed by SIGSEGV"


def test_a_program_that_ends_at_once_is_told() -> None:
    it = ExternalPlayer([sys.executable, "-c", "import sys; sys.exit('no licence')"], name="it")
    expected = "it: expected an answer to the greeting, but it exited with code 1: 'no licence'"
    assert failure(it) == expected


def test_a_program_that_hangs_is_ended(tmp_path: Path) -> None:
    it = player(tmp_path, "time.sleep(1000)", grace=0.05)
    assert failure(it) == "it: expected a move within 0.05 s, got none"


def test_a_program_that_will_not_be_ended_is_ended(tmp_path: Path) -> None:
    stubborn = "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)"
    assert "within 0.05 s, got none" in failure(player(tmp_path, stubborn, grace=0.05))


def test_the_whole_family_is_ended(tmp_path: Path) -> None:
    note = tmp_path / "child"
    child = (
        "child = os.fork()\n"
        "    if child: open('" + str(note) + "', 'w').write(str(child)); say('bestmove 4')\n"
        "    else: signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)"
    )
    with player(tmp_path, child) as it:
        it.choose(EMPTY)
    wait_until_gone(int(note.read_text()))


def test_who_leaves_the_family_with_our_pipes_does_not_hold_us(tmp_path: Path) -> None:
    note = tmp_path / "child"
    first = f"""
if not os.fork():
    os.setsid()
    open("{note}~", "w").write(str(os.getpid()))
    os.rename("{note}~", "{note}")
    time.sleep(1000)
while not os.path.exists("{note}"):
    time.sleep(0.01)
"""
    it = player(tmp_path, "os._exit(5)", first=first, grace=0.05)
    assert failure(it) == "it: expected a move within 0.05 s, got none"
    os.kill(int(note.read_text()), signal.SIGKILL)


@pytest.mark.parametrize(
    ("on_go", "says"),
    [
        ("while True: say('la la la')", f"it: expected a move, got {MAX_LINES} other lines"),
        ("say('x' * 10**6)", "it: expected a move, got a line of more than 65536 bytes"),
        ("sys.stdout.buffer.write(os.urandom(5000) + b'\\n'); say('bestmove ?')",
         "it: expected a column from 1 to 7, got '?'"),
        ("say('bestmove')", "it: expected a move after bestmove, got none"),
        ("say('bestmove (none)')", "it: expected a column from 1 to 7, got '(none)'"),
        ("sys.stdout.close(); os.close(1); time.sleep(1000)",
         "it: expected a move, but it closed its output"),
    ],
)  # fmt: skip
def test_floods_and_babble_are_no_answers(tmp_path: Path, on_go: str, says: str) -> None:
    assert failure(player(tmp_path, on_go)) == says


def test_a_flood_of_complaints_does_not_matter(tmp_path: Path) -> None:
    with player(tmp_path, "sys.stderr.write('oh no\\n' * 10**5); say('bestmove 4')") as it:
        assert it.choose(EMPTY) == 3


def test_an_illegal_move_is_told(tmp_path: Path) -> None:
    full = ir.Board(ir.CONNECT_FOUR, "444444").position
    message = failure(player(tmp_path, "say('bestmove 4')"), full)
    assert message == f"it: expected a legal move in {full.text()}, got 4"


def test_what_was_said_before_the_question_is_no_answer(tmp_path: Path) -> None:
    said = "say('bestmove 1'); say('bestmove 2')"
    with player(tmp_path, said) as it:
        assert it.choose(EMPTY) == 0
        while it._process is not None and it._process._lines.qsize() == 0:
            pass  # the second answer is there
        assert it.choose(ir.Board(ir.CONNECT_FOUR, "11").position) == 0


def test_a_program_that_does_not_read_is_told(tmp_path: Path) -> None:
    script = "import os\nwhile True: os.write(1, b'ugiok\\nreadyok\\nbestmove 4\\n')"
    with ExternalPlayer([sys.executable, "-c", script], name="it", grace=60) as it:
        with pytest.raises(ir.PlayerError) as caught:
            all(it.choose(EMPTY) for _ in range(10**5))
        says = "it: the program does not read its input"
        assert str(caught.value) == says


def test_a_program_is_started_again_after_a_failure(tmp_path: Path) -> None:
    with player(tmp_path, "say('bestmove 4')") as it:
        full = ir.Board(ir.CONNECT_FOUR, "444444").position
        with pytest.raises(ir.PlayerError):
            it.choose(full)
        assert it.choose(EMPTY) == 3


def test_a_forgotten_player_takes_its_program_along(tmp_path: Path) -> None:
    code = f"""
import inarow as ir
from inarow.players.external import ExternalPlayer
it = ExternalPlayer({OURS!r}, limit=ir.Limit(depth=1))
it.choose(ir.Position(ir.CONNECT_FOUR))
print(it._process._process.pid)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not Path(f"/proc/{ran.stdout.strip()}").exists()
    assert ran.stderr == ""


def test_copies_have_programs_of_their_own(tmp_path: Path) -> None:
    with player(tmp_path, "say('bestmove 4')") as it, it.copy() as twin:
        assert (it.choose(EMPTY), twin.choose(EMPTY)) == (3, 3)
        assert it._process is not twin._process
        assert (twin.name, twin.limit, twin.grace) == (it.name, it.limit, it.grace)
    gc.collect()


def test_our_engine_plays_whole_games_by_ugi() -> None:
    with ExternalPlayer(OURS, limit=ir.Limit(nodes=200), name="ours") as ours:
        for rules in (ir.CONNECT_FOUR, ir.TIC_TAC_TOE, ir.Rules(4, 3, 9)):
            assert ir.Game(rules, (ours, ir.Random(seed=1))).run() is not None
            assert ir.Game(rules, (ir.Cautious(seed=1), ours)).run() is not None


def test_our_engine_plays_whole_games_by_gomocup() -> None:
    command = [*OURS, "--protocol", "gomocup"]
    limit = ir.Limit(seconds=0.1)
    with ExternalPlayer(command, "gomocup", limit, "ours", grace=60) as ours:
        for rules in (ir.TIC_TAC_TOE, ir.Rules(7, 6, 4, gravity=False), ir.GOMOKU):
            start = ir.Board(rules, [0, 1])
            outcome = ir.Game(start, (ours, ir.Random(seed=1))).run()
            assert outcome.winner is not ir.Side.SECOND
            assert ir.Game(rules, (ir.Random(seed=1), ours)).run() is not None


def test_gomocup_is_for_boards_without_gravity() -> None:
    it = ExternalPlayer(OURS, "gomocup", name="it")
    says = "it: expected rules without gravity for this protocol, got 7x6x4"
    assert failure(it) == says


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: ExternalPlayer(""), "expected a command, got ''"),
        (lambda: ExternalPlayer("'"), 'expected a command, got "\'": no closing quotation'),
        (lambda: ExternalPlayer("x", "uci"),
         "expected protocol ugi, gomocup, json or python, got 'uci'"),
        (lambda: ExternalPlayer("x", "gomocup", ir.Limit(depth=2)),
         "expected a time limit for gomocup, which has no other kind"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_sentence(make: object, says: str) -> None:
    with pytest.raises(ir.PlayerError) as caught:
        make()  # type: ignore[operator]
    assert str(caught.value) == says


def test_a_greeting_may_come_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before we have listened, as on a busy machine."""

    class Slow(Process):
        def __init__(self, command: Sequence[str]) -> None:
            super().__init__(command)
            self._lines.put(self._lines.get(timeout=60))

    monkeypatch.setattr(external, "Process", Slow)
    bot = tmp_path / "bot.py"
    bot.write_text("def agent(position): return 3\n")
    with closing(entrant(f"python:{bot}")) as it:
        assert it.choose(EMPTY) == 3
