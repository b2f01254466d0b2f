"""`Settings`: where the site listens, stores its data and can be reached."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from inarow.errors import WebError, quoted

__all__ = ["Settings", "default_folder", "is_loopback"]

KEPT = ("keep_guests", "keep_abandoned", "keep_finished")
"""The settings that say for how many days something is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that can be chosen when the site starts; nothing else is global."""

    host: str = "127.0.0.1"
    port: int = 8000
    data_dir: Path = field(default_factory=lambda: default_folder())
    database_url: str = field(default="", repr=False)  # a repr may be logged, a password not
    """Empty: SQLite in the data folder."""
    bus_url: str = field(default="", repr=False)
    """Empty: a single instance."""
    public_url: str = ""
    """The address people open; empty: http at the host and port."""
    workers: int | None = None
    """The number of worker processes; `None`: a few more than there are cores."""
    proxy: bool = False
    """Whether requests come through a reverse proxy whose X-Forwarded-For can be trusted."""
    proxy_hops: int = 0
    """Through how many of them, one after the other; 0: one with *proxy*, else none."""
    watchdog: int = 10
    """After how many seconds without a pulse the live process is started again; 0: never."""
    metrics_token: str = field(default="", repr=False)
    """The bearer token that allows reading /metrics from other machines."""
    rates: float = 1.0
    """A factor for all rate limits."""
    keep_guests: int = 90
    """The days of absence after which a person who has no games is forgotten; 0: never."""
    keep_abandoned: int = 90
    """The days without an event after which a game is cancelled, and later deleted; 0: never."""
    keep_finished: int = 0
    """The days for which a game with a result is kept; 0: for ever."""
    dev: bool = False
    """Reload templates and static files for each request."""

    def __post_init__(self) -> None:
        if not 0 <= self.port < 65536:
            raise WebError(f"expected a port from 0 to 65535, got {self.port}")
        if self.workers is not None and not 1 <= self.workers <= 256:
            raise WebError(f"expected 1 to 256 workers, got {self.workers}")
        if not 0 <= self.proxy_hops <= 10:
            raise WebError(f"expected 0 to 10 proxy hops, got {self.proxy_hops}")
        if not 0 <= self.watchdog <= 3600:
            raise WebError(f"expected a watchdog of 0 to 3600 seconds, got {self.watchdog}")
        if self.rates <= 0:
            raise WebError(f"expected rates above 0, got {self.rates:g}")
        for name in KEPT:
            if not 0 <= getattr(self, name) <= 100_000:
                option = name.replace("_", "-")
                raise WebError(f"expected 0 or more days for --{option}, got {getattr(self, name)}")
        if not self.database_url:
            file = self.data_dir.absolute() / "inarow.db"
            object.__setattr__(self, "database_url", f"sqlite:///{file}")
        _check_bus(self.bus_url)
        if self.bus_url and self.database_url.startswith("sqlite"):
            raise WebError("--bus needs PostgreSQL: an SQLite file serves one instance only")
        if self.public_url:
            object.__setattr__(self, "public_url", _public(self.public_url))
        elif self.proxy or self.proxy_hops:
            raise WebError("--proxy needs --public-url, such as https://play.example.org")
        object.__setattr__(self, "proxy_hops", self.proxy_hops or int(self.proxy))

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ, /, **options: Any) -> Settings:
        """Settings from options that are not `None`, and else from environment variables."""
        names = {
            "data_dir": "INAROW_DATA",
            "database_url": "DATABASE_URL",
            "bus_url": "BUS_URL",
            "public_url": "INAROW_PUBLIC_URL",
            "metrics_token": "INAROW_METRICS_TOKEN",
            "watchdog": "INAROW_WATCHDOG",
            "rates": "INAROW_RATES",
            "keep_guests": "INAROW_KEEP_GUESTS",
            "keep_abandoned": "INAROW_KEEP_ABANDONED",
            "keep_finished": "INAROW_KEEP_FINISHED",
            "dev": "INAROW_DEV",
        }
        found: dict[str, Any] = {
            name: environment[variable]
            for name, variable in names.items()
            if environment.get(variable)
        }
        found |= {name: value for name, value in options.items() if value is not None}
        if "data_dir" in found:
            found["data_dir"] = _folder(str(found["data_dir"]))
        if "rates" in found:
            found["rates"] = _number("INAROW_RATES", str(found["rates"]))
        for name in KEPT:
            if name in found:
                found[name] = _days(names[name], str(found[name]))
        if "watchdog" in found:
            found["watchdog"] = int(_number("INAROW_WATCHDOG", str(found["watchdog"])))
        if "dev" in found:
            found["dev"] = str(found["dev"]) not in ("0", "False")
        return cls(**found)

    @property
    def origin(self) -> str:
        """Scheme, host and port as browsers send them; empty if it is not known beforehand."""
        return self.public_url

    @property
    def address(self) -> str:
        """What a person opens."""
        if self.public_url:
            return self.public_url
        host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def secure(self) -> bool:
        """Whether people come by https."""
        return self.public_url.startswith("https:")


def default_folder() -> Path:
    """The folder for data if none is named: where this system keeps such things."""
    from platformdirs import user_data_path

    return user_data_path("inarow", appauthor=False) / "site"


def is_loopback(host: str) -> bool:
    """Whether *host*, a name or an address, is this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _hidden(url: str) -> str:
    """*url* without a name, password or token in it."""
    start, at, end = url.rpartition("@")
    scheme, slashes, _ = start.rpartition("://")
    return f"{scheme}{slashes}...{at}{end}" if at else url


def _check_bus(url: str) -> None:
    parts = _split(url)
    if url and (parts.scheme not in ("nats", "tls") or not parts.hostname):
        raise WebError(f"expected a bus such as nats://127.0.0.1:4222, got {quoted(_hidden(url))}")


def _public(url: str) -> str:
    """The origin of *url*, as browsers write it."""
    parts = _split(url)
    plain = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
    if parts.scheme not in ("http", "https") or not parts.hostname or not plain:
        raise WebError(
            "expected a public address such as https://play.example.org, "
            f"got {quoted(_hidden(url))}"
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    port = "" if parts.port in (None, usual) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  raises if it is no number
    except ValueError:
        return SplitResult("", "", "", "", "")
    return parts


def _days(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise WebError(f"expected {name} to be a number of days, got {quoted(text)}") from None


def _folder(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:  # of somebody who has no home here
        raise WebError(f"expected a folder for the data, got {quoted(text)}") from None


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise WebError(f"expected {name} to be a number, got {quoted(text)}") from None
