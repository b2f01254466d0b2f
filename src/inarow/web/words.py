"""What the site says to people, page by page."""

# -- searching (pool.py) --------------------------------------------------------------------------
POOL_CLOSED = "The server is about to restart. Try again in a moment."
POOL_FULL = "Many people are searching just now. Try again in a moment."
POOL_YOURS = "You have several searches under way. Wait for one to end."
POOL_USED = "You have searched a lot. Try again in {seconds} s."

# -- every page (page.py) -------------------------------------------------------------------------
SITE = "inarow"
DESCRIPTION = "Play, analyse and learn games of k in a row: Connect Four on any board, gomoku."

# -- errors (error_pages.py, security.py, limits.py) ----------------------------------------------
FOREIGN_ORIGIN = (
    "This request does not come from a page of this site: send its address as Origin, or an API "
    "token."
)
TOO_LARGE = "The request is longer than 64 KB."
TOO_FAST = "That was too much at once. Try again in {seconds} s."
NO_STORAGE = "The server cannot reach its storage. Try again in a moment."
SERVER_ERROR = "Something went wrong on the server. It has been noted; please try again."
INVALID = "{place}: {problem}."
STATUS_TEXTS = {
    400: "The request could not be read.",
    401: "This needs a valid API token, or the cookie of somebody who has done something here.",
    403: "This is not allowed.",
    404: "There is nothing here.",
    405: "This address takes other methods.",
    408: "The request took too long.",
    409: "This cannot be done now.",
    413: TOO_LARGE,
    415: "The body of the request has to be JSON.",
    422: "Some part of the request is missing or wrong.",
    429: "That was too much at once.",
    503: "The server is busy or about to restart. Try again in a moment.",
}

ERROR_NEXT = "Nothing is lost: games are stored move by move."
ERROR_HOME = "To the start page"

# -- the server's own words (commands/serve.py) ---------------------------------------------------
NO_WEB = "the web site needs more than the terminal: install it with pip install 'inarow[web]'"
SERVING = "inarow is at {address} (Ctrl-C stops it)"
STOPPED = "stopped; everything is stored"
BACKED_UP = "the whole site as it is now is in {file}"
RESTORED = "restored from {file}; start the site with inarow serve"

# -- people and tokens (identity.py, routes/tokens.py) --------------------------------------------
GUEST = "Guest {number}"
BAD_NAME = "A name has 1 to {most} visible characters."
PROGRAM_NAME = "This name is one of a program. Choose another."
BAD_TOKEN = "There is no such API token; it may have been withdrawn."
NO_SCOPE = "This API token lacks the scope {scope}."
NO_TOKENS_BY_TOKEN = "Tokens are made and withdrawn on the site itself, not by a token."
TOO_MANY_TOKENS = "There are {most} tokens already. Withdraw one first."
BAD_TOKEN_FORM = "A token needs a name of 1 to 80 characters, and something it may do."
NO_SUCH_TOKEN = "There is no such token."

# -- live games (session.py, view.py, hub.py) -----------------------------------------------------
REFUSED = {
    "identity": "Say who you are first: press Accept, or send a token.",
    "seat": "You only watch this game.",
    "taken": "Somebody else has taken the seat.",
    "yours": "You sit in this game already.",
    "open": "The other player has not come yet.",
    "over": "The game is over.",
    "going": "The game is not over yet.",
    "turn": "It is not your turn.",
    "stale": "The game has moved on.",
    "outside": "There is no such column or cell.",
    "column": "Column {name} is full. Choose another.",
    "cell": "Cell {name} is taken. Choose another.",
    "swap": "The first move cannot be taken over now.",
    "early": "There is no move of yours to take back.",
    "program": "A program does not agree to draws.",
    "offered": "You have offered this already.",
    "offer": "There is no such offer to answer.",
    "here": "The other player is here, or has been until just now.",
    "abort": "It is too late to call the game off. You can resign.",
    "rematch": "There is a rematch already.",
    "nobody": "There was nobody to play again with.",
    "busy": "Too much is going on here. Try again in a moment.",
    "storage": "The move could not be stored. Nothing has changed; try again in a moment.",
    "time": "Your time is up.",
    "scope": "This token may not play.",
}
NO_SUCH_GAME = "There is no such game."
PRIVATE_GAME = "This game is private. Ask for its link."
STOPPING = "The server is about to restart. Try again in a moment."
BAD_FRAME = "This message cannot be understood."
TOO_SLOW = "The connection is too slow. Come back for what you have missed."
TOO_MANY_FRAMES = "Too many messages at once."
IN_A_ROW = {3: "three", 4: "four", 5: "five", 6: "six"}
OUTCOMES = {
    "line": "{winner} wins: {k} in a row",
    "full": "draw: the board is full",
    "resign": "{winner} wins: {loser} resigned",
    "agreed": "draw by agreement",
    "time": "{winner} wins: {loser} ran out of time",
    "claim": "{winner} wins: {loser} has gone",
    "claim draw": "draw: one side has gone",
    "aborted": "called off",
}
# -- positions and pictures -----------------------------------------------------------------------
NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
RULES_FALL = "{width} × {height}, {k} in a row"
RULES_FREE = "{width} × {height}, {k} in a row, free placement"
TO_MOVE = "{side} to move"
WON = "{side} wins"
DRAWN = "Draw"
DISC = "1 disc"
DISCS = "{count} discs"
BOARD_TITLE = "Board {rules}: {discs}, {status}"

# -- pasted text (reading.py) ---------------------------------------------------------------------
READ_NOTHING = "there is nothing to read: paste moves, a position, a drawn board or a record"
READ_UNKNOWN = (
    "expected moves (4453), a position (7x6x4 7/7/7/7/7/3x3 o), a drawn board or a record, "
    "got something else"
)
READ_LINK = "expected a link with rules and moves in it, such as /analysis/7x6x4/4453"
READ_JSON = "expected a board as a list of numbers: 0 empty, 1 first, 2 second, top row first"
READ_ROWS = "expected rows of the same length"
READ_CELL = "a disc cannot come to rest in {cell}, in move {number}"
# -- the frame of every page (base.html) ----------------------------------------------------------
FRAME = {
    "skip": "Skip to the content",
    "nav": "Main",
    "menu": "Menu",
    "settings": "Settings",
    "look": "Look",
    "discs": "Discs",
    "confirm": "Confirm each move",
    "name": "Your name",
    "save": "Save",
}
LINKS = (
    {"at": "play", "href": "/", "text": "Play"},
    {"at": "analysis", "href": "/analysis", "text": "Analyse"},
    {"at": "lab", "href": "/lab", "text": "Win lab"},
    {"at": "puzzles", "href": "/puzzles", "text": "Puzzles"},
    {"at": "history", "href": "/history", "text": "My games"},
    {"at": "about", "href": "/about", "text": "About"},
)
FOOT = (
    {"href": "/about", "text": "About"},
    {"href": "/api", "text": "API"},
)
LOOKS = (("", "System"), ("light", "Light"), ("dark", "Dark"), ("contrast", "Contrast"))
DISC_PAIRS = (
    ("", "vermilion and sky blue"),
    ("yellow", "yellow and violet"),
    ("green", "green and pink"),
)

# -- games by REST (routes/games.py) --------------------------------------------------------------
STREAM_TEXT = "Lines of JSON, until the connection is closed."
# -- home (home.html) -----------------------------------------------------------------------------
HOME = {
    "heading": "Drop a disc to begin",
    "more": "The computer answers at once.",
    "friend": "Play a friend",
    "friend_more": "makes a link to send, no account",
    "computer": "Play the computer",
    "level": "Level",
    "perfect": "Perfect",
    "both": "Two on one screen",
    "lobby_game": "Play anyone",
    "options": "Board, clock and more",
    "board": "Board",
    "width": "Width",
    "height": "Height",
    "k": "In a row",
    "gravity": "Discs fall",
    "clock": "Clock",
    "side": "You play",
    "visibility": "Who can find it",
    "swap": "Swap rule",
    "swap_more": "The second player may take over the first move. Fair where the first one wins.",
    "learn": "Learn",
    "lobby": "Lobby",
    "open_games": "Waiting for a player",
    "live_games": "Being played",
    "nobody_open": "Nobody is waiting just now. Press Play anyone, and others find you here.",
    "nobody_playing": "No public game is being played.",
    "who": "Who",
    "what": "Game",
    "join": "Join",
    "watch": "Watch",
}
PLACES = (
    {"href": "/analysis", "text": "Analyse", "more": "Exact scores for every move"},
    {"href": "/lab/7x6x4/", "text": "Win lab", "more": "How programs see a win"},
    {"href": "/puzzles", "text": "Puzzles", "more": "Find the only winning move"},
)
RULES_CHOICES = (
    ("7x6x4", "Connect Four · 7 × 6, 4 in a row"),
    ("9x6x4", "Wide · 9 × 6, 4 in a row"),
    ("9x7x5", "Five · 9 × 7, 5 in a row"),
    ("15x15x5-free", "Gomoku · 15 × 15, 5 in a row, anywhere"),
    ("3x3x3-free", "Tic-tac-toe · 3 × 3, 3 in a row, anywhere"),
    ("custom", "Your own size …"),
)
CLOCK_CHOICES = (
    ("none", "No clock"),
    ("60+1", "1 min + 1 s a move"),
    ("180+2", "3 min + 2 s a move"),
    ("300+3", "5 min + 3 s a move"),
    ("600+5", "10 min + 5 s a move"),
    ("1800+20", "30 min + 20 s a move"),
)
SIDE_CHOICES = (("random", "Either"), ("x", "× first"), ("o", "○ second"))
VISIBILITY_CHOICES = (("link", "By link"), ("public", "Everyone"), ("private", "Players"))

# -- a game (game.html) ---------------------------------------------------------------------------
GAME = {
    "now": "Now",
    "statuses": {"open": "Waiting for a second player", "playing": "In play", "over": "Over"},
    "live_needs_scripts": "Playing live needs JavaScript; this is how the game stands.",
    "send_link": "Send this link to a friend",
    "send_link_more": "Whoever opens it and presses Accept first plays against you.",
    "link": "Link to this game",
    "copy_link": "Copy",
    "share": "Share",
    "call_off": "Call the game off",
    "accept": "Accept and play",
    "accept_more": "No account needed.",
    "open_seat": "Open seat",
    "retry": "Try now",
    "yes": "Accept",
    "no": "Decline",
    "back": "Back",
    "parts": "Parts of the game",
    "moves": "Moves",
    "number": "No.",
    "no_moves": "No moves yet.",
    "look_back": "Look back",
    "about": "About",
    "rules": "Rules",
    "clock": "Clock",
    "seen_by": "Who can watch",
    "record": "The game as text",
    "actions": "Actions",
}
STEPS = (
    ("first", "First position", "«"),
    ("back", "One move back", "‹"),
    ("forward", "One move forward", "›"),
    ("last", "Latest position", "»"),
)

# -- pages (routes/pages.py, forms.py) ------------------------------------------------------------
HOME_TITLE = "inarow: play, analyse and learn k in a row"
SOMEBODY = "somebody"
GAME_TITLE = "{x} against {o}"
OPEN_TITLE = "{name} asks for a game"
GAME_DESCRIPTION = "A live game of {rules}: watch it, or sit down."
NOT_A_FORM = "This address takes forms only; programs use /api."
BAD_CLOCK = "A clock is written as seconds and seconds a move, such as 300+3."
