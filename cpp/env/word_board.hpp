// Boards as a batch of games sees them, with sets of cells in a word of 64 or 128 bits.
//
// On 64 bits there are no branches, so that the compiler puts several games side by side into one
// vector register. Sizes known to the compiler were tried and are no faster: the shifts are the
// same for all games.
#pragma once

#include <algorithm>
#include <array>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "board/grid.hpp"
#include "env/random.hpp"

namespace inarow::INAROW_ISA {

// The bit of *word* that has *rank* others below it. Precondition: there is one.
inline std::uint64_t ranked_bit(std::uint64_t word, int rank) {
#ifdef __BMI2__
  return _pdep_u64(std::uint64_t{1} << rank, word);
#else
  int place = 0;
  for (int width = 32; width > 0; width /= 2) {
    const int low = count_bits((word >> place) & ((std::uint64_t{1} << width) - 1));
    const bool above = rank >= low;
    rank -= above ? low : 0;
    place += above ? width : 0;
  }
  return std::uint64_t{1} << place;
#endif
}
inline Word128 ranked_bit(Word128 word, int rank) {
  const auto low = static_cast<std::uint64_t>(word);
  const int count = count_bits(low);
  if (rank < count) return ranked_bit(low, rank);
  return Word128{ranked_bit(static_cast<std::uint64_t>(word >> 64), rank - count)} << 64;
}

// *Fields* says how a random move is found, see pick(); *Shifts* how many a line may take.
template <class Word, bool Fields, int Shifts>
class WordBoard {
 public:
  using Set = Word;
  static constexpr int words = sizeof(Word) / 8;

  explicit WordBoard(const Rules& rules)
      : gravity_(rules.gravity),
        height_(rules.height),
        stride_(rules.stride()),
        last_((rules.width - 1) * rules.stride()),
        move_count_(static_cast<std::uint32_t>(rules.moves())),
        shifts_(rules, 64 * words - 1) {
    const Word column = (Word{1} << height_) - 1;
    moves_.fill(-1);
    for (int cell = 0; cell < rules.cells(); ++cell) {
      const int x = cell % rules.width, y = cell / rules.width, move = gravity_ ? x : cell;
      const Word bit = Word{1} << rules.bit(x, y);
      moves_[rules.bit(x, y)] = static_cast<std::int8_t>(move);
      places_[move] = gravity_ ? column << (x * stride_) : bit;
      board_ |= bit;
      if (y == 0) bottom_ |= bit;
    }
  }

  static Set load(const std::uint64_t* sets, std::size_t i) {
    if constexpr (words == 1) return sets[i];
    return sets[2 * i] | Word{sets[2 * i + 1]} << (64 * (words - 1));
  }
  static void store(std::uint64_t* sets, std::size_t i, Set set) {
    sets[words * i] = static_cast<std::uint64_t>(set);
    if constexpr (words == 2) sets[2 * i + 1] = static_cast<std::uint64_t>(set >> 64);
  }
  static std::array<std::uint64_t, words> split(Set set) {
    std::array<std::uint64_t, words> parts;
    store(parts.data(), 0, set);
    return parts;
  }

  static bool is_empty(Set set) { return set == 0; }
  bool is_full(Set occupied) const { return occupied == board_; }

  bool has_line(Set discs) const {
    Set found = 0;
    for (int d = 0; d < 4; ++d) {
      Set run = discs;
      for (int s = 0; s < Shifts; ++s) run &= run >> shifts_.of[s][d];
      found |= run;
    }
    return found != 0;
  }

  // A random cell of those that can be filled, each as likely; empty on a full board.
  Set pick(Set occupied, std::uint64_t random) const {
    if constexpr (!Fields) {
      const Set open = playable(occupied);
      const int rank = static_cast<int>(env::below(count_bits(open), random));
      return open == 0 ? 0 : ranked_bit(open, rank);
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

  std::int32_t name(Set cell) const {
    return moves_[is_empty(cell) ? 64 * words : lowest_bit(cell)];
  }

 private:
  Set playable(Set occupied) const { return (gravity_ ? occupied + bottom_ : ~occupied) & board_; }

  bool gravity_;
  int height_, stride_, last_;
  std::uint32_t move_count_;
  Set board_ = 0, bottom_ = 0;
  LineShifts<Shifts> shifts_;
  std::array<Set, 64 * words + 1> places_{};  // by move: its column, or its cell; after them none
  std::array<std::int8_t, 64 * words + 1> moves_{};  // by bit; after them -1
};

// Whether fields of stride bits can count the columns, with a bit to spare.
inline bool has_fields(const Rules& rules) {
  return rules.gravity && rules.width < 1 << std::min(rules.height, 8);
}

}  // namespace inarow::INAROW_ISA
