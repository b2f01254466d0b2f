"""A game as it is saved, and other programs' formats."""
