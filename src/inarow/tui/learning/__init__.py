"""Learning from one's own games."""
