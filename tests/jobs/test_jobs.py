import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

import inarow as ir
from inarow.jobs import TRIES, here, in_order
from support.chores import die, die_once, double, fail, fail_oddly, tidy, who


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_every_job_is_done_once(workers: int) -> None:
    run = here(workers)
    assert sorted(run(double, range(20))) == list(range(0, 40, 2))
    assert list(run(double, [])) == []


def test_one_worker_is_this_process_and_more_are_others() -> None:
    assert set(here(1)(who, range(3))) == {os.getpid()}
    others = set(here(2)(who, range(6)))
    assert 1 <= len(others) <= 2
    assert os.getpid() not in others


@pytest.mark.parametrize("workers", [1, 2])
def test_jobs_are_taken_as_they_can_be_begun(workers: int) -> None:
    taken = 0

    def numbers() -> Iterator[int]:
        nonlocal taken
        for number in range(100):
            taken += 1
            yield number

    results = here(workers)(double, numbers())
    for seen in range(1, 6):
        next(results)
        assert taken <= seen + 2 * workers


@pytest.mark.parametrize("workers", [1, 3])
def test_results_can_be_had_in_order(workers: int) -> None:
    assert list(in_order(here(workers), double, range(20))) == list(range(0, 40, 2))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_comes_out_as_itself(workers: int) -> None:
    with pytest.raises(ir.NotationError, match="cannot read 0 at character 5") as caught:
        list(here(workers)(fail, [0]))
    assert caught.value.place == 4


def test_an_error_that_cannot_travel_is_told() -> None:
    with pytest.raises(RuntimeError, match="HomemadeError: made here"):
        list(here(2)(fail_oddly, [0]))


def test_what_cannot_be_sent_is_an_error_at_once() -> None:
    with pytest.raises(Exception, match="pickle"):
        list(here(2)(double, [lambda: 1]))  # type: ignore[arg-type]


def test_a_worker_that_is_killed_is_replaced_and_its_job_done_again(tmp_path: Path) -> None:
    assert sorted(here(2)(partial(die_once, tmp_path), range(8))) == list(range(8))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "3", "6"]


def test_workers_may_tidy_up_when_the_run_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.jobs.GRACE", 60.0)
    results = here(2)(partial(tidy, tmp_path), [0, 1])
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert (tmp_path / "tidied").exists()


def test_a_job_that_always_kills_is_given_up() -> None:
    with pytest.raises(ir.JobError) as caught:
        list(here(2)(die, ["bad luck"]))
    assert str(caught.value) == (
        f"{TRIES} workers crashed on the same job (the last with exit code 7; "
        "signal 9 usually means that memory ran out): 'bad luck'"
    )


def test_work_that_a_worker_cannot_find_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = ModuleType("nowhere")  # there is no such file
    exec("def work(number): return number", vars(nowhere))
    monkeypatch.setitem(sys.modules, "nowhere", nowhere)
    with pytest.raises(ModuleNotFoundError):
        list(here(2)(nowhere.work, [1]))


@pytest.mark.parametrize("workers", [0, -1, True, "2"])
def test_a_wrong_number_of_workers_is_refused(workers: int) -> None:
    with pytest.raises(ir.JobError, match="expected at least one worker, got"):
        here(workers)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_is_left_behind(tmp_path: Path, end: signal.Signals) -> None:
    """Whether the program is interrupted, as by Ctrl-C in a terminal, or killed."""
    (tmp_path / "program.py").write_text(
        textwrap.dedent("""
            import signal, time
            from inarow.jobs import here
            signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored here
            def sleep(number):
                print("begun", flush=True)
                time.sleep(600)
            if __name__ == "__main__":
                try:
                    list(here(2)(sleep, range(2)))
                except KeyboardInterrupt:
                    print("interrupted", flush=True)
        """)
    )
    with subprocess.Popen(
        [sys.executable, "program.py"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as program:
        assert program.stdout
        for _ in range(2):
            program.stdout.readline()  # both are at work
        if end is signal.SIGINT:
            os.killpg(program.pid, end)
        else:
            program.kill()
        # Both streams end only when the last process that holds them has.
        out, said = program.communicate(timeout=20)
    assert (out, said) == ("interrupted\n" if end is signal.SIGINT else "", "")
