"""Every text of the full-screen game, in one place so that it can be translated."""

from __future__ import annotations

from typing import Final

# -- without the screen -------------------------------------------------------------------------

NO_TERMINAL: Final = "This is no terminal for the full screen, so here is the plain game."
NO_TEXTUAL: Final = (
    "The full screen needs Textual (pip install 'inarow[tui]'), so here is the plain game."
)
CRASHED: Final = (
    "Something went wrong, and it was not you. Your game is kept: inarow play offers it."
)
GO_ON: Final = "Your game is kept: inarow play offers it at the next start."

# -- players ------------------------------------------------------------------------------------

PERSON: Final = "a person"
LEVELS: Final = tuple(f"level {number}" for number in range(1, 11))
PERFECT: Final = "perfect"
NAMELESS: Final = ("Player 1", "Player 2")

# -- the start screen ---------------------------------------------------------------------------

TITLE: Final = "inarow"
SUBTITLE: Final = "k in a row, on any board"
GAME: Final = "Game"
OWN_RULES: Final = "your own"
PRESETS: Final = {
    "connect-four": "Connect Four",
    "wide-four": "Wide Four",
    "tic-tac-toe": "Tic-tac-toe",
    "gomoku": "Gomoku",
}
WIDTH: Final = "Width"
HEIGHT: Final = "Height"
IN_A_ROW: Final = "In a row"
GRAVITY: Final = "Discs"
FALL: Final = "fall down"
FREE: Final = "go anywhere"
PLAYER: Final = ("Player 1", "Player 2")
NAME: Final = "  name"
STARTS: Final = "Begins"
WHO_STARTS: Final = ("player 1", "player 2", "by chance")
COLOURS: Final = "Colours"
DISC_NAMES: Final = {
    "vermilion": "vermilion, sky blue",
    "yellow": "yellow, violet",
    "green": "green, pink",
}
LOOK: Final = "Look"
LOOKS: Final = {"dark": "dark", "light": "light", "contrast": "high contrast"}
PLAY_BUTTON: Final = " Play "
LOAD_BUTTON: Final = " Load "
HELP_BUTTON: Final = " Help "
QUIT_BUTTON: Final = " Quit "
PREVIEW: Final = "{width} x {height}, {k} in a row, discs {how}."
CANNOT_WIN: Final = "{k} in a row do not fit: every game is a draw."
CHOICES_LOST: Final = "The last choices could not be read from {file}: here are the usual ones."
TOO_SMALL: Final = "This window is small: 80 columns and 24 lines show everything."

OFFER: Final = "There is an unfinished game: {rules}, {first} against {second}, {count}. Go on?"
GO_ON_BUTTON: Final = " Go on "
NEW_BUTTON: Final = " Begin anew "
MOVES: Final = "{count} moves"
ONE_MOVE: Final = "1 move"
KEPT: Final = "The game is kept: Load finds it, and the next start offers it."
PUT_ASIDE: Final = "The unfinished game is put aside: Load finds it."

# -- the game -----------------------------------------------------------------------------------

COLUMN: Final = "column {move}"
TO_MOVE: Final = "{name} to move."
THINKS: Final = "{name} is thinking."
PLAYED: Final = "{name} plays {move}."
WON: Final = "{name} wins: {lines}."
LINE: Final = "{direction} from {first} to {last}"
DRAWN: Final = "The board is full: a draw."
TO_MOVE_MARK: Final = "to move"
THINKING_MARK: Final = "thinking"
WINS_MARK: Final = "wins"
LOOKING_BACK: Final = "Move {ply} of {count}. Play on from here, or press End."
PAUSED: Final = "Stopped. Press p to let them play on."
NOT_YOUR_TURN: Final = "{name} is thinking. Wait for it, or take a move back with u."
NO_SUCH_COLUMN: Final = "There is no column {sign}: they go from 1 to {last}."
CHOOSE_ANOTHER: Final = "{why} Choose another."
OVER: Final = "The game is over. Press n for a new one, or u to take a move back."
UNDONE: Final = "Taken back. {name} to move."
NOTHING_TO_UNDO: Final = "There is nothing to take back."
REDONE: Final = "Played again."
NOTHING_TO_REDO: Final = "There is nothing to play again."
SWAPPED: Final = "{first} is x now, and {second} is o."
COPIED: Final = "Copied: {moves}"
NOTHING_TO_COPY: Final = "There is no move to copy yet."
HINT_SOON: Final = "Looking for a good move."
HINT: Final = "Try {move}: {worth}."
HINT_ALSO: Final = "Try {move}: {worth}. As good: {others}."
WHY_SOON: Final = "Looking into it."
NOTHING_TO_SAY: Final = "There is nothing certain to say here."
SCORES_ON: Final = "Scores are for {name}, who is to move; ≈ is an estimate."
SCORES_OFF: Final = "Scores are hidden."
FOCUS: Final = "{move}: {worth}"
UNKNOWN: Final = "·"
NO_MOVES: Final = "no move yet"
AT_START: Final = "start"
SLOW: Final = "The terminal is slow: discs no longer fall."
NOT_KEPT: Final = "The game cannot be kept for later: {why}."
NEW_GAME: Final = "A new game. {name} begins."
STILL_KEPT: Final = "{message} The other one is kept: l loads it."
ENDED_EARLY: Final = "This game was ended as {result}. You can go on with it."
SCORING: Final = "thinking about scores"

# -- files --------------------------------------------------------------------------------------

SAVE_TITLE: Final = "Save the game"
LOAD_TITLE: Final = "Load a game"
FILE_PROMPT: Final = "File"
SAVE_BUTTON: Final = " Save "
CANCEL_BUTTON: Final = " Cancel "
REPLACE: Final = "{file} exists. Save again to replace it."
SAVED: Final = "Saved to {file}."
NOT_SAVED: Final = "Not saved: {why}."
LOADED: Final = "Loaded {file}."
NOT_LOADED: Final = "Not loaded: {why}."
GAMES_HERE: Final = "Games here and those that were put aside:"
NO_GAMES_HERE: Final = "No game was found here; type where it is."
DEFAULT_FILE: Final = "game.txt"

# -- help ---------------------------------------------------------------------------------------

HELP_TITLE: Final = "Keys"
HELP_HOW: Final = "↑ ↓ and Enter, or a click, do what a line says."
HELP_BOARD: Final = {
    True: ("1-9 a-i", "play this column; Shift and a letter for the columns beyond"),
    False: ("a-i 1-9", "go to this column or row; Shift and a letter for the columns beyond"),
}
HELP_MOUSE: Final = ("Click", "on the board plays there; on a move looks at it; on a key does it")

# -- the lab ------------------------------------------------------------------------------------

LAB_TITLE: Final = "Win lab"
LAB_STEP: Final = "step {number} of {count}"
LAB_NO_STEPS: Final = "{side} has too few discs, or no line fits: nothing to check."
LAB_NEEDED: Final = "value {value}, a line needs {needed}"
LAB_FOUND: Final = "a line is found here"
LAB_HEAD: Final = ("detector", "lines", "steps", "cells")
LAB_LINES_OF: Final = "lines of {sign} {name}"
LAB_WAIT: Final = "The detectors are at work."
LAB_EMPTY: Final = "(empty)"

# -- the review ---------------------------------------------------------------------------------

REVIEW_TITLE: Final = "Review"
REVIEW_PROGRESS: Final = "{done} of {count} looked at"
REVIEW_DONE: Final = "all moves looked at"
REVIEW_TURNED: Final = "decided by move {number}"
REVIEW_EMPTY: Final = "There is no move to review yet."
REVIEW_START: Final = "Before the first move."
REVIEW_MOVE: Final = "{number}. {sign} {move}"
REVIEW_SUMMARY: Final = "{sign} {name}: {kept} of {exact} kept the result"
REVIEW_UNCERTAIN: Final = "{sign} {name}: {moves} estimated, {bad} bad"

# -- keys: (the word in the bar, the sentence in the help) --------------------------------------

KEY_HELP: Final = ("Help", "show all keys")
KEY_QUIT: Final = ("Quit", "leave; an unfinished game is kept")
KEY_THEME: Final = ("Look", "dark, light or high contrast")
KEY_BACK: Final = ("Back", "go back")
KEY_LEFT: Final = ("Left", "hold the disc further left")
KEY_RIGHT: Final = ("Right", "hold the disc further right")
KEY_UP: Final = ("Up", "without gravity: one row up")
KEY_DOWN: Final = ("Down", "without gravity: one row down")
KEY_DROP: Final = ("Play", "play where the disc is held")
KEY_UNDO: Final = ("Undo", "take your last move back")
KEY_REDO: Final = ("Redo", "play again what was taken back")
KEY_BACKWARD: Final = ("Back", "look back by one move")
KEY_FORWARD: Final = ("On", "look on by one move")
KEY_FIRST: Final = ("First", "look at the beginning")
KEY_LAST: Final = ("Last", "return to the end of the game")
KEY_HINT: Final = ("Tip", "show a good move")
KEY_WHY: Final = ("Why", "explain the last move and the position")
KEY_SCORES: Final = ("Scores", "show or hide what every move is worth")
KEY_SWAP: Final = ("Swap", "exchange the sides of the players")
KEY_PAUSE: Final = ("Pause", "stop programs that play each other, or let them go on")
KEY_NEW: Final = ("New", "begin a new game of the same kind")
KEY_SAVE: Final = ("Save", "write the game to a file")
KEY_LOAD: Final = ("Load", "go on with a game from a file")
KEY_COPY: Final = ("Copy", "copy the moves as text")
KEY_REVIEW: Final = ("Review", "go through the game move by move, with what was better")
KEY_LAB: Final = ("Lab", "see how six algorithms look for lines here")
KEY_MENU: Final = ("Menu", "back to the start screen; the game is kept")
KEY_PLAY: Final = ("Play", "start the game as it is shown")
KEY_FIELD_UP: Final = ("Up", "the line above")
KEY_FIELD_DOWN: Final = ("Down", "the line below")
KEY_LESS: Final = ("Less", "the choice before")
KEY_MORE: Final = ("More", "the next choice")
KEY_STEP: Final = ("Step", "one step forwards")
KEY_STEP_BACK: Final = ("Back", "one step backwards")
KEY_STEP_FIRST: Final = ("First", "to the first step")
KEY_STEP_LAST: Final = ("Last", "to the last step")
KEY_FIND: Final = ("Find", "on to the next step that finds a line")
KEY_RUN: Final = ("Run", "let it run by itself, or stop it")
KEY_NEXT_DETECTOR: Final = ("Detector", "the next detector")
KEY_PREVIOUS_DETECTOR: Final = ("Detector", "the detector before")
KEY_SIDE: Final = ("Side", "look for lines of the other side")
KEY_MISTAKE: Final = ("Next ?", "on to the next bad move")
KEY_DETECTORS: Final = ("1-6", "choose a detector")
KEY_PLAY_HERE: Final = ("Play", "return to the game at this move")
KEY_YES: Final = ("Yes", "the first answer")
KEY_NO: Final = ("No", "the second answer")
KEY_DO: Final = ("Do it", "do what is selected")
KEY_SAVE_REVIEW: Final = ("Save", "write the game to a file, with what was said about it")
