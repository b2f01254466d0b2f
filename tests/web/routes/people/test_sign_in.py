"""Signing in elsewhere, and all that must not be possible."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from inarow.web.http import identity, passkeys
from inarow.web.store.databases import DatabaseError
from support.web.authenticator import Authenticator
from support.web.threaded import Site, site


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site by its name: passkeys are not for numbers."""
    with site(tmp_path_factory.mktemp("site")) as running:
        running.url = running.url.replace("127.0.0.1", "localhost")
        yield running


def player(here: Site, **game: Any) -> tuple[httpx.Client, str]:
    """Somebody new with a game."""
    client = here.client()
    made = client.post("/api/games", json={"side": "x", **game})
    return client, made.json()["id"]


def code_of(client: httpx.Client) -> str:
    """A new recovery code."""
    (code,) = re.findall(r"(?:\w{4}-){6}\w{4}", client.post("/me/code", data={}).text)
    return str(code)


def games_of(client: httpx.Client) -> set[str]:
    return {game["id"] for game in client.get("/api/games").json()}


def me(client: httpx.Client) -> str | None:
    who: str | None = client.get("/api/me").json()["id"]
    return who


def speak(client: httpx.Client, code: str) -> None:
    assert client.post("/language", data={"language": code}).status_code in (200, 303)


def spoken(client: httpx.Client) -> str:
    return client.get("/about").headers["content-language"]


def test_a_language_comes_along_to_another_browser(here: Site) -> None:
    phone, _ = player(here)
    code = code_of(phone)
    speak(phone, "de")
    assert phone.get("/api/me/data").json()["language"] == "de"
    laptop = here.client()
    assert spoken(laptop) == "en"
    laptop.post("/sign-in", data={"code": code})
    assert spoken(laptop) == "de"


def test_a_language_that_was_chosen_before_an_account_is_of_the_account(here: Site) -> None:
    phone = here.client()
    speak(phone, "fr")
    phone.post("/api/games", json={"side": "x"})
    code = code_of(phone)
    laptop = here.client()
    laptop.post("/sign-in", data={"code": code})
    assert spoken(laptop) == "fr"


def test_a_language_that_was_chosen_in_a_browser_stays_there(here: Site) -> None:
    phone, _ = player(here)
    code = code_of(phone)
    speak(phone, "de")
    laptop = here.client()
    speak(laptop, "es")
    laptop.post("/sign-in", data={"code": code})
    assert spoken(laptop) == "es"
    assert phone.get("/api/me/data").json()["language"] == "es"


def add_passkey(here: Site, client: httpx.Client, **other: Any) -> Authenticator:
    passkey = Authenticator(here.url)
    made = passkey.make(client.post("/api/me/passkeys/options").json())
    answer = client.post("/api/me/passkeys", json={"credential": made, "label": "phone", **other})
    assert answer.status_code == 204, answer.text
    return passkey


def use(passkey: Authenticator, client: httpx.Client, *, bring: bool = False) -> httpx.Response:
    signed = passkey.sign(client.post("/api/sign-in/options").json())
    return client.post("/api/sign-in", json={"credential": signed, "bring": bring})


# -- recovery codes


def test_a_code_signs_in_elsewhere(here: Site) -> None:
    ann, game = player(here)
    code = code_of(ann)
    assert code not in ann.get("/me").text, "it is shown once"
    other = here.client()
    answer = other.post("/sign-in", data={"code": code.lower().replace("-", " ")})
    assert (answer.status_code, answer.headers["location"]) == (303, "/history")
    assert me(other) == me(ann)
    assert games_of(other) == {game}
    assert len(ann.get("/api/me/sessions").json()) == 2
    assert ann.get("/api/me").json()["id"], "and who was there before stays"


def test_a_code_that_was_replaced_or_removed_does_nothing(here: Site) -> None:
    ann, _ = player(here)
    old, new, other = code_of(ann), code_of(ann), here.client()
    assert other.post("/sign-in", data={"code": old}).status_code == 403
    assert other.post("/sign-in", data={"code": new}).status_code == 303
    assert ann.post("/me/code/remove", data={}).headers["location"] == "/me"
    assert here.client().post("/sign-in", data={"code": new}).status_code == 403
    assert "You are a guest" in ann.get("/me").text


def test_only_the_hash_of_a_code_is_stored(tmp_path: Path) -> None:
    with site(tmp_path) as running:
        ann, _ = player(running)
        code = code_of(ann)
    for file in tmp_path.iterdir():
        data = file.read_bytes()
        assert code.encode() not in data
        assert code.replace("-", "").encode() not in data


def test_codes_cannot_be_guessed(tmp_path: Path) -> None:
    with site(tmp_path, rates=1.0) as running:
        ann, _ = player(running)
        code, guesser = code_of(ann), running.client()
        guesses = [f"0000-0000-0000-0000-0000-0000-{number:04}" for number in range(100)]
        with ThreadPoolExecutor(8) as pool:
            answers = list(
                pool.map(lambda guess: guesser.post("/sign-in", data={"code": guess}), guesses)
            )
        statuses = [answer.status_code for answer in answers]
        assert set(statuses) == {403, 429}
        assert statuses.count(403) <= 31
        late = running.client().post("/sign-in", data={"code": code})
        assert late.status_code == 429, "even of the right one it is not told"


def test_what_is_no_code_is_said(here: Site) -> None:
    for code in ("", "12345", "x" * 10_000):
        answer = here.client().post("/sign-in", data={"code": code})
        assert answer.status_code == 422
        assert "seven groups of four" in answer.text


# -- who was here before


def test_a_guest_brings_their_games(here: Site) -> None:
    ann, first = player(here)
    ann.patch("/api/me", json={"name": "Ann"})
    code = code_of(ann)
    guest, going = player(here)
    finished = guest.post("/api/games", json={"opponent": "self"}).json()["id"]
    guest.post(f"/api/games/{finished}/resign", json={})
    private = guest.post("/api/games", json={"visibility": "private", "opponent": "self"}).json()
    bob = here.client()
    bob.post(f"/api/games/{going}/join")
    name = guest.get("/api/me").json()["name"]
    page = guest.get("/sign-in").text
    assert f"Bring my 3 games as {name} along" in page
    answer = guest.post("/sign-in", data={"code": code, "bring": "on"})
    assert answer.status_code == 303
    assert me(guest) == me(ann)
    everything = {first, going, finished, private["id"]}
    assert games_of(guest) == games_of(ann) == everything
    moved = ann.post(f"/api/games/{going}/move", json={"move": 3})
    assert moved.status_code == 200, "it goes on in the account"
    assert ann.get(f"/api/games/{private['id']}").json()["you"] == "both"
    seen = bob.get(f"/api/games/{going}").json()
    assert seen["seats"]["x"]["name"] == name, "the opponent sees no other name"
    assert bob.post(f"/api/games/{going}/move", json={"move": 3}).status_code == 200


def test_a_guest_may_leave_their_games(here: Site) -> None:
    ann, first = player(here)
    guest, left = player(here)
    made = guest.post("/api/tokens", json={"label": "bot", "scopes": ["read"]}).json()
    cookie = guest.cookies["inarow"]
    assert guest.post("/sign-in", data={"code": code_of(ann)}).status_code == 303
    assert games_of(guest) == {first}
    assert ann.get(f"/api/games/{left}").json()["you"] == "none"
    thief = here.client()
    thief.cookies["inarow"] = cookie
    assert me(thief) is None
    assert here.program(made["token"]).get("/api/me").status_code == 401


def test_an_account_gives_nothing_away(here: Site) -> None:
    ann, first = player(here)
    bob, second = player(here)
    codes = code_of(ann), code_of(bob)
    assert "Bring" not in bob.get("/sign-in").text
    assert bob.post("/sign-in", data={"code": codes[0], "bring": "on"}).status_code == 303
    assert games_of(bob) == {first}
    assert bob.post("/sign-in", data={"code": codes[1], "bring": "on"}).status_code == 303
    assert games_of(bob) == {second}
    assert len(bob.get("/api/me/sessions").json()) == 1


def test_signing_in_as_oneself_changes_nothing(here: Site) -> None:
    ann, game = player(here)
    code, before = code_of(ann), me(ann)
    assert ann.post("/sign-in", data={"code": code, "bring": "on"}).status_code == 303
    assert (me(ann), games_of(ann)) == (before, {game})
    assert len(ann.get("/api/me/sessions").json()) == 1


def test_two_sign_ins_at_once(here: Site) -> None:
    ann, _ = player(here)
    guest, game = player(here)
    code, cookie = code_of(ann), guest.cookies["inarow"]

    def sign_in(_: int) -> tuple[int, str | None]:
        client = here.client()
        client.cookies["inarow"] = cookie
        answer = client.post("/sign-in", data={"code": code, "bring": "on"})
        return answer.status_code, me(client)

    with ThreadPoolExecutor(6) as pool:
        results = list(pool.map(sign_in, range(6)))
    assert {status for status, _ in results} <= {303, 409}
    assert {who for status, who in results if status == 303} == {me(ann)}
    assert game in games_of(ann)


def test_who_is_deleted_with_an_open_socket_is_gone(here: Site) -> None:
    ann, game = player(here)
    code = code_of(ann)
    with connect(
        here.url.replace("http", "ws") + f"/live/game/{game}",
        origin=Origin(here.url),
        additional_headers={"Cookie": f"inarow={ann.cookies['inarow']}"},
    ) as socket:
        assert json.loads(socket.recv(20))["t"] == "snapshot"
        assert ann.delete("/api/me").status_code == 204
        with suppress(ConnectionClosed):
            while True:
                socket.recv(20)
        assert socket.close_code in (4401, 1012)
    assert here.client().post("/sign-in", data={"code": code}).status_code == 403


@pytest.mark.parametrize("fails", ["sign_in", "person_with"])
def test_when_the_database_fails_who_was_here_stays(
    here: Site, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    ann, _ = player(here)
    guest, game = player(here)
    code, before = code_of(ann), guest.cookies["inarow"]

    async def broken(*_: object) -> None:
        raise DatabaseError("down")

    with monkeypatch.context() as patch:
        patch.setattr(here.app.state.accounts, fails, broken)
        answer = guest.post("/sign-in", data={"code": code, "bring": "on"})
        assert answer.status_code == 503
        assert "set-cookie" not in answer.headers
    assert guest.cookies["inarow"] == before
    assert games_of(guest) == {game}
    assert guest.post("/sign-in", data={"code": code, "bring": "on"}).status_code == 303
    assert game in games_of(ann)


def test_no_token_signs_in_or_touches_the_account(here: Site) -> None:
    ann, _ = player(here)
    code = code_of(ann)
    scopes = {"label": "bot", "scopes": ["read", "play", "account"]}
    bot = here.program(ann.post("/api/tokens", json=scopes).json()["token"])
    for method, path in (
        ("POST", "/sign-in"),
        ("POST", "/api/sign-in/options"),
        ("POST", "/api/sign-in"),
        ("POST", "/api/me/passkeys/options"),
        ("POST", "/api/me/passkeys"),
        ("POST", "/me/passkeys/x/remove"),
        ("POST", "/me/code"),
        ("POST", "/me/code/remove"),
        ("GET", "/api/me/sessions"),
        ("DELETE", "/api/me/sessions/x"),
    ):
        if path == "/sign-in":
            answer = bot.post(path, data={"code": code})
        elif path in ("/api/sign-in", "/api/me/passkeys"):
            answer = bot.post(path, json={"credential": {}})
        else:
            answer = bot.request(method, path)
        assert answer.status_code == 403, path
    assert here.client().post("/sign-in", data={"code": code}).status_code == 303


# -- passkeys


def test_a_passkey_signs_in_elsewhere(here: Site) -> None:
    ann, game = player(here)
    passkey = add_passkey(here, ann)
    page = ann.get("/me").text
    assert "phone" in page
    assert "You have an account" in page
    guest, brought = player(here)
    assert use(passkey, guest, bring=True).status_code == 204
    assert me(guest) == me(ann)
    assert games_of(guest) == {game, brought}
    assert use(passkey, here.client()).status_code == 204
    (form,) = re.findall(r'action="(/me/passkeys/[\w-]+/remove)"', ann.get("/me").text)
    stranger, _ = player(here)
    assert stranger.post(form, data={}).status_code == 404
    assert ann.post(form, data={}).headers["location"] == "/me"
    assert use(passkey, here.client()).status_code == 403
    assert "You are a guest" in ann.get("/me").text


def test_several_passkeys_have_names(here: Site) -> None:
    ann, _ = player(here)
    keys = [add_passkey(here, ann, label=label) for label in ("phone <1>", "")]
    page = ann.get("/me").text
    assert "phone &lt;1&gt;" in page
    options = ann.post("/api/me/passkeys/options").json()
    assert len(options["excludeCredentials"]) == 2
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "preferred"
    for key in keys:
        assert use(key, here.client()).status_code == 204


def test_there_are_not_too_many_passkeys(here: Site) -> None:
    ann, _ = player(here)
    for _ in range(10):
        add_passkey(here, ann)
    assert ann.post("/api/me/passkeys/options").status_code == 409


def test_a_challenge_is_for_once(here: Site) -> None:
    ann, _ = player(here)
    passkey, browser = add_passkey(here, ann), here.client()
    options = browser.post("/api/sign-in/options").json()
    cookie = browser.cookies["inarow-challenge"]
    signed = passkey.sign(options)
    assert browser.post("/api/sign-in", json={"credential": signed}).status_code == 204
    for again in (signed, passkey.sign(options)):
        thief = here.client()
        thief.cookies["inarow-challenge"] = cookie
        refused = thief.post("/api/sign-in", json={"credential": again})
        assert (refused.status_code, refused.json()["error"]) == (409, "challenge")
        assert me(thief) is None


def test_a_challenge_is_used_once_by_two_at_once(here: Site) -> None:
    ann, _ = player(here)
    passkey, browser = add_passkey(here, ann), here.client()
    options = browser.post("/api/sign-in/options").json()
    cookie = browser.cookies["inarow-challenge"]
    answers = [passkey.sign(options) for _ in range(4)]

    def sign_in(signed: dict[str, Any]) -> int:
        client = here.client()
        client.cookies["inarow-challenge"] = cookie
        return client.post("/api/sign-in", json={"credential": signed}).status_code

    with ThreadPoolExecutor(4) as pool:
        first, *others = sorted(pool.map(sign_in, answers))
    assert first == 204
    assert {*others} <= {403, 409}  # too late; or like a copy, with a number that was used


def test_a_challenge_is_for_one_browser_one_purpose_and_a_short_time(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = player(here)
    passkey, browser, other = add_passkey(here, ann), here.client(), here.client()
    options = browser.post("/api/sign-in/options").json()
    assert other.post("/api/sign-in", json={"credential": passkey.sign(options)}).status_code == 409
    other.post("/api/sign-in/options")
    assert other.post("/api/sign-in", json={"credential": passkey.sign(options)}).status_code == 403
    for_adding = ann.post("/api/me/passkeys/options").json()
    for_adding["rpId"] = for_adding["rp"]["id"]
    signed = passkey.sign(for_adding)
    assert ann.post("/api/sign-in", json={"credential": signed}).status_code == 409
    ann.post("/api/sign-in/options")
    made = Authenticator(here.url).make(for_adding)
    assert ann.post("/api/me/passkeys", json={"credential": made}).status_code == 409
    options = browser.post("/api/sign-in/options").json()
    late = identity.now() + 1000 * passkeys.LIFETIME
    monkeypatch.setattr(passkeys, "now", lambda: late)
    signed = passkey.sign(options)
    assert browser.post("/api/sign-in", json={"credential": signed}).status_code == 409


@pytest.mark.parametrize(
    "lie",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "http://localhost"},
        {"type": "webauthn.create"},
        {"challenge": "AAAA"},
    ],
)
def test_what_was_signed_elsewhere_is_worth_nothing(here: Site, lie: dict[str, str]) -> None:
    ann, _ = player(here)
    passkey, browser = add_passkey(here, ann), here.client()
    signed = passkey.sign(browser.post("/api/sign-in/options").json(), **lie)
    refused = browser.post("/api/sign-in", json={"credential": signed})
    assert (refused.status_code, refused.json()["error"]) == (403, "passkey")
    made = Authenticator(here.url).make(
        ann.post("/api/me/passkeys/options").json(), **lie | {"type": "webauthn.get"}
    )
    assert ann.post("/api/me/passkeys", json={"credential": made}).status_code == 403
    assert me(browser) is None


def test_a_copied_passkey_is_noticed(here: Site) -> None:
    ann, _ = player(here)
    passkey = add_passkey(here, ann)
    copy = Authenticator(here.url, passkey.count, passkey.id, passkey.key, passkey.user)
    assert use(passkey, here.client()).status_code == 204
    assert use(copy, here.client()).status_code == 403, "its count is behind"
    forged = Authenticator(here.url, 99, passkey.id, user=passkey.user)
    assert use(forged, here.client()).status_code == 403
    passkey.user = b"somebody else"
    assert use(passkey, here.client()).status_code == 403


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": 5},
        {"id": "é" * 5000},
        {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": None},
        {"id": "AAAA", "rawId": "AAAA", "response": {"clientDataJSON": "%%", "signature": []}},
        {"id": ["deep"] * 100},
    ],
)
def test_nonsense_is_refused(here: Site, credential: dict[str, Any]) -> None:
    ann, _ = player(here)
    passkey = add_passkey(here, ann)
    for key_id in (credential.get("id"), passkey._answer()["id"]):
        browser = here.client()
        browser.post("/api/sign-in/options")
        nonsense = {"credential": credential | {"id": key_id}}
        assert browser.post("/api/sign-in", json=nonsense).status_code == 403
    ann.post("/api/me/passkeys/options")
    assert ann.post("/api/me/passkeys", json={"credential": credential}).status_code == 403


def test_passkeys_need_a_name(here: Site) -> None:
    numeric = here.url.replace("localhost", "127.0.0.1")
    client = httpx.Client(base_url=numeric, headers={"origin": numeric})
    here.clients.append(client)
    assert client.post("/api/sign-in/options").status_code == 501
    assert "they work at an https address" in client.get("/sign-in").text


def test_without_the_library_a_sentence_says_so(
    here: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = player(here)
    monkeypatch.setattr(passkeys, "find_spec", lambda _: None)
    assert "its operator has not installed" in ann.get("/me").text
    refused = ann.post("/api/me/passkeys/options")
    assert (refused.status_code, refused.json()["error"]) == (501, "passkeys")
    assert "Recovery code" in ann.get("/me").text
