import pytest

from inarow.web.http.languages import wanted


@pytest.mark.parametrize(
    ("path", "query", "headers", "expected"),
    [
        ("/", "", {}, "en"),
        ("/", "", {"accept-language": "de"}, "de"),
        ("/", "", {"accept-language": "de-AT, en;q=0.8"}, "de"),
        ("/", "", {"accept-language": "en-GB, de;q=0.8"}, "en"),
        ("/", "", {"accept-language": "xx, de;q=0.4, en;q=0.3"}, "de"),
        ("/", "", {"accept-language": "*"}, "en"),
        ("/", "", {"accept-language": "de;q=0, en;q=0.1"}, "en"),
        ("/", "", {"accept-language": "de;q=high, ;;,=\xff, de;q=inf"}, "en"),
        ("/", "", {"accept-language": "en", "cookie": "a=b; language=de"}, "de"),
        ("/", "", {"accept-language": "de", "cookie": "language=xx"}, "de"),
        ("/", "language=de", {"cookie": "language=en"}, "de"),
        ("/", "a=b&language=xx", {"accept-language": "de"}, "de"),
        ("/picture/7x6x4.svg", "", {"accept-language": "de", "cookie": "language=de"}, "en"),
        ("/picture/7x6x4.svg", "language=de", {}, "de"),
    ],
)
def test_the_language_is_the_chosen_one_or_the_one_the_browser_asks_for(
    path: str, query: str, headers: dict[str, str], expected: str
) -> None:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    scope = {"type": "http", "path": path, "query_string": query.encode(), "headers": raw}
    assert wanted(scope) == expected
