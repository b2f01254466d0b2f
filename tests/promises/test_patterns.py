"""No regular expression takes more than a moment for any text."""

import ast
import re
from collections.abc import Iterator
from re import _constants as kinds
from re import _parser
from typing import Any

import pytest

from support.paths import PACKAGE

ALPHABET = [chr(code) for code in range(256)]


def letters(item: Any) -> frozenset[str]:
    """The characters that one item of a pattern can begin with or go on with."""
    kind, value = item
    if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT):
        return union(value[2])
    if kind is kinds.SUBPATTERN:
        return union(value[3])
    if kind is kinds.BRANCH:
        return frozenset().union(*map(union, value[1]))
    if kind in (kinds.AT, kinds.ASSERT, kinds.ASSERT_NOT):
        return frozenset()
    if kind is kinds.LITERAL:
        return frozenset({chr(value)})
    if kind is kinds.ANY:
        return frozenset(ALPHABET)
    if kind is kinds.IN:
        excluded = value[0][0] is kinds.NEGATE
        found = frozenset().union(*(one(each) for each in value if each[0] is not kinds.NEGATE))
        return frozenset(ALPHABET) - found if excluded else found
    if kind is kinds.NOT_LITERAL:
        return frozenset(ALPHABET) - {chr(value)}
    return frozenset(ALPHABET)


def one(member: Any) -> frozenset[str]:
    kind, value = member
    if kind is kinds.RANGE:
        return frozenset(map(chr, range(value[0], value[1] + 1)))
    if kind is kinds.CATEGORY:
        name = str(value).rpartition("_")[2].lower()
        pattern = {"digit": "d", "space": "s", "word": "w"}[name]
        pattern = pattern.upper() if "_NOT_" in str(value) else pattern
        return frozenset(re.findall(rf"\{pattern}", "".join(ALPHABET)))
    return letters(member)


def union(items: Any) -> frozenset[str]:
    return frozenset().union(*map(letters, items))


def is_long(item: Any) -> bool:
    """Whether it repeats without a bound."""
    kind, value = item
    repeats = kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT)
    return repeats and value[1] is kinds.MAXREPEAT


def inside(item: Any) -> list[Any]:
    """The sequences in an item."""
    kind, value = item
    if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT):
        return [value[2]]
    if kind is kinds.SUBPATTERN:
        return [value[3]]
    if kind is kinds.BRANCH:
        return list(value[1])
    return [value[1]] if kind in (kinds.ASSERT, kinds.ASSERT_NOT) else []


def is_needed(item: Any) -> bool:
    """Whether it takes at least one character."""
    return bool(_parser.SubPattern(_parser.State(), [item]).getwidth()[0])


def flat(sequence: Any) -> list[Any]:
    """With what is in groups beside what is around them."""
    items = []
    for item in sequence:
        items += flat(item[1][3]) if item[0] is kinds.SUBPATTERN else [item]
    return items


def slow(sequence: Any) -> Iterator[str]:
    """Where one text can be shared out among repeats in more ways than one."""
    items = flat(sequence)
    for number, item in enumerate(items):
        for part in inside(item):
            yield from slow(part)
        if not is_long(item):
            continue
        mine = letters(item)
        for other in items[number + 1 :]:
            if is_long(other) and letters(other) & mine:
                yield "two repeats of the same characters, with nothing else between them"
            if is_needed(other) and not letters(other) & mine:
                break
        body = flat(inside(item)[0])
        if any(is_long(each) for each in body):  # a repeat that repeats
            again = [each for each in body if is_long(each)]
            ends = [each for each in body if is_needed(each) and not is_long(each)]
            if not any(all(not letters(e) & letters(a) for a in again) for e in ends):
                yield "a repeat in a repeat, with nothing that tells where one ends"


def is_slow(pattern: str) -> bool:
    return any(slow(_parser.parse(pattern)))


def patterns() -> dict[str, str]:
    """Every pattern that the package writes down, and where."""
    found = {}
    for path in {*PACKAGE.rglob("*.py")} - {PACKAGE / "widget" / "bundle.py"}:  # reads our own
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            texts: list[ast.expr] = [word.value for word in node.keywords if word.arg == "pattern"]
            if name.startswith("re.") and name != "re.escape":
                texts += node.args[:1]
            for text in texts:
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    found[f"{path.relative_to(PACKAGE)}:{node.lineno}"] = text.value
    return found


@pytest.mark.parametrize(
    "pattern",
    [r"\S+x\S+\s+\S*/\S*\s+[xoXO]", "(a*)*b", "(a+)+$", r"(\s*a?\s*)+", r".*\d+", r"\w+\d+x"],
)
def test_a_slow_pattern_is_found(pattern: str) -> None:
    assert is_slow(pattern)


@pytest.mark.parametrize(
    "pattern", [r"\d+x\d+x\d+", r"[a-z]+\s+\d+", r"\d{1,4}(\s*[,;]\s*\d{1,4})+", r"(a\s*)+", "a*"]
)
def test_a_quick_pattern_is_left_alone(pattern: str) -> None:
    assert not is_slow(pattern)


def test_no_pattern_of_the_package_is_slow() -> None:
    assert len(patterns()) > 20
    assert [place for place, pattern in patterns().items() if is_slow(pattern)] == []
