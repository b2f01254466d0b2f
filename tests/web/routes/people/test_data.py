"""Everything that is kept about a person, to take along."""

from support.web.threaded import Site


def test_all_that_is_kept_is_in_one_file(here: Site) -> None:
    with here.client() as ann:
        games = [ann.post("/api/games", json={"opponent": "self"}).json()["id"] for _ in range(3)]
        ann.post("/me/code", data={})
        secret = ann.post("/api/tokens", json={"label": "my bot", "scopes": ["play"]}).json()
        answer = ann.get("/api/me/data")
        assert "inarow-data.json" in answer.headers["content-disposition"]
        found = answer.json()
        assert found["name"] == ann.get("/api/me").json()["name"]
        assert [game["id"] for game in found["games"]] == games[::-1]
        assert [token["label"] for token in found["tokens"]] == ["my bot"]
        assert len(found["browsers"]) == 1
        assert found["recovery_code_made"]
        assert found["ratings"] == {}
        assert secret["token"] not in answer.text


def test_whoever_has_no_games_gets_a_file_too(here: Site) -> None:
    with here.client() as ann:
        ann.post("/api/tokens", json={"label": "my bot", "scopes": ["play"]})
        assert ann.get("/api/me/data").json()["games"] == []


def test_it_is_for_oneself_in_a_browser(here: Site) -> None:
    with here.client() as ann:
        assert ann.get("/api/me/data").status_code == 401
        made = ann.post("/api/tokens", json={"label": "b", "scopes": ["read", "account"]}).json()
        assert here.program(made["token"]).get("/api/me/data").status_code == 403


def test_tournaments_are_among_it(here: Site) -> None:
    with here.client() as ann:
        made = ann.post("/api/tournaments", json={"name": "Class 5b", "player": "Ann"}).json()
        (row,) = ann.get("/api/me/data").json()["tournaments"]
        assert (row["id"], row["name"], row["director"]) == (made["id"], "Class 5b", True)
