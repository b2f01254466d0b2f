"""Coming back in another browser: with a passkey, or with a recovery code."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from support.browser.visits import Visits, violations
from support.web.sites import Site


@pytest.fixture
def visits(browser: Browser, site: Site) -> Iterator[Visits]:
    """People at the site by its name: passkeys are not for numbers."""
    numeric = site.url
    site.url = numeric.replace("127.0.0.1", "localhost")
    visits = Visits(browser, site)
    yield visits
    visits.close()
    site.url = numeric
    assert not visits.complaints


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """A device with passkeys that asks nothing, for the browser of a page."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, made["authenticatorId"]


def carried_over(source: tuple[CDPSession, str], target: tuple[CDPSession, str]) -> None:
    """What people's own devices share."""
    keys = source[0].send("WebAuthn.getCredentials", {"authenticatorId": source[1]})
    for key in keys["credentials"]:
        target[0].send("WebAuthn.addCredential", {"authenticatorId": target[1], "credential": key})


def name_of(page: Page) -> str:
    name: str = page.request.get("/api/me").json()["name"]
    return name


def test_a_passkey_signs_in_elsewhere_and_brings_the_games_along(visits: Visits) -> None:
    phone, laptop = visits.person(), visits.person()
    first = visits.new_game(phone, opponent="self")
    phone.goto("/me")
    device = authenticator(phone)
    assert violations(phone) == []
    phone.get_by_label("Name of a new passkey").fill("my phone")
    phone.get_by_role("button", name="Add a passkey").click()
    expect(phone.get_by_role("button", name="Remove: my phone")).to_be_visible()
    assert violations(phone) == []

    second = visits.new_game(laptop, opponent="self")
    laptop.goto("/sign-in")
    assert violations(laptop) == []
    carried_over(device, authenticator(laptop))
    laptop.get_by_role("button", name="Use a passkey").click()
    laptop.wait_for_url("**/history")
    assert name_of(laptop) == name_of(phone)
    for game in (first, second):
        expect(laptop.locator(f'a[href="/game/{game}"]').first).to_be_visible()


def test_a_recovery_code_signs_in_elsewhere_and_browsers_are_signed_out(visits: Visits) -> None:
    phone, laptop = visits.person(), visits.person()
    game = visits.new_game(phone, opponent="self")
    phone.goto("/me")
    phone.get_by_role("button", name="Make a recovery code").click()
    shown = phone.locator(".recovery").inner_text()
    assert re.fullmatch(r"(\w{4}-){6}\w{4}", shown)
    assert violations(phone) == []

    laptop.goto("/sign-in")
    laptop.get_by_role("textbox", name="Recovery code").fill(shown.lower().replace("-", " "))
    laptop.get_by_role("textbox", name="Recovery code").press("Enter")
    laptop.wait_for_url("**/history")
    expect(laptop.locator(f'a[href="/game/{game}"]').first).to_be_visible()

    phone.goto(f"/game/{game}")
    laptop.goto("/me")
    laptop.get_by_role("button", name="Sign out everywhere else").click()
    visits.offline_allowed = True
    phone.goto("/me")
    expect(phone.get_by_role("link", name="Sign in").first).to_be_visible()
    assert name_of(laptop)


def test_without_a_device_that_knows_it_a_sentence_says_so(visits: Visits) -> None:
    page = visits.person()
    page.goto("/sign-in")
    session, device = authenticator(page)
    session.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(page.get_by_role("button", name="Use a passkey")).to_be_enabled()
