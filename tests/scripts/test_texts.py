"""Sentences of scripts: every one of them is a message, so that it can be said in any language."""

import re

import pytest
from babel.messages.jslexer import tokenize

from inarow.web.http.assets import STATIC

MEANT_FOR_ALL = {"µs", "ms", "inarow"}


def glued(source: str) -> set[str]:
    """Words that are put beside values in a template, where `say` belongs."""
    texts = (token.value for token in tokenize(source) if token.type == "template_string")
    plain = (re.sub(r"\$\{.*?\}+", " ", text) for text in texts if not text.startswith("`/"))
    return {word for text in plain for word in re.findall(r"[^\W\d_]{2,}", text)} - MEANT_FOR_ALL


@pytest.mark.parametrize("name", ["site/words.js", "live/game-view.js"])
def test_no_words_are_put_beside_values(name: str) -> None:
    assert glued("a = `${side} wins`; b = `/game/${id}`; c = `${n} µs`") == {"wins"}
    assert not glued((STATIC / name).read_text())
