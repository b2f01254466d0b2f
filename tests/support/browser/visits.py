"""People at the site, each with their own cookies, and what their pages complain about."""

import json
from functools import cache
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    WebError,
)

from support.paths import ROOT
from support.web.sites import Site

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PATIENCE = 20_000.0  # milliseconds


class Visits:
    """Opens pages and listens to them."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.site = site
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.offline_allowed = False
        self._browser = browser
        self._contexts: list[BrowserContext] = []

    def person(self, **wishes: Any) -> Page:
        """A page of somebody new, in a browser context of their own."""
        context = self._browser.new_context(
            **{
                "base_url": self.site.url,
                "reduced_motion": "reduce",
                "locale": "en-GB",
                "service_workers": "block",  # requests could not be held back
                **wishes,
            }
        )
        context.set_default_timeout(PATIENCE)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("response", self._response)
        self._contexts.append(context)
        return context.new_page()

    def new_game(self, page: Page, **wishes: object) -> str:
        """Make a game by REST for the person of a page; its id."""
        answer = page.request.post(
            "/api/games", data={"side": "x", **wishes}, headers={"Origin": self.site.url}
        )
        assert answer.status == 201, answer.text()
        game: str = answer.json()["id"]
        return game

    def close(self) -> None:
        for context in self._contexts:
            context.close()

    def _console(self, message: ConsoleMessage) -> None:
        cut = "net::ERR_" in message.text or "WebSocket connection to" in message.text
        if "registration blocked by Playwright" in message.text:
            return
        if message.type in ("error", "warning") and not (cut and self.offline_allowed):
            self.complaints.append(f"{message.type}: {message.text} at {message.location}")

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"exception: {error.error}")

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        if not request.url.startswith((self.site.url, "data:", "blob:")):
            self.complaints.append(f"a request elsewhere: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"{response.status} for {response.url}")


@cache
def _axe() -> str:
    return AXE.read_text()


def violations(page: Page) -> list[str]:
    """What axe finds on a page as it is now: a line for each rule that is broken."""
    page.evaluate(_axe())
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    options = json.dumps({"runOnly": RULES, "resultTypes": ["violations"]})
    found: dict[str, Any] = page.evaluate(f"axe.run(document, {options})")
    return [
        f"{rule['id']}: {rule['help']}: {[node['target'] for node in rule['nodes']][:5]} "
        f"{rule['nodes'][0].get('failureSummary', '')[:300]}"
        for rule in found["violations"]
    ]
