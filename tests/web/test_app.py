"""The application as a whole."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks

from inarow.web.app import create_app
from inarow.web.settings import Settings
from support.web.threaded import Site, ask, site


def test_the_documentation_that_loads_scripts_from_elsewhere_is_not_there() -> None:
    app = create_app(Settings())
    for path in ("/docs", "/redoc"):
        assert ask(app, path).status_code == 404


def test_the_description_is_openapi() -> None:
    schema = ask(create_app(Settings()), "/api/openapi.json").json()
    assert schema["openapi"].startswith("3.")
    assert "/api/games/{game}/move" in schema["paths"]
    assert all(path.startswith(("/api/", "/picture/")) for path in schema["paths"])


def test_the_description_says_how_one_is_known() -> None:
    schema = create_app(Settings(public_url="https://play.example.org")).openapi()
    schemes = schema["components"]["securitySchemes"]
    assert schemes["token"]["scheme"] == "bearer"
    assert schemes["cookie"]["name"] == "__Host-inarow"
    tags = {tag["name"] for tag in schema["tags"]}
    operations = [about for item in schema["paths"].values() for about in item.values()]
    assert {tag for about in operations for tag in about["tags"]} == tags


def test_a_slash_too_many_is_not_found() -> None:
    """A redirect would lose the body of a POST, and the Host of a proxy."""
    assert ask(create_app(Settings()), "/api/lobby/").status_code == 404


@pytest.mark.parametrize("path", ["/static/site/base.css", "/static/board/board.js"])
def test_static_files_are_there(path: str) -> None:
    assert ask(create_app(Settings()), path).status_code == 200


def test_two_applications_share_nothing() -> None:
    first, second = create_app(Settings()), create_app(Settings())
    ask(first, "/healthz")
    assert 'route="/healthz"' not in second.state.metrics.text().decode()


CHECKS = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
ENDLESS = ("/stream", "/api/analysis")


def ask_about(operation: Any, mode: GenerationMode, here: Site, game: str) -> None:
    """Ask for an operation in many ways; every answer has to be as described."""
    names = [parameter.name for parameter in operation.path_parameters]
    real = {"path_parameters": {"game": game}} if names == ["game"] else {}
    headers = {"Origin": here.url, "Cookie": f"inarow={here.clients[0].cookies['inarow']}"}

    @settings(
        max_examples=5,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(mode, **real))
    def ask_one(case: Case[Any]) -> None:
        answer = case.call(base_url=here.url, headers=headers, timeout=20)
        case.validate_response(answer, checks=CHECKS, headers=headers)

    try:
        ask_one()
    except Unsatisfiable:  # nothing can be wrong about a request without parameters
        assert mode is GenerationMode.NEGATIVE


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_answer_is_as_described(tmp_path: Path, mode: GenerationMode) -> None:
    with site(tmp_path) as running:
        game = running.client().post("/api/games", json={"opponent": "self"}).json()["id"]
        schema = schemathesis.openapi.from_url(f"{running.url}/api/openapi.json")
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            if not any(part in operation.path for part in ENDLESS):
                ask_about(operation, mode, running, game)
