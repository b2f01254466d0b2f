"""What is installed, and why."""

from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def needed(wanted: Iterable[str], installed: Iterable[Distribution]) -> Iterator[Distribution]:
    """The packages that *wanted* requirements bring with them, each once, those named here too."""
    by_name = {canonicalize_name(p.metadata["Name"]): p for p in installed}
    todo, seen = [Requirement(text) for text in wanted], set[tuple[str, str]]()
    found: dict[str, Distribution] = {}
    while todo:
        requirement = todo.pop()
        name = canonicalize_name(requirement.name)
        if name not in by_name:
            raise PackageNotFoundError(name)
        found[name] = by_name[name]
        for extra in ("", *requirement.extras):
            if (name, extra) in seen:
                continue
            seen.add((name, extra))
            below = map(Requirement, by_name[name].requires or [])
            todo += [r for r in below if not r.marker or r.marker.evaluate({"extra": extra})]
    yield from (found[name] for name in sorted(found))
