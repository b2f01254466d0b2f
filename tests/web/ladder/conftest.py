"""A hub whose games are rated."""

from __future__ import annotations

import pytest

from inarow.web.ladder.rater import Rater
from inarow.web.live.hub import Hub
from inarow.web.store import Store
from inarow.web.store.ratings import Ratings


@pytest.fixture
def rater(hub: Hub) -> Rater:
    return Rater(hub)


@pytest.fixture
def ratings(store: Store) -> Ratings:
    return Ratings(store)
