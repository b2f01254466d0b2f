import json

import pytest

import inarow
from inarow.cli import main
from support.paths import DATA


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("four", ["4455667", "--trace"]),
        ("tic_tac_toe", ["--rules", "tic-tac-toe", "a1", "a2", "b2", "b1", "c3", "--trace"]),
        ("setup", ["7x6x4", "7/1x5/1xx4/1oox3/1oxxx2/1ooxo2", "o", "--last", "d3", "--trace"]),
        ("none", ["44"]),
    ],
)
def test_detect_shows_the_golden_text(
    name: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["detect", *arguments]) == 0
    assert capsys.readouterr().out == (DATA / "detect" / f"{name}.txt").read_text()


@pytest.mark.parametrize("detector", inarow.detectors.NAMES)
def test_detect_shows_one_detector(detector: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["detect", "4455667", "--detector", detector, "--trace"]) == 0
    out = capsys.readouterr().out
    assert f"Detector `{detector}`" in out
    assert out.count("Detector `") == 1
    assert "horizontal, columns 4 to 7 of row 1" in out


def test_detect_gives_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["detect", "4455667", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["position"] == "7x6x4 7/7/7/7/3ooo1/3xxxx o"
    assert (data["side"], data["last"], data["problems"]) == ("x", "g1", [])
    assert [found["detector"] for found in data["detectors"]] == list(inarow.detectors.NAMES)
    line = {
        "cells": ["d1", "e1", "f1", "g1"],
        "direction": "horizontal",
        "configuration": "horizontal",
    }
    assert all(found["lines"] == [line] for found in data["detectors"])
    assert data["detectors"][0]["step_count"] == 120
    assert "steps" not in data["detectors"][0]
    main(["detect", "4455667", "--json", "--trace", "--detector", "views"])
    steps = json.loads(capsys.readouterr().out)["detectors"][0]["steps"]
    assert len(steps) == 120
    assert steps[0].keys() >= {"cells", "value", "panels", "text"}


def test_detect_looks_at_the_side_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    main(["detect", "4455667", "--side", "o", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert (data["side"], data["last"]) == ("o", None)
    assert all(found["lines"] == [] for found in data["detectors"])


def test_detect_names_what_is_odd(capsys: pytest.CaptureFixture[str]) -> None:
    main(["detect", "3x3x3", "3/x2/3", "o"])
    assert "warning: nothing lies under the disc in column 1, row 2\n" in capsys.readouterr().out
