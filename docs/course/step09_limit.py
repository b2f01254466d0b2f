"""Step 9: a limit. Ask the easy questions first, so that there is always an answer."""

from step08_bounds import Mirrored

NO_LIMIT = 10**18


class Enough(Exception):  # noqa: N818  it is what happened, not a mistake
    """The search has looked at as many positions as it may."""


class Limited(Mirrored):
    """Chooses the best move, or the best that is known after so many positions."""

    limit = NO_LIMIT

    def search(self, own: int, other: int, alpha: int, beta: int) -> int:
        """As before, up to the limit."""
        if self.nodes >= self.limit:
            raise Enough
        return super().search(own, other, alpha, beta)

    def choose(self, own: int, other: int, nodes: int = NO_LIMIT) -> int:
        """The best move, as a bit, or the best known after *nodes* more positions."""
        occupied = own | other
        moves = self.moves(occupied)
        if wins := moves & self.threats(own, occupied):
            return wins & -wins
        safe = self.safe(moves, self.threats(other, occupied)) or moves
        good = self.ordered(safe, own, other)
        self.limit = self.nodes + nodes
        try:
            self.narrow(good, own, other)
        except Enough:
            pass
        finally:
            self.limit = NO_LIMIT
        return good[0]

    def narrow(self, good: list[int], own: int, other: int) -> None:
        """Leave only the best moves in *good*, asking for the soonest ends first."""
        left = self.cells - (own | other).bit_count()
        low, high = -(left // 2), (left + 1) // 2
        while low < high and len(good) > 1:
            for move in good:  # does one of them win as soon as this?
                if -self.score(other, own | move, -high, 1 - high) >= high:
                    good[:] = [move]
                    return
            high -= 1  # and which of them lose as soon as that?
            better = [m for m in good if -self.score(other, own | m, -low - 1, -low) > low]
            if not better:
                return
            good[:] = better
            low += 1


if __name__ == "__main__":
    player = Limited()
    move = player.choose(0, 0, nodes=5000)
    print("column", move.bit_length() // player.stride + 1)
    print("positions:", player.nodes)
