"""Tokens made and withdrawn by people, with forms alone."""

import re
from collections.abc import Iterator

import pytest

from support.web.threaded import Site, site


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running


def test_a_token_is_made_shown_once_and_withdrawn(here: Site) -> None:
    ann = here.client()
    assert "Withdraw" not in ann.get("/tokens").text
    assert not ann.cookies, "looking makes nobody"
    made = ann.post("/tokens", data={"label": "my <bot>", "read": "on", "play": "on"})
    assert made.status_code == 200
    assert made.headers["cache-control"] == "no-store"
    (secret,) = re.findall(r"inarow_[\w-]{43}", made.text)
    assert "my &lt;bot&gt;" in made.text
    program = here.program(secret)
    assert program.get("/api/me").json()["scopes"] == ["read", "play"]
    again = ann.get("/tokens").text
    assert secret not in again
    (form,) = re.findall(r'action="(/tokens/[\w-]+/withdraw)"', again)
    assert here.client().post(form, data={}).status_code == 404
    assert ann.post(form, data={}).headers["location"] == "/tokens"
    assert program.get("/api/me").status_code == 401


@pytest.mark.parametrize(
    "form", [{"label": "bot"}, {"read": "on"}, {"label": "a" * 81, "read": "on"}]
)
def test_a_form_without_a_name_or_a_scope_is_refused(here: Site, form: dict[str, str]) -> None:
    refused = here.client().post("/tokens", data=form)
    assert refused.status_code == 422
    assert "A token needs a name" in refused.text


def test_no_token_makes_another(here: Site) -> None:
    made = here.client().post("/api/tokens", json={"label": "bot", "scopes": ["play"]}).json()
    form = {"label": "more", "play": "on"}
    assert here.program(made["token"]).post("/tokens", data=form).status_code == 403
