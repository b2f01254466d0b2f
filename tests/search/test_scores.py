from inarow import CONNECT_FOUR, Board, Estimate, Position, Score, Side
from inarow.search import scores


def test_worths_in_a_few_characters_and_in_words() -> None:
    position = Board(CONNECT_FOUR, "445566").position
    win = Score.of(18, position)
    assert (scores.label(win), scores.in_words(win)) == ("+18", "+18, x wins in 1 move")
    assert scores.label(Score.of(0, position)) == "0"
    assert scores.label(Score(-1, Side.FIRST, None)) == "-"
    assert scores.label(Estimate(100, Side.FIRST)) == "≈+46"
    assert scores.label(Estimate(0, Side.FIRST)) == "≈0"


def test_shares_are_for_the_side_to_move_or_for_the_first_side() -> None:
    position = Board(CONNECT_FOUR, "4").position
    assert scores.share(Score.of(3, position)) == (1.0, 3)
    assert scores.first_share(Score.of(3, position)) == 0.0
    assert scores.first_share(Score.of(0, position)) == 0.5


def test_the_best_moves_are_those_that_are_worth_most() -> None:
    position = Position(CONNECT_FOUR)
    values = {0: Score.of(-2, position), 3: Score.of(1, position), 4: Score.of(1, position)}
    assert scores.best_moves(values) == [3, 4]
    assert scores.is_exact(values)
    assert not scores.is_exact({0: Estimate(1, Side.FIRST)})


def test_a_graph_grows_towards_the_win() -> None:
    near, far = Score(18, Side.FIRST, 5), Score(3, Side.FIRST, 35)
    worths = (
        Score(18, Side.FIRST, 0),
        near,
        far,
        Score(1, Side.FIRST, None),
        Estimate(300, Side.FIRST),
        Estimate(10, Side.FIRST),
        Score(0, Side.SECOND, 30),
        Estimate(10, Side.SECOND),
        Score(3, Side.SECOND, 35),
        Score(-18, Side.FIRST, 2),
    )
    heights = [scores.first_height(worth, CONNECT_FOUR) for worth in worths]
    assert heights == sorted(heights, reverse=True)
    assert len({round(height, 3) for height in heights}) == len(heights)
    assert (heights[0], heights[6]) == (1.0, 0.5)
    assert all(0 <= height <= 1 for height in heights)
    assert near.wins_in == 3
    assert far.wins_in == 18
    assert heights[1] - heights[2] > 0.2
