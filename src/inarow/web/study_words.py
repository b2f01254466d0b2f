"""What the pages for analysis, the win lab and puzzles say."""

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
