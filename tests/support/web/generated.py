"""Requests that are generated from the site's own description of its API, right and wrong ones."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from requests import Session
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok

from support.web.couples import Tally, new_pair
from support.web.sites import PATIENCE, Site

AnyCase = Case[Any]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
READ_AT_MOST = 4096  # bytes of an answer; some never end


class Asker:
    """Sends generated requests and counts the statuses of the answers."""

    def __init__(self, site: Site, random: Random) -> None:
        self.statuses = Counter[int]()
        self._site = site
        self._random = random
        self._session = Session()
        game = new_pair(site, Tally(), random)
        self._headers = {"Origin": site.url, "Cookie": game.seats[0].cookie}
        self._real = {
            "game": [game.game],
            "id": [game.game, "1"],
            "rules": ["7x6x4", "15x15x5-free"],
            "moves": ["4453", "h8i9"],
        }

    def send(self, count: int, say: Callable[[str], None] = lambda _: None) -> None:
        """Send about so many, over all operations; an error if the site has one."""
        schema = schemathesis.openapi.from_url(f"{self._site.url}/api/openapi.json")
        operations = [o.ok() for o in schema.get_all_operations() if isinstance(o, Ok)]
        share = max(1, count // (len(operations) * len(MODES)))
        for operation in operations:
            before = self.statuses.copy()
            for mode in MODES:
                self._ask(self._cases(operation, mode), share)
            say(f"{operation.label}: {dict(self.statuses - before)}")

    def _cases(self, operation: Any, mode: GenerationMode) -> SearchStrategy[AnyCase]:
        """Cases of an operation, half of them about things that there are."""
        cases: SearchStrategy[AnyCase] = operation.as_strategy(mode)
        names = [p.name for p in operation.path_parameters if p.name in self._real]
        if not names:
            return cases
        values = [
            dict(zip(names, v, strict=True)) for v in product(*(self._real[n] for n in names))
        ]
        real = [operation.as_strategy(mode, path_parameters=value) for value in values]
        return strategies.one_of(cases, strategies.one_of(real))

    def _ask(self, cases: SearchStrategy[AnyCase], count: int) -> None:
        @seed(self._random.getrandbits(32))
        @settings(
            max_examples=count,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(cases)
        def ask(case: AnyCase) -> None:
            self._one(case)

        with suppress(Unsatisfiable):  # nothing can be wrong about a request without parameters
            ask()

    def _one(self, case: AnyCase) -> None:
        request = case.as_transport_kwargs(base_url=self._site.url, headers=self._headers)
        with self._session.request(**request, stream=True, timeout=PATIENCE) as answer:
            self.statuses[answer.status_code] += 1
            body = next(answer.iter_content(READ_AT_MOST), b"")
            busy = answer.status_code == 503 and b'"error"' in body
            assert answer.status_code < 500 or busy, (answer.status_code, body, request)
            assert b"Traceback" not in body, request
