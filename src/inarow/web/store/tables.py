"""The tables of the site, for SQLite and PostgreSQL alike. Times are milliseconds since 1970.

Events are the truth about a game: its `game` row is only what lists need to know about it. The rows
of `rating_change` are the truth about ratings: the one with the greatest number is what holds now.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

__all__ = [
    "PROGRAM",
    "challenge",
    "desertion",
    "entrant",
    "event",
    "game",
    "heartbeat",
    "lesson",
    "metadata",
    "outage",
    "passkey",
    "person",
    "puzzle_attempt",
    "puzzle_record",
    "rating_change",
    "recovery",
    "session",
    "study",
    "token",
    "tournament",
    "tournament_event",
]

PROGRAM = "program:"
"""How the id of a program begins, which can sit where a person can; its name follows."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)

person = Table(
    "person",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, server_default="0"),  # to the day
    Column("leaving", BigInteger),  # since when their data is to be deleted
    Column("heir", String(40)),  # to whom their games go then, if they have signed in as another
    Column("language", String(8)),  # that they have chosen, for their other browsers
)

session = Table(
    "session",  # a browser in which somebody is signed in
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", ForeignKey("person.id"), nullable=False, index=True),
    Column("secret", LargeBinary(32), nullable=False, unique=True),  # the hash, never the cookie
    Column("label", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # to the day
    Column("expires", BigInteger, nullable=False),
)

passkey = Table(
    "passkey",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", ForeignKey("person.id"), nullable=False, index=True),
    Column("credential", LargeBinary(1023), nullable=False, unique=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

recovery = Table(
    "recovery",
    metadata,
    Column("person", ForeignKey("person.id"), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False, unique=True),  # the hash of the code
    Column("created", BigInteger, nullable=False),
)

challenge = Table(
    "challenge",  # what a passkey is to sign, once and soon
    metadata,
    Column("secret", LargeBinary(32), primary_key=True),  # the hash of the browser's cookie for it
    Column("challenge", LargeBinary(64), nullable=False),
    Column("person", String(40)),  # who adds a passkey; nobody yet, if it is to sign in
    Column("expires", BigInteger, nullable=False, index=True),
)

token = Table(
    "token",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", ForeignKey("person.id"), nullable=False, index=True),
    Column("label", String(80), nullable=False),
    Column("scopes", String(200), nullable=False),
    Column("secret", LargeBinary(32), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
    Column("expires", BigInteger),  # those of old do not
)

game = Table(
    "game",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("rules", String(40), nullable=False),
    Column("swap", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("visibility", String(8), nullable=False),
    Column("status", String(8), nullable=False),
    Column("base", Integer),  # the clock, if there is one
    Column("increment", Integer),  # none if the base is for each move anew: a game over days
    Column("x", String(40)),  # who sits there: a person's id, a program's name, or nobody
    Column("x_name", String(80)),
    Column("o", String(40)),
    Column("o_name", String(80)),
    Column("winner", String(1)),
    Column("reason", String(8)),
    Column("moves", Text),  # as text, written when the game ends
    Column("verdict", String(10)),  # of a rated game that is over: due, counts, or why it does not
    Column("near", Boolean, nullable=False, server_default=false()),  # played from one address
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("waits_for", String(40)),  # who is to move in a game over days, and until when
    Column("due", BigInteger, index=True),
    Index(None, "waits_for", "due"),
    Index(None, "visibility", "status", "updated"),
    Index(None, "x", "created"),
    Index(None, "o", "created"),
    Index(None, "status", "reason", "updated"),
    Index(None, "verdict", "updated"),
)

event = Table(
    "event",
    metadata,
    Column("game", BigInteger, primary_key=True, autoincrement=False),  # its key, see keys.py
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

tournament = Table(
    "tournament",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("code", String(8), unique=True),  # what people type; free again when it is over
    Column("system", String(8), nullable=False),
    Column("status", String(8), nullable=False),
    Column("name", String(80), nullable=False),
    Column("director", String(40), nullable=False, index=True),
    Column("starts", BigInteger),  # at this time by itself
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index(None, "status", "updated"),
)

tournament_event = Table(
    "tournament_event",
    metadata,
    Column("tournament", String(40), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)

entrant = Table(  # who is in which tournament, for lists and for those who delete their data
    "entrant",
    metadata,
    Column("tournament", String(40), primary_key=True),
    Column("person", String(40), primary_key=True, index=True),
)

lesson = Table(
    "lesson",  # a mistake that comes again on a day
    metadata,
    Column("person", ForeignKey("person.id"), primary_key=True),
    Column("name", String(32), primary_key=True),  # the same for the same position
    Column("content", Text, nullable=False),  # JSON
    Column("box", Integer, nullable=False),
    Column("due", String(10), nullable=False),  # a day such as 2026-11-19
    Index(None, "person", "due"),
)

study = Table(
    "study",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", ForeignKey("person.id"), nullable=False),
    Column("name", String(80), nullable=False),
    Column("record", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index(None, "person", "updated"),
)

puzzle_attempt = Table(
    "puzzle_attempt",  # the first attempt of a person at each puzzle
    metadata,
    Column("person", ForeignKey("person.id"), primary_key=True),
    Column("puzzle", String(40), primary_key=True),
    Column("won", Boolean, nullable=False),  # without a wrong move and without help
    Column("at", BigInteger, nullable=False),
    Index(None, "person", "at"),
)

puzzle_record = Table(
    "puzzle_record",  # how somebody stands at puzzles
    metadata,
    Column("person", ForeignKey("person.id"), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("day", String(10), nullable=False),  # of the last daily puzzle solved; or empty
    Column("streak", Integer, nullable=False),  # of days until then
    Column("best_streak", Integer, nullable=False),
    Column("rush", Integer, nullable=False),  # the best result
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("instance", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

outage = Table(
    "outage",
    metadata,
    Column("since", BigInteger, primary_key=True),
    Column("until", BigInteger, nullable=False),
)

rating_change = Table(
    "rating_change",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1, without gaps
    Column("game", String(40), nullable=False),
    Column("opponent", String(40), nullable=False),  # a person's id, or a program's name
    Column("score", Double, nullable=False),
    Column("rating", Double, nullable=False),  # these three as they are after the game
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("opponent_rating", Double, nullable=False),  # these two as they were before it
    Column("opponent_deviation", Double, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("person", "game"),
    Index(None, "game"),
    Index(None, "kind", "at"),
    Index(None, "person", "at"),
    Index(None, "opponent"),
)

desertion = Table(
    "desertion",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("game", String(40), primary_key=True),  # rated, and cancelled or given up early
    Column("at", BigInteger, nullable=False, index=True),
)
