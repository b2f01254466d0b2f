"""Booklets: a way to win, or not to lose, that a person can learn; following one needs no search.

`booklet.py` has the values, `diagram.py` what a diagram says, `text.py` the file format,
`follow.py` plays by a booklet, and `walk.py` proves one by playing every game that the opponent
can choose. This room imports only `board`, so that none of it can ask a solver; booklets are found
by `search/booklet_builder.py`.
"""
