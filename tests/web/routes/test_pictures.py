"""Pictures of positions, and boards to embed, over HTTP."""

import httpx

from support.web.threaded import Site


def test_pictures(ann: httpx.Client) -> None:
    svg = ann.get("/picture/7x6x4/4453.svg")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.text.startswith("<svg")
    png = ann.get("/picture/7x6x4.png", params={"width": 300})
    assert png.headers["content-type"] == "image/png"
    assert png.content.startswith(b"\x89PNG")
    assert ann.get("/picture/7x6x4/4.png", params={"preview": True}).status_code == 200
    assert ann.get("/picture/7x6x4/4.gif").status_code == 422
    assert "frame-ancestors *" in svg.headers["content-security-policy"]


def test_an_embedded_board_may_stand_anywhere_and_needs_nothing(here: Site) -> None:
    answer = here.client().get("/embed/7x6x4/4455667")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers
    assert "<script" not in answer.text
    assert "x wins" in answer.text
    assert here.client().get("/embed/7x6x4", params={"theme": "pink"}).status_code == 422
