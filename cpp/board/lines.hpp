// k in a row on sets of cells: is there a line, and which cells would complete one?
#pragma once

#include <array>

#include "board/bits.hpp"
#include "board/line_starts.hpp"

namespace inarow {

// What the bit tricks need to know of the rules, computed once.
template <int N>
struct Geometry {
  Rules rules;
  std::array<int, 4> steps;  // | \ - /
  Bits<N> board;             // every cell
  Bits<N> bottom;            // the lowest cell of every column

  explicit Geometry(const Rules& r)
      : rules(r), steps{1, r.stride() - 1, r.stride(), r.stride() + 1} {
    for (int column = 0; column < r.width; ++column) {
      bottom |= Bits<N>::single(r.bit(column, 0));
      for (int row = 0; row < r.height; ++row) board |= Bits<N>::single(r.bit(column, row));
    }
  }
};

template <int N>
bool has_line(const Bits<N>& discs, const Geometry<N>& geometry) {
  for (int step : geometry.steps)
    if (INAROW_ISA::line_starts(discs, step, geometry.rules.k).any()) return true;
  return false;
}

// Empty cells that would complete a line of *discs*: those with i discs right before them and
// k - 1 - i right after, for some i.
template <int N>
Bits<N> threats(const Bits<N>& discs, const Bits<N>& occupied, const Geometry<N>& geometry) {
  const int k = geometry.rules.k;
  Bits<N> found;
  for (int step : geometry.steps) {
    std::array<Bits<N>, max_side> before;  // before[i]: the i cells before this one hold discs
    before[0] = geometry.board;
    for (int i = 1; i < k; ++i) before[i] = (before[i - 1] & discs) << step;
    Bits<N> after = geometry.board;
    for (int i = k - 1; i >= 0; --i) {
      found |= before[i] & after;
      after = (after & discs) >> step;
    }
  }
  return (found & geometry.board).without(occupied);
}

}  // namespace inarow
