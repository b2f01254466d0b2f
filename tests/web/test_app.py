"""The application as a whole."""

import pytest

from inarow.web.app import create_app
from inarow.web.settings import Settings
from web.threaded import ask


def test_the_documentation_that_loads_scripts_from_elsewhere_is_not_there() -> None:
    app = create_app(Settings())
    for path in ("/docs", "/redoc"):
        assert ask(app, path).status_code == 404


def test_the_description_is_openapi() -> None:
    schema = ask(create_app(Settings()), "/api/openapi.json").json()
    assert schema["openapi"].startswith("3.")
    assert "/api/games/{game}/move" in schema["paths"]
    assert all(path.startswith(("/api/", "/picture/")) for path in schema["paths"])


def test_a_slash_too_many_is_not_found() -> None:
    """A redirect would lose the body of a POST, and the Host of a proxy."""
    assert ask(create_app(Settings()), "/api/lobby/").status_code == 404


@pytest.mark.parametrize("path", ["/static/base.css", "/static/board.js"])
def test_static_files_are_there(path: str) -> None:
    assert ask(create_app(Settings()), path).status_code == 200


def test_two_applications_share_nothing() -> None:
    first, second = create_app(Settings()), create_app(Settings())
    ask(first, "/healthz")
    assert 'route="/healthz"' not in second.state.metrics.text().decode()
