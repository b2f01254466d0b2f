from inarow import PlayerError
from inarow.widget.words import reason


def test_reasons_name_errors_of_others() -> None:
    assert reason(PlayerError("no such player")) == "no such player"
    assert reason(KeyError("a")) == "KeyError: 'a'"
    assert reason(RuntimeError()) == "RuntimeError"
