"""The game by lines."""
