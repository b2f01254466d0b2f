"""Step 9: a clock. Ask the easy questions first, so that there is always an answer."""

from time import monotonic

from step08_bounds import Mirrored

FOREVER = float("inf")


class TimeUp(Exception):  # noqa: N818  it is what happened, not a mistake
    """The clock has ended a search."""


class Timed(Mirrored):
    """Chooses the best move, or in a hurry one that nothing speaks against so far."""

    clock = staticmethod(monotonic)
    deadline = FOREVER

    def search(self, own: int, other: int, alpha: int, beta: int) -> int:
        """As before, with an eye on the clock."""
        if self.nodes % 100 == 0 and self.clock() > self.deadline:
            raise TimeUp
        return super().search(own, other, alpha, beta)

    def choose(self, own: int, other: int, seconds: float = FOREVER) -> int:
        """The best move, as a bit, or the best that is known when the time is over."""
        occupied = own | other
        moves = self.moves(occupied)
        if wins := moves & self.threats(own, occupied):
            return wins & -wins
        safe = self.safe(moves, self.threats(other, occupied)) or moves
        good = self.ordered(safe, own, other)
        self.deadline = self.clock() + seconds
        left = self.cells - occupied.bit_count()
        low, high = -(left // 2), (left + 1) // 2
        try:
            while low < high and len(good) > 1:
                for move in good:  # does one of them win as soon as this?
                    if -self.score(other, own | move, -high, 1 - high) >= high:
                        return move
                high -= 1
                better = [m for m in good if -self.score(other, own | m, -low - 1, -low) > low]
                if not better:  # they all lose by this much
                    break
                good, low = better, low + 1
        except TimeUp:
            pass
        finally:
            self.deadline = FOREVER
        return good[0]


if __name__ == "__main__":
    player = Timed()
    move = player.choose(0, 0, seconds=1)
    print("column", move.bit_length() // player.stride + 1)
    print("positions:", player.nodes)
