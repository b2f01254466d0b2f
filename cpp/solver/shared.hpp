// What the threads of one solve share besides the table.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "board/grid.hpp"

namespace inarow::INAROW_ISA {

// What all threads work on: how many questions were answered, and the bounds that left. In one
// word, so that it changes at once.
struct Window {
  int step, low, high;

  static Window unpacked(std::uint64_t word) {
    return {static_cast<int>(word >> 32) - 1, static_cast<int>(word >> 8 & 0xff) - 128,
            static_cast<int>(word & 0xff) - 128};
  }
  std::uint64_t packed() const {
    return static_cast<std::uint64_t>(step + 1) << 32 | (low + 128) << 8 | (high + 128);
  }
  bool asks(int alpha) const { return low <= alpha && alpha < high; }
};

struct Shared {
  explicit Shared(int threads) : threads(threads), busy(threads > 1 ? 1 << 14 : 1) {}

  const int threads;
  std::vector<std::atomic<std::uint64_t>> busy;  // positions being searched
  alignas(128) std::atomic<bool> done{false};    // somebody has the answer, or wants an end
  std::atomic<std::uint64_t> window{0};          // a Window, packed; 0 before the first
};

}  // namespace inarow::INAROW_ISA
