// The same as word_board.hpp has it, with sets of cells in any number of words.
#pragma once

#include "board/position.hpp"
#include "env/word_board.hpp"

namespace inarow::INAROW_ISA {

template <int N>
class WideBoard {
 public:
  using Set = Bits<N>;
  static constexpr int words = N;

  explicit WideBoard(const Rules& rules) : geometry_(rules), count_(rules.words()) {}

  Set load(const std::uint64_t* sets, std::size_t i) const {
    return Set::load(sets + i * count_, count_);
  }
  void store(std::uint64_t* sets, std::size_t i, const Set& set) const {
    set.store(sets + i * count_, count_);
  }
  static const std::array<std::uint64_t, N>& split(const Set& set) { return set.words; }

  static bool is_empty(const Set& set) { return !set.any(); }
  bool is_full(const Set& occupied) const { return occupied == geometry_.board; }
  bool has_line(const Set& discs) const { return inarow::has_line(discs, geometry_); }

  Set pick(const Set& occupied, std::uint64_t random) const {
    const Set open = playable(occupied);
    int rank = static_cast<int>(env::below(open.count(), random));
    Set cell;
    for (int i = 0; i < N; ++i) {
      const int here = count_bits(open.words[i]);
      if (rank < here) {
        cell.words[i] = ranked_bit(open.words[i], rank);
        break;
      }
      rank -= here;
    }
    return cell;
  }

  Set find(const Set& occupied, std::int32_t move) const {
    return cell_of_move(move, playable(occupied), geometry_);
  }

  std::int32_t name(const Set& cell) const {
    if (!cell.any()) return -1;
    const Rules& rules = geometry_.rules;
    const int column = cell.lowest() / rules.stride(), row = cell.lowest() % rules.stride();
    return rules.gravity ? column : row * rules.width + column;
  }

 private:
  Set playable(const Set& occupied) const { return Position<N>{{}, occupied}.playable(geometry_); }

  Geometry<N> geometry_;
  int count_;
};

}  // namespace inarow::INAROW_ISA
