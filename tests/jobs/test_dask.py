"""With a real scheduler and real workers, some of which are killed."""

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from distributed import versions

import inarow as ir
from inarow.arena import play, schedule
from inarow.arena.standings import Standings
from inarow.cli import main
from inarow.jobs import dask
from inarow.search.book_builder import build, solve_by, solve_here
from inarow.search.oracle import analyze_many
from support import clusters
from support.chores import die, die_once, double, end_process, fail, fail_oddly, killing
from support.strategies import play_random

RULES = ir.Rules(5, 4, 4)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("cluster")
    with clusters.scheduler(folder) as (found, _), clusters.workers(found, folder, 2):
        yield found


def test_every_job_is_done_once_and_errors_come_out_as_they_are(address: str) -> None:
    run = dask.run(address)
    assert sorted(run(double, range(50))) == list(range(0, 100, 2))
    assert list(run(double, [])) == []
    with pytest.raises(ir.NotationError, match="cannot read 0 at character 5") as caught:
        list(run(fail, [0]))
    assert caught.value.place == 4
    with pytest.raises(RuntimeError, match="HomemadeError: made here"):
        list(run(fail_oddly, [0]))


def test_jobs_are_taken_as_they_can_be_begun(address: str) -> None:
    taken = 0

    def numbers() -> Iterator[int]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield number

    results = dask.run(address)(double, numbers())
    for seen in range(1, 6):
        next(results)
        assert taken <= seen + 4


def test_the_jobs_of_killed_workers_are_done_again(address: str, tmp_path: Path) -> None:
    work = partial(die_once, tmp_path)
    assert sorted(dask.run(address)(work, range(5))) == list(range(5))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "3"]


def test_a_job_that_always_kills_is_given_up(address: str) -> None:
    with pytest.raises(ir.JobError, match=r"4 workers crashed on the same job .*: 'bad luck'"):
        list(dask.run(address)(die, ["bad luck"]))


def test_a_book_has_the_same_bytes_though_a_worker_is_killed(address: str, tmp_path: Path) -> None:
    here = build(tmp_path / "here.book", RULES, 7, solve_here(ir.Solver(table_mb=1))).path
    work = solve_by(killing(tmp_path, dask.run(address)), 1)
    there = build(tmp_path / "there.book", RULES, 7, work).path
    assert there.read_bytes() == here.read_bytes()
    assert (tmp_path / "killed").exists()


def test_a_build_that_was_interrupted_goes_on_with_or_without_the_cluster(
    address: str, tmp_path: Path
) -> None:
    there, here = solve_by(dask.run(address), 1), solve_here(ir.Solver(table_mb=1))
    whole = build(tmp_path / "whole.book", RULES, 6, here).path.read_bytes()

    def interrupt(done: int, total: int) -> None:
        if done > total // 2:
            raise KeyboardInterrupt

    path = tmp_path / "again.book"
    for first, second in ((there, here), (here, there)):
        with pytest.raises(KeyboardInterrupt):
            build(path, RULES, 6, first, interrupt)
        assert build(path, RULES, 6, second).path.read_bytes() == whole


def test_analyses_are_the_same_though_a_worker_is_killed(address: str, tmp_path: Path) -> None:
    random = Random(5)
    boards = [play_random(RULES, random, random.randint(4, 10)) for _ in range(60)]
    positions = [board.position for board in boards if board.outcome() is None]
    solver = ir.Solver(table_mb=1)
    found = list(analyze_many(positions, killing(tmp_path, dask.run(address)), table_mb=1))
    assert found == [solver.analyze(position, line=False) for position in positions]
    assert (tmp_path / "killed").exists()


def test_a_match_is_the_same_though_a_worker_is_killed(address: str, tmp_path: Path) -> None:
    entrants = ["level 2", "engine:50n", "cautious"]
    jobs = schedule(entrants, RULES, [(2,), (0, 1), (4,)], 6, seed=3)
    there = Standings(entrants, play(jobs, killing(tmp_path, dask.run(address))))
    assert there.results == Standings(entrants, play(jobs, map)).results
    assert (tmp_path / "killed").exists()


def test_the_commands_work_on_a_cluster(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "x.book"
    command = ["book", "build", "--rules", "5x4x4", "--depth", "5", "--scheduler", address]
    assert main([*command, "--output", str(book)]) == 0
    assert ir.Book(book).score(ir.Position(RULES)) == ir.Solver(table_mb=1).solve(
        ir.Position(RULES)
    )
    match = ["arena", "random", "cautious", "--rules", "5x4x4", "--games", "4", "--plies", "2"]
    tables = []
    for where in (["--scheduler", address], ["--workers", "1"]):
        capsys.readouterr()
        assert main([*match, *where]) == 0
        tables.append(capsys.readouterr().out)
    assert tables[0] == tables[1]
    games = tmp_path / "games.txt"
    games.write_text("33\n121\n")
    capsys.readouterr()
    command = ["analyze", "--rules", "5x4x4", "--input", str(games)]
    assert main([*command, "--scheduler", address]) == 0
    there = capsys.readouterr().out
    assert main([*command, "--workers", "1"]) == 0
    assert capsys.readouterr().out == there
    assert [json.loads(line)["input"] for line in there.splitlines()] == ["33", "121"]


def test_a_lost_scheduler_and_lost_workers_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask, "WORKER_SECONDS", 1)
    monkeypatch.setattr(dask, "LOOK_SECONDS", 1)
    with clusters.scheduler(tmp_path) as (address, process):
        run = dask.run(address)
        with pytest.raises(ir.JobError, match=f"{address} has no workers: start some with `dask "):
            list(run(double, [1]))
        monkeypatch.setattr(dask, "WORKER_SECONDS", 5)
        for pid, says in ((None, "has lost all its workers"), (process.pid, "has been lost")):
            with (
                clusters.workers(address, tmp_path, 1),
                pytest.raises(ir.JobError, match=f"the cluster at {address} {says}"),
            ):
                list(run(end_process, [pid]))


def test_other_versions_are_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(ir, "__version__", "99.1")
        with pytest.raises(ir.JobError, match=r"expected inarow 99.1 on all workers, got 0"):
            list(dask.run(address)(double, [1]))
    ours = versions.get_versions()
    ours["packages"] = {**ours["packages"], "dask": "1.2", "inarow": ir.__version__}
    monkeypatch.setattr(versions, "get_versions", lambda packages=None: ours)
    with pytest.raises(ir.JobError, match=r"expected dask 1.2 as here, got 20.* at the scheduler"):
        list(dask.run(address)(double, [1]))


def test_nobody_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask, "CONNECT_SECONDS", 1)
    with pytest.raises(ir.JobError, match="no Dask scheduler answers at"):
        list(dask.run("tcp://127.0.0.1:9")(double, [1]))
    for wrong in ("nonsense", "tcp://127.0.0.1:x", "ftp://127.0.0.1:1", ""):
        with pytest.raises(ir.JobError, match="expected a scheduler's address such as tcp://"):
            dask.run(wrong)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setitem(sys.modules, "distributed.comm.addressing", None)
    expected = r"needs distributed: install it with pip install 'inarow\[farm\]'"
    with pytest.raises(ir.MissingPackageError, match=expected):
        dask.run("tcp://127.0.0.1:8786")
