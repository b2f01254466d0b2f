"""How a position stands in an address: `/7x6x4/4453?position=`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

__all__ = ["FOR_LONG", "Moves", "Slug", "Start"]

FOR_LONG = "public, max-age=3600"
"""What follows from an address alone may be cached."""

Slug = Annotated[str, Path(max_length=16, description="Rules such as 7x6x4 or 15x15x5-free.")]
Moves = Annotated[str, Path(max_length=1300, description="Moves such as 4453, or h8i9.")]
Start = Annotated[
    str, Query(alias="position", max_length=800, description="The position before the moves.")
]
