"""What the site says to people, page by page."""

# -- searching (pool.py) --------------------------------------------------------------------------
POOL_CLOSED = "The server is about to restart. Try again in a moment."
POOL_FULL = "Many people are searching just now. Try again in a moment."
POOL_YOURS = "You have several searches under way. Wait for one to end."
POOL_USED = "You have searched a lot. Try again in {seconds} s."
