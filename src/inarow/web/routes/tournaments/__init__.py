"""Tournaments by REST, as pages, and on a screen for all."""
