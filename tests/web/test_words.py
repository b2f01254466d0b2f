import re
from collections.abc import Iterator
from pathlib import Path

import catalogues
import pytest
from babel.messages.jslexer import tokenize, unquote_string

from inarow import detectors, language
from inarow.board.rules import PRESETS
from inarow.language.numbers import Counted
from inarow.web import words
from inarow.web.study.positions import game_title
from inarow.web.words import english
from inarow.web.words.players import player_name
from support.paths import ROOT

SAME_EVERYWHERE = {"inarow"}
"""What templates say in every language."""


def texts(value: object) -> Iterator[object]:
    """The texts in lists and dictionaries of them."""
    if isinstance(value, Counted):
        value = value.forms
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)
    else:
        yield value


def test_every_text_is_a_sentence_or_a_label_without_exclamation() -> None:
    found = [
        text for name, value in vars(english).items() if name.isupper() for text in texts(value)
    ]
    assert found
    for text in found:
        assert isinstance(text, str)
        assert text == text.strip()
        assert "!" not in text


def test_every_detector_has_a_title_and_a_description() -> None:
    assert tuple(words.DETECTORS) == detectors.NAMES


def test_no_text_is_hidden_by_a_method_of_dictionaries() -> None:
    """Templates write `words.LAB.play`; for `keys` they would find the method."""
    groups = [value for name, value in vars(english).items() if name.isupper()]
    assert not {key for group in groups if isinstance(group, dict) for key in group} & {*dir(dict)}


TEMPLATES = sorted((ROOT / "src" / "inarow" / "web" / "templates").glob("*.html"))
SCRIPTS = ROOT / "src" / "inarow" / "web" / "static"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_has_a_text_of_its_own(path: Path) -> None:
    program = r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|&\w+;"
    text = re.sub(program, "", path.read_text(), flags=re.DOTALL)
    text = re.sub(r"<(script|style|code|pre)\b.*?</\1>", "", text, flags=re.DOTALL)
    labels = re.findall(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"', text)
    shown = re.findall(r">([^<>]*)<", text)
    found = [each.strip() for each in (*labels, *shown) if re.search(r"[A-Za-z]{3}", each)]
    assert [each for each in found if each not in SAME_EVERYWHERE] == []


def test_every_text_of_the_words_of_scripts_is_collected() -> None:
    source = (SCRIPTS / "site" / "words.js").read_text()
    collected = {message[1] for message in catalogues.script_messages(source)}
    collected = {form for text in collected for form in ([text] if isinstance(text, str) else text)}
    for token in tokenize(source):
        if token.type in ("string", "template_string"):
            text = unquote_string(token.value) if token.type == "string" else token.value[1:-1]
            plain = re.sub(r"\$\{.*?\}", "", text)
            assert text in collected or not re.search(r"[a-z]{2,} [a-z]|^[A-Z][a-z]", plain), text


@pytest.mark.parametrize("path", sorted(SCRIPTS.rglob("*.js")), ids=lambda path: path.name)
def test_no_other_script_has_a_sentence(path: Path) -> None:
    if path.name == "words.js":
        return
    before = ""
    for token in tokenize(path.read_text()):
        if token.type == "string" and before not in ("say", "Error"):
            assert not re.search(
                r"^[A-Z][a-z]+ [a-z]+|[a-z] [a-z]+\.$", unquote_string(token.value)
            )
        before = token.value if token.value != "(" else before


def test_programs_are_called_as_they_are_in_each_language() -> None:
    assert [player_name(name) for name in ("level 4", "perfect", "Ann", "level up")] == [
        *("Level 4", "Perfect", "Ann", "level up"),
    ]
    with language.use("de"):
        assert player_name("level 10") == words.LEVEL_NAME.format(number=10) != "Level 10"
        assert player_name("perfect") == words.PERFECT_NAME != "Perfect"
        assert player_name("Deleted player") == words.GONE != "Deleted player"


def test_games_are_called_as_they_are_in_each_language() -> None:
    for name, preset in PRESETS.items():
        assert preset.title in game_title(preset.rules)
        with language.use("pt"):
            assert words.RULES_NAMES[name] in game_title(preset.rules)
