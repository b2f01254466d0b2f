"""All targets."""

from support.fuzz import boards, books, programs, records, sites, wires
from support.fuzz.target import TARGETS

__all__ = ["TARGETS", "boards", "books", "programs", "records", "sites", "wires"]
