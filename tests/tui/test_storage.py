import json
from pathlib import Path

import pytest

from inarow import Board, Record, Rules
from inarow.tui.storage import KEPT, Autosave, Choices, Folders, load_choices, save_choices


def folders(path: Path) -> Folders:
    return Folders(path / "config", path / "state", path / "data")


def test_choices_come_back(tmp_path: Path) -> None:
    choices = Choices(rules="9x7x4", second="perfect", starts=2, mode="light")
    save_choices(folders(tmp_path), choices)
    assert load_choices(folders(tmp_path)) == (choices, "")
    assert load_choices(folders(tmp_path / "none")) == (Choices(), "")


@pytest.mark.parametrize(
    "text",
    [
        *("{", "[]", '{"rules": "0x0x0"}', '{"rules": 4}', '{"starts": 7}', '{"mode": "pink"}'),
        *("\x00", "[" * 100_000),
    ],
)
def test_broken_choices_are_told_in_a_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "choices.json").write_text(text)
    choices, text = load_choices(folders(tmp_path))
    assert choices == Choices()
    assert text.startswith("Your last choices could not be read")


def test_choices_of_another_version_are_read_as_far_as_they_are_known(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "choices.json").write_text(json.dumps({"starts": 1, "sound": True}))
    assert load_choices(folders(tmp_path)) == (Choices(starts=1), "")


def test_what_cannot_be_kept_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file, not a folder")
    save_choices(folders(tmp_path), Choices())
    assert load_choices(folders(tmp_path))[0] == Choices()


def record(moves: str) -> Record:
    return Record.of(Board(Rules(7, 6, 4), moves))


def test_a_game_is_kept_and_found_by_the_next(tmp_path: Path) -> None:
    first = Autosave(folders(tmp_path))
    assert first.unfinished() is None
    first.keep(record("44"))
    first.keep(record("445"))
    assert first.is_saved
    assert first.unfinished() is None  # its own
    found = Autosave(folders(tmp_path)).unfinished()
    assert found is not None
    assert found[1].main.moves == [3, 3, 4]
    first.forget()
    assert Autosave(folders(tmp_path)).unfinished() is None


def test_a_game_that_is_put_aside_is_not_offered_but_there(tmp_path: Path) -> None:
    for number in range(KEPT["aside"] + 3):
        autosave = Autosave(folders(tmp_path))
        autosave.keep(record("4" * (number % 6)))
        autosave.leave()
    assert autosave.unfinished() is None
    assert len(autosave.games()) == KEPT["aside"]
    other = Autosave(folders(tmp_path))
    other.keep(record("4"))
    autosave.put_aside()
    assert autosave.unfinished() is None


def test_a_broken_game_is_passed_over(tmp_path: Path) -> None:
    autosave = Autosave(folders(tmp_path))
    autosave.keep(record("44"))
    (tmp_path / "state" / "game-z.txt").write_text("nothing")
    found = Autosave(folders(tmp_path)).unfinished()
    assert found is not None
    assert found[1].main.moves == [3, 3]


def test_an_adopted_game_stays_in_its_file(tmp_path: Path) -> None:
    first, second = Autosave(folders(tmp_path)), Autosave(folders(tmp_path))
    first.keep(record("4"))
    found = second.unfinished()
    assert found is not None
    second.adopt(found[0])
    second.keep(record("44"))
    assert len(second.games()) == 1


def test_a_finished_game_stays_on_the_list_and_is_not_offered(tmp_path: Path) -> None:
    autosave = Autosave(folders(tmp_path))
    autosave.keep(record("445566"))
    autosave.finish(record("4455667"))
    assert [path.name[:5] for path in autosave.games()] == ["done-"]
    assert not autosave.is_saved
    assert Autosave(folders(tmp_path)).unfinished() is None
    autosave.keep(record("445566"))  # a move was undone
    assert [path.name[:5] for path in autosave.games()] == ["game-"]
    autosave.finish(record("4455667"))
    autosave.leave()
    autosave.keep(record("1"))
    assert len(autosave.games()) == 2


def test_only_so_many_finished_games_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KEPT, "done", 3)
    autosave = Autosave(folders(tmp_path))
    for _ in range(5):
        autosave.finish(record("4455667"))
        autosave.leave()
    assert len(autosave.games()) == 3


def test_a_game_that_was_put_aside_is_taken_up_again(tmp_path: Path) -> None:
    autosave = Autosave(folders(tmp_path))
    autosave.keep(record("44"))
    first = autosave.path
    autosave.leave()
    autosave.keep(record("1"))
    second = autosave.path
    aside = first.with_name(first.name.replace("game-", "aside-"))
    autosave.leave(aside)
    assert autosave.path == first
    assert {path.name[:5] for path in autosave.games()} == {"game-", "aside"}
    autosave.leave(autosave.path)  # its own
    assert autosave.path == first
    autosave.leave(tmp_path / "elsewhere.txt")
    assert autosave.path not in (first, second)
