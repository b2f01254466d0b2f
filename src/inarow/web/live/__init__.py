"""Live games."""
