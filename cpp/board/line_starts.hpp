// Where k discs follow each other: the one statement of the win test, for sets of every kind.
//
// Runs double in length with each shift, so that k = 4 takes two. Here k = 6 in a row of 8 cells,
// with a set's lowest bit on the left; a shift goes to the left:
//
//     discs                                  . x x x x x x .
//     & discs shifted by 1, runs of 2        . x x x x x . .
//     & that shifted by 2, runs of 4         . x x x . . . .
//     & that shifted by 2, runs of 6         . x . . . . . .
//
// Nothing wraps from one column into the next: such a run would have to contain a spare bit.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "board/rules.hpp"

// Some headers are compiled more than once, for any machine and for those that can do more.
// INAROW_ISA is the namespace of one such version, so that they can live in one program.
#ifndef INAROW_ISA
#define INAROW_ISA baseline
#endif
#if defined(__GNUC__)
#define INAROW_ALWAYS_INLINE __attribute__((always_inline)) inline
#define INAROW_ALWAYS_INLINE_LAMBDA __attribute__((always_inline))
#else
#define INAROW_ALWAYS_INLINE inline
#define INAROW_ALWAYS_INLINE_LAMBDA
#endif

namespace inarow::INAROW_ISA {

// Calls shift(cells) for each of the shifts, in order.
// Written so that the compiler unrolls it where it knows k: the move order of the solver counts on
// it.
template <class Shift>
INAROW_ALWAYS_INLINE constexpr void for_each_shift(int k, const Shift& shift) {
  int length = 1;
  for (; 2 * length <= k; length *= 2) shift(length);
  if (length < k) shift(k - length);
}

// Cells from which k of *discs* follow each other in direction *step*.
template <class Set>
INAROW_ALWAYS_INLINE constexpr Set line_starts(Set discs, int step, int k) {
  for_each_shift(k, [&](int cells) INAROW_ALWAYS_INLINE_LAMBDA {
    if constexpr (std::is_class_v<Set>)
      discs &= discs >> (cells * step);
    else  // a word must not be shifted by its size or more
      discs &= cells * step < static_cast<int>(8 * sizeof(Set)) ? discs >> (cells * step) : Set{0};
  });
  return discs;
}

// The shifts of line_starts() in the four directions, as a table: for loops without a branch over
// many boards. Those after *count* are by 0 and change nothing. To shift a word by its size is
// undefined, so *longest* caps them; one bit less is as good, for the top bit of a board that fills
// its words is a spare bit.
template <int Most = 6>  // 2^6 > max_side
struct LineShifts {
  int count = 0;
  std::array<std::array<int, 4>, Most> of{};

  LineShifts(const Rules& rules, int longest) {
    const std::array<int, 4> steps{1, rules.stride() - 1, rules.stride(), rules.stride() + 1};
    for_each_shift(rules.k, [&](int cells) {
      for (int d = 0; d < 4; ++d) of[count][d] = std::min(cells * steps[d], longest);
      ++count;
    });
  }
};

}  // namespace inarow::INAROW_ISA
