"""The tables say what they promise."""

from inarow.web.store import tables


def test_a_version_of_a_game_exists_once() -> None:
    assert [column.name for column in tables.event.primary_key] == ["game", "version"]


def test_no_secret_is_stored() -> None:
    """Only hashes of 32 bytes are."""
    for table in tables.metadata.tables.values():
        for column in table.columns:
            if "secret" in column.name:
                assert getattr(column.type, "length", None) == 32
