// All positions of one ply, from those of the ply before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "board/position.hpp"

namespace inarow {

// The moves of an open position, sorted by what they lead to.
template <int N>
struct Moves {
  Bits<N> ending;  // cells that end the game: they complete a line or fill the board
  Bits<N> open;    // cells after which it goes on

  Moves(const Position<N>& position, const Geometry<N>& geometry) {
    const auto playable = position.playable(geometry);
    const bool last_cell = position.occupied.count() + 1 == geometry.rules.cells();
    ending = last_cell ? playable : playable & threats(position.own, position.occupied, geometry);
    open = playable.without(ending);
  }
};

// A set of positions that is filled first and read later: a vector sorted now and then.
template <int N>
class PositionSet {
 public:
  void insert(const Position<N>& position) {
    positions_.push_back(position);
    if (positions_.size() >= limit_) {
      compact();
      limit_ = std::max(limit_, 2 * positions_.size());
    }
  }
  const std::vector<Position<N>>& compact() {
    std::sort(positions_.begin(), positions_.end());
    positions_.erase(std::unique(positions_.begin(), positions_.end()), positions_.end());
    return positions_;
  }

 private:
  std::vector<Position<N>> positions_;
  std::size_t limit_ = std::size_t{1} << 22;
};

}  // namespace inarow
