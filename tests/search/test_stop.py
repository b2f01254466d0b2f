from inarow import Stop


def test_a_stop_is_set_once_and_for_all() -> None:
    stop = Stop()
    assert not stop.is_set()
    stop.set()
    stop.set()
    assert stop.is_set()


def test_actions_are_called_while_they_are_wanted() -> None:
    stop, called = Stop(), list[str]()
    with stop.calling(lambda: called.append("before")):
        pass
    with stop.calling(lambda: called.append("during")):
        stop.set()
    with stop.calling(lambda: called.append("at once")):
        pass
    assert called == ["during", "at once"]
