"""Who leads a tournament."""

from inarow.web.tournaments.leadership import SILENT, Leadership

NAMES = [f"tournament {number}" for number in range(100)]


def test_who_is_alone_leads_all() -> None:
    assert all(map(Leadership("one").leads, NAMES))


def test_each_tournament_has_one_leader_and_all_agree() -> None:
    instances = [Leadership(name) for name in ("one", "two", "three")]
    for one in instances:
        one.look({"one": 1, "two": 1, "three": 1}, 0)
    leads = [[one.leads(name) for one in instances] for name in NAMES]
    assert all(sum(row) == 1 for row in leads)
    assert all(any(row[number] for row in leads) for number in range(3))


def test_one_that_says_nothing_new_is_gone_and_one_that_comes_back_leads_again() -> None:
    one = Leadership("one")
    one.look({"one": 1, "two": 1}, 0)
    shared = [one.leads(name) for name in NAMES]
    assert not all(shared)
    one.look({"one": 2, "two": 1}, SILENT)
    assert all(map(one.leads, NAMES))
    one.look({"one": 3, "two": 2}, SILENT + 1)
    assert [one.leads(name) for name in NAMES] == shared
    one.look({}, SILENT + 2)
    assert all(map(one.leads, NAMES)), "also if the database has forgotten all"
