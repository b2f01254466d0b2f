"""OpenSpiel's tree search in C++ with random playouts, as a player: any rules, some time a move."""

import pyspiel

import inarow as ir


class OpenSpielTree(ir.Player):
    """`pyspiel.MCTSBot`; it must be told the moves, so it follows one board."""

    def __init__(self, board: ir.Board, seconds: float) -> None:
        super().__init__("OpenSpiel's tree search")
        rules = board.rules
        self.board = board
        if rules.gravity:
            size = f"rows={rules.height},columns={rules.width},x_in_row={rules.k}"
            self.game = pyspiel.load_game(f"connect_four({size})")
        else:
            self.game = pyspiel.load_game(f"mnk(m={rules.width},n={rules.height},k={rules.k})")
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        self.bot = pyspiel.MCTSBot(
            self.game,
            evaluator,
            uct_c=2.0,
            max_simulations=10**9,
            max_memory_mb=1000,
            solve=True,
            seed=1,
            verbose=False,
            max_wall_clock_time=seconds,
        )

    def choose(self, position: ir.Position) -> int:
        assert position == self.board.position
        state = self.game.new_initial_state()
        for move in self.board.moves:
            state.apply_action(move)
        self.bot.restart()
        return int(self.bot.step(state))
