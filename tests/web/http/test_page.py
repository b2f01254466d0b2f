"""What every template sees."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, UndefinedError
from starlette.requests import Request

from inarow.web.app import create_app
from inarow.web.http.page import FOLDER, render
from inarow.web.settings import Settings


def request_of(template: str, path: str = "/lab/7x6x4", **settings: str) -> Request:
    app = create_app(Settings(**settings))  # type: ignore[arg-type]
    app.state.templates.loader = DictLoader({"a.html": template})
    scope = {
        "type": "http",
        "method": "GET",
        "app": app,
        "path": path,
        "headers": [(b"host", b"10.0.0.1:8000")],
        "scheme": "http",
        "server": ("10.0.0.1", 8000),
        "query_string": b"",
    }
    return Request(scope)


def text_of(request: Request, **context: object) -> str:
    given = {"title": "A title"} | context
    return bytes(render(request, "a.html", **given).body).decode()  # type: ignore[arg-type]


def test_addresses_are_absolute_for_link_previews() -> None:
    template = "{{ page.url }} {{ page.picture }}"
    given = text_of(request_of(template), picture="/picture/a.png")
    assert given == "http://10.0.0.1:8000/lab/7x6x4 http://10.0.0.1:8000/picture/a.png"
    public = request_of(template, public_url="https://play.example.org")
    assert text_of(public) == "https://play.example.org/lab/7x6x4 None"


def test_everything_is_escaped() -> None:
    request = request_of("{{ page.title }}|{{ state|tojson }}")
    text = text_of(request, title="<b>", state={"a": "</script>"})
    assert text == '&lt;b&gt;|{"a": "\\u003c/script\\u003e"}'


def test_a_misspelt_name_in_a_template_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        text_of(request_of("{{ pgae.title }}"))


@pytest.mark.parametrize(
    ("path", "at"), [("/", "play"), ("/game/a", "play"), ("/lab/7x6x4", "lab"), ("/about", "about")]
)
def test_the_navigation_knows_where_it_is(path: str, at: str) -> None:
    assert text_of(request_of("{{ at }}", path)) == at


def test_nobody_is_nobody() -> None:
    assert text_of(request_of("{{ me.name if me else 'nobody' }}")) == "nobody"


def test_no_template_has_script_or_style_inside() -> None:
    for file in Path(FOLDER).rglob("*.html"):
        text = file.read_text()
        for script in text.split("<script")[1:]:
            assert "src=" in script.split(">")[0] or 'type="application/json"' in script, file
        assert "<style" not in text, file
        assert " style=" not in text, file
        assert " onclick=" not in text, file
        assert "//" not in text.replace("http://www.w3.org", "").replace("https://{", ""), file
