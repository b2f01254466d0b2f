"""What browsers are called."""

import pytest

from inarow.web.http.browsers import browser_label

CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0"
WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
            "Firefox on Linux",
        ),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {CHROME} Safari/537.36", "Chrome on Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0) {CHROME} Safari/537.36 Edg/143.0", "Edge on Windows"),
        (f"Mozilla/5.0 (Linux; Android 10; K) {CHROME} Mobile Safari/537.36", "Chrome on Android"),
        (
            f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) {WEBKIT} Safari/604.1",
            "Safari on iPhone",
        ),
        (
            f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {WEBKIT} Safari/605.1",
            "Safari on macOS",
        ),
        ("curl/8.5.0", ""),
        ("Linux", "Linux"),
        ("<script>Firefox" * 1000, "Firefox"),
        ("", ""),
    ],
)
def test_a_browser_is_called_as_people_call_it(agent: str, label: str) -> None:
    assert browser_label(agent) == label
