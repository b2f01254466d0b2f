"""A real site and a real browser for the tests of the pages."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from support.browser.visits import Visits
from support.web.sites import Site, running

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",  # tests may run as root
    "--disable-dev-shm-usage",  # containers have little of it
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",  # only the site
]


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """One site for all tests of a worker."""
    with TemporaryDirectory() as folder:
        site = Site(Path(folder), environment={"INAROW_RATES": "1000"})
        with running(site):
            yield site


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for each file of tests: Playwright's loop must not outlive it, for other tests'
    loops run in the same thread.
    """
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


def launched(playwright: Playwright) -> Browser:
    """Chromium as it is installed here."""
    found = next(filter(None, map(shutil.which, CHROMIUMS)))
    environment: dict[str, str | float | bool] = {**os.environ, "TZ": "UTC"}
    return playwright.chromium.launch(executable_path=found, args=ARGUMENTS, env=environment)


@pytest.fixture
def visits(browser: Browser, site: Site) -> Iterator[Visits]:
    """People with browsers of their own; the test fails if a page complained about anything."""
    visits = Visits(browser, site)
    yield visits
    visits.close()
    assert not visits.complaints
