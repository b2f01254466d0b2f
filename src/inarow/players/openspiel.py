"""OpenSpiel: our players as its bots, and its bots as our players; needs `open_spiel`.

Rules with gravity are its `connect_four`, others its `mnk`, and 3x3x3/free its `tic_tac_toe`.
"""

from __future__ import annotations

from typing import Any

from inarow.errors import missing_package

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise missing_package(error) from None

from inarow.board.moves_to import retrace
from inarow.board.position import AnyPosition, Position
from inarow.board.rules import TIC_TAC_TOE, Rules
from inarow.errors import InarowError, PlayerError, RulesError, quoted
from inarow.players import GEAR, RING, Picture, Player, open_position
from inarow.players.agents import error_line
from inarow.players.by_text import entrant
from inarow.record.convert import from_openspiel, from_openspiel_action, to_openspiel_action

__all__ = ["InarowBot", "OpenSpielPlayer", "game_of", "rules_of", "state_of"]


def game_of(rules: Rules) -> Any:
    """OpenSpiel's game of these rules."""
    if rules.gravity:
        sizes = {"rows": rules.height, "columns": rules.width, "x_in_row": rules.k}
        return pyspiel.load_game("connect_four", sizes)
    if rules == TIC_TAC_TOE:
        return pyspiel.load_game("tic_tac_toe")
    return pyspiel.load_game("mnk", {"m": rules.width, "n": rules.height, "k": rules.k})


def rules_of(game: Any) -> Rules:
    """The rules of OpenSpiel's game."""
    name, sizes = game.get_type().short_name, game.get_parameters()
    if name == "connect_four":
        return Rules(sizes["columns"], sizes["rows"], sizes["x_in_row"])
    if name == "mnk":
        return Rules(sizes["m"], sizes["n"], sizes["k"], gravity=False)
    if name == "tic_tac_toe":
        return TIC_TAC_TOE
    raise RulesError(f"expected connect_four, mnk or tic_tac_toe, got {quoted(name)}")


def state_of(position: AnyPosition) -> Any:
    """OpenSpiel's state of *position*, reached by some moves that lead there."""
    position = Position.of(position)
    moves = retrace(position)
    if moves is None:
        raise PlayerError(
            f"expected a position that can be reached in a game, got {position.text()}"
        )
    state = game_of(position.rules).new_initial_state()
    for move in moves:
        state.apply_action(to_openspiel_action(move, position.rules))
    return state


class InarowBot(pyspiel.Bot):
    """A player, or the entrant of that text, as a bot."""

    def __init__(self, player: Player | str) -> None:
        pyspiel.Bot.__init__(self)
        self.player = entrant(player) if isinstance(player, str) else player

    def step(self, state: Any) -> int:
        """The action it chooses in *state*."""
        rules = rules_of(state.get_game())
        position = from_openspiel(str(state), rules)
        return to_openspiel_action(self.player.choose(position), rules)

    def restart(self) -> None:
        """Nothing to do: every state says all there is to know."""

    def restart_at(self, state: Any) -> None:
        """Nothing to do."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Nothing to do."""


class OpenSpielPlayer(Player):
    """A bot as a player. It is set to every position anew; how it got there is forgotten."""

    def __init__(
        self,
        bot: Any,
        name: str = "bot",
        *,
        id: int = 0,
        icon: Picture = RING,
        avatar: Picture = GEAR,
    ) -> None:
        super().__init__(name, id=id, icon=icon, avatar=avatar)
        self.bot = bot

    def choose(self, position: AnyPosition) -> int:
        """The bot's action, as a move."""
        position = open_position(position)
        try:
            state = state_of(position)
            self._set(state)
            action = self.bot.step(state)
        except InarowError as error:
            raise PlayerError(f"{self.name}: {error}") from None
        except Exception as error:
            raise PlayerError(f"{self.name}: {error_line(error)}") from error
        if action not in state.legal_actions():
            raise PlayerError(f"{self.name}: expected a legal action, got {quoted(action)}")
        return from_openspiel_action(action, position.rules)

    def _set(self, state: Any) -> None:
        try:
            self.bot.restart_at(state)
        except Exception:  # not all of them can
            self.bot.restart()

    def copy(self) -> OpenSpielPlayer:
        """The same player; the bot is shared."""
        return OpenSpielPlayer(self.bot, self.name, id=self.id, icon=self.icon, avatar=self.avatar)
