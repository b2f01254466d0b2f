import gzip
from pathlib import Path

import pytest

from inarow.web.http.assets import FOR_GOOD, Assets
from support.web.threaded import ask


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.js").write_text('import { b } from "./parts/b.js";\nimport("./parts/b.js");\n')
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "b.js").write_text("export const b = 1;\n" * 50)
    (tmp_path / "a.css").write_text('@import "./b.css"; x { mask: url(disc.svg) url(#hole) }')
    (tmp_path / "disc.svg").write_text("<svg/>")
    (tmp_path / "secret.key").write_text("no")
    return tmp_path


def test_an_address_with_the_version_is_kept_for_good(folder: Path) -> None:
    assets = Assets(folder)
    url = assets.url("parts/b.js")
    assert url == f"/static/parts/b.js?v={assets.version}"
    assert ask(assets, url).headers["cache-control"] == FOR_GOOD
    for old in ("/static/parts/b.js", "/static/parts/b.js?v=old"):
        assert ask(assets, old).headers["cache-control"] == "no-cache"


def test_files_name_each_other_with_the_version(folder: Path) -> None:
    assets = Assets(folder)
    v = f"?v={assets.version}"
    assert ask(assets, "/static/a.js").text == (
        f'import {{ b }} from "./parts/b.js{v}";\nimport("./parts/b.js{v}");\n'
    )
    styles = ask(assets, "/static/a.css")
    assert styles.text == f'@import "./b.css{v}"; x {{ mask: url(disc.svg{v}) url(#hole) }}'
    assert styles.headers["content-type"] == "text/css; charset=utf-8"


def test_it_is_compressed_for_who_can_read_that(folder: Path) -> None:
    assets = Assets(folder)
    small = ask(assets, "/static/parts/b.js", headers={"accept-encoding": "br, gzip"})
    plain = ask(assets, "/static/parts/b.js", headers={"accept-encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(plain.content)
    assert "content-encoding" not in plain.headers
    assert small.content == plain.content
    assert len(gzip.compress(b"<svg/>")) > len(b"<svg/>")  # so it stays as it is
    assert "content-encoding" not in ask(assets, "/static/disc.svg").headers


def test_what_has_not_changed_is_not_sent_again(folder: Path) -> None:
    assets = Assets(folder)
    tag = ask(assets, "/static/a.js").headers["etag"]
    again = ask(assets, "/static/a.js", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    (folder / "a.css").write_text("x {}")
    other = ask(Assets(folder), "/static/a.js", headers={"if-none-match": tag})
    assert other.status_code == 200


@pytest.mark.parametrize("path", ["nothing.js", "secret.key", "../test_assets.py", "", "parts"])
def test_only_known_files_are_there(folder: Path, path: str) -> None:
    assert ask(Assets(folder), f"/static/{path}").status_code == 404


def test_it_only_answers(folder: Path) -> None:
    assert ask(Assets(folder), "/static/a.js", "POST").status_code == 405


def test_a_misspelt_file_is_found_when_the_page_is_made(folder: Path) -> None:
    with pytest.raises(KeyError, match=r"no static file b\.js"):
        Assets(folder).url("b.js")


def test_while_developing_files_are_read_again(folder: Path) -> None:
    assets = Assets(folder, dev=True)
    before = assets.version
    (folder / "a.js").write_text("changed")
    assert ask(assets, "/static/a.js").text == "changed"
    assert assets.version != before
    assert ask(assets, assets.url("a.js")).headers["cache-control"] == "no-cache"
