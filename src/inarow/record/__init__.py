"""A game as it is kept, and other programs' formats."""
