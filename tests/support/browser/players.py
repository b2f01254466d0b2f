"""People at the page of a game: what they press and what they see there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from support.browser.visits import PATIENCE, Visits

expect.set_options(timeout=PATIENCE)


class Player:
    """Somebody before a board."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def game(self) -> str:
        """The id of the game in the address."""
        return self.page.url.partition("/game/")[2].partition("?")[0]

    @property
    def discs(self) -> dict[str, str]:
        """What the board shows."""
        found: dict[str, str] = self.page.evaluate("document.querySelector('ir-board').discs")
        return found

    def play(self, move: int) -> None:
        self.page.locator(f'ir-board [data-move="{move}"]').click()

    def act(self, what: str) -> None:
        """Press one of the actions, and yes if the page asks again."""
        self.page.locator(f'[data-act="{what}"]').click()
        if self.page.locator("#ask[open]").count():
            self.page.locator("#ask-yes").click()

    def sees(self, headline: str) -> None:
        """Wait until the page says so."""
        expect(self.page.locator("#headline")).to_have_text(headline)

    def sees_discs(self, count: int, patience: float = PATIENCE) -> None:
        """Wait until so many are on the board."""
        self.page.wait_for_function(
            """count => {
              const board = document.querySelector("ir-board");
              return Object.keys(board.discs ?? {}).length === count;
            }""",
            arg=count,
            timeout=patience,
        )

    def sees_seats(self) -> None:
        """Wait until the game has begun."""
        expect(self.page.locator("#game")).to_have_attribute("data-status", "playing")

    def is_seated(self) -> None:
        """Wait for the page of one who has just accepted: the page before hears of it, too."""
        expect(self.page.locator("#accept")).to_have_count(0)
        self.sees_seats()


def friends(visits: Visits, **wishes: object) -> tuple[Player, Player]:
    """Two people at a new game by link: the first made it and plays x."""
    first, second = visits.person(), visits.person()
    game = visits.new_game(first, **wishes)
    first.goto(f"/game/{game}")
    second.goto(f"/game/{game}")
    second.locator("#accept button").click()
    one, other = Player(first), Player(second)
    one.sees_seats()
    other.is_seated()
    return one, other
