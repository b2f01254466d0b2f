// A position as the search sees it: the discs of the side to move, and all discs.
#pragma once

#include <algorithm>
#include <cassert>
#include <compare>
#include <vector>

#include "board/lines.hpp"

namespace inarow {

template <int N>
struct Position {
  Bits<N> own;       // discs of the side to move
  Bits<N> occupied;  // discs of both

  friend constexpr std::strong_ordering operator<=>(const Position&, const Position&) = default;

  // Whether no disc lies outside the board or, with gravity, floats.
  bool fits(const Geometry<N>& geometry) const {
    if (occupied.without(geometry.board).any()) return false;
    return !geometry.rules.gravity || !(occupied & (occupied + geometry.bottom)).any();
  }

  // Cells a disc can be put into. With gravity: adding the bottom row to the discs carries to the
  // first empty cell of each column. Precondition with gravity: no disc floats.
  Bits<N> playable(const Geometry<N>& geometry) const {
    if (!geometry.rules.gravity) return geometry.board.without(occupied);
    return (occupied + geometry.bottom) & geometry.board;
  }

  // After the side to move puts a disc into *cell*, seen by the other side.
  Position play(const Bits<N>& cell) const { return {own ^ occupied, occupied | cell}; }
};

// The cell that *move* (a column, or without gravity row * width + column) fills; empty if the
// move is not possible.
template <int N>
Bits<N> cell_of_move(int move, const Bits<N>& playable, const Geometry<N>& geometry) {
  const Rules& rules = geometry.rules;
  if (move < 0 || move >= rules.moves()) return {};
  if (!rules.gravity)
    return playable & Bits<N>::single(rules.bit(move % rules.width, move / rules.width));
  for (int row = 0; row < rules.height; ++row)
    if (const int index = rules.bit(move, row); playable.contains(index))
      return Bits<N>::single(index);
  return {};
}

// Symmetries of the board that keep the rules, as tables from bit to bit: left-right with gravity,
// also up-down (and on square boards the diagonals) without.
inline std::vector<std::vector<int>> symmetries(const Rules& rules) {
  std::vector<std::vector<int>> tables;
  const int flips = rules.gravity ? 2 : 4;
  const int turns = !rules.gravity && rules.width == rules.height ? 2 : 1;
  for (int turn = 0; turn < turns; ++turn)
    for (int flip = 0; flip < flips; ++flip) {
      std::vector<int> table(rules.bits());
      for (int column = 0; column < rules.width; ++column)
        for (int row = 0; row < rules.height; ++row) {
          int x = flip & 1 ? rules.width - 1 - column : column;
          int y = flip & 2 ? rules.height - 1 - row : row;
          if (turn) std::swap(x, y);
          table[rules.bit(column, row)] = rules.bit(x, y);
        }
      tables.push_back(std::move(table));
    }
  return tables;
}

template <int N>
Bits<N> moved(const Bits<N>& bits, const std::vector<int>& table) {
  Bits<N> image;
  bits.for_each([&](int index) { image |= Bits<N>::single(table[index]); });
  return image;
}

// The least of a position's images: equal for positions that differ by a symmetry only.
template <int N>
Position<N> canonical(const Position<N>& position, const std::vector<std::vector<int>>& tables) {
  Position<N> least = position;
  for (const auto& table : tables)
    least = std::min(least, {moved(position.own, table), moved(position.occupied, table)});
  return least;
}

}  // namespace inarow
