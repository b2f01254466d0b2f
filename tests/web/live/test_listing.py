"""What lists know about a game."""

from inarow.web.live import listing
from inarow.web.live.messages import Join, Resign, Swap
from support.web.people import ANN, BOB, after, new_state, offered, played


def test_a_row_changes_only_when_lists_would_notice() -> None:
    state = new_state(swap=True)
    moved = played(state, 3)
    assert listing.changes("game", state, moved, 5) == ()
    assert listing.changes("game", moved, offered(moved, ANN, "draw"), 5) == ()
    ((_, swapped),) = listing.changes("game", moved, after(moved, BOB, Swap()), 5)
    assert (swapped["x"], swapped["o"], swapped["status"]) == ("bob", "ann", "playing")
    ((_, over),) = listing.changes("game", moved, after(moved, BOB, Resign()), 7)
    assert (over["status"], over["winner"], over["reason"]) == ("over", "x", "resign")
    assert (over["moves"], over["updated"]) == ("4", 7)
    waiting = new_state(o=None)
    ((_, joined),) = listing.changes("game", waiting, after(waiting, BOB, Join()), 9)
    assert (joined["o_name"], joined["status"]) == ("Bob", "playing")


def test_a_new_game_has_all_columns() -> None:
    _, values = listing.new_game("game", new_state("9x6x4", o=None, base=60_000, increment=5))
    assert values["rules"] == "9x6x4"
    assert (values["base"], values["increment"], values["status"]) == (60_000, 5, "open")
    assert (values["x_name"], values["o"]) == ("Ann", None)
