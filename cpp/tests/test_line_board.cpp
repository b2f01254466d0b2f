#include <random>
#include <vector>

#include "board/lines.hpp"
#include "engine/evaluation.hpp"
#include "engine/line_board.hpp"
#include "engine/parity_evaluation.hpp"
#include "tests/check.hpp"
#include "tests/plain_lines.hpp"

using namespace inarow;
using namespace inarow::engine;

namespace {

// Plays random games, takes all back, and compares with counting anew at every step.
template <int N, bool Gravity, class Evaluation>
void check_games(const Rules& rules, int games) {
  using Board = LineBoard<N, Gravity, Evaluation>;
  const Geometry<N> geometry(rules);
  const LineTable lines(rules);
  const Evaluation evaluation(rules);
  Board board(rules, lines, evaluation), fresh(rules, lines, evaluation);
  std::mt19937 random(rules.bits());
  int wrong = 0;
  for (int game = 0; game < games; ++game) {
    board.set({}, {});
    std::vector<int> values, sums;
    std::vector<Key> keys;
    while (board.empty_count() > 0) {
      auto moves = board.playable();
      for (int skip = random() % moves.count(); skip > 0; --skip)
        moves ^= Bits<N>::single(moves.lowest());
      if (board.threats(board.turn()).contains(moves.lowest())) break;  // it would end the game
      values.push_back(evaluation.value(board, board.turn()));
      sums.push_back(board.sum());
      keys.push_back(board.key());
      board.play(moves.lowest());
      fresh.set(board.discs(0), board.discs(1));
      wrong += !agrees<N>(board, lines, geometry) || fresh.sum() != board.sum() ||
               fresh.key() != board.key();
    }
    while (board.ply() > 0) {
      board.undo();
      wrong += !agrees<N>(board, lines, geometry) ||
               values.back() != evaluation.value(board, board.turn()) ||
               sums.back() != board.sum() || keys.back() != board.key();
      values.pop_back();
      sums.pop_back();
      keys.pop_back();
    }
  }
  if (wrong) std::printf("%dx%dx%d: %d wrong\n", rules.width, rules.height, rules.k, wrong);
  CHECK(wrong == 0);
}

}  // namespace

TEST("a line board counts forwards and back as counting anew does") {
  for (int k = 1; k <= 6; ++k) {
    check_games<1, true, ParityEvaluation>({7, 6, k, true}, 20);
    check_games<1, true, ParityEvaluation>({5, 5, k, true}, 20);
    check_games<1, false, OpenLines>({6, 6, k, false}, 20);
  }
  check_games<1, true, ParityEvaluation>({3, 3, 3, true}, 20);
  check_games<2, true, ParityEvaluation>({10, 8, 4, true}, 10);
  check_games<4, true, ParityEvaluation>({13, 10, 5, true}, 5);
  check_games<6, true, ParityEvaluation>({18, 18, 4, true}, 5);
  check_games<4, false, OpenLines>({15, 15, 5, false}, 3);
  check_games<12, false, OpenLines>({20, 20, 8, false}, 2);
}

TEST("a board has as many lines as fit") {
  CHECK(LineTable({7, 6, 4, true}).count() == 69);
  CHECK(LineTable({3, 3, 3, false}).count() == 8);
  CHECK(LineTable({4, 3, 1, true}).count() == 12);
  CHECK(LineTable({4, 3, 5, true}).count() == 0);
  CHECK(LineTable({7, 6, 4, true}).through(0).size() == 3);
}
