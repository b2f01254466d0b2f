from inarow import CONNECT_FOUR, Board, Rules, Side, detectors
from inarow.web.study import traces

WON = Board(CONNECT_FOUR, "4455667")


def test_the_side_that_is_searched() -> None:
    assert traces.searched_side(WON, None) is Side.FIRST
    assert traces.searched_side(WON, "o") is Side.SECOND
    assert traces.searched_side(Board(CONNECT_FOUR, "4"), None) is Side.FIRST
    assert traces.searched_side(Board(CONNECT_FOUR), None) is Side.SECOND


def test_pages_put_together_are_the_whole_trace() -> None:
    board = Board(Rules(9, 8, 4), "5544")
    for name in detectors.NAMES:
        whole = detectors.trace(board.position, Side.FIRST, detector=name, last=None).as_dict()[
            "steps"
        ]
        pages = []
        start = 0
        while True:
            page = traces.trace_page(board, Side.FIRST, name, start, 50)
            assert page["count"] == len(whole)
            pages += page["steps"]
            start += 50
            if start >= len(whole):
                break
        assert pages == whole


def test_the_comparison_is_true_to_the_traces() -> None:
    rows = traces.comparison(WON, Side.FIRST)
    assert [row["detector"] for row in rows] == list(detectors.NAMES)
    for row in rows:
        trace = detectors.trace(WON.position, Side.FIRST, detector=row["detector"], last=WON.last)
        assert (row["steps"], row["cells_read"]) == (len(trace.steps), trace.cells_read)
        assert len(row["lines"]) == len(trace.lines) == 1
        assert row["microseconds"] > 0


def test_a_page_beyond_the_end_is_empty() -> None:
    page = traces.trace_page(WON, Side.FIRST, "scan", 10_000, 50)
    assert page["steps"] == []
    assert page["found_at"]
