"""A site that runs, for all tests of a module."""

from collections.abc import Iterator

import httpx
import pytest

from support.web.threaded import Site, site


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(scope="module")
def ann(here: Site) -> httpx.Client:
    return here.client()
