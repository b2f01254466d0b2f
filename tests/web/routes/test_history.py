"""One's own games: chosen, counted and downloaded."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import inarow as ir
from support.web.threaded import Site, site


class Club:
    """Ann with games of many kinds; a number says which."""

    def __init__(self, here: Site) -> None:
        self.here = here
        self.ann, self.bob = here.client(), here.client()
        self.ids: list[str] = []
        self.played("won", side="x", rules="7x6x4", base=300_000, increment=3_000)
        self.played("lost", side="o", rules="9x7x4")
        self.played("drawn", side="x", rules="3x3x3/free")
        self.played("both", opponent="self", side="x")
        self.played("going", side="x")
        self.played("cancelled", side="x")
        self.played("open", side="x", visibility="public")

    def played(self, how: str, **wanted: Any) -> None:
        """Make one more game and bring it to how it stands."""
        made = self.ann.post("/api/games", json=wanted).json()
        self.ids.append(made["id"])
        if how not in ("both", "open", "cancelled"):
            self.act(self.bob, "join")
        seats = [self.ann, self.bob] if wanted["side"] == "x" else [self.bob, self.ann]
        if how == "both":
            seats = [self.ann, self.ann]
        moves = {"won": "3030303", "lost": "3030303", "both": "3030303", "drawn": "021347586"}
        if how == "drawn":
            for number, move in enumerate([0, 1, 2, 4, 3, 5, 7, 6, 8]):
                self.act(seats[number % 2], "move", move=move)
            return
        for number, digit in enumerate(moves.get(how, "33" if how == "going" else "")):
            self.act(seats[number % 2], "move", move=int(digit))
        if how == "cancelled":
            self.act(self.ann, "abort")

    def act(self, who: httpx.Client, verb: str, **command: Any) -> None:
        answer = who.post(f"/api/games/{self.ids[-1]}/{verb}", json=command or None)
        assert answer.status_code == 200, answer.text

    def found(self, **wanted: Any) -> list[int]:
        """Which games there are, by their numbers."""
        rows = self.ann.get("/api/games", params=wanted).json()
        return sorted(self.ids.index(row["id"]) for row in rows)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with site(tmp_path_factory.mktemp("site")) as here:
        yield Club(here)


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ({}, [0, 1, 2, 3, 4, 5, 6]),
        ({"result": "won"}, [0]),
        ({"result": "lost"}, [1]),
        ({"result": "draw"}, [2]),
        ({"result": "decided"}, [3]),
        ({"result": "playing"}, [4]),
        ({"result": "cancelled"}, [5]),
        ({"result": "open"}, [6]),
        ({"opponent": "self"}, [3]),
        ({"opponent": "people"}, [0, 1, 2, 4]),
        ({"opponent": "level 3"}, []),
        ({"board": "9x7x4"}, [1]),
        ({"board": "3x3x3-free"}, [2]),
        ({"side": "o"}, [1]),
        ({"side": "both"}, [3]),
        ({"clock": "300+3"}, [0]),
        ({"clock": "any"}, [0]),
        ({"clock": "none", "result": "won"}, []),
        ({"name": "nobody of this name"}, []),
        ({"since": "2020-01-01", "until": "2020-12-31"}, []),
        ({"since": "2020-01-01", "side": "x", "result": "draw"}, [2]),
    ],
)
def test_games_are_chosen(club: Club, wanted: dict[str, str], numbers: list[int]) -> None:
    assert club.found(**wanted) == numbers


def test_a_part_of_the_opponents_name_is_enough(club: Club) -> None:
    name = club.bob.get("/api/me").json()["name"]
    assert club.found(name=name[2:].upper()) == [0, 1, 2, 4]
    assert club.found(name="%") == []


@pytest.mark.parametrize(
    "wanted", [{"since": "2026-02-30"}, {"result": "great"}, {"clock": "5"}, {"board": "7"}]
)
def test_what_cannot_be_wanted_is_refused(club: Club, wanted: dict[str, str]) -> None:
    assert club.ann.get("/api/games", params=wanted).status_code == 422


def test_pages_follow_each_other_without_gaps(club: Club) -> None:
    seen: list[str] = []
    place: dict[str, str] = {}
    while rows := club.ann.get("/api/games", params={"limit": 2, **place}).json():
        seen += [row["id"] for row in rows]
        place = {"before": rows[-1]["created"], "before_id": rows[-1]["id"]}
    assert seen == club.ids[::-1]


def test_games_with_a_result_are_counted(club: Club) -> None:
    totals = club.ann.get("/api/games/totals").json()
    assert {(one["opponent"], one["rules"], one["side"], one["result"]) for one in totals} == {
        ("people", "7x6x4", "x", "won"),
        ("people", "9x7x4", "o", "lost"),
        ("people", "3x3x3/free", "x", "draw"),
        ("self", "7x6x4", "both", "decided"),
    }
    assert all(one["games"] == 1 for one in totals)


def test_all_records_are_one_text(club: Club) -> None:
    answer = club.ann.get("/api/games/records")
    assert "inarow-games.txt" in answer.headers["content-disposition"]
    records = ir.Record.parse_all(answer.text)
    assert [record.result for record in records] == ["1-0", "1/2-1/2", "1-0", "1-0"]
    won = club.ann.get("/api/games/records", params={"result": "won"}).text
    assert ir.Record.parse(won).main.moves == [3, 0, 3, 0, 3, 0, 3]


def test_the_page_has_filters_counts_and_games(club: Club) -> None:
    page = club.ann.get("/history", params={"result": "won"})
    assert club.ids[0] in page.text
    assert club.ids[1] not in page.text
    assert "/api/games/records?result=won" in page.text.replace("&amp;", "&")
    everything = club.ann.get("/history").text
    name = club.ann.get("/api/me").json()["name"]
    assert everything.count("Two on one screen</a>") == 1
    assert not re.search(rf"{name} <span[^>]*>vs</span>[^<]*<svg.*?</svg> {name}", everything)
    assert all(game in everything for game in club.ids)


def test_nobody_has_nothing(club: Club) -> None:
    with club.here.client() as nobody:
        assert nobody.get("/api/games/totals").json() == []
        assert nobody.get("/api/games/records").status_code == 401
        assert nobody.get("/history").status_code == 200
        assert not nobody.cookies
