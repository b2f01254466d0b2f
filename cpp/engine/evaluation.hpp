// What the search asks of an evaluation, so that a learned one can take the place of the hand-made.
//
//     using Sum                         what it keeps of a position; copied when a disc is played
//     Sum start()                       of the empty board
//     void place(Sum&, cell, side)      a disc of *side* comes into *cell*
//     void line(Sum&, kind, side, n)    it also lies in a line whose count was *n*
//
//     int value(board, to_move)         the estimate for *to_move*: 100 is one logit, and never
//                                       more than most_estimate either way
//
// It is made from Rules. The board calls the first three, the search the last.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine/line_board.hpp"
#include "engine/scores.hpp"
#include "engine/weights.hpp"

namespace inarow::engine {

// The sum of a weight for every open line, by its kind and by how many discs it lacks.
class LineSum {
 public:
  using Sum = int;  // for side 0

  LineSum(const Rules& rules, const LineWeights& weights) {
    const int first_controls = rules.cells() % 2;  // see parity_evaluation.hpp
    for (int kind = 0; kind < kinds; ++kind)
      for (int side : {0, 1}) {
        const bool controls = (side == 0) == (first_controls == 1);
        const auto& row = weights[weight_row(kind, controls)];
        auto weight = [&](int discs) {
          const int lacks = rules.k - discs;
          return discs > 0 && lacks > 0 && lacks < static_cast<int>(row.size()) ? row[lacks] : 0;
        };
        const int sign = side == 0 ? 1 : -1;
        for (int mine = 0; mine < rules.k; ++mine)  // my line grows
          delta_[kind][side][mine * one_disc[side]] = sign * (weight(mine + 1) - weight(mine));
        for (int theirs = 1; theirs < rules.k; ++theirs)  // their line dies
          delta_[kind][1 - side][theirs * one_disc[side]] = -sign * weight(theirs);
      }
  }

  Sum start() const { return 0; }
  void place(Sum&, int, int) const {}
  void line(Sum& sum, int kind, int side, std::uint8_t count) const {
    sum += delta_[kind][side][count];
  }

 private:
  static int weight_row(int kind, bool controls) {
    if (kind == vertical) return weights_vertical;
    if (kind == diagonal) return weights_diagonal;
    return (kind == level_on_claim) == controls ? weights_good_level : weights_bad_level;
  }

  std::int16_t delta_[kinds][2][256] = {};
};

// For boards without gravity: open lines, and the move.
class OpenLines : public LineSum {
 public:
  explicit OpenLines(const Rules& rules)
      : LineSum(rules, free_weights(rules).lines), to_move_(free_weights(rules).to_move) {}

  template <class Board>
  int value(const Board& board, int to_move) const {
    const int sum = to_move == 0 ? board.sum() : -board.sum();
    return std::clamp(sum + to_move_, -most_estimate, most_estimate);
  }

 private:
  int to_move_;
};

}  // namespace inarow::engine
