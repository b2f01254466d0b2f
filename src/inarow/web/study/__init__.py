"""Positions, the lab, puzzles."""
