from inarow.puzzles import Goal, shipped
from inarow.search.background import Searchers
from inarow.web.study import puzzles


def test_a_saved_game_is_solved_when_there_is_more_than_one_way_again() -> None:
    searchers = Searchers(table_mb=8)
    for puzzle in [p for p in shipped() if p.goal is Goal.DRAW and p.rules.width == 5][:8]:
        board, moves = puzzle.board, [puzzle.move]
        while not (answer := puzzles.judge(searchers, puzzle, moves))["solved"]:
            assert answer["right"]
            moves.append(answer["answer"])
            for move in answer["view"]["legal"]:
                if puzzles.judge(searchers, puzzle, [*moves, move])["right"]:
                    moves.append(move)
                    break
        assert answer["right"]
        for move in moves:
            board.play(move)


def test_a_page_has_the_task() -> None:
    assert puzzles.view(shipped()[0])["task"].startswith(("x to move", "o to move"))


def test_a_move_that_loses_at_once_is_refuted() -> None:
    searchers = Searchers(table_mb=8)
    seen: set[str] = set()
    for puzzle in shipped()[:40]:
        for move in puzzle.board.position.legal_moves():
            if move != puzzle.move:
                answer = puzzles.judge(searchers, puzzle, [move])
                assert not answer["right"]
                assert answer["said"]
                seen.update(" ".join(text.split()[1:3]) for text in answer["said"])
        if len(seen) > 2:
            return
    raise AssertionError(seen)
