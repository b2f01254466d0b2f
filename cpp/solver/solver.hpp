// Exact scores of positions, with and without gravity.
//
// A score is for the side to move: 0 for a draw, +s or -s when it wins or loses, with s = 1 + the
// discs the winner still holds at the end. The win that comes with disc number p (the first is 1)
// on a board of `size` cells has s = (size + 2 - p) / 2, so sooner is more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "board/rules.hpp"

namespace inarow {

// How much to find out: a score beyond either end is given as that end. Asking for less is faster.
struct Range {
  int low = -127, high = 127;

  bool is_whole() const { return low == -127 && high == 127; }
  int clamp(int score) const { return score < low ? low : score > high ? high : score; }
  Range seen_by(int sign) const { return sign > 0 ? *this : Range{-high, -low}; }
};

inline constexpr Range exact_range{}, weak_range{-1, 1};

struct Solution {
  int score = 0;
  std::uint64_t nodes = 0;  // quiet positions that were searched
  bool complete = true;     // false if stopped: then score means nothing
};

struct Progress {
  std::uint64_t nodes;  // of the thread that reports
  int low, high;        // the score lies between them
};

// Asked about every millisecond by one thread of a solve; true means give up.
using Poll = std::function<bool(const Progress&)>;

// One solver for one set of rules. Its table is kept between positions: bounds stay true.
class Solver {
 public:
  virtual ~Solver() = default;

  // The exact score of the position with the discs *own* (side to move) and *other*, rules.words()
  // words each, as far as *range* asks for it. The score does not depend on the
  // number of threads; with one, the number of nodes does not change from run to run on a fresh
  // solver. Preconditions: nobody has a line, the board is not full, with gravity no disc floats.
  virtual Solution solve(const std::uint64_t* own, const std::uint64_t* other, const Range& range,
                         int threads, const Poll& poll) = 0;

  // The scores of *n* positions, each by one thread; those not reached when stopped are not
  // written. Returns whether all were.
  virtual bool solve_many(const std::uint64_t* own, const std::uint64_t* other, std::size_t n,
                          const Range& range, int threads, std::int8_t* scores,
                          const Poll& poll) = 0;
};

inline constexpr int max_free_cells = 80;  // three states each: 3^80 < 2^128, a key of the table

// Whether exact solving covers these rules: at most 128 bits, without gravity at most 80 cells.
bool can_solve(const Rules& rules);

// Throws std::invalid_argument for rules it does not cover or a table of less than 1 MiB.
std::unique_ptr<Solver> make_solver(const Rules& rules, std::size_t table_mib);

}  // namespace inarow
