// How many games and positions there are, ply by ply: the usual test that rules are right.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "board/rules.hpp"

namespace inarow {

struct Count {
  std::uint64_t total = 0;     // all that reach this ply
  std::uint64_t finished = 0;  // those in which the game ends there

  friend bool operator==(const Count&, const Count&) = default;
};

// Asked now and then during a long count; true means give up.
using StopCheck = std::function<bool()>;

// Move sequences by ply, 0 to *plies*, from the position with the discs *own* (side to move) and
// *other*, rules.words() words each. Shorter if stopped.
std::vector<Count> perft(const Rules& rules, const std::uint64_t* own, const std::uint64_t* other,
                         int plies, const StopCheck& stopped);

// Distinct positions by ply, 0 to *plies*, from the empty board; symmetric ones counted once if
// *up_to_symmetry*. Memory grows with the widest ply. Shorter if stopped.
std::vector<Count> count_positions(const Rules& rules, int plies, bool up_to_symmetry,
                                   const StopCheck& stopped);

}  // namespace inarow
