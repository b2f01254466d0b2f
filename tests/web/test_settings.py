from pathlib import Path

import pytest

from inarow import WebError
from inarow.web.settings import Settings, is_loopback


def test_without_anything_it_listens_here_and_keeps_a_file(tmp_path: Path) -> None:
    settings = Settings.read({}, data_dir=tmp_path)
    assert settings.address == "http://127.0.0.1:8000"
    assert settings.database_url == f"sqlite:///{tmp_path}/inarow.db"
    assert (settings.origin, settings.secure, settings.bus_url) == ("", False, "")


def test_options_go_before_the_environment() -> None:
    environment = {"DATABASE_URL": "postgresql://a/b", "BUS_URL": "nats://a", "INAROW_DATA": "~/x"}
    settings = Settings.read(environment, bus_url="nats://b", port=1, database_url=None)
    assert settings.database_url == "postgresql://a/b"
    assert settings.bus_url == "nats://b"
    assert settings.data_dir == Path.home() / "x"
    assert Settings.read({"INAROW_KEEP_GUESTS": "0"}).keep_guests == 0
    found = Settings.read({"INAROW_RATES": "2.5", "INAROW_DEV": "1", "INAROW_WATCHDOG": "3"})
    assert found == Settings(rates=2.5, dev=True, watchdog=3)


def test_the_folder_is_the_systems_own_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert Settings.read({}).data_dir.name == "site"


@pytest.mark.parametrize(
    ("public", "origin"),
    [
        ("https://play.example.org", "https://play.example.org"),
        ("https://Play.Example.org:443/", "https://play.example.org"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("http://play.example.org:80", "http://play.example.org"),
    ],
)
def test_the_public_address_is_written_as_browsers_write_it(public: str, origin: str) -> None:
    settings = Settings(public_url=public)
    assert settings.origin == settings.address == origin
    assert settings.secure == public.startswith("https")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::", "http://[::1]:8000"),
        ("10.0.0.1", "http://10.0.0.1:8000"),
    ],
)
def test_the_address_is_one_that_can_be_opened(host: str, address: str) -> None:
    assert Settings(host=host).address == address


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"port": 65536}, "expected a port from 0 to 65535, got 65536"),
        ({"workers": 0}, "expected 1 to 256 workers, got 0"),
        ({"rates": "0"}, "expected rates above 0, got 0"),
        ({"rates": "fast"}, "expected INAROW_RATES to be a number, got 'fast'"),
        ({"public_url": "play.example.org"}, "expected a public address such as"),
        ({"public_url": "https://play.example.org/games"}, "expected a public address such as"),
        ({"public_url": "https://a:b"}, "expected a public address such as"),
        ({"bus_url": "http://a:1"}, "expected a bus such as nats://127.0.0.1:4222"),
        ({"bus_url": "nats://a"}, "--bus needs PostgreSQL"),
        ({"bus_url": "redis://ann:secret@a:1"}, r"got 'redis://...@a:1'"),
        ({"keep_guests": -1}, "expected 0 or more days for --keep-guests, got -1"),
        ({"keep_finished": "ever"}, "expected INAROW_KEEP_FINISHED to be a number of days"),
        ({"proxy": True}, "--proxy needs --public-url"),
        ({"proxy_hops": 2}, "--proxy needs --public-url"),
        ({"proxy_hops": -1}, "expected 0 to 10 proxy hops, got -1"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(options: dict[str, object], message: str) -> None:
    with pytest.raises(WebError, match=message):
        Settings.read({}, **options)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("localhost", True),
        ("a.localhost", True),
        ("10.0.0.1", False),
        ("example.org", False),
        ("localhost.example.org", False),
        ("", False),
    ],
)
def test_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) == loopback


def test_a_proxy_is_one_hop_unless_there_are_more() -> None:
    public = "https://play.example.org"
    assert Settings().proxy_hops == 0
    assert Settings(public_url=public, proxy=True).proxy_hops == 1
    for proxy in (True, False):
        assert Settings(public_url=public, proxy=proxy, proxy_hops=2).proxy_hops == 2


def test_what_is_printed_shows_no_secret() -> None:
    settings = Settings(
        database_url="postgresql://a:secret@db/x",
        bus_url="nats://secret@bus",
        metrics_token="secret",
    )
    assert "secret" not in repr(settings)


def test_a_home_of_nobody_is_refused() -> None:
    with pytest.raises(WebError, match="expected a folder for the data, got '~no-such-one/x'"):
        Settings.read({"INAROW_DATA": "~no-such-one/x"})
