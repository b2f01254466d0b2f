from inarow.tui.form import Choice, Entry, Form


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
