"""What makes the site an app on people's devices."""

import re
from struct import unpack

import httpx

from inarow import language
from inarow.web import words
from inarow.web.words import english
from support.web.threaded import Site


def test_the_manifest_names_icons_of_the_sizes_that_it_says(here: Site) -> None:
    client = here.client()
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert {(icon["purpose"], icon["sizes"]) for icon in manifest["icons"]} >= {
        ("any", "192x192"),
        ("any", "512x512"),
        ("maskable", "512x512"),
    }
    for icon in manifest["icons"]:
        found = client.get(icon["src"])
        assert found.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert "{}x{}".format(*unpack(">II", found.content[16:24])) == icon["sizes"]
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest?language=en">' in page
    (apple,) = re.findall(r'<link rel="apple-touch-icon" href="(.*?)">', page)
    assert unpack(">II", client.get(apple).content[16:24]) == (180, 180)


def test_the_worker_may_serve_the_whole_site_and_is_never_an_old_one(here: Site) -> None:
    answer = here.client().get("/worker.js")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["service-worker-allowed"] == "/"
    assert here.app.state.assets.version in answer.text
    assert "worker-src 'self'" in here.client().get("/").headers["content-security-policy"]


def test_what_a_device_stores_is_nobodys(here: Site) -> None:
    ann = here.client()
    ann.patch("/api/me", json={"name": "Ann the First"})
    me = ann.get("/api/me").json()["id"]
    for path in ("/offline", "/puzzles", "/learn/connect-four", "/about"):
        assert f'data-me="{me}"' in ann.get(path).text
        assert "Ann the First" in ann.get(path).text
        stored = ann.get(f"{path}?shell").text
        assert "data-me" not in stored
        assert "Ann the First" not in stored
    assert 'data-me=""' in here.client().get("/about").text
    assert "data-me" not in ann.get("/nothing").text, "where nobody has asked who it is"


def test_the_manifest_is_in_the_language_of_the_page(here: Site) -> None:
    page = httpx.get(here.url, headers={"accept-language": "fr"}).text
    (path,) = re.findall(r'<link rel="manifest" href="(.*?)">', page)
    manifest = httpx.get(here.url + path).json()  # browsers send no cookie for it
    assert manifest["lang"] == "fr"
    with language.use("fr"):
        assert manifest["description"] == words.DESCRIPTION != english.DESCRIPTION
    assert manifest["id"] == manifest["start_url"] == "/", "the same app in every language"
    assert httpx.get(here.url + "/manifest.webmanifest").json()["lang"] == "en"


def test_the_worker_stores_pages_in_the_language_of_the_page(here: Site) -> None:
    german, french = (
        httpx.get(f"{here.url}/worker.js?language={code}").text for code in ("de", "fr")
    )
    assert 'LANGUAGE = "de"' in german
    assert german.replace('"de"', '"fr"') == french, "a change of the language is another worker"
