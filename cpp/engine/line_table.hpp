// Every line of a board: its cells, its kind, and which lines run through a cell.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "board/rules.hpp"

namespace inarow::engine {

// What an evaluation may tell apart. CLAIM rows have the parity of the top row (zugzwang.hpp).
enum Kind : std::uint8_t { vertical, level_on_claim, level_off_claim, diagonal };
inline constexpr int kinds = 4;

inline bool on_claim(const Rules& rules, int row) {
  return (rules.height - 1 - row) % 2 == 0;
}

class LineTable {
 public:
  explicit LineTable(const Rules& rules) : k_(rules.k) {
    std::vector<std::vector<std::uint16_t>> through(rules.bits());
    struct Direction {
      int right, up;
    };
    for (const Direction d : {Direction{0, 1}, {1, 0}, {1, 1}, {1, -1}})
      for (int column = 0; column + d.right * (k_ - 1) < rules.width; ++column)
        for (int row = 0; row < rules.height; ++row) {
          const int end = row + d.up * (k_ - 1);
          if (end < 0 || end >= rules.height) continue;
          if (k_ == 1 && d.right != 0) continue;  // one line per cell is enough
          for (int i = 0; i < k_; ++i) {
            const int cell = rules.bit(column + i * d.right, row + i * d.up);
            cells_.push_back(static_cast<std::uint16_t>(cell));
            through[cell].push_back(static_cast<std::uint16_t>(kinds_.size()));
          }
          kinds_.push_back(kind(rules, d.right, d.up, row));
        }
    first_.push_back(0);
    for (const auto& lines : through) {
      through_.insert(through_.end(), lines.begin(), lines.end());
      first_.push_back(static_cast<std::uint32_t>(through_.size()));
    }
  }

  int count() const { return static_cast<int>(kinds_.size()); }
  Kind kind(int line) const { return kinds_[line]; }
  std::span<const std::uint16_t> cells(int line) const {
    return {cells_.data() + line * k_, static_cast<std::size_t>(k_)};
  }
  std::span<const std::uint16_t> through(int cell) const {
    return {through_.data() + first_[cell], first_[cell + 1] - first_[cell]};
  }

 private:
  static Kind kind(const Rules& rules, int right, int up, int row) {
    if (right == 0) return vertical;
    if (up != 0) return diagonal;
    return on_claim(rules, row) ? level_on_claim : level_off_claim;
  }

  int k_;
  std::vector<std::uint16_t> cells_;  // k of them for each line
  std::vector<Kind> kinds_;
  std::vector<std::uint16_t> through_;
  std::vector<std::uint32_t> first_;  // where the lines of a cell begin in through_
};

}  // namespace inarow::engine
