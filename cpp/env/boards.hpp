// Boards as a batch of games sees them: sets of cells in one word, or in several.
//
// The functions of OneWord have no branches, so that the compiler puts several games side by side
// into one vector register. Sizes known to the compiler were tried and are no faster: the shifts
// are the same for all games.
#pragma once

#include <array>
#include <bit>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "env/chance.hpp"
#include "position.hpp"
#include "shape.hpp"

namespace inarow::INAROW_ISA {

// The bit of *word* that has *rank* others below it. Precondition: there is one.
inline std::uint64_t ranked_bit(std::uint64_t word, int rank) {
#ifdef __BMI2__
  return _pdep_u64(std::uint64_t{1} << rank, word);
#else
  int place = 0;
  for (int width = 32; width > 0; width /= 2) {
    const int low = std::popcount((word >> place) & ((std::uint64_t{1} << width) - 1));
    const bool above = rank >= low;
    rank -= above ? low : 0;
    place += above ? width : 0;
  }
  return std::uint64_t{1} << place;
#endif
}

// *Fields* says how a random move is found, see pick(); *Shifts* how many a line takes.
template <bool Fields, int Shifts>
class OneWord {
 public:
  using Set = std::uint64_t;

  explicit OneWord(const Rules& rules)
      : gravity_(rules.gravity),
        height_(rules.height),
        stride_(rules.stride()),
        last_((rules.width - 1) * rules.stride()),
        move_count_(static_cast<std::uint32_t>(rules.moves())) {
    const Geometry<1> geometry(rules);
    board_ = geometry.board.words[0];
    bottom_ = geometry.bottom.words[0];
    const Set column = (Set{1} << height_) - 1;
    moves_.fill(-1);
    for (int cell = 0; cell < rules.cells(); ++cell) {
      const int x = cell % rules.width, y = cell / rules.width, move = rules.gravity ? x : cell;
      moves_[rules.bit(x, y)] = static_cast<std::int8_t>(move);
      places_[move] = rules.gravity ? column << (x * stride_) : Set{1} << rules.bit(x, y);
    }
    int length = 1, count = 0;
    for (; length < rules.k; ++count) {
      const int more = std::min(length, rules.k - length);
      for (int d = 0; d < 4; ++d) shifts_[count][d] = std::min(more * geometry.steps[d], 63);
      length += more;
    }
  }

  // How many shifts a line of k takes: each at most doubles the length.
  static constexpr int shifts_for(int k) { return std::bit_width(static_cast<unsigned>(k - 1)); }

  // Whether fields of stride bits can count the columns, with a bit to spare.
  static constexpr bool has_fields(const Rules& rules) {
    return rules.gravity && rules.width < 1 << std::min(rules.height, 8);
  }

  Set load(const std::uint64_t* sets, std::size_t i) const { return sets[i]; }
  void store(std::uint64_t* sets, std::size_t i, Set set) const { sets[i] = set; }
  static bool is_empty(Set set) { return set == 0; }
  bool is_full(Set occupied) const { return occupied == board_; }
  static Bits<1> bits(Set set) { return {{set}}; }

  // Shifting a word by 64 or more is undefined; by 63 is as good, for the top bit of a one-word
  // board is a spare bit or lies outside. Shifts that are not needed are by 0 and change nothing.
  bool has_line(Set discs) const {
    Set found = 0;
    for (int d = 0; d < 4; ++d) {
      Set run = discs;
      for (int s = 0; s < Shifts; ++s) run &= run >> shifts_[s][d];
      found |= run;
    }
    return found != 0;
  }

  // A random cell of those that can be filled, each as likely; empty on a full board.
  Set pick(Set occupied, std::uint64_t random) const {
    if constexpr (!Fields) {
      const Set open = playable(occupied);
      return open == 0
                 ? 0
                 : ranked_bit(open, static_cast<int>(env::below(std::popcount(open), random)));
    }
    // A column is a field of stride bits. The open ones get a 1, the product adds up all fields to
    // the left; then the first field is sought that has counted more than *rank*. The spare bit on
    // top of each says where a subtraction did not need to borrow.
    const Set open = (~occupied >> (height_ - 1)) & bottom_, counts = open * bottom_;
    const Set all = (counts >> last_) & ((Set{1} << stride_) - 1);
    const Set rank = env::below(all, random), spare = bottom_ << height_;
    const Set enough = ((counts | spare) - (rank + 1) * bottom_) & spare;
    const Set chosen = enough & ~(enough << stride_);
    return (occupied + bottom_) & (chosen - (chosen >> height_));
  }

  Set find(Set occupied, std::int32_t move) const {
    return places_[std::min(static_cast<std::uint32_t>(move), move_count_)] & playable(occupied);
  }

  std::int32_t name(Set cell) const { return moves_[std::countr_zero(cell)]; }

 private:
  Set playable(Set occupied) const { return (gravity_ ? occupied + bottom_ : ~occupied) & board_; }

  bool gravity_;
  int height_, stride_, last_;
  std::uint32_t move_count_;
  Set board_ = 0, bottom_ = 0;
  std::array<std::array<int, 4>, Shifts> shifts_{};
  std::array<Set, 65> places_{};         // by move: its column, or its cell; none after the last
  std::array<std::int8_t, 65> moves_{};  // by bit; -1 for 64, which is no bit
};

template <int N>
class ManyWords {
 public:
  using Set = Bits<N>;

  explicit ManyWords(const Rules& rules) : geometry_(rules), words_(rules.words()) {}

  Set load(const std::uint64_t* sets, std::size_t i) const {
    return Set::load(sets + i * words(), words());
  }
  void store(std::uint64_t* sets, std::size_t i, const Set& set) const {
    set.store(sets + i * words(), words());
  }
  static bool is_empty(const Set& set) { return !set.any(); }
  bool is_full(const Set& occupied) const { return occupied == geometry_.board; }
  bool has_line(const Set& discs) const { return inarow::has_line(discs, geometry_); }
  static const Set& bits(const Set& set) { return set; }

  Set pick(const Set& occupied, std::uint64_t random) const {
    const Set open = playable(occupied);
    int rank = static_cast<int>(env::below(open.count(), random));
    for (int i = 0; i < N; ++i) {
      const int here = std::popcount(open.words[i]);
      if (rank < here) {
        Set cell;
        cell.words[i] = ranked_bit(open.words[i], rank);
        return cell;
      }
      rank -= here;
    }
    return {};
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
  int words() const { return N == 2 ? 2 : words_; }

  Set playable(const Set& occupied) const { return Position<N>{{}, occupied}.playable(geometry_); }

  Geometry<N> geometry_;
  int words_;
};

}  // namespace inarow::INAROW_ISA
