"""Tournaments by link: many people, one table, games that come by themselves."""
