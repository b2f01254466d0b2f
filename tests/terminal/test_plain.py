import io
from pathlib import Path

import pytest

import inarow as ir
from inarow.board import render
from inarow.board.rules import PRESETS
from inarow.explain import analysis
from inarow.players.by_text import player_by_name
from inarow.record.record import Record
from inarow.search.background import Searchers
from inarow.search.scores import Estimate
from inarow.terminal import advice, plain
from inarow.terminal.console import Console
from support.program import run
from support.terminal import Terminal

EDGE = render.text(ir.Position(ir.CONNECT_FOUR), cell_names=True).splitlines()[-1]


def play(*answers: str, rules: ir.Rules = ir.CONNECT_FOUR, o: str = "Bob") -> str:
    """What a game shows, up to the end of the answers or until someone leaves."""
    output = io.StringIO()
    console = Console(io.StringIO("".join(f"{answer}\n" for answer in answers)), output)
    players = (ir.Human("Ann"), player_by_name(o, seed=1))
    game = plain.PlainGame(console, ir.Game(rules, players))
    with pytest.raises((EOFError, plain.Leave)):
        game.run()
    game.game.players[1].close()
    return output.getvalue()


def test_a_whole_game_for_two() -> None:
    said = play(*"4455667", "quit")
    assert said.endswith(
        """\
Ann (x) to move, column 1 to 7, or help > 7
Ann (x) plays column 7.

6 . . . . . . .
5 . . . . . . .
4 . . . . . . .
3 . . . . . . .
2 . . . o o o .
1 . . . X X X X
  1 2 3 4 5 6 7

Ann (x) wins: columns 4 to 7 of row 1.
again, undo, review, save FILE or quit > quit
""".replace("  1 2 3 4 5 6 7", EDGE)
    )


def test_a_draw_without_gravity() -> None:
    cells = ["b2", "a1", "a2", "c2", "b3", "b1", "c1", "a3", "c3"]
    said = play(*cells, "n", rules=ir.TIC_TAC_TOE)
    assert "Ann (x) to move, cell a1 to c3, or help > b2\nAnn (x) plays b2.\n" in said
    assert "The board is full: a draw.\nagain, undo, review, save FILE or quit > n\n" in said


def test_a_program_answers_by_itself_and_the_board_is_shown_once() -> None:
    said = play("1", o="cautious")
    assert "Ann (x) plays column 1.\ncautious (o) plays column 4.\n\n6 . . ." in said
    assert said.count(EDGE) == 2


def test_undo_takes_back_to_your_own_move() -> None:
    said = play("1", "undo", "undo", "moves", o="cautious")
    assert "Undone." in said
    assert "Nothing to undo." in said
    assert said.endswith("No moves yet.\nAnn (x) to move, column 1 to 7, or help > \n")


def test_bad_moves_get_a_sentence_and_change_nothing() -> None:
    said = play("8", "", "four", "44", *"444444", "4", "moves")
    assert "Expected a column from 1 to 7, got '8'." in said
    assert "Expected a column from 1 to 7, got ''." in said
    assert "Expected a column from 1 to 7, got 'four'." in said
    assert "Expected a column from 1 to 7, got '44'." in said
    assert "Column 4 is full." in said
    assert said.count("4 4 4 4 4 4") == 1


def test_columns_from_ten_on_have_numbers() -> None:
    said = play("12", "c", "13", "moves", rules=ir.Rules(12, 4, 4))
    assert said.count("plays column 12.") == 2
    assert "Expected a column from 1 to 12, got '13'." in said
    assert "Ann (x) to move, column 1 to 12, or help > 12\n" in said
    assert "\n12 12\n" in said


def test_help_board_and_new() -> None:
    said = play("HELP", "4", "board", "new", "moves")
    assert "  undo        undo your last move\n" in said
    assert said.count(EDGE) == 4
    assert "No moves yet." in said


def test_after_the_end_one_can_undo_or_play_again() -> None:
    said = play(*"4455667", "what", "undo", "1", *"2", "y", "moves")
    assert "Type again, undo, why, review, board, moves, save FILE, load FILE" in said
    assert "Ann (x) plays column 1." in said
    again = play(*"4455667", "y", "moves")
    assert "No moves yet." in again


def test_games_are_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    said = play("4", "4", f"save {path}", f"save {path}", "no", f"save {path}", "yes")
    assert f"Saved to {path}.\n" in said
    assert f"{path} already exists. Replace it (yes or no)? > no\nNot saved.\n" in said
    assert Record.load(path).tags == {"First": "Ann", "Second": "Bob"}
    said = play("1", f"load {path}", "moves")
    assert f"Loaded {path}.\n" in said
    assert "\n4 4\n" in said


def test_what_cannot_be_saved_or_loaded_gets_a_sentence(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text('[Rules "7x6x4"]\n1. 4 4')
    said = play(
        "1",
        "save",
        "load",
        f"save {tmp_path}/no/way",
        f"load {tmp_path}/no",
        f"load {bad}",
        "moves",
    )
    assert "Give a file name: save FILE." in said
    assert "Give a file name: load FILE." in said
    assert "Not saved: No such file or directory." in said
    assert "Not loaded: No such file or directory." in said
    assert f"Not loaded: {bad}: expected a result such as 1-0 or *, got the end at line 2" in said
    assert "\n1\n" in said  # the game is still there


def test_questions_are_asked_until_answered() -> None:
    output = io.StringIO()
    number = [*PRESETS].index("tic-tac-toe") + 1
    answers = f"chess\n0x0x0\n{number}\nLevel 99\nRandom\n\n"
    console = Console(io.StringIO(answers), output)
    assert plain.ask_rules(console) == ir.TIC_TAC_TOE
    assert output.getvalue().count("Game (Enter for 7x6x4) > ") == 3
    assert "Expected width from 1 to 35, got 0." in output.getvalue()
    assert isinstance(
        plain.ask_player(console, ir.Side.FIRST, "", ir.CONNECT_FOUR, seed=1), ir.Random
    )
    assert "Expected a level from 1 to 10, got 99." in output.getvalue()
    assert isinstance(
        plain.ask_player(console, ir.Side.SECOND, "cautious", ir.CONNECT_FOUR, seed=1), ir.Cautious
    )


def test_a_nameless_person_is_called_player() -> None:
    console = Console(io.StringIO("\n"), io.StringIO())
    player = plain.ask_player(console, ir.Side.FIRST, "", ir.CONNECT_FOUR, seed=None)
    assert isinstance(player, ir.Human)
    assert player.name == "Player 1"


def test_an_unfinished_game_is_not_lost() -> None:
    console = Console(io.StringIO(), io.StringIO())
    board = ir.Board(ir.TIC_TAC_TOE, "b2 a1")
    game = plain.PlainGame(console, ir.Game(board, (ir.Human("Ann Lee"), ir.Human("o"))))
    assert game.how_to_resume() == (
        "To resume this game: inarow play --plain "
        "--rules=3x3x3/free '--moves=b2 a1' '--x=Ann Lee' --o=o"
    )
    board.clear()
    assert game.how_to_resume() == ""
    game.game.board = ir.Board(ir.CONNECT_FOUR, "4455667")
    assert game.how_to_resume() == ""  # it is over


def test_a_game_from_a_set_up_position_is_not_lost_either() -> None:
    start = ir.Position.parse("3x3x3/free xo1/3/3 x")
    players = (ir.Human("-Ann"), ir.Human("o"))
    game = plain.PlainGame(
        Console(io.StringIO(), io.StringIO()), ir.Game(ir.Board(start, "b2"), players)
    )
    assert game.how_to_resume().endswith(
        "'--position=3x3x3/free xo1/3/3 x' --moves=b2 --x=-Ann --o=o"
    )


def test_leaving_a_game_for_another_says_how_to_come_back(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    ir.Record.of(ir.Board(ir.CONNECT_FOUR, "12")).save(path)
    for word in ("new", f"load {path}"):
        said = play("4", "4", word)
        assert "To resume this game: inarow play --plain --rules=7x6x4 --moves=44" in said


def test_going_on_with_a_record_keeps_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[Event "an evening"]\n[Rules "7x6x4"]\n1. 4 {the middle} (1. 1) 0-1\n')
    said = play(f"load {path}", "3", f"save {path}", "yes")
    assert "This game was scored 0-1 before the end of play. You can play on." in said
    record = Record.load(path)
    assert record.tags == {"Event": "an evening", "First": "Ann", "Second": "Bob"}
    assert record.main.nodes[0].comment == "the middle"
    assert record.main.nodes[0].variations[0].moves == [0]
    assert (record.board().moves_text(), record.result) == ("43", "*")


def test_undo_before_ones_own_first_move_has_nothing_to_take_back() -> None:
    output = io.StringIO()
    console = Console(io.StringIO("undo\nmoves\n"), output)
    players = (ir.Cautious(seed=1), ir.Human("Bob"))
    with pytest.raises(EOFError):
        plain.PlainGame(console, ir.Game(ir.CONNECT_FOUR, players)).run()
    assert "Nothing to undo.\n" in output.getvalue()
    assert "\n4\n" in output.getvalue()


@pytest.mark.parametrize("name", ["~nobody-of-this-name/x", "a\0b", ".", "/", "/dev/null"])
def test_odd_file_names_get_a_sentence_and_the_game_goes_on(name: str) -> None:
    said = play("1", f"save {name}", f"load {name}", "moves")
    assert "Not saved: " in said
    assert "Not loaded: " in said
    assert said.endswith("\n1\nBob (o) to move, column 1 to 7, or help > \n")


def test_one_can_leave_at_every_question() -> None:
    for answers in ("quit\n", "1\nEXIT\n"):
        console = Console(io.StringIO(answers), io.StringIO())
        with pytest.raises(plain.Leave):
            plain.ask_player(
                console, ir.Side.FIRST, "", ir.CONNECT_FOUR, seed=1
            ) if plain.ask_rules(console) else None


@pytest.mark.parametrize(("key", "code"), [(b"\x03", 130), (b"\x04", 0)], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_a_terminal_is_polite(key: bytes, code: int) -> None:
    terminal = Terminal("play", "--plain", "--rules", "7x6x4", "--x", "Ann", "--o", "Bob")
    terminal.answer("4")
    terminal.press(key)
    assert terminal.finish() == code
    assert "Traceback" not in terminal.text
    assert terminal.text.endswith(
        " -m inarow play --plain --rules=7x6x4 --moves=4 --x=Ann --o=Bob\n"
    )


@pytest.mark.parametrize("no_color", ["", "1"])
def test_a_terminal_gets_colours_unless_it_says_no(no_color: str) -> None:
    environment = {"TERM": "xterm", "NO_COLOR": no_color, "PYTHONUTF8": "1"}
    terminal = Terminal(
        "play", "--plain", "--rules", "3x3x3", "--x", "Ann", "--o", "B", environment=environment
    )
    terminal.answer("1")
    terminal.answer("quit")
    assert terminal.finish() == 0
    assert ("\x1b[38;5;166m×" in terminal.text) == (no_color == "")


# -- advice ---------------------------------------------------------------------------------------


def answer(said: str, word: str) -> list[str]:
    """What follows a word that was typed, up to the next prompt."""
    return said.partition(f" > {word}\n")[2].partition(" > ")[0].splitlines()[:-1]


def test_help_names_what_one_can_ask_for() -> None:
    said = play("help")
    assert all(f"\n  {word} " in said for word in ("hint", "why", "scores", "review"))


def test_a_hint_is_a_sentence_and_changes_nothing() -> None:
    said = play(*"445566", "hint", "moves")
    assert "> hint\nPlay column 3 or 7: x completes a line and wins.\nAnn" in said
    assert "\n4 4 5 5 6 6\n" in said


def test_a_hint_without_gravity_names_a_cell() -> None:
    said = play("a1", "b1", "a2", "b2", "hint", rules=ir.TIC_TAC_TOE)
    assert "> hint\nPlay a3: x completes a line and wins.\nAnn" in said


def test_hint_reasons_and_scores_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "STARE", 0.2)
    for asked in (("hint", "why", "scores"), ("scores", "why", "hint")):
        said = play("h8", "i7", *asked, rules=ir.GOMOKU)
        (hint,) = answer(said, "hint")
        assert hint in answer(said, "why")
        _, best, *_ = answer(said, "scores")
        move = hint.removeprefix("Play ").partition(",")[0]
        assert move in best.partition(":")[0]


def test_a_hint_for_who_is_losing_says_so() -> None:
    (hint,) = answer(play("4", "hint"), "hint")
    assert hint.startswith("Play column 4: o is losing, but this holds out longest; x wins in")


def test_why_says_what_the_explanations_say() -> None:
    said = play(*"445566", "why")
    board = ir.Board(ir.CONNECT_FOUR, "445566")
    assert answer(said, "why") == analysis.explain(Searchers(), board)["sentences"]


def test_scores_are_sentences_with_the_best_moves_first() -> None:
    said = play("1", "2", "scores", rules=ir.Rules(4, 4, 3))
    assert answer(said, "scores") == [
        "One moment.",
        "Column 1: x wins in 4 moves.",
        "Column 2: x wins in 5 moves.",
        "Columns 3 and 4: o wins in 6 moves.",
    ]


def test_estimates_say_that_they_are_estimates() -> None:
    estimate = Estimate(100, ir.Side.FIRST)
    assert advice._worth(estimate) == "x is better, 73% for x, as far as the engine can tell"


def test_scores_that_read_the_same_are_told_together() -> None:
    position = ir.Position(ir.Rules(35, 35, 4))
    values = {0: 3, 1: -3, 2: 3, 3: 4, 4: 40}
    worths = {move: Estimate(value, position.turn) for move, value in values.items()}
    assert [*advice.scores(Searchers(), position, {position: worths})] == [
        "Column 5: x is slightly better, 60% for x, as far as the engine can tell.",
        "Columns 1, 3 and 4: about even, 51% for x, as far as the engine can tell.",
        "Column 2: about even, 49% for x, as far as the engine can tell.",
    ]


def test_one_cell_in_a_row_is_named_once() -> None:
    assert "Ann (x) wins: column 1, row 1.\n" in play("1", rules=ir.Rules(1, 1, 1))


def test_a_review_names_the_bad_moves_and_the_turning_point() -> None:
    said = play("a1", "a2", "b2", "c1", "review", "c3", "review", rules=ir.TIC_TAC_TOE)
    first, *comments, turning = answer(said, "review")
    assert first == "One moment."
    assert comments[0].startswith("Move 1, Bob (o) plays a2. Mistake. ")
    assert turning == "Turning point: move 1, Bob (o) plays a2."
    over = said[said.index("Ann (x) wins") :]
    assert "> review\nOne moment.\nMove 1, Bob (o) plays a2. Mistake. " in over


def test_the_turning_point_may_be_the_last_move() -> None:
    said = play(*"4455", "review")
    assert answer(said, "review")[-1] == "Turning point: move 2, Bob (o) plays column 5."


def test_before_and_after_the_game_there_is_less_to_ask() -> None:
    said = play("review", *"4455667", "hint", "scores", "why", "quit")
    assert answer(said, "review")[0] == "No moves yet."
    assert said.count("The game is over.\n") == 2
    assert "> why\nLast move: x, column 7\nx wins: " in said


def test_boards_that_are_too_large_for_advice_get_a_sentence() -> None:
    said = play("1", "hint", "scores", "review", "moves", rules=ir.Rules(16, 16, 16))
    assert (
        said.count(
            "There are no hints, scores and reviews on this board: "
            "the engine plays for up to 15 in a row."
        )
        == 3
    )
    assert "One moment." not in said
    assert said.count("\n1\n") == 1


# -- players that fail ----------------------------------------------------------------------------


@pytest.fixture
def bad(tmp_path: Path) -> str:
    """A bot that always fails."""
    path = tmp_path / "bad.py"
    path.write_text('def agent(board):\n    raise ValueError("oops")\n')
    return str(path)


def test_a_failing_bot_gets_a_sentence_and_choices(bad: str) -> None:
    said = play("4", "what", "try again", "undo", "moves", o=bad)
    assert f"bad.py (o) cannot move: ValueError: oops (bad.py, line 2).\n{CHOICES}what\n" in said
    assert "take over to play these moves yourself" in said
    assert said.count("cannot move") == 2
    assert said.endswith("No moves yet.\nAnn (x) to move, column 1 to 7, or help > \n")


CHOICES = "try again, undo, take over or quit > "


def test_a_failing_bot_can_be_relieved_and_the_game_is_not_lost(bad: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    said = play("4", f"save {path}", "take over", "5", "moves", "quit", o=bad)
    assert f"{CHOICES}take over\nYou play o now, as Player 2.\n" in said
    assert "Player 2 (o) plays column 5." in said
    assert "\n4 5\n" in said
    assert Record.load(path).board().moves_text() == "4"


def test_a_level_that_cannot_play_the_board_is_no_end() -> None:
    said = play("1", "take over", "2", "moves", rules=ir.Rules(16, 16, 16), o="level 3")
    assert "level 3 (o) cannot move: expected k up to 15, got 16x16x16.\n" in said
    assert "\n1 2\n" in said


def test_what_a_board_cannot_have_is_refused_before_the_game(tmp_path: Path) -> None:
    refused = "evel 3 cannot play 16x16x16: the engine plays for up to 15 in a row"
    done = run("play", "--plain", "--rules", "16x16x16", "--x", "Ann", "--o", "level 3")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"inarow: l{refused}\n"
    path = tmp_path / "game.txt"
    tags = {"First": "Ann", "Second": "level 3"}
    Record.of(ir.Board(ir.Rules(16, 16, 16), "1"), tags=tags).save(path)
    done = run("play", "--plain", "--load", str(path), answers=b"level 3\nBob\nmoves\n")
    assert done.stdout.count(f"L{refused}.\n") == 2
    assert "\n1\nBob (o) to move" in done.stdout


def test_quitting_after_a_failure_says_how_to_come_back(
    bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run("play", "--plain", "--rules", "7x6x4", "--x", "Ann", "--o", bad, answers=b"4\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "To resume this game: " in done.stdout


def test_a_saved_game_with_a_player_that_is_gone_opens(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    tags = {"First": "Ann", "Second": "gone.py"}
    Record.of(ir.Board(ir.CONNECT_FOUR, "4"), tags=tags).save(path)
    done = run("play", "--plain", "--load", str(path), answers=b"Bob\nmoves\n")
    assert done.stdout.startswith("No such file: gone.py.\nWho plays o? ")
    assert "\n4\nBob (o) to move" in done.stdout


def test_slips_in_names_of_programs_are_noticed() -> None:
    output = io.StringIO()
    console = Console(io.StringIO("perfekt\nperson:perfekt\n"), output)
    player = plain.ask_player(console, ir.Side.SECOND, "", ir.CONNECT_FOUR, seed=1)
    assert "There is no player 'perfekt'; did you mean perfect? For a person" in output.getvalue()
    assert (type(player), player.name) == (ir.Human, "perfekt")
    board = ir.Board(ir.CONNECT_FOUR, "4")
    game = plain.PlainGame(console, ir.Game(board, (ir.Human("Ann"), player)))
    assert game.how_to_resume().endswith(" --x=Ann --o=person:perfekt")
