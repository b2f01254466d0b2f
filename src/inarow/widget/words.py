"""What the widget says, apart from its buttons (widget.js)."""

SIGNS = {"x": "×", "o": "○"}

TO_MOVE = "{side} to move."
YOUR_TURN = "Your turn: you play {side}."
THEIR_TURN = "{name} to move."
THINKING = "{name} is thinking …"
WINS = "{side} wins."
YOU_WIN = "You win."
THEY_WIN = "{name} wins."
DRAW = "The board is full: a draw."

STALE = "The game has moved on. Look again and choose."
NOT_YOURS = "It is the turn of {name}."
UNKNOWN = "This view is older than the widget. Run the cell again."
FAILED = "{name} could not decide: {reason}."
PLAYED_BADLY = "{name} chose a move that cannot be played: {reason}."
NO_SCORES = "The scores could not be found: {reason}."
NO_WORDS = "That could not be explained: {reason}."
CLOSED = "the widget is closed: make another"


def reason(error: Exception) -> str:
    """An error in the middle of a sentence: in its own words if it is ours, else with its kind."""
    from inarow.errors import InarowError

    text = str(error).rstrip(".")
    if isinstance(error, InarowError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
