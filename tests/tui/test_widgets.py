from pathlib import Path

from inarow.tui.widgets import Choice, Entry, Form, Piece, Rows, Themed, paragraphs, shortened
from support.screens import game, match_of, played, press, settled, started


@played
async def test_widgets_follow_the_theme(tmp_path: Path) -> None:
    async with started(tmp_path, match_of("7x6x4", "44")) as (app, pilot):
        widgets = list(game(app).query(Themed))
        assert len(widgets) > 3
        before = [widget.palette for widget in widgets]
        await press(pilot, "m")
        assert all(widget.palette != old for widget, old in zip(widgets, before, strict=True))


def test_long_texts_are_broken() -> None:
    rows = paragraphs(["one two three four", ""], 10)
    assert [row[0].text for row in rows] == ["one two", "three four", ""]


@played
async def test_the_followed_row_is_seen_and_others_can_be_scrolled_to(tmp_path: Path) -> None:
    async with started(tmp_path, match_of()) as (app, _):
        rows = game(app).moves
        assert isinstance(rows, Rows)
        rows.put([(Piece(str(number)),) for number in range(50)], 40)
        assert rows.first <= 40 < rows.first + rows.size.height
        before = rows.first
        rows.on_mouse_scroll_up()
        assert rows.first == before - 1
        rows.on_mouse_scroll_down()
        rows.scroll_rows(1000)
        assert rows.first == 50 - rows.size.height


@played
async def test_what_does_not_fit_is_cut(tmp_path: Path) -> None:
    async with started(tmp_path, match_of()) as (app, _):
        rows = game(app).line
        rows.put([(Piece("x" * 500),)])
        assert rows.render_line(0).cell_length == rows.size.width


def test_a_choice_goes_round() -> None:
    choice = Choice("Side", ["x", "o"], "o")
    choice.change(1)
    assert choice.value == "x"
    choice.change(-1)
    assert choice.value == "o"
    assert Choice("Side", ["x", "o"], "neither").value == "x"


def test_an_entry_is_typed_and_erased() -> None:
    entry = Entry("Name", "Ann")
    entry.type("a")
    entry.type("\n")
    assert entry.value == "Anna"
    entry.erase()
    entry.change(1)
    assert entry.value == "Ann"
    for _ in range(50):
        entry.type("x")
    assert len(entry.value) == 18


def test_a_form_passes_over_what_is_hidden() -> None:
    fields: list[Choice | Entry] = [
        Choice("a", ["1"], "1"),
        Entry("b", ""),
        Choice("c", ["1"], "1"),
    ]
    fields[1].hidden = True
    form = Form(fields)
    form.selected = 0
    assert not form.type("x")
    assert not form.erase()
    assert form.field is fields[0]
    assert "b" not in "".join(piece.text for row in form.lines for piece in row)


def test_a_name_that_is_too_long_keeps_what_tells_it_apart() -> None:
    assert shortened("Ann", 16) == "Ann"
    assert shortened("python:/home/ann/bots/bad.py", 16) == "…ann/bots/bad.py"
    assert shortened("Annegret von Hohenstein", 16) == "Annegret von Ho…"
    assert shortened("安" * 12, 16) == f"{'安' * 7}…"


def test_what_cannot_be_printed_is_not_sent_to_the_terminal() -> None:
    assert paragraphs(["a\x1b[31mb\x00"], 40) == [(Piece("a[31mb"),)]


@played
async def test_rows_beyond_the_edge_are_marked_and_scrolled_to(tmp_path: Path) -> None:
    async with started(tmp_path, match_of()) as (app, pilot):
        notes = game(app).notes
        game(app).note = [f"sentence {number}" for number in range(60)]
        game(app)._show()
        await settled(app, pilot)
        last = notes.size.height - 1
        assert last > 8  # more than the list of moves has
        assert notes.render_line(last).text.endswith("▾")
        await press(pilot, "down", "ctrl+down")
        assert notes.first == 2
        assert notes.render_line(0).text.startswith("sentence 2 ")
        assert notes.render_line(0).text.endswith("▴")
        await press(pilot, "up", "ctrl+up")
        assert notes.first == 0
