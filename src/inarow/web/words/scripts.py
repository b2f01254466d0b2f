"""The texts of scripts in other languages: one small script for each language, made here."""

from __future__ import annotations

import json

from inarow import language
from inarow.language.catalogue import catalogue

__all__ = ["scripts"]


def scripts() -> dict[str, bytes]:
    """The catalogues that pages load before their scripts, by the name of the file."""
    others = [code for code in language.names() if code != language.ENGLISH]
    return {f"site/words-{code}.js": _script(code).encode() for code in others}


def _script(code: str) -> str:
    known = catalogue(code, "scripts")
    texts = {
        f"{place}|{text}" if place else text: forms[0] if len(forms) == 1 else forms
        for (place, text), forms in known.messages.items()
    }
    listed = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.inarowCatalogue={{texts:{listed},form:(n)=>({known.rule})}};\n"
