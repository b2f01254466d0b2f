import json
from pathlib import Path

import pytest

from inarow.cli import main


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("book") / "small.book"
    assert main(["book", "build", "--rules", "5x4x4", "--depth", "5", "--output", str(path)]) == 0
    return str(path)


def test_info_says_what_is_inside(book: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "info", book]) == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert (lines["rules"], lines["depth"]) == ("5x4x4", "5")
    assert int(lines["bytes"]) == Path(book).stat().st_size
    main(["book", "info", book, "--json"])
    assert json.loads(capsys.readouterr().out)["positions"] == int(lines["positions"])


def test_lookup_shows_the_position_and_its_moves(
    book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", "lookup", "--book", book, "33"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["0  draw", "   1   -1  o wins in 9 moves"]
    main(["book", "lookup", "--book", book, "33", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["score"], found["moves"]) == (0, {"1": -1, "2": -1, "3": 0, "4": -1, "5": -1})


def test_verify_solves_a_sample_again(book: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "verify", book, "--sample", "20"]) == 0
    assert "checksum correct, 20 positions solved, 0 wrong" in capsys.readouterr().out


def test_a_wrong_score_is_found(
    book: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from inarow.search.book import LAYOUT, Book, Header, digest

    header, data = Book(book).header, bytearray(Path(book).read_bytes())
    for i in range(len(data) - header.count, len(data)):
        data[i] = 3
    payload = bytes(data[LAYOUT.size :])
    shape = (header.rules, header.depth, header.bucket_bits, header.count)
    forged = tmp_path / "forged.book"
    forged.write_bytes(Header(*shape, digest(payload)).to_bytes() + payload)
    assert main(["book", "verify", str(forged), "--sample", "20"]) == 1
    assert "20 wrong" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["lookup", "--book", "BOOK", "--rules", "7x6x4", "3"], "expected a position of 5x4x4"),
        (
            ["lookup", "--book", "BOOK", "121212"],
            "expected an unfinished position of at most 5 plies",
        ),
        (["info", "no-such.book"], "no-such.book: No such file or directory"),
        (["build", "--depth", "99"], "expected a depth from 0 to 41, got 99"),
        (["build", "--depth", "x"], "expected a number from 0 up, got 'x'"),
    ],
)
def test_bad_input_gets_one_sentence(
    book: str, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["book", *(book if word == "BOOK" else word for word in arguments)])
    except SystemExit as stop:
        code = int(str(stop.code))
    assert code == 2
    assert says in capsys.readouterr().err
