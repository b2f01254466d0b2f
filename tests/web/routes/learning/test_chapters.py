"""How to win at Connect Four, as the site answers."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from inarow.board.board import Board
from inarow.board.rules import CONNECT_FOUR
from inarow.lessons.chapters import chapters
from support.web.threaded import site

PAGE = "/learn/connect-four"


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with site(tmp_path_factory.mktemp("site")) as running:
        yield running.client()


def state(html: str) -> Any:
    found = re.search(r'id="state">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_every_move_of_every_task_has_its_answer(ann: httpx.Client) -> None:
    answer = ann.get(PAGE)
    assert answer.status_code == 200
    shown = state(answer.text)["chapters"]
    assert [each["name"] for each in shown] == [chapter.name for chapter in chapters()]
    for view, chapter in zip(shown, chapters(), strict=True):
        for one, task in zip(view["tasks"], chapter.tasks, strict=True):
            assert one["side"] == task.board.turn.symbol
            assert len(one["steps"]) == len(task.accepted)
            for number, step in enumerate(one["steps"]):
                legal = {str(move) for move in task.board_at(number).legal_moves()}
                assert {*step["right"]} | {*step["wrong"]} == legal
                assert {*step["right"]} == {str(move) for move in task.right(number)}
                assert all(step["wrong"].values())
            end = Board(CONNECT_FOUR, task.moves + task.line).outcome()
            assert ("lines" in one["end"]) == (end is not None)


def test_all_chapters_can_be_read_without_scripts(ann: httpx.Client) -> None:
    html = ann.get(PAGE).text
    for chapter in chapters():
        assert f'id="{chapter.name}"' in html
        assert all(text in html for text in (chapter.title, *chapter.texts))
        for task in chapter.tasks:
            assert f"/analysis/7x6x4/{task.moves}".rstrip("/") in html


def test_other_languages_get_their_own_answers(ann: httpx.Client) -> None:
    english, german = (ann.get(PAGE, params={"language": code}).text for code in ("en", "de"))
    assert "o is to move and wins" in english
    assert "o is to move and wins" not in german
    assert ann.get(PAGE, params={"language": "en"}).text == english


def test_the_page_is_light(ann: httpx.Client) -> None:
    assert len(ann.get(PAGE).content) < 40 * 1024


@pytest.mark.parametrize("path", ["/", "/puzzles", "/learn", "/about"])
def test_other_pages_lead_there(ann: httpx.Client, path: str) -> None:
    assert f'href="{PAGE}"' in ann.get(path).text
