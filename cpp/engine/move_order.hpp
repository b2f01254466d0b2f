// Which move to try first: what refuted before, what did well elsewhere, and the lines of the cell.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "engine/line_board.hpp"

namespace inarow::engine {

struct Move {
  int cell;
  int order;
};

class MoveOrder {
 public:
  explicit MoveOrder(const Rules& rules) : history_(2 * rules.bits()), killers_(rules.cells() + 1) {
    clear();
    fill_worth(rules.k);
    for (int cell = 0; cell < rules.bits(); ++cell) central_.push_back(central(rules, cell));
  }

  void clear() {
    std::fill(history_.begin(), history_.end(), 0);
    std::fill(killers_.begin(), killers_.end(), std::array{-1, -1});
  }

  // How good the lines through *cell* are for *side* to play there.
  template <class Board>
  int lines(const Board& board, int cell, int side) const {
    int total = 0;
    board.for_each_count(cell, [&](std::uint8_t count) { total += worth_[side][count]; });
    return total;
  }

  template <class Board>
  int value(const Board& board, int cell, int ply, bool with_lines) const {
    const int side = board.turn();
    int value = history_[2 * cell + side] + central_[cell];
    if (with_lines) value += line_weight * lines(board, cell, side);
    if (killers_[ply][0] == cell) value += 4000;
    if (killers_[ply][1] == cell) value += 3000;
    return value;
  }

  // *cell* was good enough for *side* to leave the position.
  void reward(int cell, int side, int ply, int depth) {
    auto& killers = killers_[ply];
    if (killers[0] != cell) killers = {cell, killers[0]};
    int& history = history_[2 * cell + side];
    history += depth * depth;
    if (history > 2000)
      for (int& each : history_) each /= 2;
  }

 private:
  static constexpr int line_weight = 40;

  std::array<std::array<int, 256>, 2> worth_{};  // of a line, by the discs in it
  std::vector<int> history_;                     // by cell and side
  std::vector<std::array<int, 2>> killers_;      // by ply from the root
  std::vector<int> central_;

  void fill_worth(int k) {
    constexpr std::array<int, 6> by_lacking{0, 60, 14, 4, 1, 0};
    for (int discs = 0; discs < k; ++discs) {
      const int worth = by_lacking[std::min(k - discs, 5)];
      for (int side : {0, 1}) {
        worth_[side][discs * one_disc[side]] = worth;
        if (discs > 0) worth_[side][discs * one_disc[1 - side]] = worth * 3 / 4;
      }
    }
  }

  // Less far from the middle column is better, and without gravity from the middle row as well.
  static int central(const Rules& rules, int cell) {
    const int column = cell / rules.stride(), row = cell % rules.stride();
    int away = std::abs(2 * column - (rules.width - 1));
    if (!rules.gravity) away = std::max(away, std::abs(2 * row - (rules.height - 1)));
    return -2 * away;
  }
};

}  // namespace inarow::engine
