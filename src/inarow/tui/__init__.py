"""The full-screen game in the terminal, with Textual: the extra `inarow[tui]`.

Nothing here is imported before `inarow play` opens the screen.
"""
