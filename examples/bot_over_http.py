"""A program that plays on the web site by its API, with the standard library alone.

    python examples/bot_over_http.py http://127.0.0.1:8000 --against "level 3"
    python examples/bot_over_http.py https://play.example.org --game ID --token inarow_...

It follows the game as a stream of lines, and plays what `choose` says when it is its turn.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

Json = dict[str, Any]


class Site:
    """The API of a site."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url.rstrip("/")
        self.token = token or self._new_token()

    def _new_token(self) -> str:
        """A token of a person who is new to the site; keep it to stay the same one."""
        wanted = {"label": "example bot", "scopes": ["read", "play"]}
        made = self._open("/api/tokens", wanted, Origin=self.url)
        return str(json.load(made)["token"])

    def _open(self, path: str, body: Json | None = None, **headers: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
        return urlopen(Request(self.url + path, data, headers), timeout=60)

    def ask(self, path: str, body: Json | None = None) -> Json:
        """What the site answers to a GET, or to a POST if there is a body."""
        with self._open(path, body, Authorization=f"Bearer {self.token}") as answer:
            found: Json = json.load(answer)
            return found

    def follow(self, game: str) -> Iterator[Json]:
        """The game as I see it, now and after everything that happens in it."""
        path = f"/api/games/{game}"
        with self._open(f"{path}/stream", Authorization=f"Bearer {self.token}") as lines:
            for line in lines:
                message = json.loads(line) if line.strip() else {}
                if message.get("t") in ("snapshot", "event"):
                    yield message.get("game") or self.ask(path)


def choose(view: Json) -> int:
    """The bot's whole wisdom: any legal move will do."""
    legal: list[int] = view["legal"]
    return random.choice(legal)


def play(site: Site, game: str) -> Json:
    """Play until the game is over; how it looks then."""
    view: Json = {}
    for view in site.follow(game):
        if view["status"] == "over":
            break
        if view["turn"] == view["you"]:
            site.ask(f"/api/games/{game}/move", {"move": choose(view), "version": view["version"]})
    return view


def main(arguments: list[str] | None = None) -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description="A bot that plays on an inarow site.")
    parser.add_argument("site", help="such as http://127.0.0.1:8000")
    parser.add_argument("--token", default="", help="an API token (a new one if none is given)")
    parser.add_argument("--game", help="join this game (or else make one)")
    parser.add_argument("--against", default="level 1", help="whom to play: level 1 to 10, perfect")
    parser.add_argument("--rules", default="7x6x4")
    options = parser.parse_args(arguments)
    site = Site(options.site, options.token)
    if options.game:
        game = options.game
        site.ask(f"/api/games/{game}/join", {})
    else:
        wanted = {"rules": options.rules, "opponent": options.against}
        game = site.ask("/api/games", wanted)["id"]
    print(f"playing {site.url}/game/{game}")
    view = play(site, game)
    print(f"I was {view['you']}; {view['outcome']['text']}; moves {view['text']}")


if __name__ == "__main__":
    main()
