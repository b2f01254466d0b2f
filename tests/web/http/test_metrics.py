"""What is counted, with few labels."""

from inarow.web.app import create_app
from inarow.web.http.metrics import Metrics
from inarow.web.settings import Settings
from support.web.threaded import ask


def test_requests_are_counted_by_the_pattern_of_their_address() -> None:
    app = create_app(Settings(rates=1000))
    for path in ("/api/nothing/1", "/api/nothing/2", "/healthz", "/static/site/base.css", "/x?y=1"):
        ask(app, path)
    ask(app, "/healthz", "LOCK", {"origin": "http://127.0.0.1:8000"})
    text = app.state.metrics.text().decode()
    assert 'inarow_requests_total{method="GET",route="/healthz",status="200"} 1.0' in text
    assert 'inarow_requests_total{method="GET",route="/static",status="200"} 1.0' in text
    assert 'inarow_requests_total{method="GET",route="other",status="404"} 3.0' in text
    assert 'method="other"' in text
    assert "nothing" not in text
    assert 'inarow_request_seconds_count{route="/healthz"}' in text


def test_commits_and_moves_are_counted() -> None:
    metrics = Metrics()
    metrics.committed(5, 0.004)
    for kind in ("move", "move", "join"):
        metrics.stored(kind)
    text = metrics.text().decode()
    assert "inarow_changes_total 5.0" in text
    assert 'inarow_commit_seconds_bucket{le="0.005"} 1.0' in text
    assert "inarow_moves_acknowledged_total 2.0" in text


def test_gauges_ask_when_they_are_read() -> None:
    metrics, games = Metrics(), ["a"]
    metrics.watch(metrics.games, lambda: len(games))
    games.append("b")
    assert "inarow_live_games 2.0" in metrics.text().decode()
