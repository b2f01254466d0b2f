"""The public names: where the API pages show them, and what `make names` writes about them.

`make names` writes `src/inarow/__init__.pyi`, which type checkers read, from the tables of
`__init__.py`, and `tests/data/public_names.txt`, all names with their signatures, which shows in
every diff what has changed for others.
"""

import inspect
import re
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from types import ModuleType

import inarow

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "reference" / "api"
STUB = ROOT / "src" / "inarow" / "__init__.pyi"
SIGNATURES = ROOT / "tests" / "data" / "public_names.txt"


def modules() -> list[str]:
    """The modules that the API pages show."""
    texts = [page.read_text() for page in sorted(PAGES.glob("*.md"))]
    return [name for text in texts for name in re.findall(r"automodule:: ([\w.]+)", text)]


def names() -> dict[str, str]:
    """Every public name as one writes it, and the name under which it is shown."""
    found = {f"inarow.{name}": _home(inarow, name) for name in inarow.__all__}
    for module in map(import_module, modules()):
        public = getattr(module, "__all__", ())
        found |= {f"{module.__name__}.{name}": _home(module, name) for name in public}
    return found


def package_table() -> str:
    """The names of the package by the module that they come from, as a table of links."""
    homes: dict[str, list[str]] = {}
    for name in inarow.__all__:
        home = _home(inarow, name)
        module = home if isinstance(getattr(inarow, name), ModuleType) else home.rpartition(".")[0]
        homes.setdefault(module, []).append(home)
    rows = ["| module | names |", "| --- | --- |"]
    for module, shown in sorted(homes.items()):
        links = ", ".join(f"{{py:obj}}`~{name}`" for name in shown if name != module)
        rows.append(f"| {{py:mod}}`~{module}` | {links or 'the module'} |")
    return "\n".join(rows)


def stub() -> str:
    """What type checkers read instead of `__init__.py`."""
    imports = defaultdict(list)
    called = [name for name in inarow.__all__ if _is_called(getattr(inarow, name))]
    for name in inarow.__all__:
        if name in called:
            continue
        home, _, own = _home(inarow, name).rpartition(".")
        imports[home].append(own if own == name else f"{own} as {name}")
    blocks = [
        "\n".join(
            [f"from {home} import (", *(f"    {name}," for name in sorted(found, key=_order)), ")"]
        )
        for home, found in sorted(imports.items())
    ]
    head = '"""The public names, for type checkers; written by `make names`."""\n'
    head += "\nfrom typing import TypeAlias\n\n"
    head += "\n".join(f"import {_home(inarow, name)} as _{name}" for name in called)
    names = [f'    "{name}",' for name in sorted(inarow.__all__, key=_order)]
    parts = [head, *blocks, "", *map(_class_of, called)]
    return "\n".join([*parts, "__version__: str", "__all__ = [", *names, "]", ""])


def _is_called(thing: object) -> bool:
    """Whether it is a module that can be called, see `inarow.explain.callable_module`."""
    return isinstance(thing, ModuleType) and callable(thing)


def _class_of(name: str) -> str:
    """A module that can be called, as a class: it has names in it, types too, and is called."""
    module = getattr(inarow, name)
    function = getattr(module, name)
    lines = [f"class {name}:  # noqa: N801"]
    for inner in sorted(module.__all__, key=_order):
        if inspect.isroutine(getattr(module, inner)):
            lines.append(f"    {inner} = staticmethod(_{name}.{inner})")
        else:
            lines.append(f"    {inner}: TypeAlias = _{name}.{inner}")
    parameters, starred = [], False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            parameters.append("*")
            starred = True
        parameters.append(str(parameter).replace("'", ""))
    result = inspect.signature(function).return_annotation
    lines += ["    def __new__(  # type: ignore[misc]", "        cls,"]
    lines += [f"        {parameter}," for parameter in parameters]
    return "\n".join([*lines, f"    ) -> {result}: ...", ""])


def _order(name: str) -> tuple[int, str]:
    """Constants, classes, then all others, as ruff wants names to be sorted."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def signatures() -> str:
    """Every public name with its signature, a line each."""
    lines = []
    for name in inarow.__all__:
        thing = getattr(inarow, name)
        lines += _signatures(f"inarow.{name}", thing)
        if isinstance(thing, ModuleType):
            for inner in sorted(getattr(thing, "__all__", ())):
                lines += _signatures(f"inarow.{name}.{inner}", getattr(thing, inner))
    return "\n".join([*dict.fromkeys(lines), ""])


def _signatures(name: str, thing: object) -> list[str]:
    if isinstance(thing, ModuleType):
        return [f"{name}{_arguments(thing) if callable(thing) else ''} (module)"]
    if not inspect.isclass(thing):
        return [name + _arguments(thing) if callable(thing) else f"{name} (value)"]
    lines = [name + _arguments(thing)]
    own = {m for base in thing.__mro__ if base.__module__.startswith("inarow") for m in vars(base)}
    for member in sorted(m for m in own if not m.startswith("_")):
        value = inspect.getattr_static(thing, member)
        if isinstance(value, staticmethod | classmethod) or inspect.isroutine(value):
            lines.append(f"{name}.{member}{_arguments(getattr(thing, member))}")
        else:
            lines.append(f"{name}.{member}")
    return lines


def _arguments(thing: object) -> str:
    try:
        text = str(inspect.signature(thing))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return "(...)"
    text = re.sub(r"<([\w. ]+) at 0x\w+>", r"<\1>", text)
    return re.sub(r"\b(?:inarow\.)(?:\w+\.)+(?=\w)", "", text)  # the home of a type may change


def _home(module: ModuleType, name: str) -> str:
    """Where a name that a module offers is defined; a constant knows nothing of its home."""
    thing = getattr(module, name)
    if isinstance(thing, ModuleType):
        return thing.__name__
    known = inspect.isclass(thing) or inspect.isroutine(inspect.unwrap(thing))
    home = thing.__module__ if known else None
    if home is None:
        home = f"inarow.{vars(inarow)['_HOMES'][name]}" if module is inarow else module.__name__
    return f"{home}.{name}"


if __name__ == "__main__":
    STUB.write_text(stub())
    SIGNATURES.write_text(signatures())
