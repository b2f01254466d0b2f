"""Whatever is read from outside keeps its promises: for all inputs kept, and for random ones.

bench/fuzz.py looks for more, guided by coverage.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.fuzz.targets import TARGETS

by_target = pytest.mark.parametrize("name", TARGETS)


@by_target
def test_every_input_that_is_kept_holds(name: str) -> None:
    target = TARGETS[name]
    corpus = target.corpus()
    assert corpus
    with target.begin() as trial:
        for data in corpus:
            trial(data)


@st.composite
def changed(draw: st.DrawFn, corpus: list[bytes], words: tuple[str, ...]) -> bytes:
    """An input with a part replaced: by bytes, by a word, or by a part of another one."""
    inputs = st.sampled_from(corpus)
    data = draw(inputs)
    parts = [st.binary(max_size=8), inputs.flatmap(part)]
    parts += [st.sampled_from(words).map(str.encode)] if words else []
    at, end = sorted((draw(place(data)), draw(place(data))))
    return data[:at] + draw(st.one_of(parts)) + data[end:]


def place(data: bytes) -> st.SearchStrategy[int]:
    return st.integers(0, len(data))


def part(data: bytes) -> st.SearchStrategy[bytes]:
    ends = st.tuples(place(data), place(data)).map(sorted)
    return ends.map(lambda pair: data[pair[0] : pair[1]])


@by_target
def test_random_inputs_hold(name: str) -> None:
    target = TARGETS[name]
    with target.begin() as trial:

        @settings(max_examples=100, derandomize=True, database=None, deadline=None)
        @given(changed(target.corpus(), target.words))
        def check(data: bytes) -> None:
            trial(data)

        check()
