import re
from html import unescape

import httpx
import pytest

from inarow import language
from inarow.web import words
from inarow.web.words import english
from support.web.threaded import Site


def test_a_chosen_language_is_kept_and_leads_back_to_the_page(here: Site) -> None:
    ann = here.client()
    form = {"language": "de", "back": "/analysis/7x6x4?game=a"}
    answer = ann.post("/language", data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/analysis/7x6x4?game=a")
    assert "SameSite=Lax" in answer.headers["set-cookie"]
    assert '<html lang="de">' in ann.get("/").text
    ann.post("/language", data={"language": "en"})
    assert '<html lang="en">' in ann.get("/", headers={"accept-language": "de"}).text


def test_a_language_that_there_is_not_is_refused(here: Site) -> None:
    answer = here.client().post("/language", data={"language": "xx\r\nSet-Cookie: a=b"})
    assert answer.status_code == 422
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "/a\nb", "\t//evil", ""]
)
def test_nobody_is_led_to_another_site(here: Site, back: str) -> None:
    answer = here.client().post("/language", data={"language": "de", "back": back})
    assert answer.headers["location"] == "/"


def test_another_site_cannot_choose(here: Site) -> None:
    headers = {"origin": "http://evil.example"}
    answer = httpx.post(here.url + "/language", data={"language": "de"}, headers=headers)
    assert answer.status_code == 403


@pytest.mark.parametrize("path", ["/", "/analysis/7x6x4/44?game=abc&language=de", "/nothing"])
def test_every_page_offers_the_languages_twice(here: Site, path: str) -> None:
    text = here.client().get(path).text
    assert text.count('<form class="languages" method="post" action="/language"') == 2
    back = path.partition("&language")[0].replace("&", "&amp;")
    assert text.count(f'name="back" value="{back}"') == 2


def test_pages_say_in_which_language_they_are_and_what_that_depends_on(here: Site) -> None:
    for path in ("/", "/analysis/7x6x4/44", "/api/nothing"):  # one of them comes from a worker
        answer = httpx.get(here.url + path, headers={"accept-language": "de"})
        assert answer.headers["content-language"] == "de"
        assert [part.strip() for part in answer.headers["vary"].split(",")] == [
            "Accept-Language",
            "Cookie",
        ]
    assert '<html lang="de">' in httpx.get(here.url, headers={"accept-language": "de"}).text
    assert '<html lang="en">' in httpx.get(here.url).text


def test_files_and_pictures_are_the_same_for_everybody(here: Site) -> None:
    headers = {"accept-language": "de"}
    for path in ("/static/site/page.js", "/picture/7x6x4.svg"):
        answer = httpx.get(here.url + path, headers=headers)
        assert "Cookie" not in answer.headers.get("vary", "")


def test_search_engines_are_told_of_all_languages(here: Site) -> None:
    for path in ("/", "/analysis/7x6x4/44", "/ladder"):
        text = here.client().get(path, headers={"accept-language": "es"}).text
        for code in language.names():
            link = f'hreflang="{code}" href="{here.url}{path}?language={code}"'
            assert link in text
        assert f'hreflang="x-default" href="{here.url}{path}"' in text
    for path in ("/nothing", "/me", "/history", "/api"):
        assert "hreflang" not in here.client().get(path).text


def test_programs_are_answered_in_english_unless_they_ask_for_more(here: Site) -> None:
    for path in ("/api/nothing", "/api/games/nothing-here", "/api/puzzles/nothing"):
        plain = here.program().get(path).json()
        german = here.program().get(path, headers={"accept-language": "de"}).json()
        asked = here.program().get(path, params={"language": "de"}).json()
        assert plain["error"] == german["error"]
        assert plain["text"] != german["text"] == asked["text"]
    wrong = {"authorization": "Bearer inarow_wrong"}
    assert httpx.get(here.url + "/api/me", headers=wrong).json()["text"] == english.BAD_TOKEN


def test_the_description_of_the_api_is_english_and_says_so(here: Site) -> None:
    german = here.client().get("/api", headers={"accept-language": "de"}).text
    before, article = german.split("<article", 1)
    assert '<html lang="de">' in before
    assert article.startswith(' class="prose api" lang="en"')
    assert all(text in unescape(article) for text in english.API["texts"])


def test_pages_call_programs_by_their_names_in_the_language(here: Site) -> None:
    ann = here.client(**{"accept-language": "de"})
    made = ann.post("/api/games", json={"opponent": "level 4", "side": "x"}).json()
    assert made["seats"]["o"]["name"] == "level 4", "programs call it as it is called there"
    with language.use("de"):
        name = words.LEVEL_NAME.format(number=4)
    for path in (f"/game/{made['id']}", "/", "/history"):
        text = ann.get(path).text.partition("<main")[2].partition("<script")[0]
        assert name in text
        assert not re.search(r">[^<]*[Ll]evel 4", text), path


def test_previews_of_links_are_in_the_language_of_the_page(here: Site) -> None:
    text = here.client().get("/analysis/7x6x4/44", headers={"accept-language": "es"}).text
    (picture,) = re.findall(r'og:image" content="(.*?)"', text)
    assert picture.endswith("&amp;language=es")
