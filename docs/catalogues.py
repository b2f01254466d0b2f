"""`make words`: collect every text there is to translate, and bring all catalogues up to date.

The templates are `src/inarow/locale/*.pot`, what translators write is `src/inarow/locale/de/*.po`.
A text that has changed keeps its old translation, marked as *fuzzy*: it is not used until somebody
has looked it over and taken the mark away.
"""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.jslexer import Token, tokenize, unquote_string
from babel.messages.pofile import read_po, write_po

from inarow.language.catalogue import FOLDER
from inarow.language.numbers import Counted
from inarow.web import words

__all__ = ["COMPLETE", "PARTS", "Message", "as_text", "faults", "template", "updated"]

COMPLETE: tuple[str, ...] = ("de", "es", "fr", "pt")
"""The languages in which nothing may be missing."""

PACKAGE = FOLDER.parent
Text = str | tuple[str, str]
Message = tuple[str, Text] | tuple[str, Text, str]
"""Where a text stands, if that matters, the text, or its forms for one and for others, and a note.

The note is what a comment `# Translators: ...` right above the call says.
"""


def library() -> Iterator[Message]:
    """What `say` and `counted` are called with."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if "say(" in (source := path.read_text()) or "counted(" in source:
            lines = source.splitlines()
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    _, _, note = lines[node.lineno - 2].partition("# Translators: ")
                    yield from _called(node.func.id, node, path, note)


def _called(name: str, call: ast.Call, path: Path, note: str) -> Iterator[Message]:
    wanted = {"say": call.args, "counted": call.args[1:]}.get(name)
    if wanted is None or path.parent.name == "language":
        return
    texts = [str(each.value) for each in wanted if isinstance(each, ast.Constant)]
    if len(texts) != len(wanted):
        raise SystemExit(f"expected plain texts in {path} line {call.lineno}")
    if name == "say":
        yield (texts[1] if len(texts) > 1 else ""), texts[0], note
    else:
        yield "", (texts[0], texts[1]), note


def site() -> Iterator[Message]:
    """The texts of pages."""
    for place, text in words.messages():
        if isinstance(text, Counted):
            yield place, (text.forms[0], text.forms[1])
        else:
            yield place, text


def scripts() -> Iterator[Message]:
    """The texts of scripts: those of `words.js`, and the names of cells and moves."""
    for name in ("site/words.js", "board/cells.js"):
        source = (PACKAGE / "web" / "static" / name).read_text()
        yield from script_messages(source, with_tree=name.endswith("words.js"))


def script_messages(source: str, *, with_tree: bool = True) -> Iterator[tuple[str, Text]]:
    """The texts in a script: arguments of `say` and `plural`, and the texts of the tree `words`."""
    tokens = [token for token in tokenize(source) if "comment" not in token.type]
    path: list[str] = []  # the objects that are open here, and "(" for everything else
    key, inside = "", False
    for at, token in enumerate(tokens):
        before = tokens[at - 1].value if at else ""
        after = tokens[at + 1].value if at + 1 < len(tokens) else ""
        if token.value == "say" and after == "(" and tokens[at + 2].type == "string":
            yield "", unquote_string(tokens[at + 2].value)
        elif token.value == "plural" and after == "(":
            yield "", _forms(tokens, at)
        elif token.value == "translated" and after == "(":
            inside = True
        elif token.value in ("{", "(", "["):
            path.append(key if token.value == "{" else "(")
            key = ""
        elif token.value in ("}", ")", "]") and path:
            path.pop()
            key = ""
        elif after == ":" and before in ("{", ","):
            key = unquote_string(token.value) if token.type == "string" else token.value
        elif token.type == "string" and before == ":" and after in (",", "}") and with_tree:
            text = unquote_string(token.value)
            names = [name for name in path if name]
            if inside and "(" not in names[1:] and any(map(str.isalpha, text)):
                yield ".".join([*names[1:], key]), text


def _forms(tokens: Sequence[Token], at: int) -> tuple[str, str]:
    """The texts behind the next `one:` and `other:`."""
    found: dict[str, str] = {}
    while len(found) < 2:
        if tokens[at].value in ("one", "other") and tokens[at + 1].value == ":":
            found[tokens[at].value] = unquote_string(tokens[at + 2].value)
        at += 1
    return found["one"], found["other"]


PARTS = {"library": library, "site": site, "scripts": scripts}


def template(part: str) -> Catalog:
    """Everything to be translated in one part."""
    catalog = Catalog(project="inarow", charset="utf-8", fuzzy=False)
    for place, text, *notes in PARTS[part]():
        plain = text if isinstance(text, str) else text[0]
        flags = ["python-brace-format"] if "{" in plain else []
        known = catalog.get(text, context=place or None)
        comments = {*filter(None, notes)} | {*(known.auto_comments if known else ())}
        catalog.add(text, context=place or None, flags=flags, auto_comments=sorted(comments))
    return catalog


def updated(code: str, part: str) -> Catalog:
    """What is translated, with what has come since, and without what has gone."""
    file = FOLDER / code / f"{part}.po"
    catalog = read_po(io.BytesIO(file.read_bytes()), locale=code) if file.exists() else None
    if catalog is None:
        catalog = Catalog(locale=code, project="inarow", charset="utf-8", fuzzy=False)
    for _ in range(2):  # what is like another text takes over its flags the first time only
        catalog.update(template(part))
    catalog.obsolete.clear()
    return catalog


def as_text(catalog: Catalog) -> str:
    """The file, without dates: it changes only with its texts."""
    stream = io.BytesIO()
    write_po(stream, catalog, width=100)
    text = stream.getvalue().decode()
    head, _, rest = text.partition("\n\n")
    kept = ("msgid", "msgstr", '"Language:', '"Plural-Forms', '"MIME', '"Content-T')
    return "\n".join(line for line in head.split("\n") if line.startswith(kept)) + "\n\n" + rest


def faults(code: str, part: str) -> Iterator[str]:
    """What is wrong with a catalogue, a line for each message."""
    catalog = read_po(io.BytesIO((FOLDER / code / f"{part}.po").read_bytes()), locale=code)
    for message in catalog:
        if not message.id:
            continue
        english = _all(message.id)
        forms = _all(message.string)
        if message.fuzzy or not all(forms):
            yield f"{code}/{part}: {english[0]!r} is not translated"
            continue
        known = set().union(*map(_names, english))
        wanted = set.intersection(*map(_names, english)) - {"number", "count"}
        for form in forms:
            if not wanted <= _names(form) <= known:
                yield f"{code}/{part}: the placeholders of {form!r} are not those of {english[0]!r}"


def _all(texts: object) -> list[str]:
    return [str(text or "") for text in (texts if isinstance(texts, list | tuple) else [texts])]


def _names(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


def main() -> None:
    """Write all templates and catalogues anew."""
    for part in PARTS:
        (FOLDER / f"{part}.pot").write_text(as_text(template(part)))
        for folder in sorted(path for path in FOLDER.iterdir() if path.is_dir()):
            (folder / f"{part}.po").write_text(as_text(updated(folder.name, part)))


if __name__ == "__main__":
    main()
