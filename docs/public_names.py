"""The public names, and where the API pages have to show them."""

import inspect
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import inarow

PAGES = Path(__file__).parent / "reference" / "api"


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


def _home(module: ModuleType, name: str) -> str:
    """Where a name that a module offers is defined; a constant knows nothing of its home."""
    thing = getattr(module, name)
    if isinstance(thing, ModuleType):
        return thing.__name__
    known = inspect.isclass(thing) or inspect.isroutine(inspect.unwrap(thing))
    home = thing.__module__ if known else None
    if home is None:
        home = f"inarow.{inarow._HOME_OF[name]}" if module is inarow else module.__name__
    return f"{home}.{name}"
