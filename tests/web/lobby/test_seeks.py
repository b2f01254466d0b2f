"""Who fits whom."""

import json

from inarow.web.live.ratings import Strength
from inarow.web.lobby.seeks import NEAR, PATIENCE, RATED_PATIENCE, Seek, Seeks, fit, kind_of
from support.web.people import new_state


def seek(
    name: str, created: int = 0, rating: float | None = None, *, off: float = 0, rated: bool = False
) -> Seek:
    """A seek of a person of one letter: `a1` is the first of a."""
    known: Strength | None = None if rating is None else (rating, off)
    return Seek(name, name[0], "7x6x4", created, known, rated)


def never(one: str, other: str) -> bool:
    return False


def test_the_kind_is_what_must_be_equal() -> None:
    plain, hurried = new_state(), new_state(base=60_000, increment=1_000)
    kinds = [
        kind_of(state.terms)
        for state in (plain, hurried, new_state(base=60_000), new_state(swap=True))
    ]
    kinds.append(kind_of(new_state("7x6x4/free").terms))
    assert kinds[:2] == ["7x6x4", "7x6x4 60000+1000"]
    assert len(set(kinds)) == len(kinds)
    assert kind_of(new_state(visibility="public", x=None).terms) == kinds[0]


def test_nobody_fits_themselves_or_another_kind() -> None:
    one = seek("a1")
    assert fit(one, seek("b1"), 0)
    assert not fit(one, seek("a2"), 0)
    assert not fit(one, seek("b1")._replace(kind="9x6x4"), 0)


def test_ratings_are_near_at_first_and_matter_less_and_less() -> None:
    one, far = seek("a1", 0, 1500), seek("b1", 0, 1500 + 2 * NEAR)
    assert fit(one, seek("b1", 0, 1500 + NEAR), 0)
    assert not fit(one, far, 0)
    assert not fit(one, far, PATIENCE // 2 - 1)
    assert fit(one, far, PATIENCE // 2)
    assert fit(one, seek("b1", 0, 9000), PATIENCE)
    assert fit(one, seek("b1", PATIENCE, 9000), PATIENCE), "one of them has waited for long"
    assert fit(one, seek("b1"), 0), "whose rating is not known"


def test_a_rating_that_is_not_sure_reaches_further() -> None:
    one = seek("a1", 0, 1500, off=100)
    assert fit(one, seek("b1", 0, 1500 + NEAR + 200, off=100), 0)
    assert not fit(one, seek("b1", 0, 1500 + NEAR + 201, off=100), 0)


def test_in_games_that_count_near_ratings_are_waited_for_longer() -> None:
    one, far = seek("a1", 0, 1500, rated=True), seek("b1", 0, 9000, rated=True)
    assert not fit(one, far, RATED_PATIENCE - 1000)
    assert fit(one, far, RATED_PATIENCE)


def test_the_longest_waiting_is_best_and_one_met_lately_comes_last() -> None:
    seeks = Seeks()
    for one in (seek("c1", 30), seek("b1", 20), seek("d1", 40), seek("a1", 10)):
        seeks.add(one)
    me = seek("a2", 50)
    assert seeks.best(me, 50, met=never) == seek("b1", 20)
    assert seeks.best(me, 50, met=never, but={"b1"}) == seek("c1", 30)
    met = {("a", "b"), ("a", "c")}
    assert seeks.best(me, 50, met=lambda *two: two in met) == seek("d1", 40)
    seeks.drop("d1")
    assert seeks.best(me, 50, met=lambda *two: two in met) == seek("b1", 20)


def test_seeks_are_found_by_game_and_person() -> None:
    seeks = Seeks()
    assert seeks.best(seek("b1"), 0, met=never) is None
    assert seeks.of("a", "7x6x4") is None
    for one in (seek("a2", 5), seek("a1", 3), seek("b1", 1), seek("a1", 3)):
        seeks.add(one)
    assert len(seeks) == 3
    assert seeks.of("a", "7x6x4") == seeks.get("a1") == seek("a1", 3)
    assert seeks.of("a", "9x6x4") is None
    assert seeks.drop("a1") == seek("a1", 3)
    assert seeks.drop("a1") is None
    assert "a1" not in seeks
    assert {one.game for one in seeks} == {"a2", "b1"}


def test_another_instance_tells_of_a_seek_in_json() -> None:
    for one in (seek("a1"), seek("a1", 5, 1500, off=60, rated=True)):
        assert Seek.told(json.loads(json.dumps(one))) == one
