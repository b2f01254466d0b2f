from threading import Thread

from inarow import CONNECT_FOUR, GOMOKU, Board, Limit, Position
from inarow.search.desk import Desk


class Stopwatch:
    def __init__(self) -> None:
        self.stops = 0

    def stop(self) -> None:
        self.stops += 1


def test_a_desk_searches_and_solves() -> None:
    desk = Desk(table_mb=1)
    assert desk.engine.search(Position(CONNECT_FOUR), Limit(depth=2)).lines
    assert desk.oracle.scores(Board(CONNECT_FOUR, "4455").position)


def test_stop_ends_what_is_searched_in_another_thread() -> None:
    desk = Desk(table_mb=1)
    search = Thread(target=lambda: desk.engine.search(Position(GOMOKU), Limit(seconds=600)))
    search.start()
    while search.is_alive():  # one that comes before the search begins is lost
        desk.stop()
        search.join(0.01)
    assert desk.stopped


def test_others_are_stopped_while_they_are_used() -> None:
    desk, player = Desk(table_mb=1), Stopwatch()
    with desk.using(player):
        desk.stop()
    desk.stop()
    assert player.stops == 1


def test_patience_is_lent_for_a_while() -> None:
    desk = Desk(table_mb=1, patience=5)
    with desk.patience(0.5):
        assert desk.oracle.patience == 0.5
    assert desk.oracle.patience == 5
