"""What the pages about oneself, the site and the API say."""

from __future__ import annotations

from typing import Final

HISTORY_TITLE: Final = "My games"
HISTORY: Final = {
    "headings": ("Players", "Board", "Result", "Begun", "Look back"),
    "against": "against",
    "analyse": "Analyse",
    "older": "Older games",
    "empty": "There are no games of yours yet. They will be kept here, without an account.",
    "play": "Play",
}
RESULTS: Final = {
    "open": "waits for somebody",
    "playing": "goes on",
    "aborted": "called off",
    "draw": "draw",
    "wins": "{side} won",
    "won": "won",
    "lost": "lost",
}

ABOUT_TITLE: Final = "About inarow"
ABOUT: Final = (
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

TOKENS_TITLE: Final = "API tokens"
TOKENS: Final = {
    "about": "A token lets a program play in your name. How it is used:",
    "made": "Here is your token",
    "once": "Copy it now: it is shown only this once, and stored nowhere.",
    "headings": ("Name", "May", "Last used", "Withdraw"),
    "never": "never",
    "withdraw": "Withdraw",
    "new": "Make a token",
    "label": "What is it for?",
    "scopes": "What may it do?",
    "make": "Make it",
}
SCOPES: Final = {
    "read": "See my games, private ones too",
    "play": "Make, join and play games",
    "account": "Change my name",
}

API_TITLE: Final = "The API"
API_DESCRIPTION: Final = "Play, follow and analyse games by program: HTTP, JSON, lines of JSON."
API_TAGS: Final = {
    "games": "Make, join, play and follow games.",
    "you": "Who you are here, and the tokens of your programs.",
    "study": "Positions: what they are worth, why, and what they look like.",
    "puzzles": "Positions with exactly one good move.",
}
SCHEMES: Final = (
    "An API token, for programs. It needs no Origin.",
    "What the site's own pages use; requests that change something need an Origin as well.",
)
API_EXAMPLE: Final = "Example:"
API: Final = {
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
