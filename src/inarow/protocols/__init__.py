"""Lines of text with other programs."""
