import inarow as ir
from inarow.arena import Pairing, PairResult, Played
from inarow.arena.standings import Forfeit, Standings

WIN, LOSS, DRAW = "1-0", "0-1", "1/2-1/2"


def pair(number: int, names: tuple[str, str], *results: str, forfeit: str = "") -> PairResult:
    pairing = Pairing(number, ir.CONNECT_FOUR, names, names)
    first, second = (Played((3,), result) for result in results)
    return PairResult(pairing, (first, Played((3,), second.result, forfeit)))


def example() -> Standings:
    return Standings(
        ["a", "b", "c"],
        [
            pair(0, ("a", "b"), WIN, LOSS),  # a wins twice
            pair(1, ("a", "c"), WIN, DRAW),
            pair(2, ("b", "c"), DRAW, DRAW),
            pair(3, ("a", "b"), WIN, WIN),  # one each
            pair(4, ("a", "c"), WIN, LOSS),
            pair(5, ("b", "c"), WIN, DRAW),
        ],
    )


def test_tallies_count_from_both_sides() -> None:
    found = example()
    assert str(found.tally("a", "b")) == "+3 =0 -1"
    assert str(found.tally("b", "a")) == "+1 =0 -3"
    assert str(found.tally("a")) == "+6 =1 -1"
    assert found.games == 12


def test_the_table_has_the_best_first() -> None:
    found = example()
    assert found.ranking() == ["a", "b", "c"]
    lines = found.table().splitlines()
    assert lines[0].split() == ["player", "Elo", "±", "points", "1", "2", "3"]
    assert lines[1].split()[:2] == ["1", "a"]
    assert lines[1].endswith(".  +3 =0 -1  +3 =1 -0")
    assert len({len(line) for line in lines}) == 1


def test_two_players_need_no_cross_table() -> None:
    table = Standings(["a", "b"], [pair(0, ("a", "b"), WIN, DRAW)]).table()
    assert table.splitlines()[0].split() == ["player", "Elo", "±", "points", "games"]
    assert "1.5/2" in table


def test_long_names_are_cut() -> None:
    name = "ugi:" + "x" * 100
    assert f"{name[:29]}..." in Standings([name, "b"], [pair(0, (name, "b"), WIN, WIN)]).table()


def test_forfeits_name_who_failed() -> None:
    found = Standings(["a", "b"], [pair(0, ("a", "b"), WIN, LOSS, forfeit="b: it hangs")])
    assert found.forfeits() == [Forfeit("b", "1.2", "b: it hangs")]
    assert found.forfeit_count == 1
    assert [record.tags.get("Forfeit") for record in found.records()] == [None, "b: it hangs"]


def test_players_without_games_are_last() -> None:
    found = Standings(["idle", "a", "b"], [pair(0, ("a", "b"), WIN, LOSS)])
    assert found.ranking() == ["a", "b", "idle"]
    assert "0/0" in found.table()
