"""Random rules, positions and games for property tests, in one place."""

from random import Random

from hypothesis import strategies as st

import inarow as ir

ODD_RULES = [
    ir.Rules(1, 1, 1),
    ir.Rules(1, 1, 2),
    ir.Rules(1, 9, 4),
    ir.Rules(9, 1, 4, gravity=False),
    ir.Rules(5, 4, 1),
    ir.Rules(2, 2, 2, gravity=False),
    ir.Rules(4, 7, 5),  # k larger than one side
    ir.Rules(3, 12, 6, gravity=False),
    ir.Rules(3, 3, 7),  # no line fits at all
    ir.Rules(8, 7, 4),  # 64 bits exactly
    ir.Rules(9, 7, 4),  # 72 bits
    ir.Rules(15, 7, 5, gravity=False),
    ir.Rules(8, 15, 4),  # 128 bits exactly
    ir.Rules(15, 15, 5, gravity=False),
    ir.Rules(12, 15, 4),  # three words
    ir.Rules(18, 18, 4),
    ir.Rules(24, 24, 5, gravity=False),  # ten words
    ir.Rules(26, 3, 3),
    ir.Rules(32, 32, 5),
    ir.Rules(35, 35, 35, gravity=False),
]
"""Boards at the edges of what the rules allow, and of 64 and 128 bits."""


def play_random(rules: ir.Rules, random: Random, plies: int | None = None) -> ir.Board:
    """A board after random legal moves, at most *plies* of them."""
    board = ir.Board(rules)
    while board.outcome() is None and (plies is None or len(board.moves) < plies):
        board.play(random.choice(board.position.legal_moves()))
    return board


def scatter(rules: ir.Rules, random: Random) -> ir.Position:
    """Discs thrown anywhere, mostly impossible as a game; often with long and many lines."""
    share = random.choice([0.2, 0.5, 0.8, 0.95, 1.0])
    first = second = 0
    for cell in rules.cells(rules.board):
        thrown = random.random()
        if thrown < share * 0.7:
            first |= rules.bit(*cell)
        elif thrown < share:
            second |= rules.bit(*cell)
    return ir.Position(rules, first, second, random.choice(list(ir.Side)))


def stack(rules: ir.Rules, random: Random) -> ir.Position:
    """Columns filled to random heights: no disc floats, though no game may lead here."""
    first = second = 0
    for column in range(rules.width):
        for row in range(random.randint(0, rules.height)):
            if random.random() < 0.6:
                first |= rules.bit(column, row)
            else:
                second |= rules.bit(column, row)
    return ir.Position(rules, first, second, random.choice(list(ir.Side)))


@st.composite
def rules(draw: st.DrawFn, largest: int = 9) -> ir.Rules:
    """Small rules of every kind, now and then an odd one."""
    if draw(st.integers(0, 5)) == 0:
        return draw(st.sampled_from(ODD_RULES))
    side = st.integers(1, largest)
    return ir.Rules(draw(side), draw(side), draw(st.integers(1, 6)), draw(st.booleans()))


seeds = st.integers(0, 2**32 - 1).map(Random)


@st.composite
def boards(draw: st.DrawFn) -> ir.Board:
    """Boards that came from play."""
    return play_random(draw(rules()), draw(seeds), draw(st.integers(0, 60)))


@st.composite
def positions(draw: st.DrawFn) -> ir.Position:
    """Any positions, from play or set up."""
    if draw(st.booleans()):
        return draw(boards()).position
    return scatter(draw(rules()), draw(seeds))
