"""Every text of the site, page by page."""

from inarow.board import rules
from inarow.language.numbers import Counted

# -- computing (pool.py) --------------------------------------------------------------------------
POOL_CLOSED = "The server is restarting. Try again in a moment."
POOL_FULL = "The server is busy with other searches. Try again in a moment."
POOL_BROKEN = "That took too long or too much memory, and was given up."
POOL_YOURS = "You already have several searches running. Wait for one to finish."
POOL_USED = "You have used up your analysis time for now. Try again in {seconds} s."

# -- every page (page.py) -------------------------------------------------------------------------
DESCRIPTION = (
    "Play, analyse and learn k-in-a-row games: Connect Four on any board, gomoku, tic-tac-toe."
)

# -- the app (routes/installation.py) -------------------------------------------------------------
APP = {
    "name": "inarow",
    "shortcuts": (("/", "Play"), ("/puzzles", "Puzzles"), ("/analysis", "Analyse")),
}

OFFLINE_TITLE = "Offline - inarow"
OFFLINE = {
    "heading": "Play offline",
    "about": "A board for two on this screen, and the puzzles and games saved on this device.",
    "no_js": "Playing offline needs JavaScript.",
    "two": "Two players, one screen",
    "undo": "Undo",
    "new": "New game",
    "board": "Board",
    "saved": "The game is saved on this device only.",
    "puzzles": "Puzzles",
    "solve": "Solve puzzles",
    "games": "My games",
    "no_games": "No games of yours are saved here yet. Open them once while you are connected.",
}

# -- errors (http/) -------------------------------------------------------------------------------
FOREIGN_ORIGIN = (
    "This request does not come from a page of this site. Send the site's address as Origin, or "
    "use an API token."
)
TOO_LARGE = "The request is larger than 64 KB."
TOO_FAST = "Too many requests. Try again in {seconds} s."
TOO_MANY_REACTIONS = "You have sent several reactions in a row. Try again in {seconds} s."
NO_STORAGE = "The server cannot reach its database. Try again in a moment."
SERVER_ERROR = "Something went wrong on the server. It has been logged; please try again."
INVALID = "{place}: {problem}."
STATUS_TEXTS = {
    400: "The request could not be read.",
    401: "Sign in with an API token, or open the site in a browser first.",
    403: "This is not allowed.",
    404: "Page not found.",
    405: "This address does not accept that HTTP method.",
    408: "The request took too long.",
    409: "This is not possible right now.",
    413: TOO_LARGE,
    415: "The request body must be JSON.",
    422: "Part of the request is missing or invalid.",
    429: "Too many requests.",
    503: "The server is busy or restarting. Try again in a moment.",
}

NO_LANGUAGE = "The site is not available in that language."
ERROR_NEXT = "Your games are safe: every move is saved as it is played."
ERROR_HOME = "Go to the home page"

# -- the server's own words (commands/serve.py) ---------------------------------------------------
NO_WEB = "the web site is not installed: run pip install 'inarow[web]'"
SERVING = "inarow is at {address} (press Ctrl-C to stop)"
STOPPED = "stopped; everything is saved"
BACKED_UP = "the whole site is backed up in {file}"
RESTORED = "restored from {file}; start the site with inarow serve"

# -- people and tokens (identity.py, routes/tokens.py) --------------------------------------------
GUEST = "Guest {number}"
BROWSER = "{browser} on {system}"
GONE = "Deleted player"
BAD_NAME = "A name must have 1 to {most} visible characters."
PROGRAM_NAME = "That name is reserved for a computer player. Choose another."
BAD_TOKEN = "There is no such API token; it may have expired or been revoked."
NO_SCOPE = "This API token lacks the {scope} permission."
NO_TOKENS_BY_TOKEN = "Tokens are created and revoked on the site itself, not with a token."
TOO_MANY_TOKENS = "You already have {most} tokens. Revoke one first."
BAD_TOKEN_FORM = (
    "A token needs a name of 1 to 80 characters, at least one permission, and one of the offered "
    "lifetimes."
)
NOBODY_YET = "The site does not know you: you have not done anything here yet."
NOT_BY_TOKEN = "This is done on the site itself, not with a token."
NOT_SURE = "Tick the box to confirm that you want to delete your data."
NO_SUCH_TOKEN = "There is no such token."
NO_SUCH_SESSION = "You are not signed in there any more."

# -- live games (live/) --------------------------------------------------------------------------
REFUSED = {
    "identity": "Join the game first, or send an API token.",
    "seat": "You are a spectator in this game.",
    "opponent": "There is no such opponent on this board.",
    "taken": "Someone else has already joined this game.",
    "yours": "You are already playing in this game.",
    "open": "Your opponent has not joined yet.",
    "over": "The game is over.",
    "going": "The game is not over yet.",
    "turn": "It is not your turn.",
    "stale": "The game has changed in the meantime. Try again.",
    "outside": "There is no such column or cell.",
    "column": "Column {name} is full. Choose another.",
    "cell": "Cell {name} is taken. Choose another.",
    "swap": "You can no longer swap sides.",
    "early": "You have no move to take back.",
    "program": "The computer does not accept draws.",
    "alone": "Reactions are for games between two people.",
    "offered": "You have already offered this.",
    "offer": "There is no such offer to respond to.",
    "long": "This game has had too many takebacks and offers. Play on, or resign.",
    "here": "Your opponent is still connected, or left only moments ago.",
    "many": "You already have {most} open public games over days. Cancel one of them first.",
    "unhurried": "In a game over days nobody has to be there: only the time for a move counts.",
    "abort": "It is too late to cancel the game. You can resign.",
    "rematch": "The rematch has already started.",
    "nobody": "There is no opponent to play again.",
    "busy": "The server is busy. Try again in a moment.",
    "storage": "The move could not be saved. Try again in a moment.",
    "time": "Your time is up.",
    "scope": "This token is not allowed to play.",
    "paused": "You cannot play rated games for a while.",
    "tournament": "In a tournament games are not cancelled, taken back or played again.",
}
NO_OPPONENT = {
    "level": "The computer plays for at most {most} in a row.",
    "perfect": "This board is too large for perfect play. Choose a level from 1 to {levels}.",
}
TWO_CLOCKS = "a game has either a clock or days for each move, not both"
RATED_ALONE = "A game that you play alone cannot be rated."
UNRATED_BOARD = "Games on this board are not rated."
NOT_COUNTED = {
    "alone": {
        "before": "This game will not count for ratings: you play both sides.",
        "after": "This game did not count for ratings: one person played both sides.",
    },
    "board": {
        "before": "This game will not count for ratings: games on this board are not rated.",
        "after": "This game did not count for ratings: games on this board are not rated.",
    },
    "aborted": {"after": "This game did not count for ratings: it was cancelled."},
    "short": {
        "after": (
            "This game did not count for ratings: it ended before both players had made two moves."
        ),
    },
    "takeback": {
        "after": (
            "This game did not count for ratings: a move was taken back against the computer."
        ),
    },
    "paused": {
        "before": (
            "This game will not count for ratings: one of the players has cancelled or given up "
            "too many rated games within a day."
        ),
        "after": (
            "This game did not count for ratings: one of the players had cancelled or given up "
            "too many rated games within a day."
        ),
    },
    "pair": {
        "before": (
            "This game will not count for ratings: the same two players have already had {pair} "
            "rated games within a day."
        ),
        "after": (
            "This game did not count for ratings: the same two players had already had {pair} "
            "rated games within a day."
        ),
    },
    "address": {
        "before": (
            "This game will not count for ratings: both players are on the same network, where "
            "{near} games a day count for each pair, and {day} for each player."
        ),
        "after": (
            "This game did not count for ratings: both players were on the same network, where "
            "{near} games a day count for each pair, and {day} for each player."
        ),
    },
}
PAUSED = Counted(
    "You have cancelled or given up {games} rated games within a day. You can play rated games "
    "again within the hour, and casual games now.",
    "You have cancelled or given up {games} rated games within a day. You can play rated games "
    "again in {count} hours, and casual games now.",
)
NO_SUCH_GAME = "There is no such game."
PRIVATE_GAME = "This game is private. Ask a player for the invitation link."
STOPPING = "The server is restarting. Try again in a moment."
WITHDRAWN = "This cookie or API token is no longer valid."
BAD_FRAME = "The message could not be understood."
TOO_SLOW = "The connection is too slow. Reconnect to catch up."
TOO_MANY_FRAMES = "Too many messages."
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
OUTCOMES = {
    "line": "{winner} wins: {k} in a row",
    "full": "draw: the board is full",
    "resign": "{winner} wins: {loser} resigned",
    "agreed": "draw by agreement",
    "time": "{winner} wins: {loser} ran out of time",
    "claim": "{winner} wins: {loser} left the game",
    "claim draw": "draw: a player left the game",
    "absent": "{winner} wins: {loser} was not there",
    "aborted": "cancelled",
}
HERE = {"x": "First player", "o": "Second player"}

# -- tournaments (tournaments/) --------------------------------------------------------------------
TOURNAMENT_REFUSED = {
    "identity": "Join the tournament first, or send an API token.",
    "director": "Only the person who created the tournament can do this.",
    "stranger": "You are not in this tournament. Join it first.",
    "removed": "The director has removed you from this tournament.",
    "code": "That is not the code of this tournament. Ask the person who runs it.",
    "closed": "Nobody else can join this tournament any more.",
    "started": "This tournament has started, so nobody else can join.",
    "full": "This tournament is full: {most} players.",
    "name": "Someone here is already called {name}. Choose another name.",
    "restless": "You have left and come back too often.",
    "begun": "The tournament has already started.",
    "few": "A tournament needs two players. Wait for another one to join.",
    "waiting": "The tournament has not started yet.",
    "over": "The tournament is over.",
    "arena": "Only an arena has minutes to add.",
    "long": "A tournament cannot last longer than {hours} hours.",
    "nobody": "There is no such player in this tournament.",
    "stale": "The tournament has changed in the meantime. Try again.",
    "busy": "The server is busy. Try again in a moment.",
    "storage": "That could not be saved. Try again in a moment.",
}
TOURNAMENT_ZONE = "the time needs its time zone, such as 2026-05-01T14:00:00Z"
TOURNAMENT_DATE = "the time must be in the next 90 days"
BAD_TIME = "Choose a date and a time for the start."
NO_SUCH_TOURNAMENT = "There is no such tournament."
NO_SUCH_CODE = "No tournament has this code. Look at it again, letter by letter."
TOURNAMENTS_TITLE = "Tournaments"
TOURNAMENTS_DESCRIPTION = (
    "Tournaments for a class or a family: join with a link or a code, no account needed."
)
TOURNAMENT_KINDS = (
    ("arena", "Arena", "Everyone who is free gets a game, until time is up."),
    ("robin", "Round robin", "Everyone plays everyone, round by round."),
)
TOURNAMENT_MINUTES = ("10", "15", "20", "30", "45", "60", "90", "120", "180")
TOURNAMENT_STARTS = (
    ("hand", "When I start it"),
    ("5", "In 5 minutes"),
    ("10", "In 10 minutes"),
    ("15", "In 15 minutes"),
    ("30", "In 30 minutes"),
    ("60", "In 1 hour"),
    ("at", "At a time …"),
)
TOURNAMENT_ENTRIES = (("link", "Anyone with the link"), ("code", "Only with the code"))
UNTITLED_TOURNAMENT = {"arena": "Arena", "robin": "Round robin"}
TOURNAMENTS = {
    "more": (
        "For a class or a family, 2 to 200 players. Everyone joins with a link or a code, without "
        "an account, and is taken to each game automatically."
    ),
    "have_code": "Have a code?",
    "code": "Code",
    "code_more": "Six letters; they are on the screen in the room.",
    "go": "Go",
    "yours": "Your tournaments",
    "directed": "you direct it",
    "new": "New tournament",
    "name": "Name",
    "name_example": "Friday afternoon",
    "kind": "Type",
    "board": "Board",
    "clock": "Clock of every game",
    "minutes": "Length",
    "minutes_of": "{minutes} min",
    "double": "Everyone meets twice, once with each side",
    "starts": "Start",
    "time": "Date and time",
    "at_utc": "(UTC)",
    "entry": "Who can join",
    "rated": "Rated",
    "rated_more": "Results change the players' ratings.",
    "player": "Your name in the table, if you play too",
    "options": "More options",
    "create": "Create tournament",
}
TOURNAMENT_STATUS = {"open": "not started", "playing": "in progress", "over": "finished"}
TOURNAMENT = {
    "arena": "Arena",
    "robin": "Round robin",
    "double": "double",
    "by": "by {name}",
    "minutes": "{minutes} min",
    "left": "Time left",
    "starts_in": "Starts in",
    "round": "Round {round} of {rounds}",
    "next_round": "Next round in",
    "paused": "Paused",
    "now": "Your part",
    "your_name": "Your name",
    "join": "Join",
    "join_more": "No account needed.",
    "join_director": "You can play, too.",
    "shut": "Nobody else can join.",
    "removed": "The director has removed you from this tournament.",
    "open": "You are in",
    "open_more": "Keep this page open: you will be taken to your first game.",
    "free": "Looking for your next opponent",
    "free_more": "Keep this page open: you will be taken to your game.",
    "between": "Waiting for the next round",
    "between_more": "You will be taken to your game as soon as it begins.",
    "waits": "New games begin when the director resumes the tournament.",
    "away": "You are taking a break",
    "away_more": "You get no new games. What you have won stays in the table.",
    "game": "Your game has begun",
    "play": "Go to your game",
    "over": "The tournament is over",
    "withdraw": "Leave",
    "leave": "Take a break",
    "return": "Play again",
    "needs_scripts": "Reload this page to see what is new.",
    "table": "Table",
    "headings": ("Place", "Player", "Latest", "Games", "Points"),
    "berger": "Tie-break",
    "none": "Nobody has joined yet.",
    "playing": "playing",
    "away_note": "away",
    "removed_note": "removed",
    "places": (
        "2 points for a win, 1 for a draw. Players with equal points are separated by their games "
        "against each other, then by whom they have beaten, then by wins."
    ),
    "boards": "Games in progress",
    "no_boards": "No games at the moment.",
    "direct": "Director",
    "start": "Start",
    "start_more": "Two players are enough.",
    "pause": "Pause",
    "resume": "Resume",
    "extend": "Add 5 minutes",
    "close": "Let nobody else join",
    "reopen": "Let others join",
    "remove": "Remove a player",
    "remove_more": "For good. A game in progress is lost.",
    "remove_whom": "Player",
    "remove_button": "Remove",
    "end": "End the tournament",
    "end_more": "The table stays as it is now. Games in progress no longer count.",
    "end_button": "End it now",
    "invite": "Invite players",
    "link": "Link to this tournament",
    "copy_link": "Copy",
    "share": "Share",
    "code": "Code",
    "screen": "Show on a big screen",
    "screen_title": "Big screen",
    "screen_join": "Join at",
    "screen_scan": "or scan this",
    "screen_back": "Back to the tournament",
    "to_table": "Tournament table",
    "stay": "Stay here",
    "again": "New tournament",
}

# -- positions and pictures -----------------------------------------------------------------------
RULES_FALL = "{width} × {height}, {k} in a row"
RULES_FREE = "{width} × {height}, {k} in a row, anywhere"
NAMED_RULES = "{name}: {rules}"
RULES_NAMES = {name: preset.title for name, preset in rules.PRESETS.items()}
TO_MOVE = "{side} to move"
WON = "{side} wins"
DRAWN = "Draw"
DISCS = Counted("1 disc", "{count} discs")
BOARD_TITLE = "Board {rules}: {discs}, {status}"

# -- pasted text (pasted.py)  ---------------------------------------------------------------------
READ_NOTHING = "nothing to read: paste moves, a position, a drawn board or a game record"
READ_UNKNOWN = (
    "expected moves (4453), a position (7x6x4 7/7/7/7/7/3x3 o), a drawn board or a game record, "
    "got something else"
)
READ_LINK = "expected a link with rules and moves in it, such as /analysis/7x6x4/4453"
READ_JSON = "expected a board as a list of numbers: 0 empty, 1 first, 2 second, top row first"
READ_ROWS = "expected rows of the same length"
READ_LONG = "expected at most {most} characters, got {found}"
READ_LONG_POSITION = "expected a position of at most {most} characters"
RULES_LARGE = "expected at most {most} columns and rows and {most_k} in a row, got {rules}"
RULES_SMALL = (
    "expected at least {least} columns and rows and {least_k} in a row, or {usual}, got {rules}"
)
RULES_OTHER = "expected a position of {rules}, got one of {found}"
MANY_MOVES = "expected at most {most} moves, got more"
READ_CELL = "a disc cannot land on {cell}, in move {number}"
# -- the frame of every page (base.html) ----------------------------------------------------------
FRAME = {
    "skip": "Skip to content",
    "nav": "Main",
    "menu": "Menu",
    "settings": "Settings",
    "theme": "Theme",
    "discs": "Discs",
    "switches": (
        ("plain", "Plain discs, without signs"),
        ("sound", "Sounds"),
        ("buzz", "Vibration"),
        ("premove", "Choose the next move in advance"),
        ("confirm", "Confirm each move"),
        ("notify", "Notify me when it is my turn"),
        ("reactions", "Show reactions of other players"),
    ),
    "language": "Language",
    "name": "Your name",
    "save": "Save",
}
LINKS = (
    {"at": "play", "href": "/", "text": "Play"},
    {"at": "analysis", "href": "/analysis", "text": "Analyse"},
    {"at": "lab", "href": "/lab", "text": "Win lab"},
    {"at": "puzzles", "href": "/puzzles", "text": "Puzzles"},
    {"at": "tournaments", "href": "/tournaments", "text": "Tournaments"},
    {"at": "history", "href": "/history", "text": "My games"},
    {"at": "about", "href": "/about", "text": "About"},
)
SIGN_IN_TITLE = "Sign in"
FOOT = (
    {"href": "/sign-in", "text": SIGN_IN_TITLE},
    {"href": "/me", "text": "Your account"},
    {"href": "/tournaments", "text": TOURNAMENTS_TITLE},
    {"href": "/learn", "text": "Lessons"},
    {"href": "/ladder", "text": "Ladder"},
    {"href": "/about", "text": "About"},
    {"href": "/api", "text": "API"},
)
THEMES = (("", "System"), ("light", "Light"), ("dark", "Dark"), ("contrast", "High contrast"))
DISC_PAIRS = (
    ("", "vermilion and sky blue"),
    ("yellow", "yellow and violet"),
    ("green", "green and pink"),
    ("classic", "red and yellow"),
)

# -- games by REST (routes/games.py) --------------------------------------------------------------
COMMAND_ID = "A new UUID for each command. Send the same one only to repeat that command."
STREAM_TEXT = "Lines of JSON until the connection is closed."
# -- home (home.html) -----------------------------------------------------------------------------
HOME = {
    "heading": "Drop a disc to start",
    "more": "The computer replies at once.",
    "your_games": "Your games",
    "your_turn": "Your turn against {name}",
    "going_on": "Continue against {name}",
    "going_on_shared": "Continue on this screen",
    "going_on_open": "Your open game",
    "friend": "Play a friend",
    "friend_more": "get a link to share; no account needed",
    "computer": "Play the computer",
    "level": "Level",
    "perfect": "Perfect",
    "both": "Pass and play",
    "lobby_game": "Find an opponent",
    "options": "More options",
    "board": "Board",
    "width": "Width",
    "height": "Height",
    "k": "In a row",
    "gravity": "Discs fall down",
    "clock": "Clock",
    "side": "You play",
    "visibility": "Who can watch",
    "rated": "Rated",
    "rated_more": "The result counts for both players' ratings.",
    "ladder": "Ladder",
    "swap": "Swap rule",
    "swap_more": (
        "The second player may take over the first move. Use it where the first player would "
        "otherwise always win."
    ),
    "learn": "Learn",
    "lobby": "Lobby",
    "open_games": "Waiting for an opponent",
    "live_games": "In progress",
    "nobody_open": (
        "Nobody is waiting right now. Press Find an opponent and others will see you here."
    ),
    "nobody_playing": "No public games in progress.",
    "who": "Player",
    "what": "Game",
    "join": "Join",
    "watch": "Watch",
}
PLACES = (
    {"href": "/analysis", "text": "Analyse", "more": "Exact scores for every move"},
    {"href": "/lab/7x6x4/", "text": "Win lab", "more": "How programs detect a win"},
    {"href": "/puzzles", "text": "Puzzles", "more": "Find the only winning move"},
    {"href": "/learn/connect-four", "text": "Learn", "more": "How to win, step by step"},
)
RULES_CHOICES = (
    *(
        (str(preset.rules).replace("/", "-"), f"{preset.title} · {preset.description}")
        for preset in rules.PRESETS.values()
    ),
    ("9x7x5", "Five · 9 × 7, 5 in a row"),
    ("custom", "Custom size …"),
)
CLOCK_CHOICES = (
    ("none", "No clock"),
    ("60+1", "1 min + 1 s per move"),
    ("180+2", "3 min + 2 s per move"),
    ("300+3", "5 min + 3 s per move"),
    ("600+5", "10 min + 5 s per move"),
    ("1800+20", "30 min + 20 s per move"),
    ("1d", "1 day per move"),
    ("2d", "2 days per move"),
    ("3d", "3 days per move"),
    ("7d", "7 days per move"),
)
ALL_WAITING = Counted("1 game waits for you", "All {count} games that wait for you")
TIME_LEFT = {
    "days": Counted("1 day left", "{count} days left"),
    "hours": Counted("1 hour left", "{count} hours left"),
    "minutes": Counted("1 minute left", "{count} minutes left"),
}
SIDE_CHOICES = (("random", "Random"), ("x", "× first"), ("o", "○ second"))
VISIBILITY_CHOICES = (
    ("link", "Anyone with the link"),
    ("public", "Public"),
    ("private", "Private"),
)

# -- a game (game.html) ---------------------------------------------------------------------------
GAME = {
    "now": "Now",
    "statuses": {"open": "Waiting for an opponent", "playing": "In progress", "over": "Game over"},
    "seeking": "Looking for an opponent",
    "seeking_more": "Your game is also in the lobby, where anyone can join it.",
    "meanwhile": "Play the computer meanwhile",
    "stop_seeking": "Stop looking",
    "still_seeking": "Still looking for an opponent",
    "back_to_seek": "Back to waiting",
    "live_needs_scripts": "Live play needs JavaScript; this is the current position.",
    "send_link": "Send this link to a friend",
    "send_link_more": "The first person to open it and press Accept plays against you.",
    "link": "Link to this game",
    "copy_link": "Copy",
    "share": "Share",
    "cancel": "Cancel the game",
    "accept": "Accept and play",
    "accept_more": "No account needed.",
    "open_seat": "Open seat",
    "retry": "Reconnect now",
    "yes": "Accept",
    "no": "Decline",
    "back": "Back",
    "parts": "Game details",
    "moves": "Moves",
    "number": "No.",
    "no_moves": "No moves yet.",
    "step_through": "Step through the game",
    "about": "About",
    "rules": "Rules",
    "clock": "Clock",
    "seen_by": "Who can watch",
    "record": "Game record as text",
    "actions": "Actions",
    "react": "Reactions",
    "mute": "Hide my opponent's reactions in this game",
}
REACTIONS = (
    ("hello", "Hello"),
    ("good", "Good move"),
    ("oops", "Oops"),
    ("thinking", "Thinking"),
    ("thanks", "Thanks"),
    ("played", "Well played"),
)
STEPS = (
    ("first", "First position", "«"),
    ("back", "One move back", "‹"),
    ("forward", "One move forward", "›"),
    ("last", "Latest position", "»"),
)

# -- pages (routes/pages.py, forms.py) ------------------------------------------------------------
HOME_TITLE = "inarow: play, analyse and learn k in a row"
SOMEBODY = "someone"
GAME_TITLE = "{x} vs {o}"
OPEN_TITLE = "{name} invites you to a game"
GAME_DESCRIPTION = "A live game, {rules}: watch it or join."
NOT_A_FORM = "This address accepts forms only; programs should use /api."
LONG_FORM = "The form has too many fields."
BAD_CLOCK = "Write a clock as seconds plus seconds per move, such as 300+3, or as days, such as 3d."

# Analysis, the win lab and puzzles.
# -- analysis -------------------------------------------------------------------------------------
ANALYSIS_TITLE = "Analyse {rules} - inarow"
ANALYSIS_DESCRIPTION = (
    "A score for every column, the best line, a graph of the game and explanations in words, "
    "for any board and any game."
)
ANALYSIS_LATER = "This game can be analysed when it is over."
ANALYSIS = {
    "heading": "Analysis",
    "back_to_game": "Back to the game",
    "moves": "Moves",
    "more": "More",
    "thinking": "Thinking …",
    "no_moves": "No moves yet. Play one on the board.",
    "graph": "The game so far",
    "graph_tab": "Graph",
    "graph_hint": "Play or paste a game, then review it to see the graph.",
    "line": "Best line",
    "why": "Why",
    "read": "Paste a game or a position",
    "read_hint": "Moves (4453), cells (d1 d2), a position, a drawn board, a game record or a link.",
    "read_button": "Load",
    "share": "Share",
    "link": "Link to this position",
    "embed": "HTML to embed the board",
    "copy_button": "Copy",
    "svg": "Picture (SVG)",
    "png": "Picture (PNG)",
    "record": "Game record",
    "review": "Review the game",
    "learn": "Learn from the mistakes",
    "tools": "Tools",
    "build": "Build a position",
    "draw": "Draw",
    "draw_hint": "Draw arrows and circles; with a mouse the right button always draws.",
    "erase": "Erase the drawing",
    "comment": "Comment on this move",
    "openings": "Openings",
    "openings_head": ("Move", "Score", "Games", "Results"),
    "openings_hint": (
        "Scores with ≈ are estimates. Games are the newest public ones of people here; other "
        "orders of moves and mirror images count, too."
    ),
    "study": "Save as a study",
    "study_name": "Name of the study",
    "save": "Save",
    "save_copy": "Save as a copy",
    "saved": "Saved. Everybody who has the link can see it.",
    "newest": "Open the newest version",
    "study_by": "A study by {name}. You save changes as a copy of your own.",
    "study_link": "Link to this study",
    "turn": "Side to move",
    "cancel": "Cancel",
    "mistake_before": "Previous mistake (Shift + ←)",
    "mistake_after": "Next mistake (Shift + →)",
    "lab": "Win lab",
    "first": "Go to the start",
    "back": "One move back",
    "forward": "One move forward",
    "last": "Go to the end",
    "delete": "Delete from here",
    "scores": "Scores",
    "threats": "Threats",
    "rules": "Board",
    "width": "Columns",
    "height": "Rows",
    "k": "In a row",
    "gravity": "Discs fall down",
    "change": "New empty board",
    "no_js": "Scores and the move tree need JavaScript; the position is shown above.",
    "bar": "×'s winning chances, in percent",
}
OPENING_NAME = "{name} opening."
OPENING_GAMES = Counted("1 game came here.", "{count} games came here.")
OPENING_ORDERS = Counted("By 1 order of moves.", "By {count} orders of moves.")
OPENING_NEW = "No public game on this site came here."
STUDY_TITLE = "{name} - inarow"
NO_STUDY = "There is no such study."
STUDY_NAME = "Give the study a name of at most {most} characters."
LONG_STUDY = "A study has at most {most} characters."
TOO_MANY_STUDIES = "You already have {most} studies. Delete some first."
STUDY_OF_ANOTHER = "This study is someone else's. You can save a copy."
STALE_STUDY = "This study was changed elsewhere. You can save yours as a copy."
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
LAB_DESCRIPTION = "Algorithms look for a win, step by step, on the same board."
DETECTORS = {
    "views": "Views",
    "last_move": "Last move",
    "scan": "Scan",
    "convolution": "Convolution",
    "line_count": "Line count",
    "bitboard": "Bitboard",
}
LAB = {
    "heading": "Win lab",
    "tabs": "Algorithms",
    "play": "Play",
    "pause": "Pause",
    "back": "Step back",
    "step": "Step",
    "find": "Jump to the next line",
    "scrubber": "Step of the algorithm",
    "level": "How much to show",
    "idea": "The idea",
    "steps": "Every step",
    "code": "The code",
    "code_hint": "The code is that of the program itself; the marked lines run now.",
    "use": "Cost and use",
    "course": (
        "To write all of them yourself, go on to step 2 of the course “From a loop to a perfect "
        "player” in the documentation."
    ),
    "table": f"All {NUMBERS[len(DETECTORS)]} compared",
    "table_head": ("Algorithm", "Lines", "Steps", "Cells read", "Time"),
    "table_note": (
        "Time is the fastest of five runs in Python on this server, without recording steps."
    ),
    "side": "Check lines of",
    "one": "Single",
    "all": "Compare",
    "view": "View",
    "brush": "A click places",
    "clear_button": "Clear",
    "erase": "Erase",
    "build_hint": "Click a cell to place a disc; click it again to remove it.",
    "lines": "{side} lines",
    "examples": "Examples",
    "board": "Board size",
    "no_js": (
        "The step-by-step view needs JavaScript. The table below shows what each algorithm finds."
    ),
    "analyse": "Analyse this position",
}
LAB_EXAMPLES = (
    {"name": "A rising diagonal", "rules": "7x6x4", "moves": "12233434474"},
    {"name": "Three lines at once", "rules": "7x6x4", "moves": "12245567232241624141113756663"},
    {"name": "Almost a line", "rules": "7x6x4", "moves": "4455266"},
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
PUZZLES_DESCRIPTION = "Find the only move that wins, or the only move that saves the game."
PUZZLE_TASKS = {
    "win": "{side} to move: find the only winning move, then play out the win.",
    "draw": "{side} to move: find the only move that does not lose.",
}
NO_PUZZLE = "There is no such puzzle."
PUZZLES = {
    "next": "Next puzzle",
    "again": "Try again",
    "hint": "Hint",
    "solution": "Solution",
    "why": "Show why",
    "rating": "Rating",
    "streak": "Days in a row",
    "solved": "Solved",
    "daily": "Puzzle of the day",
    "rush": "Rush: 3 minutes",
    "time": "Time",
    "mistakes": "Mistakes",
    "stop": "Stop",
    "grade": "Difficulty",
    "grades": ("Very easy", "Easy", "Medium", "Hard", "Very hard"),
    "theme": "Theme",
    "any_theme": "Any theme",
    "game": "Game",
    "any": "Any game",
    "analyse": "Analyse",
    "no_js": "Solving needs JavaScript; the position is shown above.",
}

# -- learning from one's games (routes/learning/) -------------------------------------------------
LEARN_TITLE = "Learn from your mistakes - inarow"
TODAY_TITLE = "Today's lessons - inarow"
LEARN_DESCRIPTION = (
    "Find the better move at each mistake of your games; what you miss comes again another day."
)
LEARN_LATER = "You can learn from this game when it is over."
TOO_MANY_LESSONS = "You already have {most} lessons. Solve some of them first."
LESSONS_TEXT = "All lessons, as JSON or as game records."
LEARN = {
    "heading": "Learn from your mistakes",
    "today": "Today's lessons",
    "looking": "Looking for mistakes …",
    "no_js": "Learning needs JavaScript; the position is shown above.",
    "next": "Next mistake",
    "again": "Try again",
    "why": "Show why",
    "hint": "Hint",
    "show": "Show me",
    "skip": "Skip",
    "progress": "Lesson",
    "first_try": "First try",
    "later": "Another day",
    "sides": "Whose mistakes",
    "both": "Both sides",
    "side": "{side} only",
    "analyse": "Analyse",
    "back_to_game": "Back to the game",
    "nothing_due": "Nothing is due today.",
    "none": "You have no lessons yet. After a game, choose Learn from your mistakes.",
    "next_day": "The next lesson comes on",
    "in_all": "Lessons in all",
    "due": "Due today",
    "scheme": "What you miss comes again after 1, 3, 7, 16 and 35 days. Days are in UTC.",
    "download": "Download my lessons",
    "as_json": "JSON",
    "as_records": "Game records",
    "play": "Play a game",
}

# -- how to win at Connect Four (lessons/chapters.py has the chapters) -----------------------------
CHAPTERS_TITLE = "How to win at Connect Four - inarow"
CHAPTERS_DESCRIPTION = "Ten short chapters, each with a board to play on."
CHAPTERS = {
    "heading": "How to win at Connect Four",
    "chapters": "Chapters",
    "next": "Next",
    "again": "Try again",
    "show": "Show me",
    "no_js": "Playing needs JavaScript; the links lead to the positions.",
    "links": (
        {"href": "/", "text": "Play the computer"},
        {"href": "/puzzles", "text": "Puzzles"},
        {"href": "/learn", "text": "Lessons from your games"},
    ),
}

# -- embedded boards ------------------------------------------------------------------------------
EMBED_LINK = "Analyse on inarow"

# Pages about the player, the site and the API.
HISTORY_TITLE = "My games"
BAD_DATE = "There is no such date: {day}."
RECORDS_TEXT = "Game records, with an empty line between two."
HISTORY_OPPONENTS = {"people": "People", "self": "Two on one screen"}
HISTORY_SIDES = {"x": "× first", "o": "○ second", "both": "Both sides"}
HISTORY = {
    "headings": ("Players", "Board", "Result", "Rating", "Started", "Review"),
    "against": "vs",
    "analyse": "Analyse",
    "record": "Record",
    "older": "Older games",
    "newest": "Newest games",
    "download": "Download these games",
    "waiting": "Your turn",
    "filter": "Filter",
    "show": "Show games",
    "clear_filters": "Clear filters",
    "all": "All",
    "opponent": "Opponent",
    "computer": "Computer, any level",
    "name": "Opponent's name",
    "board": "Board",
    "result": "Result",
    "side": "You played",
    "clock": "Clock",
    "since": "From",
    "until": "To",
    "dates": "Dates in UTC",
    "results": (
        ("won", "Won"),
        ("lost", "Lost"),
        ("draw", "Draw"),
        ("decided", "Won by one side"),
        ("playing", "In progress"),
        ("open", "Waiting for an opponent"),
        ("cancelled", "Cancelled"),
    ),
    "any_clock": "With a clock",
    "totals": "Totals",
    "played": Counted("1 finished game", "{count} finished games"),
    "by": {"opponent": "By opponent", "rules": "By board", "side": "By side"},
    "counts": ("Played", "Won", "Lost", "Drawn"),
    "none": "No games match these filters.",
    "empty": "You have no games yet. Your games will appear here; no account needed.",
    "play": "Play",
}
DATA_TEXT = "Everything that is kept about you."
NO_SUCH_PERSON = "There is no such person, or they have deleted their data."
PERSON_TITLE = "{name} - inarow"
PERSON_DESCRIPTION = "{name} on inarow: public games and results."
PERSON = {
    "since": "Member since {month} {year}",
    "ratings": "Ratings",
    "totals": "Public games",
    "side": "Side",
    "latest": "Latest public games",
    "headings": ("Players", "Board", "Result", "Started"),
    "none": "No public games yet.",
    "you": "This is what others see of you: your public games only.",
    "history": "My games",
}
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
RESULTS = {
    "open": "waiting for an opponent",
    "playing": "in progress",
    "aborted": "cancelled",
    "draw": "draw",
    "wins": "{side} won",
    "won": "won",
    "lost": "lost",
}

# -- ratings (routes/ladder.py) --------------------------------------------------------------------
RATING = {"sure": "{rating}", "provisional": "{rating}?"}
CURVE = Counted(
    "From {first} to {last} in 1 game; lowest {low}, highest {high}.",
    "From {first} to {last} in {count} games; lowest {low}, highest {high}.",
)
RATING_CHANGE = {"up": "+{points}", "down": "−{points}", "same": "±0"}
FAMILIES = {"four": "Connect Four", "fall": "Other sizes", "free": "Gomoku"}
FAMILY_ABOUT = {
    "four": "The board of 7 × 6 with 4 in a row.",
    "fall": "All other boards on which discs fall, from 36 cells on.",
    "free": "Boards on which discs go anywhere, 9 × 9 or larger, with 5 or 6 in a row.",
}
SPEEDS = {"fast": "Fast", "rapid": "Rapid", "slow": "Unhurried"}
SPEED_ABOUT = {
    "fast": "Clocks of less than 5 minutes for 20 moves, such as 3 min + 2 s.",
    "rapid": "Clocks of 5 minutes or more for 20 moves.",
    "slow": "Games without a clock, or over days.",
}
LEVEL_NAME = "Level {number}"
PERFECT_NAME = "Perfect"
KIND_TITLE = "{family}, {speed}"
NO_SUCH_KIND = "There is no such kind of game."
LADDER_TITLE = "Ladder - inarow"
LADDER = {
    "heading": "Ladder",
    "family": "Game",
    "speed": "Clock",
    "headings": ("Place", "Player", "Rating", "Games"),
    "level": "computer",
    "you": "you",
    "empty": "Nobody is on this ladder yet: only the computer's levels are.",
    "play": "Play",
}
LADDER_OWN = {
    "place": "You are number {place} on this ladder, with a rating of {rating}.",
    "provisional": (
        "Your rating is {rating}. The question mark means that it is still uncertain: play more "
        "rated games of this kind to get on the ladder."
    ),
    "away": (
        "Your rating is {rating}. Play another rated game of this kind to get back on the ladder."
    ),
    "none": "You have not played a rated game of this kind yet.",
}
LADDER_ABOUT = (
    "Everyone starts at 1500, the strength of level 4. Listed are the best {most} players who have "
    "played within {days} days and whose rating is certain enough. The ratings of the levels are "
    "measured and never change."
)

ABOUT_TITLE = "About inarow"
ABOUT = (
    {
        "title": "Play",
        "texts": (
            "Send a friend a link to a game: no account, nothing to install. Or play the "
            "computer at one of ten levels or at perfect play, find an opponent "
            "in the lobby, or share one screen.",
            "Boards have 4 to 18 columns and rows (tic-tac-toe has 3), you need 3 to 6 in a row, "
            "and discs fall or stay where you put them. Connect Four has 7 columns, 6 rows and 4 "
            "in a row. Because its first player can always win, there is a swap rule: the second "
            "player may take over the first move.",
            "A move that the page shows as played is saved: neither a bad connection nor a "
            "server restart can lose it.",
        ),
        "links": ({"href": "/", "text": "Start a game"},),
    },
    {
        "title": "Keyboard",
        "texts": (
            "Everything works without a mouse: digits play columns, and on boards without gravity "
            "letters and digits lead to a cell. The Tab key leads to the board; there the arrow "
            "keys choose and Enter or Space plays. Elsewhere the arrow keys step through the game. "
            "Screen readers announce each move and the result.",
        ),
        "links": (),
    },
    {
        "title": "Analyse and learn",
        "texts": (
            "The analysis page shows the score of every move, exact where it can be calculated "
            "and estimated where not, and explains in words why a move is good or bad. The "
            "address of the page contains the position, so you can share it.",
            f"The win lab shows {NUMBERS[len(DETECTORS)]} ways to detect a win, step by step. Each "
            "puzzle has exactly one good move.",
        ),
        "links": (
            {"href": "/analysis", "text": "Analyse"},
            {"href": "/lab", "text": "Win lab"},
            {"href": "/puzzles", "text": "Puzzles"},
            {"href": "/learn/connect-four", "text": "How to win"},
        ),
    },
    {
        "title": "Build",
        "texts": (
            "Programs can do everything here over HTTP with JSON. inarow is also a Python "
            "library with a command line; this site is inarow serve.",
        ),
        "links": ({"href": "/api", "text": "The API"},),
    },
    {
        "title": "Privacy",
        "texts": (
            "The site stores a random number in a cookie, set when you first play, so that your "
            "games stay yours; the name and the language you choose; and your games. No e-mail "
            "address, no tracking, nothing from other sites. You can delete it all.",
        ),
        "links": ({"href": "/me", "text": "Your account"},),
    },
)

TOKENS_TITLE = "API tokens"
TOKENS = {
    "about": "A token lets a program play in your name. How to use it:",
    "made": "Your new token",
    "once": "Copy it now: it is shown only once and cannot be recovered.",
    "headings": ("Name", "Permissions", "Last used", "Expires", "Revoke"),
    "never": "never",
    "no_end": "does not expire",
    "ended": "expired",
    "days": "Expires after",
    "revoke": "Revoke",
    "new": "New token",
    "label": "Token name",
    "scopes": "Permissions",
    "create": "Create token",
}
SIGN_IN = {
    "about": (
        "Nobody needs an account to play. If you have made one in another browser, sign in here, "
        "and your name and games are here, too."
    ),
    "already": "You are signed in as {name}. To use another account here, sign in below.",
    "bring": Counted("Bring my game as {name} along", "Bring my {count} games as {name} along"),
    "bring_more": (
        "You are a guest in this browser. Your games go on in your account, also those in "
        "progress. If you leave them behind, you cannot come back to them. Either way, the API "
        "tokens of the guest stop working."
    ),
    "passkey": "With a passkey",
    "passkey_more": "Your device asks for your fingerprint, face or PIN. There is nothing to type.",
    "use_passkey": "Use a passkey",
    "code": "With a recovery code",
    "code_label": "Recovery code",
    "code_more": (
        "Seven groups of four, such as 7K3M. Capital or small letters, with or without dashes."
    ),
    "use_code": "Sign in",
}
NOT_A_CODE = "A recovery code has seven groups of four letters or digits. Check what you typed."
WRONG_CODE = "This recovery code does not work. It may have been replaced by a newer one."
UNKNOWN_PASSKEY = "No account has this passkey; it may have been removed."
WRONG_PASSKEY = "The passkey did not sign what it was asked to. Try again."
NO_CHALLENGE = "That took too long, or it was done already. Try again."
SIGN_IN_AGAIN = "Something has changed meanwhile. Try again."
NO_SUCH_PASSKEY = "There is no such passkey any more."
TOO_MANY_PASSKEYS = "You already have {most} passkeys. Remove one first."
NO_PASSKEYS = {
    "library": "This site cannot use passkeys: its operator has not installed what they need.",
    "address": (
        "Passkeys need the site's own name: they work at an https address, or at localhost."
    ),
}
PASSKEY = "Passkey"
PASSKEY_SITE = "inarow"
ACCOUNT = {
    "heading": "Account",
    "guest": (
        "You are a guest: only the cookie in this browser knows you, and if it is lost, so are "
        "your name and games. Add a passkey or make a recovery code, and you can sign in again, "
        "here and in other browsers. There is no password, and no e-mail address."
    ),
    "has": "You have an account: sign in to it in any browser, with what is listed here.",
    "passkeys": "Passkeys",
    "passkeys_more": (
        "A passkey is kept by your phone, computer or password manager, and opened with your "
        "fingerprint, face or PIN."
    ),
    "used": "last used",
    "unused": "never used",
    "remove": "Remove",
    "key_name": "Name of a new passkey",
    "key_example": "My phone",
    "add": "Add a passkey",
    "code": "Recovery code",
    "code_more": (
        "A code to print or write down, for when you have no passkey at hand. Whoever has it can "
        "sign in as you."
    ),
    "code_made": "You have a code, made on",
    "make_code": "Make a recovery code",
    "renew_code": "Replace the code",
    "remove_code": "Remove the code",
    "new_code": "Your recovery code",
    "code_once": (
        "Print it or write it down now: it is shown only once. Sign in with it at {site}. A code "
        "that you had before no longer works."
    ),
    "print": "Print",
    "last": (
        "This is the only way to sign in again. If you remove it, you are a guest: you stay signed "
        "in where you are, but once you sign out or lose the cookie, you cannot come back."
    ),
}
TOKEN_DAYS = (("30", "30 days"), ("90", "90 days"), ("365", "a year"))
ME_TITLE = "Your account"
ME = {
    "ratings": "Your ratings",
    "studies": "My studies",
    "no_studies": "You have no studies yet. You can save one on the analysis page.",
    "data": "Download my data",
    "no_ratings": "You have not played a rated game yet.",
    "known": (
        "The site knows you by a cookie in this browser. It stores your name, your language, your "
        "games, your ratings, your studies, the browsers in which you are signed in and the names "
        "of your API tokens."
    ),
    "nobody": "The site does not know you: it stores nothing about you until you play.",
    "renew": "Sign out everywhere else",
    "renew_more": (
        "If someone else may have used your cookie: all other browsers are signed out, and all "
        "your API tokens stop working."
    ),
    "sessions": "Signed in",
    "unknown_browser": "Unknown browser",
    "here": "this browser",
    "seen": "last seen",
    "sign_out": "Sign out",
    "sign_out_account": (
        "After you sign out, you can sign in again with a passkey or your recovery code."
    ),
    "sign_out_guest": (
        "You are a guest. If you sign out of your last browser, your API tokens stop working, and "
        "you cannot come back to your name and your games."
    ),
    "delete": "Delete my data",
    "delete_more": (
        "Your name, ratings, studies and API tokens are deleted, and games in progress are "
        "resigned. Games that you played alone or against the computer are deleted; in the others "
        "you become “Deleted player”."
    ),
    "sure": "Yes, delete everything. This cannot be undone.",
}
SCOPES = {
    "read": "See my games, including private ones",
    "play": "Create, join and play games",
    "account": "Change my name",
}

API_TITLE = "API"
API_DESCRIPTION = (
    "Play, follow and analyse games from a program: HTTP, JSON and streams of JSON lines."
)
API_TAGS = {
    "games": "Create, join, play and follow games.",
    "tournaments": "Many players, one table, games that are paired by themselves.",
    "you": "Your name, your data, and the tokens of your programs.",
    "ladder": "The best players and the computer's levels, and what their ratings are.",
    "people": "What everybody may know of a person.",
    "study": "Positions: their scores, explanations and pictures.",
    "puzzles": "Positions with exactly one good move.",
    "lessons": "The mistakes of a game, and those of yours that come again.",
    "studies": "Games with variations, comments and drawings, saved under a link.",
}
SCHEMES = (
    "An API token, for programs. No Origin header needed.",
    "Used by the site's own pages; requests that change something also need an Origin header.",
)
API_EXAMPLE = "Example:"
API = {
    "texts": (
        "Programs send an API token as a bearer token; the site's own pages use a cookie. Create a "
        "token with the first command below, or on the API tokens page. It is shown only once.",
        "Errors have a code for programs and a sentence for people. Clients that send too many "
        "requests get 429 with a Retry-After header. A request body may have up to 64 KB.",
    ),
    "json": "OpenAPI description",
    "contents": "Contents",
    "parameters": "Parameters",
    "body": "Request body:",
    "answers": "Responses",
    "answer_headings": ("Status", "Body", "Meaning"),
    "models": "Objects",
    "fields": "Fields",
    "field_headings": ("Name", "Type", "Description"),
    "needed": "required",
}
