"""Every text of the site, page by page."""

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

# Analysis, the win lab and puzzles.
# -- analysis -------------------------------------------------------------------------------------
ANALYSIS_TITLE = "Analyse {rules} - inarow"
ANALYSIS_DESCRIPTION = (
    "A score over every column, best play, a graph over the game and the reasons in words, "
    "for any board and any game."
)
ANALYSIS_LATER = "This game can be analysed here when it is over."
ANALYSIS = {
    "heading": "Analysis",
    "back_to_game": "Back to the game",
    "moves": "Moves",
    "more": "More",
    "thinking": "Thinking …",
    "no_moves": "No moves yet. Play on the board.",
    "graph": "The game so far",
    "graph_tab": "Graph",
    "graph_hint": "Play or paste a game, then review it to see the whole graph.",
    "line": "Best line",
    "why": "Why",
    "read": "Paste a game or a position",
    "read_hint": "Moves (4453), cells (d1 d2), a position, a drawn board, a record, a link.",
    "read_button": "Show it",
    "share": "Share",
    "link": "Link to this position",
    "embed": "Code to embed the board",
    "copy_button": "Copy",
    "svg": "Picture (SVG)",
    "png": "Picture (PNG)",
    "record": "Game record",
    "review": "Review the game",
    "lab": "Win lab",
    "first": "To the start",
    "back": "One move back",
    "forward": "One move on",
    "last": "To the end",
    "delete": "Delete from here",
    "scores": "Scores",
    "threats": "Threats",
    "rules": "Board",
    "width": "Columns",
    "height": "Rows",
    "k": "In a row",
    "gravity": "Discs fall",
    "change": "Set up an empty board",
    "no_js": "Scores and the move tree need scripts; the position is shown above.",
    "bar": "Share of the point that × can expect, in percent",
}
READ_AS = {
    "moves": "Read as moves.",
    "link": "Read as a link.",
    "record": "Read as a game record.",
    "board": "Read as the board of another program.",
    "position": "Read as a position.",
    "drawing": "Read as a drawn board.",
}

# -- the win lab ----------------------------------------------------------------------------------
LAB_TITLE = "Win lab - inarow"
LAB_DESCRIPTION = "Six algorithms look for a win, step by step on the same board."
DETECTORS = {
    "views": "Views",
    "last_move": "Last move",
    "scan": "Scan",
    "convolution": "Convolution",
    "line_count": "Line count",
    "bitboard": "Bitboard",
}
DETECTOR_ABOUT = {
    "views": (
        "Every k × k view of the board is multiplied with filters: a column, a row, a diagonal "
        "of ones. Where the sum is k, there is a line."
    ),
    "last_move": (
        "A win can only come from the last disc. From it two arms grow in each of four "
        "directions, as far as discs of the same side follow."
    ),
    "scan": (
        "All rows, columns and diagonals are walked along, with a counter that grows with every "
        "disc of the side and starts again at any other cell."
    ),
    "convolution": (
        "Four kernels of ones slide over the whole board at once. A response of k at a cell is a "
        "line that begins there."
    ),
    "line_count": (
        "Only the four lines through the last disc are walked along, with a counting row under "
        "each."
    ),
    "bitboard": (
        "All discs are bits of one number. The board is shifted by one cell and ANDed with itself, "
        "k - 1 times; bits that are left are lines."
    ),
}
LAB = {
    "heading": "Win lab",
    "intro": "Six algorithms, the same question: is there a line?",
    "tabs": "Algorithms",
    "play": "Play",
    "pause": "Pause",
    "back": "Step back",
    "step": "Step",
    "find": "Next line found",
    "scrubber": "Step of the trace",
    "table": "All six on this position",
    "table_head": ("Algorithm", "Lines", "Steps", "Cells read", "Time"),
    "table_note": (
        "Time is the fastest of five runs in Python on this server, without drawing a trace."
    ),
    "side": "Whose lines",
    "one": "One",
    "all": "Side by side",
    "view": "View",
    "brush": "What a click puts",
    "clear_button": "Clear the board",
    "erase": "Erase",
    "build": "Build a position",
    "build_hint": "Click a cell to put a disc there; click it again to take it away.",
    "lines": "lines",
    "examples": "Examples",
    "board": "Another size",
    "no_js": "The traces need scripts. The table below tells what each algorithm finds.",
    "analyse": "Analyse this position",
}
LAB_EXAMPLES = (
    {"name": "A rising diagonal", "rules": "7x6x4", "moves": "12233434474"},
    {"name": "Three lines at once", "rules": "7x6x4", "moves": "12245567232241624141113756663"},
    {"name": "Nearly a line", "rules": "7x6x4", "moves": "4455266"},
    {"name": "Tic-tac-toe", "rules": "3x3x3-free", "moves": "b1c2b2c1c3a2a3a1b3"},
    {
        "name": "Five in a row",
        "rules": "15x15x5-free",
        "moves": "h7i9i8g6j5f7h5h6j7i5i6g8j4l9g7i7l3k4j8j6k5g4j9l11l6j10l8m8m7i3n8",
    },
    {
        "name": "A large board",
        "rules": "18x18x5",
        "moves": "1edcbh68giieif8c7bh783ghhigibabhfihibh3ff8h3ggcda2ibghebii94114h974bh269bcc"
        "f3i92c56id98e4c5hbacc9ahgiibc7",
    },
)

# -- puzzles --------------------------------------------------------------------------------------
PUZZLES_TITLE = "Puzzles - inarow"
PUZZLES_DESCRIPTION = "Find the only move that wins, or the only one that saves the game."
PUZZLE_TASKS = {
    "win": "{side} to move: find the only move that wins, and play it out.",
    "draw": "{side} to move: find the only move that does not lose.",
}
NO_PUZZLE = "There is no such puzzle."
PUZZLES = {
    "heading": "Puzzle",
    "next": "Next puzzle",
    "again": "Try again",
    "solution": "Solution",
    "why": "Show why",
    "streak": "Streak",
    "solved": "Solved",
    "best": "Best streak",
    "grade": "How hard",
    "grades": ("Any", "Gentle", "Easy", "Medium", "Hard", "Very hard"),
    "game": "Game",
    "any": "Any game",
    "analyse": "Analyse",
    "no_js": "Solving needs scripts; the position is shown above.",
    "progress": "Your progress is kept in this browser only.",
}

# -- embedded boards ------------------------------------------------------------------------------
EMBED_LINK = "Analyse at inarow"

# Pages about the player, the site and the API.
HISTORY_TITLE = "My games"
HISTORY = {
    "headings": ("Players", "Board", "Result", "Begun", "Look back"),
    "against": "against",
    "analyse": "Analyse",
    "older": "Older games",
    "empty": "There are no games of yours yet. They will be kept here, without an account.",
    "play": "Play",
}
RESULTS = {
    "open": "waits for somebody",
    "playing": "goes on",
    "aborted": "called off",
    "draw": "draw",
    "wins": "{side} won",
    "won": "won",
    "lost": "lost",
}

ABOUT_TITLE = "About inarow"
ABOUT = (
    {
        "title": "Play",
        "texts": (
            "Send a friend the link of a game: no account, nothing to install. Or play the "
            "computer at one of ten levels, play it when it makes no mistakes at all, meet "
            "somebody in the lobby, or share one screen.",
            "Boards have 4 to 18 columns and rows, 3 to 6 in a row win, and discs fall or stay "
            "where they are put. Connect Four is 7 columns, 6 rows, 4 in a row; because its first "
            "player can always win, there is a swap rule: the second player may take over the "
            "first move.",
            "A move that the page shows as played is stored: neither a bad connection nor a "
            "restart of the server loses it.",
        ),
        "links": ({"href": "/", "text": "Start a game"},),
    },
    {
        "title": "Keys",
        "texts": (
            "The board works without a mouse: the arrow keys choose, Enter or the space bar plays, "
            "and digits or letters go to a column. Screen readers hear each move and how the game "
            "ends.",
        ),
        "links": (),
    },
    {
        "title": "Analyse and learn",
        "texts": (
            "The analysis page shows what every move is worth, exactly where it can be worked out "
            "and as an estimate where not, and says in words why a move is good or bad. The "
            "address of the page is the position: share it.",
            "The win lab shows six ways to find a win, step by step. The puzzles have exactly one "
            "good move.",
        ),
        "links": (
            {"href": "/analysis", "text": "Analyse"},
            {"href": "/lab", "text": "Win lab"},
            {"href": "/puzzles", "text": "Puzzles"},
        ),
    },
    {
        "title": "Build",
        "texts": (
            "Everything here can be done by programs, over HTTP with JSON. inarow is also a Python "
            "library with a command line: this site is inarow serve.",
        ),
        "links": ({"href": "/api", "text": "The API"},),
    },
    {
        "title": "What is known about you",
        "texts": (
            "A random number in a cookie, made when you first do something, so that your games "
            "stay yours; the name you choose; and your games. No e-mail address, no tracking, "
            "nothing from other sites.",
        ),
        "links": (),
    },
)

TOKENS_TITLE = "API tokens"
TOKENS = {
    "about": "A token lets a program play in your name. How it is used:",
    "made": "Here is your token",
    "once": "Copy it now: it is shown only this once, and stored nowhere.",
    "headings": ("Name", "May", "Last used", "Withdraw"),
    "never": "never",
    "withdraw": "Revoke",
    "new": "Make a token",
    "label": "What is it for?",
    "scopes": "What may it do?",
    "make": "Make it",
}
SCOPES = {
    "read": "See my games, private ones too",
    "play": "Make, join and play games",
    "account": "Change my name",
}

API_TITLE = "The API"
API_DESCRIPTION = "Play, follow and analyse games by program: HTTP, JSON, lines of JSON."
API_TAGS = {
    "games": "Make, join, play and follow games.",
    "you": "Who you are here, and the tokens of your programs.",
    "study": "Positions: what they are worth, why, and what they look like.",
    "puzzles": "Positions with exactly one good move.",
}
SCHEMES = (
    "An API token, for programs. It needs no Origin.",
    "What the site's own pages use; requests that change something need an Origin as well.",
)
API_EXAMPLE = "Example:"
API = {
    "texts": (
        "Programs send an API token as bearer token; the site's own pages use their cookie. Make a "
        "token with the first command below, or on the site itself. It is shown once.",
        "Errors have a word for programs and a sentence for people. Who asks too often gets 429 "
        "with a Retry-After header. A request body has at most 64 KB.",
    ),
    "json": "The same as OpenAPI, for programs",
    "contents": "Contents",
    "parameters": "Parameters",
    "body": "Send:",
    "answers": "Answers",
    "answer_headings": ("Status", "Body", "When"),
    "models": "Objects",
    "fields": "Fields",
    "field_headings": ("Name", "Type", "What it is"),
    "needed": "required",
}
