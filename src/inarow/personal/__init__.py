"""What one person on this machine has done: results against programs, puzzles tried, and lessons.

All are journals: files of JSON lines that only grow, so that what is asked of them later, such as
which puzzle is due again, can be answered from what was noted before.
"""
