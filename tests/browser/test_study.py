"""Analysis and the win lab in a real browser."""

import pytest
from playwright.sync_api import expect

from inarow import Board, Solver, detectors
from inarow.puzzles import by_name, judge, right_moves
from support.browser.visits import Visits


def test_a_pasted_game_is_analysed(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis")
    page.locator("summary", has_text="Paste").click()
    page.locator("#read textarea").fill("44444752")
    page.locator("#read button").click()
    page.wait_for_url("**/analysis/7x6x4/44444752*")
    expect(page.locator("#verdict")).not_to_have_text("·")
    expect(page.locator("#why li").first).not_to_be_empty()
    expect(page.locator("#tree button, #tree a").first).to_be_visible()
    page.locator("#back").click()
    page.wait_for_url("**/analysis/7x6x4/4444475*")


def test_a_move_on_the_board_goes_into_the_address(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/7x6x4/4")
    page.locator('ir-board [data-move="3"]').click()
    page.wait_for_url("**/analysis/7x6x4/44*")


@pytest.mark.parametrize("name", detectors.NAMES)
def test_every_detector_is_stepped_in_the_lab(visits: Visits, name: str) -> None:
    page = visits.person()
    page.goto("/lab/7x6x4/4353637")  # x has four in a row
    page.locator(f"#tab-{name}").click()
    expect(page.locator("#step")).to_be_enabled()
    expect(page.locator("#count")).to_contain_text("Picture 1 of")
    page.locator("#step").click()
    expect(page.locator("#count")).to_contain_text("Picture 2 of")
    expect(page.locator("#code mark").first).to_be_visible()
    page.get_by_text("Every step", exact=True).click()
    before = page.locator("#count").inner_text()
    page.locator("#step").click()
    expect(page.locator("#count")).not_to_have_text(before)
    expect(page.locator("#code mark").first).to_be_in_viewport()
    expect(page.locator("#values th")).not_to_have_count(0)
    page.locator("#find").click()
    expect(page.locator("#found")).to_be_visible()
    page.locator("#scrubber").press("End")
    expect(page.locator("#step-text")).not_to_be_empty()
    page.locator("#back").click()
    expect(page.locator(f'#table tr[data-detector="{name}"] td').first).to_have_text("1")


def test_a_kernel_slides_and_its_response_grows(visits: Visits) -> None:
    page = visits.person()
    page.goto("/lab/7x6x4/4353637")
    page.locator("#tab-convolution").click()
    page.get_by_text("Every step", exact=True).click()
    response = page.locator("#panels figure", has_text="response").locator("td")
    for step in range(4):
        expect(page.locator("#panels .here")).to_have_text("0")
        assert response.all_inner_texts() == ["0"] * (step + 1) + ["·"] * (20 - step)
        page.locator("#step").click()


def test_the_bit_order_is_drawn_with_its_spare_row(visits: Visits) -> None:
    page = visits.person()
    page.goto("/lab/7x6x4/4353637")
    page.locator("#tab-bitboard").click()
    spare = page.locator("#panels .spare")
    expect(spare).to_have_text(["6", "13", "20", "27", "34", "41", "48"])
    expect(page.locator("#panels .on")).to_have_text(["21", "28", "35", "42"])


@pytest.mark.parametrize("size", [(1280, 800), (1366, 657), (768, 1024), (360, 740)])
def test_brushes_and_the_whole_board_are_in_sight(visits: Visits, size: tuple[int, int]) -> None:
    page = visits.person(viewport={"width": size[0], "height": size[1]})
    page.goto("/lab")
    for what in (".brushes", "#clear", "#examples", "#board", "#step", "#scrubber"):
        box = page.locator(what).bounding_box()
        if box is None:  # there is no scrubber for the idea on a phone
            assert (what, size[0]) == ("#scrubber", 360)
        else:
            assert box["y"] + box["height"] <= size[1], (what, box)


def test_all_detectors_run_side_by_side(visits: Visits) -> None:
    page = visits.person()
    page.goto("/lab/7x6x4/4353637")
    page.locator('input[name="view"][value="all"]').check()
    expect(page.locator("#boards ir-board")).to_have_count(len(detectors.NAMES))
    page.locator("#step").click()
    page.get_by_text("○ lines", exact=True).click()
    expect(page.locator('#table tr[data-detector="bitboard"] td').first).to_have_text("0")


def test_boards_side_by_side_are_in_line(visits: Visits) -> None:
    page = visits.person(viewport={"width": 360, "height": 740})
    page.goto("/lab/7x6x4/4453")
    page.get_by_text("Compare", exact=True).click()
    boards = page.locator(".lab-small ir-board")
    expect(boards).to_have_count(6)
    expect(page.locator("#count-bitboard")).not_to_be_empty()
    tops = [round(boards.nth(i).evaluate("(b) => b.getBoundingClientRect().top")) for i in range(6)]
    assert tops[::2] == tops[1::2]


def test_a_position_is_built_in_the_lab(visits: Visits) -> None:
    page = visits.person()
    page.goto("/lab")
    page.locator("#clear").click()
    for cell in ("a1", "b1", "c1", "d1"):
        page.locator(f'#board [data-cell="{cell}"]').click()
    expect(page.locator('#table tr[data-detector="bitboard"] td').first).to_have_text("1")


def test_the_puzzle_of_the_day_is_solved(visits: Visits) -> None:
    page = visits.person()
    page.goto("/puzzles")
    page.wait_for_url("**/puzzles/*")
    puzzle = by_name(page.url.rpartition("/")[2])
    assert puzzle is not None
    solver, moves = Solver(threads=1, table_mb=16), list[int]()
    wrong = next(move for move in puzzle.board.position.legal_moves() if move != puzzle.move)
    page.locator(f'ir-board [data-move="{wrong}"]').click()
    expect(page.locator("#said .verdict-wrong")).to_be_visible()
    page.locator("#again").click()
    solved = False
    while not solved:
        discs = len(puzzle.moves) + len(moves)
        expect(page.locator("#board .discs .disc")).to_have_count(discs)
        board = Board(puzzle.rules, (*puzzle.moves, *moves))
        move = right_moves(solver, puzzle.goal, board.position)[0]
        page.locator(f'ir-board [data-move="{move}"]').click()
        verdict = judge(solver, puzzle, [*moves, move])
        solved = verdict.solved
        moves += [move] if verdict.answer is None else [move, verdict.answer]
    expect(page.locator("#said .verdict-right")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("You have solved the puzzle of the day.")
    expect(page.locator("#streak")).to_have_text("1")
    expect(page.locator("#solved")).to_have_text("0")  # there was a wrong move
