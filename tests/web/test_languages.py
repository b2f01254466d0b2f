"""Visitors who read different languages, at a site with two made-up ones."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from inarow.puzzles import shipped
from support import made_up
from support.web.sites import Site, running

LANGUAGES = {"de": "⟦⟧", "fr": "«»"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    made_up.write(folder / "locale", **LANGUAGES)
    environment = {"INAROW_LOCALE": str(folder / "locale"), "INAROW_RATES": "1000"}
    with running(Site(folder, environment=environment)) as site:
        yield site


def ask(site: Site, code: str, path: str, **data: Any) -> Any:
    """What the site answers somebody who reads this language; of a stream the last line."""
    headers = {"accept-language": code, "origin": site.url}
    method = "POST" if data else "GET"
    url = site.url + path
    answer = httpx.request(method, url, headers=headers, json=data or None, timeout=60)
    return json.loads(answer.text.splitlines()[-1])


def texts(found: Any) -> list[str]:
    """All sentences and labels in what was answered."""
    keys = ("sentences", "sentence", "text", "words", "label", "group", "title", "said", "legend")
    if isinstance(found, list):
        return [text for each in found for text in texts(each)]
    if not isinstance(found, dict):
        return []
    told = [text for each in found.values() for text in texts(each)]
    for value in (found.get(key) for key in keys):
        told += [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return [text for text in told if isinstance(text, str) and any(map(str.isalpha, text))]


PUZZLE = next(puzzle for puzzle in shipped() if puzzle.rules.cell_count <= 30)
WRONG = next(move for move in PUZZLE.board.legal_moves() if move != PUZZLE.move)

CALCULATED = [
    ("/api/explain/7x6x4/444443", {}),
    ("/api/explain/3x3x3-free/a1b2", {}),
    ("/api/analysis/5x4x4/3333222", {}),
    ("/api/detect/7x6x4/4455667?detector=views&count=40", {}),
    ("/api/detect/7x6x4/4455667?detector=scan", {}),
    ("/api/detect/7x6x4/4455667", {}),
    (f"/api/puzzles/{PUZZLE.name}/try", {"moves": [WRONG]}),
    (f"/api/puzzles/{PUZZLE.name}", {}),
    ("/api/position/7x6x4/44444449", {}),
    ("/api/position/7x6x4/4444444", {}),
    ("/api/position", {"rules": "7x6x4", "discs": {"d3": "x"}}),
    ("/api/read", {"text": "[First"}),
    ("/api/review/5x4x4/3332221", {}),
]


@pytest.mark.parametrize(("path", "data"), CALCULATED)
def test_everybody_is_told_in_their_own_language(
    site: Site, path: str, data: dict[str, Any]
) -> None:
    """Also when somebody else has just asked the same, and the answer may be remembered."""
    for code in ("en", "de", "fr", "de", "en"):
        found = texts(ask(site, code, path, **data))
        assert found
        for text in found:
            used = {mark for mark in "⟦«" if mark in text}
            assert used == {*LANGUAGES.get(code, "")[:1]}, text
            assert code == "en" or not made_up.ordinary(text.replace("First", "")), text
