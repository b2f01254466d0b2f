"""Every text of the full-screen game, in one place so that it can be translated."""

from __future__ import annotations

from typing import Final

# -- without the screen -------------------------------------------------------------------------

NO_TERMINAL: Final = "This terminal cannot show the full-screen game; starting the plain one."
NO_TEXTUAL: Final = (
    "The full-screen game needs Textual (pip install 'inarow[tui]'); starting the plain one."
)
CRASHED: Final = (
    "inarow crashed; this is a bug. Your game is saved; inarow play will offer to resume it."
)
GO_ON: Final = "Your game is saved; inarow play will offer to resume it."

# -- players ------------------------------------------------------------------------------------

PERSON: Final = "human"
LEVELS: Final = tuple(f"level {number}" for number in range(1, 11))
PERFECT: Final = "perfect"
OWN_BOT: Final = "your bot"
ENGINE: Final = "engine"
"""What is offered where nobody is perfect."""
NAMELESS: Final = ("Player 1", "Player 2")

# -- the start screen ---------------------------------------------------------------------------

TITLE: Final = "inarow"
SUBTITLE: Final = "k in a row, on any board"
GAME: Final = "Game"
OWN_RULES: Final = "custom"
WIDTH: Final = "Width"
HEIGHT: Final = "Height"
IN_A_ROW: Final = "In a row"
GRAVITY: Final = "Discs"
FALL: Final = "fall down"
FREE: Final = "go anywhere"
PLAYER: Final = ("Player 1", "Player 2")
NAME: Final = "  name"
BOT_FILE: Final = "  file"
BOT_HOW: Final = "Type your bot's file, such as bot.py, or a command; → completes."
BOT_FOUND: Final = "{bot} is ready to play."
CLOCK: Final = "Clock"
CLOCKS: Final = ("1+0", "3+2", "5+3", "10+5", "30+0")
NO_CLOCK: Final = "off"
CLOCK_MEANS: Final = "{minutes} min each, +{seconds} s per move."
STARTS: Final = "First move"
WHO_STARTS: Final = ("player 1", "player 2", "random")
COLOURS: Final = "Colours"
DISC_NAMES: Final = {
    "vermilion": "vermilion, sky blue",
    "yellow": "yellow, violet",
    "green": "green, pink",
}
LOOK: Final = "Theme"
LOOKS: Final = {"dark": "dark", "light": "light", "contrast": "high contrast"}
PLAY_BUTTON: Final = " Play "
LOAD_BUTTON: Final = " Load "
PUZZLES_BUTTON: Final = " Puzzles "
HELP_BUTTON: Final = " Help "
QUIT_BUTTON: Final = " Quit "
PREVIEW: Final = "{width} x {height}, {k} in a row, discs {how}."
CANNOT_WIN: Final = "{k} in a row does not fit on this board: every game is a draw."
CHOICES_LOST: Final = "Your last choices could not be read from {file}; using the defaults."
TOO_SMALL: Final = "This window is small; enlarge it to 80x24 to see everything."

OFFER: Final = "You have an unfinished game: {rules}, {first} against {second}, {count}. Resume it?"
GO_ON_BUTTON: Final = " Resume "
NEW_BUTTON: Final = " New game "
MOVES: Final = "{count} moves"
ONE_MOVE: Final = "1 move"
UNFINISHED_SAVED: Final = (
    "Your game is saved. Load opens it, and inarow play will offer to resume it."
)
PUT_ASIDE: Final = "The unfinished game is saved; Load opens it."

# -- the game -----------------------------------------------------------------------------------

TO_MOVE: Final = "{name} to move."
THINKS: Final = "{name} is thinking."
PLAYED: Final = "{name} plays {move}."
WON: Final = "{name} wins: {lines}."
AND: Final = " and "
DRAWN: Final = "The board is full: a draw."
TO_MOVE_MARK: Final = "to move"
THINKING_MARK: Final = "thinking"
FAILED_MARK: Final = "failed"
WINS_MARK: Final = "wins"
LOOKING_BACK: Final = "Move {ply} of {count}. Play on from here, or press End to return."
OUT_OF_TIME: Final = "{loser} has run out of time: {winner} wins."
TALLY: Final = "Your games against {opponent} on {rules}: {tally}."
PAUSED: Final = "Paused. Press p to continue."
NOT_YOUR_TURN: Final = "{name} is thinking. Wait, or press u to undo."
NO_SUCH_COLUMN: Final = "There is no column {number}: the columns are 1 to {last}."
COLUMN_SO_FAR: Final = "Column {number}: press Enter to play it, or another digit."
PLAYER_FAILED: Final = (
    "{why}. Press Enter to try again, u to undo your move, or j to change the player."
)
FAILED: Final = "That failed: {why}."
NO_ADVICE: Final = "Hints, scores and reviews are not available on this board: {why}."
HINT_FIRST: Final = "The hint comes first; then Enter plays it."
CHANGED: Final = "{name} now plays {side}."
CHOOSE_ANOTHER: Final = "{why} Choose another."
OVER: Final = "The game is over. Press n for a new one, or u to undo."
UNDONE: Final = "Undone. {name} to move."
NOTHING_TO_UNDO: Final = "Nothing to undo."
REDONE: Final = "Redone."
NOTHING_TO_REDO: Final = "Nothing to redo."
SWAPPED: Final = "{first} now plays x, and {second} plays o."
COPIED: Final = "Copied: {moves}"
NOTHING_TO_COPY: Final = "There are no moves to copy yet."
HINT_SOON: Final = "Looking for a good move …"
WHY_SOON: Final = "Analysing the position …"
NOTHING_TO_SAY: Final = "Nothing certain is known about this position."
SCORES_ON: Final = "Scores are for {name}, who is to move; ≈ marks an estimate."
SIGNS_ON: Final = "+ favours {name}, who is to move; - favours {other}."
SCORES_OFF: Final = "Scores are hidden."
FOCUS: Final = "{move}: {worth}"
UNKNOWN: Final = "·"
NO_MOVES: Final = "no moves yet"
AT_START: Final = "start"
SLOW: Final = "The terminal is slow: discs no longer fall."
AUTOSAVE_FAILED: Final = "Autosave failed: {why}."
NEW_GAME: Final = "New game. {name} to move."
PREVIOUS_SAVED: Final = "{message} The previous game is saved; press l to load it."
SCORING: Final = "calculating scores …"

# -- changing a player ---------------------------------------------------------------------------

CHANGE_TITLE: Final = "Who plays {side}?"
CHANGE_HINT: Final = "Choose one, or type a name, or a program such as bot.py:"
CHANGE_BUTTON: Final = " Choose "
TAKE_OVER: Final = "a person"

# -- files --------------------------------------------------------------------------------------

SAVE_TITLE: Final = "Save the game"
SAVE_BUTTON: Final = " Save "
CANCEL_BUTTON: Final = " Cancel "
REPLACE: Final = "{file} already exists. Save again to replace it."
SAVED: Final = "Saved to {file}."
NOT_SAVED: Final = "Not saved: {why}."
LOADED: Final = "Loaded {file}."
NAMED_BY_FILE: Final = (
    "the saved game names this program, not you; if you trust it, press j, then Enter"
)
NOT_LOADED: Final = "Not loaded: {why}."
DEFAULT_FILE: Final = "game.txt"

# -- the saved games ----------------------------------------------------------------------------

GAMES_TITLE: Final = "Games"
GAMES_HOW: Final = "type to filter, or the name of a file"
GAME_PLAYERS: Final = "{} - {}"
GAME_UNREADABLE: Final = "{file} cannot be read: {why}."
RESULTS: Final = {"1-0": "x won", "0-1": "o won", "1/2-1/2": "draw", "*": "unfinished"}
SHORT_RESULTS: Final = {"1-0": "x won", "0-1": "o won", "1/2-1/2": "draw", "*": "open"}
SHORT_UNREADABLE: Final = "damaged"
NO_GAME_MATCHES: Final = "No game matches what you typed."
NO_GAMES_YET: Final = "No saved games yet. Finished and unfinished games appear here."
DELETE_SURE: Final = "Delete {players} ({file})? This cannot be undone."
DELETE_BUTTON: Final = " Delete "
KEEP_BUTTON: Final = " Keep "
DELETED: Final = "Deleted {file}."
NOT_DELETED: Final = "Not deleted: {why}."

# -- puzzles ------------------------------------------------------------------------------------

PUZZLE_GRADE: Final = "rating {rating}, difficulty {grade} of 5{again}"
PUZZLE_RATING: Final = "your rating {rating}"
PUZZLE_DAILY: Final = "The puzzle of the day. You have solved {days} in a row."
PUZZLE_DAILY_FIRST: Final = "The puzzle of the day: everybody has the same one."
PUZZLE_SOLVED_BEFORE: Final = ", solved before"
PUZZLES_DONE: Final = "{board}: {done} of {count} solved"
PUZZLE_CHECKING: Final = "Checking …"
PUZZLE_WRONG: Final = "No, {move} is wrong."
PUZZLE_REFUTED: Final = "It would continue: {line}."
PUZZLE_TRY_AGAIN: Final = "Not that one. Try another move, or press t for a hint."
PUZZLE_RIGHT: Final = "Right. {side} answers {move}."
PUZZLE_SOLVED: Final = "Solved. Press n for the next puzzle."
PUZZLE_OVER: Final = "Press n for the next puzzle, or r to start this one again."
PUZZLE_HINTED: Final = "Hint {number} of {count}. Press t for the next one, v for the solution."
PUZZLE_LAST_HINT: Final = "That was the last hint. Press v for the solution."
PUZZLE_PLAY: Final = "Play {move}."
PUZZLE_SOLUTION: Final = "The solution: {line}."

# -- lessons ------------------------------------------------------------------------------------

LESSON_TITLE: Final = "Mistake {number} of {count}"
LESSONS_TODAY: Final = "Lesson {number} of {count} for today"
LESSONS_LOOKING: Final = "Looking for mistakes: {done} of {count} moves"
LESSONS_NONE: Final = "No mistakes to learn from"
LESSONS_NONE_DUE: Final = "No lessons are due today"
LESSONS_NEXT_DAY: Final = "The next lesson comes on {day}."
LESSONS_HOW: Final = "What you miss comes again after 1, 3, 7, 16 and 35 days."
LESSONS_DONE: Final = "All done"
LESSONS_RESULT: Final = "Found at the first try: {found} of {count}."
LESSONS_AGAIN: Final = "Missed, and due again tomorrow: {later}."
LESSON_BASIS: Final = {
    "exact": "",
    "proved": "Some moves are proved here; others may be right, too.",
    "estimated": "This is judged by the engine's estimate.",
}
LESSON_CHECKING: Final = "Checking …"
LESSON_RIGHT: Final = "Right. Press n for the next mistake."
LESSON_WRONG: Final = "No, {move} is wrong."
LESSON_UNCLEAR: Final = "Perhaps."
LESSON_TRY_AGAIN: Final = "Try another move, t for a hint, or v to be shown the move."
LESSON_SHOWN: Final = "Better was {line}."
LESSON_OVER: Final = "Press n for the next mistake."
LESSONS_BACK: Final = "Press Escape to go back."

# -- the command palette ------------------------------------------------------------------------

COMMAND: Final = "{label}: {sentence}"
COMMAND_KEY: Final = "key {key}"
COMMAND_LOOK: Final = "Theme: {look}"
COMMAND_LOOK_HELP: Final = "use this theme from now on"

# -- help ---------------------------------------------------------------------------------------

HELP_TITLE: Final = "Keys"
HELP_HOW: Final = "Choose a line with ↑ ↓ and Enter, or click it."
HELP_NUMBER: Final = "({number} of {count})"
HELP_BOARD: Final = {
    True: ("1-9", "play that column"),
    False: ("a-i 1-9", "go to that column or row; Shift and a letter for columns from j on"),
}
HELP_WIDE_BOARD: Final = ("1 2 3 …", "type a column's number; Enter plays it if more could follow")
HELP_MOUSE: Final = ("Click", "the board to play, a move to go to it, a key to use it")

# -- the lab ------------------------------------------------------------------------------------

LAB_TITLE: Final = "Win lab"
LAB_STEP: Final = "step {number} of {count}"
LAB_PICTURE: Final = "the idea: picture {number} of {count}"
LAB_COST: Final = "Here: steps {steps}, cells read {cells}, time {time} µs."
LAB_NEEDED: Final = "value {value}, a line needs {needed}"
LAB_FOUND: Final = "Line found."
LAB_HEAD: Final = ("detector", "lines", "steps", "cells")
LAB_LINES_OF: Final = "lines of {sign} {name}"
LAB_WAIT: Final = "The detectors are running …"
LAB_EMPTY: Final = "(empty)"

# -- the review ---------------------------------------------------------------------------------

REVIEW_TITLE: Final = "Review"
REVIEW_PROGRESS: Final = "{done} of {count} moves analysed"
REVIEW_DONE: Final = "all moves analysed"
REVIEW_TURNED: Final = "turning point: move {number}"
REVIEW_EMPTY: Final = "There are no moves to review yet."
REVIEW_NO_MISTAKES: Final = "No mistakes found."
REVIEW_START: Final = "Before the first move."
REVIEW_MOVE: Final = "{number}. {sign} {move}"
REVIEW_SUMMARY: Final = "{sign} {name}: {summary}"

# -- keys: (the word in the bar, the sentence in the help) --------------------------------------

KEY_HELP: Final = ("Help", "show all keys")
KEY_QUIT: Final = ("Quit", "quit; an unfinished game is saved")
KEY_THEME: Final = ("Theme", "switch between dark, light and high contrast")
KEY_PALETTE: Final = ("Commands", "search all commands")
KEY_PUZZLES: Final = ("Puzzles", "solve puzzles")
KEY_LESSONS: Final = ("Lessons", "repeat the mistakes that are due today")
KEY_LEARN: Final = ("Learn", "learn from the mistakes of the game")
KEY_LESSON_HINT: Final = ("Hint", "say what kind of move it is; once more, the move")
KEY_SHOW: Final = ("Show", "show the better move, and why")
KEY_SKIP: Final = ("Next", "go to the next mistake, or skip this one")
KEY_OPEN: Final = ("Open", "continue the selected game")
KEY_REVIEW_SAVED: Final = ("Review", "review the selected game")
KEY_DELETE: Final = ("Delete", "delete the selected game; you are asked first")
KEY_PAGE_UP: Final = ("Page up", "ten lines up")
KEY_PAGE_DOWN: Final = ("Page down", "ten lines down")
KEY_ERASE: Final = ("Erase", "erase the last character of the filter")
KEY_TRY: Final = ("Try", "try the move where the disc is")
KEY_PUZZLE_HINT: Final = ("Hint", "give a hint; each one says more")
KEY_SOLUTION: Final = ("Solution", "show the solution, and why it is right")
KEY_AGAIN: Final = ("Again", "start this puzzle again")
KEY_NEXT_PUZZLE: Final = ("Next", "go to the next puzzle that fits your rating")
KEY_PREVIOUS_PUZZLE: Final = ("Previous", "return to the previous puzzle")
KEY_DAILY_PUZZLE: Final = ("Daily", "go to the puzzle of the day")
KEY_OTHER_BOARD: Final = ("Board", "puzzles on another board")
KEY_BACK: Final = ("Back", "go back")
KEY_LEFT: Final = ("Left", "move the disc left")
KEY_RIGHT: Final = ("Right", "move the disc right")
KEY_CELL_UP: Final = ("Up", "move the disc up (without gravity)")
KEY_CELL_DOWN: Final = ("Down", "move the disc down (without gravity)")
KEY_UP: Final = ("Up", "move the disc up; with gravity, scroll the explanation")
KEY_DOWN: Final = ("Down", "move the disc down; with gravity, scroll the explanation")
KEY_DROP: Final = ("Play", "play the disc")
KEY_UNDO: Final = ("Undo", "undo your last move")
KEY_REDO: Final = ("Redo", "redo what you undid")
KEY_BACKWARD: Final = ("Previous", "one move back")
KEY_FORWARD: Final = ("Next", "one move forward")
KEY_FIRST: Final = ("First", "go to the start of the game")
KEY_LAST: Final = ("Last", "go to the end of the game")
KEY_HINT: Final = ("Hint", "suggest a good move")
KEY_WHY: Final = ("Why", "explain the last move and the position")
KEY_SCORES: Final = ("Scores", "show or hide the score of every move")
KEY_SWAP: Final = ("Swap", "swap sides")
KEY_PLAYER: Final = ("Player", "change a player, or take over from a program")
KEY_RETRY: Final = ("Try again", "")
KEY_NOTES_UP: Final = ("Scroll", "scroll the explanation up")
KEY_NOTES_DOWN: Final = ("Scroll", "scroll the explanation down")
KEY_PAUSE: Final = ("Pause", "pause or continue: programs wait, and the clock stops")
KEY_NEW: Final = ("New", "start a new game of the same kind")
KEY_SAVE: Final = ("Save", "save the game to a file")
KEY_LOAD: Final = ("Load", "open, review or delete a saved game")
KEY_COPY: Final = ("Copy", "copy the moves to the clipboard")
KEY_REVIEW: Final = ("Review", "review the game: every move, and what was better")
KEY_LAB: Final = ("Lab", "watch algorithms look for lines")
KEY_MENU: Final = ("Menu", "return to the start screen; the game is saved")
KEY_PLAY: Final = ("Play", "start the game")
KEY_FIELD_UP: Final = ("Up", "previous line")
KEY_FIELD_DOWN: Final = ("Down", "next line")
KEY_LESS: Final = ("Less", "previous choice")
KEY_MORE: Final = ("More", "next choice")
KEY_STEP: Final = ("Next", "one step forward")
KEY_STEP_BACK: Final = ("Previous", "one step back")
KEY_STEP_FIRST: Final = ("First", "go to the first step")
KEY_STEP_LAST: Final = ("Last", "go to the last step")
KEY_IDEA: Final = ("Idea", "switch between the idea and every step")
KEY_CODE: Final = ("Code", "switch between the numbers and the code that runs")
KEY_FIND: Final = ("Find", "go to the next step that finds a line")
KEY_RUN: Final = ("Run", "start or stop stepping through by itself")
KEY_NEXT_DETECTOR: Final = ("Detector", "next detector")
KEY_PREVIOUS_DETECTOR: Final = ("Detector", "previous detector")
KEY_SIDE: Final = ("Side", "look for the other side's lines")
KEY_MISTAKE: Final = ("Mistake", "go to the next bad move")
KEY_DETECTORS: Final = ("Detector", "choose a detector")
KEY_PLAY_HERE: Final = ("Play", "continue the game from this move")
KEY_YES: Final = ("Yes", "first answer")
KEY_NO: Final = ("No", "second answer")
KEY_DO: Final = ("Choose", "do what the line says")
KEY_SAVE_REVIEW: Final = ("Save", "save the game with the review as comments")
