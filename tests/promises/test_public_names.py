"""The public names: there, documented, the same for type checkers, and none lost unseen."""

from types import ModuleType

import public_names
import pytest

import inarow

STALE = "run make names, and look at what has changed for others"


def test_public_names_are_there_and_documented() -> None:
    for name in inarow.__all__:
        thing = getattr(inarow, name)
        if isinstance(thing, type | ModuleType):
            assert thing.__doc__, name
    assert set(dir(inarow)) >= set(inarow.__all__)


def test_type_checkers_see_the_same_public_names() -> None:
    assert public_names.STUB.read_text() == public_names.stub(), STALE


def test_signatures_change_only_on_purpose() -> None:
    assert public_names.SIGNATURES.read_text() == public_names.signatures(), STALE


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'inarow' has no attribute 'Bored'"):
        inarow.Bored  # type: ignore[attr-defined]  # noqa: B018
