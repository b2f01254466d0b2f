"""The tutorials, followed to the letter."""

from pathlib import Path

import pytest

from walkthrough import follow

TUTORIALS = Path(__file__).parent.parent / "docs" / "tutorials"


@pytest.mark.parametrize("name", ["first-bot", "own-detector", "analyse", "train-and-judge"])
def test_every_step_shows_what_the_page_says(name: str, tmp_path: Path) -> None:
    assert follow(TUTORIALS / f"{name}.md", tmp_path)
