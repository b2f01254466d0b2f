// For boards with gravity: open lines, and who gets the cells of which rows.
//
// When the columns fill up, one side can always answer right above the other and so gets the CLAIM
// rows, those with the parity of the top row. By default that is the *follower*: the second side on
// a board with an even number of cells, else the first. The other, the *leader*, gets the rows in
// between. A threat is good for its owner in such a row. A column is read upwards from above its
// playable cell:
//
//   - a cell that both sides want ends it (they will both keep away from the cell below);
//   - two threats of one side on top of each other end it (nearly a win);
//   - a good threat spoils the opponent's threats above it.
#pragma once

#include "engine/evaluation.hpp"

namespace inarow::engine {

class ParityEvaluation : public LineSum {
 public:
  explicit ParityEvaluation(const Rules& rules)
      : LineSum(rules, gravity_weights(rules).lines),
        weights_(gravity_weights(rules)),
        follower_(rules.cells() % 2 == 0 ? 1 : 0) {
    for (int row = 0; row < rules.height; ++row)
      if (on_claim(rules, row)) claim_ |= std::uint64_t{1} << row;
  }

  template <class Board>
  int value(const Board& board, int to_move) const {
    const int leader = 1 - follower_;
    int value = (leader == 0 ? board.sum() : -board.sum()) + weights_.leader_bonus;
    value += weights_.pair * ((board.pairs(leader) & board.playable()).count() -
                              (board.pairs(follower_) & board.playable()).count());
    value += threats(board);
    value += to_move == leader ? weights_.to_move : -weights_.to_move;
    value = std::clamp(value, -most_estimate, most_estimate);
    return to_move == leader ? value : -value;
  }

 private:
  struct Found {
    int good = 0, bad = 0, stacked = 0, shared = 0;
  };

  const GravityWeights& weights_;
  int follower_;
  std::uint64_t claim_ = 0;  // rows

  // What the threats are worth to the leader.
  template <class Board>
  INAROW_NOINLINE int threats(const Board& board) const {
    const auto waiting = board.empty().without(board.playable());
    const auto leader = board.threats(1 - follower_) & waiting;
    const auto follower = board.threats(follower_) & waiting;
    if (!(leader | follower).any()) return 0;
    const Rules& rules = board.rules();
    const std::uint64_t height = (std::uint64_t{1} << rules.height) - 1;
    Found l, f;
    for (int column = 0; column < rules.width; ++column) {
      const int bottom = rules.bit(column, 0);
      read_column(leader.window(bottom) & height, follower.window(bottom) & height, l, f);
    }
    const int ply = board.ply(), cells = rules.cells();
    int value = worth(weights_.leader, l, ply, cells) - worth(weights_.follower, f, ply, cells);
    if (l.good > 0 && f.good > 0) value += weights_.both_good.at(ply, cells);
    if (l.good == 2) value += weights_.two_good;
    return value;
  }

  void read_column(std::uint64_t leader, std::uint64_t follower, Found& l, Found& f) const {
    bool leader_good = false, follower_good = false;
    while (leader | follower) {
      const std::uint64_t cell = (leader | follower) & -(leader | follower);
      const bool claimed = claim_ & cell;
      if (leader & follower & cell) {
        ++(claimed ? f : l).shared;
        return;
      }
      const bool is_leader = leader & cell;
      std::uint64_t& own = is_leader ? leader : follower;
      Found& found = is_leader ? l : f;
      if (own & cell << 1) {
        ++found.stacked;
        return;
      }
      if (claimed != is_leader) {
        bool& good = is_leader ? leader_good : follower_good;
        found.good += !good;
        good = true;
        (is_leader ? follower : leader) = 0;
      } else {
        ++found.bad;
      }
      own ^= cell;
    }
  }

  static int worth(const ThreatWeights& weights, const Found& found, int ply, int cells) {
    int value =
        weights.bad * found.bad + weights.stacked * found.stacked + weights.shared * found.shared;
    if (found.good > 0) value += weights.good.at(ply, cells) + weights.further * (found.good - 1);
    return value;
  }
};

}  // namespace inarow::engine
