"""Frames and requests that nobody should send; bench/web_frames.py and others send more."""

import asyncio
from pathlib import Path
from random import Random

from web.couples import Tally
from web.generated import Asker
from web.hostile import complaints, storm
from web.sites import Site, running


def test_malformed_frames_close_a_socket_and_disturb_nobody(tmp_path: Path) -> None:
    tally = Tally()
    with running(Site(tmp_path, environment={"INAROW_RATES": "100000"})) as site:
        answers = asyncio.run(storm(site, 1500, 8, Random(7), tally))
        assert site.stop() == 0
    assert not complaints(site)
    assert not tally.wrong
    assert {"close 4400", "refused"} <= set(answers.seen)
    assert "close 1011" not in answers.seen


def test_generated_requests_get_an_answer_and_never_an_error(tmp_path: Path) -> None:
    with running(Site(tmp_path, environment={"INAROW_RATES": "100000"})) as site:
        asker = Asker(site, Random(8))
        asker.send(500)
        assert site.stop() == 0
    assert not complaints(site)
    assert {200, 404, 422} <= set(asker.statuses)
