// What a board that counts lines must know, counted anew.
#pragma once

#include "board/position.hpp"
#include "engine/line_table.hpp"

namespace inarow {

// Empty cells of lines that hold k - 2 discs of *mine* and none of *theirs*, line by line.
template <int N>
Bits<N> slow_pairs(const engine::LineTable& lines, const Rules& rules, const Bits<N>& mine,
                   const Bits<N>& theirs) {
  Bits<N> found;
  for (int line = 0; rules.k > 2 && line < lines.count(); ++line) {
    Bits<N> cells;
    for (const auto cell : lines.cells(line)) cells |= Bits<N>::single(cell);
    if ((cells & mine).count() == rules.k - 2 && !(cells & theirs).any())
      found |= cells.without(mine);
  }
  return found;
}

template <int N, class Board>
bool agrees(const Board& board, const engine::LineTable& lines, const Geometry<N>& geometry) {
  const auto occupied = board.discs(0) | board.discs(1);
  bool fine = board.ply() == occupied.count() && board.empty() == geometry.board.without(occupied);
  const Position<N> position{board.discs(board.turn()), occupied};
  fine &= board.playable() == position.playable(geometry);
  for (int side : {0, 1}) {
    fine &= (board.threats(side) & board.empty()) == threats(board.discs(side), occupied, geometry);
    fine &= (board.pairs(side) & board.empty()) ==
            slow_pairs<N>(lines, geometry.rules, board.discs(side), board.discs(1 - side));
  }
  return fine;
}

}  // namespace inarow
