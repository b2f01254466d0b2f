"""`inarow serve`: the web site."""

from __future__ import annotations

import argparse
import logging
import os
import socket
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.commands.options import Commands, add_command
from inarow.errors import WebError

if TYPE_CHECKING:
    from inarow.web.settings import Settings
    from inarow.web.supervisor import Pulse

NEEDED = ("fastapi", "uvicorn", "sqlalchemy", "alembic", "jinja2", "prometheus_client")


def add(commands: Commands) -> None:
    """Add the parser."""
    parser = add_command(
        commands,
        "serve",
        "start the web site: live games, analysis, the win lab",
        "inarow serve                            (for yourself, at http://127.0.0.1:8000)\n"
        "inarow serve --host 0.0.0.0 --port 80   (for everyone on your network)\n"
        "inarow serve --proxy --public-url https://play.example.org "
        "--database postgresql://inarow@db/inarow --bus nats://bus:4222\n"
        "inarow serve backup site.backup\n"
        "inarow serve restore site.backup",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    _add_data(parser)
    parser.add_argument(
        "--bus",
        metavar="URL",
        help="NATS server that connects several instances, such as nats://127.0.0.1:4222 "
        "(or BUS_URL; default: single instance)",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="public address of the site, such as https://play.example.org (or INAROW_PUBLIC_URL)",
    )
    parser.add_argument(
        "--proxy",
        action="store_true",
        default=None,
        help="trust X-Forwarded-For, as set by a reverse proxy in front of the site",
    )
    parser.add_argument(
        "--proxy-hops",
        type=int,
        metavar="N",
        help="the same for N reverse proxies one after the other (--proxy is one)",
    )
    parser.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="number of worker processes (default: one more than cores, at least 4)",
    )
    parser.add_argument(
        "--metrics-token",
        metavar="TEXT",
        help="bearer token that allows reading /metrics from other machines",
    )
    for option, what in (
        ("guests", "people who have no games are forgotten (or INAROW_KEEP_GUESTS; default: 90)"),
        (
            "abandoned",
            "games without a move are cancelled, and after as many again deleted "
            "(or INAROW_KEEP_ABANDONED; default: 90)",
        ),
        (
            "finished",
            "games with a result are deleted (or INAROW_KEEP_FINISHED; default: 0, for never)",
        ),
    ):
        parser.add_argument(
            f"--keep-{option}", type=int, metavar="DAYS", help=f"days after which {what}"
        )
    parser.add_argument(
        "--watchdog",
        type=int,
        metavar="SECONDS",
        help="restart the site when it has not reacted for so long "
        "(or INAROW_WATCHDOG; default: 10; 0: never)",
    )
    parser.add_argument("--access-log", action="store_true", help="print a line for each request")
    parser.set_defaults(run=run)
    tasks = parser.add_subparsers(title="tasks", metavar="[TASK]")
    for task, summary, function, use in (
        (
            "backup",
            "copy the whole database into a file, even while the site runs",
            backup,
            "write",
        ),
        ("restore", "fill an empty database from a backup", restore, "read"),
    ):
        sub = tasks.add_parser(task, help=summary, description=f"{summary.capitalize()}.")
        _add_data(sub, again=True)
        sub.add_argument("file", type=Path, metavar="FILE", help=f"backup file to {use}")
        sub.set_defaults(run=function)


def _add_data(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """Where the data is; given *again* after a task, it must not undo what came before it."""
    default = argparse.SUPPRESS if again else None
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        default=default,
        help="folder of the database (or INAROW_DATA)",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        default=default,
        help="URL of another database, such as postgresql://user@host/name (or DATABASE_URL)",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until stopped."""
    settings = _settings(
        options,
        host=options.host,
        port=options.port,
        bus_url=options.bus,
        public_url=options.public_url,
        workers=options.workers,
        watchdog=options.watchdog,
        proxy=options.proxy,
        proxy_hops=options.proxy_hops,
        metrics_token=options.metrics_token,
        keep_guests=options.keep_guests,
        keep_abandoned=options.keep_abandoned,
        keep_finished=options.keep_finished,
    )
    from inarow.web.supervisor import supervise

    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    with _listen(settings.host, settings.port) as listener:
        settings = replace(settings, port=listener.getsockname()[1])  # port 0 means any
        live = partial(_live, settings, listener, options.access_log)
        return supervise(live, listener, settings.watchdog)


def _live(settings: Settings, listener: socket.socket, access_log: bool, pulse: Pulse) -> int:
    """What is done in the process that plays."""
    from inarow.web import server, words

    def say_where() -> None:
        if pulse.is_first:
            print(words.SERVING.format(address=settings.address), flush=True)

    server.serve(settings, listener, ready=say_where, access_log=access_log, pulse=pulse)
    print(words.STOPPED)
    return 0


def backup(options: argparse.Namespace) -> int:
    """Copy the database."""
    settings = _settings(options)
    from inarow.web import words
    from inarow.web.store import backup

    backup.backup(settings.database_url, options.file)
    print(words.BACKED_UP.format(file=options.file))
    return 0


def restore(options: argparse.Namespace) -> int:
    """Fill a database."""
    settings = _settings(options)
    from inarow.web import words
    from inarow.web.store import backup

    backup.restore(options.file, settings.database_url)
    print(words.RESTORED.format(file=options.file))
    return 0


def _settings(options: argparse.Namespace, **others: object) -> Settings:
    if not all(map(find_spec, NEEDED)):
        from inarow.web import words

        raise WebError(words.NO_WEB)
    from inarow.web.settings import Settings

    return Settings.read(data_dir=options.data, database_url=options.database, **others)


def _listen(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)
        family, _, _, _, place = found[0]
        return socket.create_server(place[:2], family=family, backlog=2048)
    except socket.gaierror:
        raise WebError(f"expected an address of this machine as --host, got {host!r}") from None
    except OSError as error:
        raise WebError(
            f"cannot listen on {host} port {port}: {os.strerror(error.errno or 0).lower()}; "
            "choose another with --port"
        ) from None
