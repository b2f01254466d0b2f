"""Takes the pictures of the terminal game, the site, the judge's report and the notebook widget.

    make pictures                       all of them, into docs/pictures
    python docs/make_screens.py site    only those whose names begin so

Positions, names and sizes are fixed and nothing moves, so that a picture changes only with what it
shows. The terminal's are drawn from its own screen; the others are taken with Chromium, and
`sources.json` says of which style sheets and templates, by a digest that a test compares.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from inarow.tui.app import InarowApp
    from support.screens import Play

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
SOURCES = PICTURES / "sources.json"
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "docs")]

MOVES = "463544215646652333224"  # one move wins, one loses at once, and both have a threat
WON = "45232554424435351"  # by a rising line

# -- the terminal ---------------------------------------------------------------------------------


async def _game(app: InarowApp, pilot: Play) -> None:
    from support.screens import game, press, until

    await press(pilot, "left", "left", "o")
    await until(pilot, lambda: not game(app)._advising.busy)
    await press(pilot, "w")
    await until(pilot, lambda: not game(app)._advising.busy)


async def _lab(app: InarowApp, pilot: Play) -> None:
    from inarow import detectors
    from support.screens import press, until

    await press(pilot, "k")
    await until(pilot, lambda: len(app.screen.traces) == len(detectors.NAMES))  # type: ignore[attr-defined]
    await press(pilot, "1", "n")


TERMINAL = {
    "terminal-game": (MOVES, _game, "A game in the terminal, with the exact score of every column"),
    "terminal-lab": (WON, _lab, "The win lab in the terminal: how a line is found, step by step"),
}


def terminal(name: str) -> str:
    """A screen of the terminal game as SVG."""
    from terminal_svg import svg

    from inarow import Limit
    from inarow.search.background import Searchers
    from inarow.tui.app import InarowApp
    from support.screens import match_of, session_in, settled

    moves, steps, title = TERMINAL[name]

    async def run(folder: Path) -> str:
        session = session_in(folder)
        session.searchers = partial(Searchers, limit=Limit(nodes=300), patience=120)
        app = InarowApp(session, match_of(moves=moves))
        async with app.run_test(size=(112, 37)) as pilot:
            await settled(app, pilot)
            await steps(app, pilot)
            await settled(app, pilot)
            app.screen.refresh()
            strips = app.screen._compositor.render_strips()
            ground = app.current_theme.background or "#000000"
            return svg(strips, ground, title)

    with TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder)))


# -- the site, a report and a notebook: in Chromium -----------------------------------------------

SITE = ROOT / "src" / "inarow" / "web"
EVERY_PAGE = [
    "templates/base.html",
    *(f"static/site/{name}.css" for name in ("tokens", "base", "frame")),
]
BOARD = ["static/board/board.css", "static/board/draw.js", "static/site/parts.css"]


@dataclass
class Studio:
    """A browser, and a site that is started when it is first needed."""

    browser: Browser
    closing: ExitStack

    @cached_property
    def site(self) -> str:
        """The address of the site."""
        from support.web.sites import Site, running

        folder = Path(self.closing.enter_context(TemporaryDirectory()))
        site = Site(folder, environment={"INAROW_RATES": "1000"})
        self.closing.enter_context(running(site))
        return site.url


@dataclass(frozen=True)
class Shot:
    """A picture taken in a browser: how, in what size, and of which files."""

    take: Callable[[Studio, Shot], bytes]
    sources: tuple[str, ...]
    size: tuple[int, int] = (1280, 800)

    @property
    def digest(self) -> str:
        """Changes with the files that say how it looks."""
        found = sha256()
        for name in self.sources:
            found.update(name.encode() + (SITE / name).read_bytes())
        return found.hexdigest()[:16]

    def page(self, studio: Studio, **more: Any) -> Page:
        """A page of somebody new."""
        width, height = self.size
        context = studio.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="light",
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="UTC",
            **more,
        )
        context.set_default_timeout(60_000)
        return context.new_page()

    def taken(self, page: Page) -> bytes:
        """The picture, when everything is there, without anything under the pointer."""
        page.mouse.move(0, 0)
        page.evaluate("document.fonts.ready")
        page.evaluate("document.activeElement?.blur?.(), scrollTo(0, 0)")
        return page.screenshot(animations="disabled")


def _site_game(studio: Studio, shot: Shot) -> bytes:
    ann, bob = pages = [shot.page(studio, base_url=studio.site) for _ in range(2)]

    def ask(page: Page, path: str, *, method: str = "POST", **data: object) -> Any:
        answer = page.request.fetch(path, method=method, data=data, headers={"Origin": studio.site})
        assert answer.ok, answer.text()
        return answer.json()

    for page, name in zip(pages, ("Ann", "Bob"), strict=True):
        ask(page, "/api/games")  # whoever has done something has a name
        ask(page, "/api/me", method="PATCH", name=name)
    game = ask(ann, "/api/games", side="x", base=300_000, increment=3_000)["id"]
    ask(bob, f"/api/games/{game}/join")
    for number, sign in enumerate(MOVES):
        ask(pages[number % 2], f"/api/games/{game}/move", move=int(sign) - 1)
    ann.goto(f"/game/{game}")
    bob.goto(f"/game/{game}")
    bob.wait_for_function(
        f"Object.keys(document.querySelector('ir-board').discs ?? {{}}).length == {len(MOVES)}"
    )
    bob.locator("#headline", has_text="Your turn").wait_for()
    return shot.taken(bob)


def _site_analysis(studio: Studio, shot: Shot) -> bytes:
    page = shot.page(studio, base_url=studio.site)
    page.goto(f"/analysis/7x6x4/{MOVES}")
    page.locator("#depth", has_text="exact").wait_for()
    page.locator("#depth:not(.working)").wait_for()
    page.locator("#review").click()
    page.locator("#review:not([aria-busy=true])").wait_for()
    page.wait_for_function("document.querySelectorAll('#graph path, #graph polyline').length > 0")
    page.wait_for_load_state("networkidle")
    return shot.taken(page)


def _site_lab(studio: Studio, shot: Shot) -> bytes:
    page = shot.page(studio, base_url=studio.site)
    page.goto(f"/lab/7x6x4/{WON}")
    page.locator("#tab-views").click()
    page.locator("#find:enabled").click()
    page.locator("#found").wait_for()
    page.wait_for_load_state("networkidle")
    return shot.taken(page)


def _notebook(studio: Studio, shot: Shot) -> bytes:
    from playwright.sync_api import expect

    from inarow import CONNECT_FOUR, Board
    from inarow.widget import BoardWidget
    from support.browser.notebooks import Notebook

    board = Board(CONNECT_FOUR, MOVES)
    widget = BoardWidget(board, scores=True, threats=True, explain=True)
    width, height = shot.size
    viewport = {"width": width, "height": height}
    shows = Notebook(studio.browser, widget, 1, page=CELL, color_scheme="light", viewport=viewport)
    expect(shows.view().locator(".worth")).to_contain_text("exact", timeout=60_000)
    expect(shows.view().locator(".worth .busy")).to_have_count(0, timeout=60_000)
    expect(shows.view().locator(".why li").first).to_be_visible(timeout=60_000)
    picture = shot.taken(shows.page)
    widget.close()
    return picture


CELL = f"""<!doctype html><html lang="en"><title>A notebook</title><style>
body {{ margin: 20px 24px; background: #fff; font: 14px/1.5 system-ui, sans-serif; }}
pre {{ margin: 0 0 10px; padding: 8px 10px; border: 1px solid #e0e0e0; background: #f5f5f5;
  font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }}
main {{ display: grid; grid-template-columns: 44px 1fr; column-gap: 10px; }}
main > * {{ grid-column: 2; min-width: 0; }}
.prompt {{ grid-column: 1; padding-top: 9px; color: #307fc1;
  font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }}
</style><main><span class="prompt">[1]:</span><pre>import inarow as ir

board = ir.Board(ir.CONNECT_FOUR, "{MOVES}")
ir.widget.BoardWidget(board, scores=True, threats=True, explain=True)</pre></main></html>"""


def _report(studio: Studio, shot: Shot) -> bytes:
    from inarow.board.rules import CONNECT_FOUR
    from inarow.judge import Settings, judge
    from inarow.judge.report import page as report

    settings = Settings(CONNECT_FOUR, games=20, questions=40, seed=1)
    page = shot.page(studio)
    page.set_content(report(judge(["perfect", "level 8", "level 4", "random"], settings), seed=1))
    return shot.taken(page)


GAME = (*EVERY_PAGE, *BOARD, "templates/game.html", "static/live/game.css")
STUDY = (*EVERY_PAGE, *BOARD, "templates/analysis.html", "static/study/study.css")
LAB = (*EVERY_PAGE, *BOARD, "templates/lab.html", "static/study/lab.css", "static/study/study.css")
NOTEBOOK = ("static/site/tokens.css", *BOARD, "../widget/widget.css", "../widget/widget.js")
SHOTS = {
    "site-game": Shot(_site_game, GAME, size=(1280, 896)),
    "site-analysis": Shot(_site_analysis, STUDY, size=(1280, 860)),
    "site-lab": Shot(_site_lab, LAB, size=(1280, 704)),
    "notebook": Shot(_notebook, NOTEBOOK, size=(960, 640)),
    "report": Shot(_report, ("../judge/report.py", "../judge/report.html"), size=(1100, 660)),
}


def main(beginnings: Sequence[str]) -> None:
    """Take the pictures whose names begin so, or all."""
    from playwright.sync_api import sync_playwright

    from browser.conftest import launched

    def wanted(name: str) -> bool:
        return not beginnings or name.startswith(tuple(beginnings))

    PICTURES.mkdir(exist_ok=True)
    for name in filter(wanted, TERMINAL):
        (PICTURES / f"{name}.svg").write_text(terminal(name), "utf-8")
        print(f"{name}.svg")
    digests = json.loads(SOURCES.read_text()) if SOURCES.exists() else {}
    with sync_playwright() as playwright, ExitStack() as closing:
        studio = Studio(launched(playwright), closing)
        closing.callback(studio.browser.close)
        for name in filter(wanted, SHOTS):
            picture = small(SHOTS[name].take(studio, SHOTS[name]))
            (PICTURES / f"{name}.png").write_bytes(picture)
            digests[name] = SHOTS[name].digest
            print(f"{name}.png  {len(picture) / 1000:.0f} KB")
    known = {name: digests[name] for name in sorted(SHOTS) if name in digests}
    SOURCES.write_text(json.dumps(known, indent=2) + "\n")


def small(png: bytes) -> bytes:
    """The same picture in 256 colours, those it has most of; the others become their nearest."""
    import numpy as np
    from PIL import Image

    pixels = np.asarray(Image.open(BytesIO(png)).convert("RGB"))
    colours, places, counts = np.unique(
        pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True
    )
    kept = np.zeros((0, 3), np.int32)
    for colour in colours[np.argsort(-counts, kind="stable")].astype(np.int32):
        if len(kept) < 256 and (((kept - colour) ** 2).sum(axis=1) > ALIKE).all():
            kept = np.vstack([kept, colour])
    nearest = [int(np.argmin(((kept - colour) ** 2).sum(axis=1))) for colour in colours]
    picture = Image.new("P", (pixels.shape[1], pixels.shape[0]))
    picture.putdata(np.asarray(nearest)[places.ravel()].tolist())
    picture.putpalette(kept.astype(np.uint8).tobytes())
    out = BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


ALIKE = 75
"""Two colours whose squared distance is not more need not both be kept."""

if __name__ == "__main__":
    main(sys.argv[1:])
