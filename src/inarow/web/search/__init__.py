"""Searching for people."""
