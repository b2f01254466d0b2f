"""The chapter on learning: its truth is the solver's, and what learns does so."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

import inarow as ir
import learn_alphazero as alphazero
import learn_dqn
import learn_measure
import learn_table
from inarow.env.device import DeviceGames, State
from learn_alphazero import Learner, Player, Search, SelfPlay, Settings
from learn_truth import (
    GOLDEN,
    Question,
    everything,
    exam,
    fingerprints,
    mark,
    match,
    reached,
    result,
    strength,
)
from support.paths import DOCS

COURSE = DOCS / "course"
EXAMS = [ir.Rules.parse(rules) for rules in ("6x5x4", "7x6x4")]
WEIGHTS = sorted((COURSE / "weights").glob("*.npz"))
TINY = Settings(
    rules="5x4x4", games=16, simulations=6, moves=8, updates=2, sample=32, kept=300, rounds=4
)
CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def tiny() -> Learner:
    return alphazero.learn(TINY)


def results() -> learn_measure.Results:
    found: learn_measure.Results = json.loads(learn_measure.LEARNED.read_text())
    return found


def state_of(*texts: str) -> State:
    positions = [ir.Board(ir.CONNECT_FOUR, text).position for text in texts]
    own = torch.tensor([[p.discs(p.turn) for p in positions]])
    other = torch.tensor([[p.discs(p.turn.other) for p in positions]])
    return State(own, other, torch.tensor(0))


def leftmost(positions: Sequence[ir.Position]) -> list[int]:
    return [position.legal_moves()[0] for position in positions]


# -- the truth -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EXAMS, ids=str)
def test_the_scores_of_an_exam_are_the_solvers(rules: ir.Rules) -> None:
    questions, oracle = exam(rules), ir.Oracle(threads=1)
    late = [question for question in questions if question.position.ply > rules.cell_count // 2]
    assert len(questions) == 400
    for question in [*questions[:3], *late[::10]]:
        known = oracle.scores(question.position)
        assert known
        assert question.scores == {move: score.value for move, score in known.items()}


@pytest.mark.parametrize("rules", EXAMS, ids=str)
def test_an_exam_asks_different_things_that_matter(rules: ir.Rules) -> None:
    questions = exam(rules)
    assert all(question.matters for question in questions)
    assert len({min(q.position.key, q.position.mirror().key) for q in questions}) == 400
    assert len(set(fingerprints(questions).tolist())) > 700  # some are their own mirror image


def test_everything_is_asked_on_a_small_board() -> None:
    questions = list(everything(ir.Rules.parse("3x2x3")))
    assert len({question.position for question in questions}) == len(questions)
    for question in questions:
        known = ir.Solver(table_mb=1, threads=1).analyze(question.position).scores
        assert question.scores == {move: score.value for move, score in known.items()}


def test_marks_tell_keeping_the_result_from_the_best_move() -> None:
    asked = [Question(ir.Position(ir.CONNECT_FOUR), {0: 3, 1: 1, 2: 0, 3: -2})] * 4
    marks = mark(lambda positions: [0, 1, 2, 3], asked)
    assert (marks.kept, marks.best, marks.asked) == (2, 1, 4)


def test_what_never_errs_makes_no_mistakes_where_it_can_get() -> None:
    questions = list(everything(ir.Rules.parse("4x3x3")))
    scores = {question.position: question.scores for question in questions}

    def best(positions: Sequence[ir.Position]) -> list[int]:
        return [max(scores[p], key=lambda move: scores[p][move]) for p in positions]

    own = reached(best, questions)
    assert 1 < len(own) < len(questions)
    assert mark(best, own).best == len(own)
    assert mark(leftmost, reached(leftmost, questions)).kept < len(reached(leftmost, questions))


def test_a_match_counts_all_games() -> None:
    rules = ir.Rules.parse("4x4x3")
    questions = {question.position: question for question in everything(rules)}

    def best(positions: Sequence[ir.Position]) -> list[int]:
        return [max(questions[p].scores, key=questions[p].scores.__getitem__) for p in positions]

    against = match(best, rules, "random", 12)
    assert against.games == 12
    assert against.points > 8
    assert match(leftmost, rules, "level 10", 6).points < 3
    found = strength(rules, {1: against, 10: match(leftmost, rules, "level 10", 6)})
    assert found["low"] < found["elo"] < found["high"]


# -- tables ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["3x3x3", "2x3x3", "1x1x1", "4x2x2"])
def test_q_learning_from_random_moves_becomes_perfect(rules: str) -> None:
    board = ir.Rules.parse(rules)
    questions = list(everything(board))
    table = learn_table.q_learning(board, 300_000, curiosity=1.0)
    found = mark(table.agent, questions)
    assert found.kept == found.best == found.asked == len(table.rows)


def test_monte_carlo_learns_but_believes_the_bad_moves() -> None:
    board = ir.Rules.parse("3x3x3")
    questions = [question for question in everything(board) if question.matters]
    table = learn_table.monte_carlo(board, 300_000, curiosity=1.0)
    assert mark(leftmost, questions).kept < mark(table.agent, questions).kept
    exact = ir.Solver(table_mb=1, threads=1).solve(ir.Position(board)).value
    assert result(exact) == 0 < abs(table.worth[0].max())


def test_the_same_seed_fills_the_same_table() -> None:
    board = ir.Rules.parse("3x3x3")
    for learn in (learn_table.q_learning, learn_table.monte_carlo):
        first, again = (learn(board, 5_000, curiosity=0.2, seed=3) for _ in range(2))
        assert first.rows == again.rows
        assert (first.worth == again.worth).all()


# -- a net -----------------------------------------------------------------------------------------


def test_dqn_plays_legal_moves_and_learns() -> None:
    rules = ir.Rules.parse("4x4x3")
    questions = [question for question in everything(rules) if question.matters][::20]
    before = mark(learn_dqn.Player(learn_dqn.learn(rules, 0, [])), questions)
    after = mark(learn_dqn.Player(learn_dqn.learn(rules, 16_000, [])), questions)
    assert after.kept > before.kept


def test_nets_never_learn_from_the_exam(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ir.Rules.parse("4x4x3")
    empty = Question(ir.Position(rules), {0: 0})
    seen: list[int] = []
    add = learn_dqn.Memory.add

    def watched(memory: learn_dqn.Memory, boards: np.ndarray, *rest: object) -> None:
        add(memory, boards, *rest)  # type: ignore[arg-type]
        seen.extend(memory.seen[: memory.count].sum(axis=(1, 2, 3)).tolist())

    monkeypatch.setattr(learn_dqn.Memory, "add", watched)
    learn_dqn.learn(rules, 2_000, [empty])
    assert seen
    assert 0 not in seen

    learner = Learner(TINY)
    board = [empty.position, ir.Board("5x4x4", "3").position]
    learner.held = torch.from_numpy(
        fingerprints([Question(position, {0: 0}) for position in board]).view(np.int64)
    )
    for _ in range(2):
        learner.round()
    assert learner.memory is not None
    stored = learner.memory.own.numpy().view(np.uint64) * GOLDEN
    keys = set((stored + learner.memory.other.numpy().view(np.uint64)).tolist())
    assert keys
    assert not keys & set(learner.held.numpy().view(np.uint64).tolist())


# -- AlphaZero -------------------------------------------------------------------------------------


def test_a_search_that_knows_nothing_finds_a_win_and_a_block() -> None:
    torch.manual_seed(1)
    net = alphazero.Net(ir.CONNECT_FOUR, 4, 1)
    search = Search(DeviceGames(ir.CONNECT_FOUR), net.eval(), 200)
    share, value = search.look(state_of("445566", "44556", "112233"))
    assert share.argmax(1)[0] in (2, 6)  # x wins at either end
    assert share.argmax(1)[2] == 3
    assert torch.allclose(share.sum(1), torch.ones(3))
    assert value[0] > 0.5
    assert value[2] > 0.5


def test_a_search_does_not_depend_on_the_games_beside_it(tiny: Learner) -> None:
    rules = tiny.games.rules
    positions = [ir.Board(rules, text).position for text in ("", "1", "3342", "3435")]
    player = Player(rules, tiny.net, 20)
    assert player(positions) == [move for p in positions for move in player([p])]


def test_full_columns_are_never_searched() -> None:
    net = alphazero.Net(ir.CONNECT_FOUR, 4, 1).eval()
    share, _ = Search(DeviceGames(ir.CONNECT_FOUR), net, 50).look(
        state_of("111111", "444444"), curious=True
    )
    assert share[0, 0] == share[1, 3] == 0
    assert (share > 0).sum() == 12


class Blind(Search):
    """Finds every legal move as good, and nothing else."""

    def look(self, root: State, *, curious: bool = False) -> tuple[Tensor, Tensor]:
        mask = self.games.mask(root).float()
        return mask / mask.sum(1, keepdim=True), torch.zeros(len(mask))


def test_lessons_have_the_result_for_the_side_to_move() -> None:
    torch.manual_seed(2)
    games = DeviceGames("5x4x4")
    play = SelfPlay(games, 1, 2, CPU)
    search, ends = Blind(games, alphazero.Net(games.rules, 4, 0), 1), 0
    for _ in range(400):
        lesson = play.step(search)
        if len(lesson):
            last = float(lesson.value[-1])
            assert last in (0.0, 0.5)  # of the side that moved last: won or drawn, halved
            turns = torch.tensor([(-1.0) ** back for back in range(len(lesson))]).flip(0)
            assert torch.equal(lesson.value, last * turns)
            ends += last > 0
    assert ends > 5


def test_the_whole_way_from_nothing_to_stored_weights(
    tmp_path: Path, tiny: Learner, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = tmp_path / "weights.npz"
    options = "--rules 5x4x4 --games 16 --simulations 6 --updates 2 --sample 32 --kept 300"
    alphazero.main([*options.split(), "--rounds", "4", "--out", str(weights)])
    said = capsys.readouterr().out
    assert said.startswith(f"PyTorch {torch.__version__} on ")
    assert f"{weights.stat().st_size:,} bytes" in said
    rules, net, about = alphazero.load(weights)
    assert str(rules) == about["rules"] == "5x4x4"
    assert about["rounds"] == 4
    assert about["positions"] == tiny.positions
    same = tiny.net.state_dict()  # the same seed, so the same net
    for name, each in net.state_dict().items():
        assert torch.allclose(each.float(), same[name].float(), atol=1e-2), name


def test_time_ends_learning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weights = tmp_path / "weights"
    options = "--rules 5x4x4 --games 8 --seconds 1e-9 --out"
    alphazero.main([*options.split(), str(weights)])
    assert "round 1," not in capsys.readouterr().out
    assert alphazero.load(weights)[2]["positions"] == 0


@pytest.mark.parametrize("rules", ["3x3x3/free", "15x15x5"])
def test_boards_that_do_not_fit_are_refused(rules: str) -> None:
    with pytest.raises(SystemExit, match="expected a board with gravity of up to 64 bits"):
        Learner(Settings(rules=rules))


def test_a_gpu_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(SystemExit, match="sees no GPU here"):
        alphazero.main(["--device", "cuda"])


def test_it_learns_without_the_compiled_core(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['inarow._core'] = None\n"
        "import learn_alphazero as a\n"
        "a.main('--rules 6x5x4 --games 8 --simulations 2 --rounds 1'.split() + sys.argv[1:])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "--out", str(tmp_path / "weights.npz")],
        capture_output=True, text=True, timeout=120, check=True, cwd=COURSE,
    )  # fmt: skip
    assert re.search(r"exam: \d+\.\d% kept", done.stdout)


# -- what the page shows ---------------------------------------------------------------------------


def test_the_tables_of_the_chapter_are_made_of_its_results() -> None:
    made = learn_measure.tables(results())
    assert {path.stem for path in (COURSE / "tables").glob("learn-*.txt")} == set(made)
    for name, text in made.items():
        assert (COURSE / "tables" / f"{name}.txt").read_text() == text


def test_the_page_shows_every_table() -> None:
    page = (COURSE / "learning.md").read_text()
    for name in learn_measure.tables(results()):
        assert f"{{include}} tables/{name}.txt" in page


@pytest.mark.parametrize("path", WEIGHTS, ids=lambda path: path.stem)
def test_the_figures_are_those_of_the_stored_weights(path: Path) -> None:
    stored = results()["nets"][path.stem]
    rules, net, about = alphazero.load(path)
    marks = mark(Player(rules, net, 0), exam(rules))
    assert {"kept": marks.kept, "best": marks.best}.items() <= stored["net alone"].items()
    assert learn_measure.thirds(Player(rules, net, 0), rules) == stored["net alone"]["thirds"]
    assert about.items() <= stored["about"].items()
    assert path.stat().st_size == stored["about"]["bytes"] < 500_000


def test_all_weights_are_judged() -> None:
    assert {path.stem for path in WEIGHTS} == set(results()["nets"])


def test_what_the_page_says_about_tables_is_so() -> None:
    page = (COURSE / "learning.md").read_text()
    rows = results()["table"]
    last = {(row["way"], row["random"]): row for row in rows}
    assert f"{rows[0]['asked']:,} of them a move can be wrong" in page
    mistakes: dict[str, list[int]] = {"monte_carlo": [], "q_learning": []}
    for row in rows:
        if row["random"] == 1:
            mistakes[row["way"]].append(row["mistakes"])
    assert mistakes["q_learning"][-2:] == [0, 0]
    assert mistakes["monte_carlo"][-1] == mistakes["monte_carlo"][-2] > 0
    assert last["q_learning", 1.0]["kept"] > 0.999 * rows[0]["asked"]
    for way in ("monte_carlo", "q_learning"):
        careful = last[way, 0.2]
        assert careful["mistakes"] / careful["own"] < 0.01
        assert careful["kept"] / careful["asked"] < 0.8


def test_what_the_page_says_about_nets_is_so() -> None:
    page, found = (COURSE / "learning.md").read_text(), results()
    small, large = found["agents"]["6x5x4"], found["agents"]["7x6x4"]
    assert f"met {small['table']['met']} of the 400 questions" in page
    assert small["table"]["kept"] < small["random"]["kept"] < small["DQN"]["kept"]
    assert small["DQN"]["kept"] < small["level 5"]["kept"] - 50
    blank, nets = "net not trained, 100 simulations", found["nets"]
    assert nets["7x6x4"]["100 simulations"]["elo"] - large[blank]["elo"] > 300
    assert nets["6x5x4"]["100 simulations"]["elo"] - small[blank]["elo"] > 700
    assert nets["7x6x4"]["net alone"]["kept"] < large[blank]["kept"]
    assert f"the net of {nets['7x6x4']['about']['games_ended']:,} games on 7x6" in page
    ratio = nets["6x5x4"]["about"]["positions"] / nets["7x6x4"]["about"]["positions"]
    assert 2.8 < ratio < 3.3
    for how in ("net alone", "100 simulations"):
        assert nets["7x6x4"][how]["perfect"] == [0, 0, learn_measure.GAMES]
        assert sum(kept for kept, _ in nets["7x6x4"][how]["thirds"]) == nets["7x6x4"][how]["kept"]
    (early, of_early), _, (late, of_late) = nets["7x6x4"]["100 simulations"]["thirds"]
    assert early / of_early < 0.75 < 0.95 < late / of_late


def test_a_million_moves_make_tic_tac_toe_perfect() -> None:
    questions = list(everything(ir.TIC_TAC_TOE))
    table = learn_table.q_learning(ir.TIC_TAC_TOE, 1_000_000, curiosity=1.0)
    found = mark(table.agent, questions)
    assert found.kept == found.best == found.asked == len(table.rows) == 4520
