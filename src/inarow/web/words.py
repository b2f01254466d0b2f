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
PLAIN_PAGE = "<!doctype html><html lang=en><title>inarow</title><p>{text}</p></html>"

# -- the server's own words (commands/serve.py) ---------------------------------------------------
NO_WEB = "the web site needs more than the terminal: install it with pip install 'inarow[web]'"
SERVING = "inarow is at {address} (Ctrl-C stops it)"
STOPPED = "stopped; everything is stored"

# -- people and tokens (identity.py, routes/tokens.py) --------------------------------------------
GUEST = "Guest {number}"
BAD_NAME = "A name has 1 to {most} visible characters."
PROGRAM_NAME = "This name is one of a program. Choose another."
BAD_TOKEN = "There is no such API token; it may have been withdrawn."
NO_SCOPE = "This API token lacks the scope {scope}."
