"""Scores, variations, reviews and puzzles in a real browser."""

import re

from playwright.sync_api import Page, Route, expect

from inarow.puzzles import shipped
from support.browser.visits import Visits, violations


def at(path: str) -> re.Pattern[str]:
    """An address that ends in *path*."""
    return re.compile(re.escape(path) + "$")


def press(page: Page, move: int) -> None:
    page.locator(f'#board [data-move="{move}"]').click()


def test_analysis_shows_scores_best_play_and_reasons(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/7x6x4/4455")
    expect(page.locator("#verdict")).to_have_text("+18")
    expect(page.locator("#worth")).to_have_text("x wins in 2 moves")
    expect(page.locator("#board .score").nth(2)).to_have_text("+18")
    expect(page.locator("#why")).to_contain_text("x wins by force")
    expect(page.locator("#why .heading")).to_have_text(["Last move: o, column 5", "Now: x to move"])
    expect(page.locator("#why li", has_text="Play column 3 or 6")).to_be_in_viewport(ratio=1)
    page.locator("#line .chip").last.click()
    expect(page.locator("#status")).to_have_text("x wins")
    expect(page).to_have_url(re.compile(r"/analysis/7x6x4/4455\d{3}$"))


def test_the_best_line_is_played_out_and_the_same_everywhere(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/7x6x4/4453")
    line, chips = page.locator("#line"), page.locator("#line .chip")
    expect(line).to_contain_text("26 more")
    expect(line).to_contain_text("o wins")
    line.get_by_role("button", name="more").click()
    expect(chips).to_have_count(36)
    told = page.locator("#why li", has_text="Best play:")
    shown = [f"{'xo'[ply % 2]} {text}" for ply, text in enumerate(chips.all_inner_texts())]
    expect(told).to_contain_text("Best play: " + ", ".join(shown[:10]))
    expect(told).to_contain_text(", ".join(shown[-6:]) + ", and o wins")
    chips.last.click()
    expect(page.locator("#status")).to_have_text("o wins")
    page.goto("/analysis/7x6x4/4455")  # of two that are as good, the line has the one that is told
    expect(chips).to_have_text(["3", "2", "6"])
    expect(page.locator("#why")).to_contain_text("x plays column 3 and threatens to win with")


def test_moves_make_a_tree_with_variations(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis")
    for number, move in enumerate((3, 3, 4), start=1):
        press(page, move)
        expect(page.locator("#tree .move")).to_have_count(number)
    expect(page).to_have_url(at("/analysis/7x6x4/445"))
    page.locator("#back").click()
    expect(page).to_have_url(at("/analysis/7x6x4/44"))
    press(page, 2)
    expect(page.locator("#tree .variation .move")).to_have_count(1)
    page.locator("#tree .move").first.click()
    expect(page).to_have_url(at("/analysis/7x6x4/4"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at("/analysis/7x6x4/44"))
    page.locator("#delete").click()
    expect(page.locator("#tree .move")).to_have_count(1)


def test_moves_may_be_faster_than_the_server(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis")
    expect(page.locator("#verdict")).to_have_text("+1")

    def slowly(route: Route) -> None:
        page.wait_for_timeout(100)
        route.continue_()

    page.route("**/api/position/**", slowly)
    for move in (3, 3, 2):
        press(page, move)
    expect(page).to_have_url(at("/analysis/7x6x4/443"))
    expect(page.locator("#tree .move")).to_have_text(["4", "4", "3"])


def test_a_pasted_game_is_reviewed(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis")
    page.get_by_text("Paste a game or a position").click()
    page.locator("#read textarea").fill("1. 4 4 (1... 3) 2. 5 5")
    page.locator("#read button").click()
    expect(page.locator("#read-said")).to_have_text("Read as a game record.")
    expect(page.locator("#tree .move")).to_have_count(5)
    page.locator("#review").click()
    expect(page.locator("#summary")).to_have_text(
        "× made 1 mistake that changed the result. ○ made 1 mistake that changed the result. "
        "Turning point: move 4."
    )
    expect(page.locator("#tree .sign")).to_have_text(["??", "??"])


def test_graph_and_review_follow_the_variation_one_stands_in(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis")
    page.get_by_text("Paste a game or a position").click()
    page.locator("#read textarea").fill("1. 4 4 (1... 3 2. 6 6 3. 1) 2. 5 5")
    page.locator("#read button").click()
    page.locator("#tree .variation .move", has_text="1").last.click()
    expect(page).to_have_url(at("/analysis/7x6x4/43661"))
    expect(page.locator("#graph .here")).to_have_attribute("x1", "400")  # the end of its graph
    with page.expect_request("**/api/review/7x6x4/43661*"):
        page.locator("#review").click()
    expect(page.locator("#summary")).to_contain_text(" made ")
    page.locator("#tree .move").first.click()
    expect(page.locator("#graph .here")).to_have_attribute("x1", "100")  # one of four moves
    expect(page.locator("#summary")).not_to_contain_text(" made ")
    page.locator("#tree .variation .move", has_text="1").last.click()
    expect(page.locator("#summary")).to_contain_text(" made ")  # each game has its own


def test_scores_of_small_cells_are_marks_and_words(visits: Visits) -> None:
    page = visits.person(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.goto("/")
    page.evaluate(
        """() => {
          const score = (label, tone) => ({ label, words: `${label} for o`, tone, exact: true });
          const board = document.createElement("ir-board");
          board.id = "tried";
          document.querySelector("main").prepend(board);
          board.show({
            rules: "15x15x5/free", discs: { h8: "x" }, turn: "o", best: [97],
            legal: [96, 97], scores: { 96: score("-7", -0.5), 97: score("+8", 0.5) },
          });
        }"""
    )
    board = page.locator("#tried")
    expect(board.locator(".heat")).to_have_count(2)
    expect(board.locator(".note")).to_have_count(0)
    board.locator('[data-move="97"]').tap()
    expect(board.locator(".said")).to_have_text("h7: +8 for o")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(board.locator(".note")).to_have_text(["-7", "+8"])


def test_a_fresh_puzzle_hints_at_nothing(visits: Visits) -> None:
    page = visits.person()
    page.goto("/puzzles")
    first = page.locator("#name").inner_text()
    page.locator("#solution").click()
    page.locator("#next").click()
    expect(page.locator("#name")).not_to_have_text(first)
    expect(page.locator("#board .ghost")).to_have_count(0)
    page.goto("/puzzles")
    expect(page.locator("#name")).not_to_be_empty()
    expect(page.locator("#board .ghost")).to_have_count(0)


def test_free_boards_are_analysed_by_their_best_cells(visits: Visits) -> None:
    page = visits.person()
    page.goto("/analysis/3x3x3-free/b2b1")
    expect(page.locator("#verdict")).to_have_text("+2")
    page.locator('#board [data-cell="a1"]').click()
    expect(page.locator("#tree .move")).to_have_count(3)


def test_a_puzzle_is_solved_and_counted(visits: Visits) -> None:
    page = visits.person()
    puzzle = next(p for p in shipped() if p.wins_in == 2)
    page.goto(f"/puzzles/{puzzle.name}")
    wrong = next(m for m in puzzle.board.position.legal_moves() if m != puzzle.move)
    press(page, wrong)
    expect(page.locator("#said")).to_contain_text("Not that one.")
    expect(page.locator("#again")).to_be_focused()
    page.locator("#again").click()
    moves: list[int] = []
    path = f"/api/puzzles/{puzzle.name}/try"
    position = puzzle.board.position
    for _ in range(9):
        for move in position.legal_moves():
            tried = page.request.post(
                path, data={"moves": [*moves, move]}, headers={"Origin": visits.site.url}
            ).json()
            if tried["right"]:
                break
        press(page, move)
        if tried["solved"]:
            break
        expect(page.locator("#said")).to_contain_text("Keep going")
        moves += [move, tried["answer"]]
        position = position.play(move).play(tried["answer"])
        expect(page.locator("#board .discs .disc")).to_have_count(position.ply)
    expect(page.locator("#said")).to_contain_text("Solved.")
    expect(page.locator("#said")).to_contain_text("You have tried this puzzle before")
    expect(page.locator("#solved")).to_have_text("0")  # there was a wrong move
    rating = page.locator("#rating").inner_text()
    assert int(rating.removesuffix("?")) < 1500
    page.locator("#next").click()
    expect(page.locator("#name")).not_to_have_text(puzzle.title)
    page.goto("/puzzles")
    expect(page.locator("#rating")).to_have_text(rating)


def test_a_hint_says_more_each_time_and_counts(visits: Visits) -> None:
    page = visits.person()
    page.goto("/puzzles/double-threat-1")
    for count in (1, 2, 3):
        page.locator("#hint").click()
        expect(page.locator("#said p").first).to_have_text(
            re.compile(rf"^([^.]+\.\s?){{{count}}}$")
        )
    expect(page.locator("#hint")).to_be_hidden()
    assert int(page.locator("#rating").inner_text().removesuffix("?")) < 1500


def test_a_rush_by_keys_counts_and_ends_after_three_mistakes(visits: Visits) -> None:
    page = visits.person()
    page.goto("/puzzles/double-threat-1")
    with page.expect_response("**/api/puzzles/rush*") as asked:
        page.locator("#rush").press("Enter")
    puzzles = asked.value.json()
    page.clock.install()
    for number, each in enumerate(puzzles[:5]):
        expect(page.locator("#said")).to_contain_text(f"{each['side']} to move")
        shown = len(each["view"]["discs"])
        expect(page.locator("#board .discs .disc")).to_have_count(shown)
        if not number:
            assert violations(page) == []
        right = number in (0, 2)
        wrong = next(move for move in each["view"]["legal"] if move != each["move"])
        page.keyboard.press(str((each["move"] if right else wrong) + 1))
        expect(page.locator("#board .discs .disc")).to_have_count(shown + 1)
        page.clock.run_for(400)
    expect(page.locator("#said")).to_have_text("2 puzzles solved. Your best: 2.")
    expect(page.locator("#rush-panel")).to_be_hidden()
    expect(page.locator("#rush")).to_be_focused()


def test_a_rush_ends_with_its_time(visits: Visits) -> None:
    page = visits.person()
    page.clock.install()
    page.goto("/puzzles/double-threat-1")
    page.locator("#rush").click()
    expect(page.locator("#said")).to_contain_text("to move")
    expect(page.locator("#rush-time")).to_have_text(re.compile(r"^(3:00|2:59)$"))
    page.clock.fast_forward(181_000)
    expect(page.locator("#said")).to_have_text("0 puzzles solved. Your best: 0.")


def test_themes_are_chosen_and_the_puzzle_of_the_day_is_found(visits: Visits) -> None:
    page = visits.person()
    page.goto("/puzzles/double-threat-1")
    page.locator("#theme").select_option("sacrifice")
    expect(page.locator("#name")).to_contain_text("Sacrifice of a column")
    page.locator("#daily").click()
    expect(page.locator("#name")).to_have_text(
        page.request.get("/api/puzzles/daily").json()["title"]
    )
