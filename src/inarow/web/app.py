"""`create_app`: the site as an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache, partial
from typing import Any

from inarow.errors import missing_package

try:
    from fastapi import FastAPI
    from starlette.middleware import Middleware
except ModuleNotFoundError as error:
    raise missing_package(error) from None

import inarow
from inarow.web.http import identity
from inarow.web.http.assets import STATIC, Assets
from inarow.web.http.faults import troubles
from inarow.web.http.languages import Languages
from inarow.web.http.limits import AddressLimit, Limits
from inarow.web.http.metrics import Metered, Metrics
from inarow.web.http.page import environment
from inarow.web.http.security import BodyLimit, ErrorGuard, OriginCheck, SafeHeaders
from inarow.web.ladder.rater import Rater
from inarow.web.ladder.table import Table
from inarow.web.live.bus import connect
from inarow.web.live.hub import Hub
from inarow.web.live.ledger import Ledger
from inarow.web.live.programs import Opponents
from inarow.web.live.reactions import Reactions
from inarow.web.live.retention import Keeping, Retention
from inarow.web.live.upkeep import Upkeep
from inarow.web.lobby.lobby import Lobby
from inarow.web.lobby.pairing import Pairing
from inarow.web.routes import (
    api_page,
    errors,
    games,
    health,
    history,
    installation,
    ladder,
    languages,
    openings,
    pages,
    saved_studies,
    studies,
)
from inarow.web.routes.learning import schedule, solving
from inarow.web.routes.people import account, data, me, profile, sessions, sign_in, tokens
from inarow.web.routes.tournaments import api as tournament_api
from inarow.web.routes.tournaments import pages as tournament_pages
from inarow.web.search.analyst import Analyst
from inarow.web.search.pool import Allowance, Pool
from inarow.web.search.process import Process
from inarow.web.settings import Settings
from inarow.web.sockets import entrance
from inarow.web.store import Store
from inarow.web.store.accounts import Accounts
from inarow.web.store.openings import Openings
from inarow.web.store.ratings import Ratings
from inarow.web.tournaments.conductor import Conductor
from inarow.web.tournaments.host import Host
from inarow.web.words import english
from inarow.web.words.scripts import scripts

__all__ = ["create_app"]


def create_app(settings: Settings | None = None) -> FastAPI:
    """The site; what it needs is opened when it starts and closed when it stops."""
    settings = settings or Settings.read()
    metrics, limits = Metrics(), Limits(settings.rates)
    app = _Site(
        title="inarow",
        summary=english.API_DESCRIPTION,
        description="\n\n".join(english.API["texts"]),
        version=inarow.__version__,
        license_info={"name": "MIT", "identifier": "MIT"},
        openapi_tags=[
            {"name": name, "description": text} for name, text in english.API_TAGS.items()
        ],
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        middleware=[
            Middleware(Languages),
            Middleware(SafeHeaders, settings=settings),
            Middleware(Metered, metrics=metrics),
            Middleware(ErrorGuard),
            Middleware(AddressLimit, limits=limits, hops=settings.proxy_hops),
            Middleware(OriginCheck, settings=settings),
            Middleware(BodyLimit),
        ],
    )
    assets = Assets(STATIC, dev=settings.dev, made=scripts())
    app.state.settings = settings
    app.state.answer = partial(studies.answer, settings)
    app.state.metrics = metrics
    app.state.limits = limits
    app.state.manual = cache(lambda: api_page.described(app.openapi()))
    app.state.assets = assets
    app.state.templates = environment(assets, dev=settings.dev)
    app.mount("/static", assets)
    app.router.routes.append(entrance.mount)
    errors.install(app)
    resources = (
        history,
        games,
        tournament_api,
        tournament_pages,
        health,
        pages,
        profile,
        installation,
        ladder,
        languages,
        me,
        account,
        data,
        sessions,
        sign_in,
        tokens,
        solving,
        saved_studies,
        openings,
        *studies.RESOURCES,
        schedule,  # /learn/{game} is what no other page is
    )
    for resource in resources:
        app.include_router(resource.router, responses=troubles(413, 422, 429, 503))
    return app


class _Site(FastAPI):
    """Says in its description how one is known here."""

    def openapi(self) -> dict[str, Any]:
        """The description of the API."""
        schema = super().openapi()
        schema["components"]["securitySchemes"] = {
            "token": {"type": "http", "scheme": "bearer", "description": english.SCHEMES[0]},
            "cookie": {
                "type": "apiKey",
                "in": "cookie",
                "name": identity.cookie_name(self.state.settings),
                "description": english.SCHEMES[1],
            },
        }
        schema["security"] = [{}, {"token": []}, {"cookie": []}]
        return schema


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open what the site needs, close it in the other order."""
    state = app.state
    settings: Settings = state.settings
    metrics: Metrics = state.metrics
    limits: Limits = state.limits
    async with AsyncExitStack() as stack:
        store = Store(
            settings.database_url, alone=not settings.bus_url, committed=metrics.committed
        )
        state.store = await store.open()
        state.accounts = Accounts(store)
        state.openings = Openings(store)
        stack.push_async_callback(store.close)
        state.pool = pool = Pool(
            desks=settings.workers, allowance=Allowance().times(settings.rates), desk=Process
        )
        stack.push_async_callback(pool.close)
        state.analyst = Analyst(pool)
        state.bus = bus = connect(settings.bus_url)
        stack.push_async_callback(bus.close)
        state.hub = hub = Hub(store, bus=bus)
        hub.stored = metrics.stored
        hub.address_of = pool.address
        hub.may_look = lambda person: not limits.take("look", person)
        Opponents(pool, hub)
        state.rater = rater = Rater(hub)
        state.table = Table(Ratings(store), hub.now)
        state.lobby = Lobby(store, hub)
        state.pairing = Pairing(hub)
        state.host = host = Host(hub)
        Reactions(hub, limits)
        ledger = Ledger(limits, hub)
        await Upkeep(hub).begin()
        ledger.begin()
        state.pairing.begin()
        days = settings.keep_guests, settings.keep_abandoned, settings.keep_finished
        state.retention = Retention(hub, Keeping(*days))
        state.conductor = conductor = Conductor(host)
        state.retention.erasing = conductor.erase
        state.retention.tidying = conductor.tidy
        state.retention.handing = conductor.hand_over
        state.retention.begin()
        conductor.begin()
        rater.begin()
        stack.callback(ledger.tell)  # nothing is open here any more
        stack.push_async_callback(hub.stop)
        metrics.watch(metrics.games, lambda: len(hub.lives))
        metrics.watch(metrics.waiting, lambda: pool.waiting)
        metrics.watch(metrics.running, lambda: pool.running)
        yield
