// Bounds from follow-up strategies: who gets which cell when the columns fill up.
//
// O is to move, R answers. R can follow a plan that needs no search:
//
//   - CLAIM is the set of cells whose row has the parity of the top row. A column whose playable
//     cell is not in CLAIM has an even number of empty cells: R answers in it directly above O, and
//     so gets all its CLAIM cells.
//   - A column whose playable cell p is in CLAIM has an odd number. Such columns are paired: when O
//     plays p of one, R plays p of the other; from then on both are even and the first rule holds.
//
// So O can only ever own B = O's discs + the empty cells outside CLAIM, plus one p of each pair.
//
// Draw bound. If the number of odd columns is even, the plan always has an answer (on O's turn
// every column or pair has an even number of cells left). If moreover no line of O fits into what O
// can own, whatever p O takes from each pair, O cannot win: value(O) <= 0. And if the CLAIM cells
// that R surely gets (those above the playable cells) hold a line of R within the lowest H - 2(s-1)
// rows, R wins with at least s: every cell above those rows is still empty when the line is
// complete.
//
// Win bound. Let t be a threat of R, an empty cell that completes a line of R and is not playable.
// R never plays the cell under t, and when O does, R wins on t: the column is *cut* at t, and only
// the cells below the one under t are usable.
//
//   - t in CLAIM: the cell under t is outside CLAIM, the usable part has the parity of the column
//   as
//     before, and O's cells end below t. Cutting at the lowest such t can only help R.
//   - t outside CLAIM: the usable part has the other parity. An odd column becomes even and leaves
//     the pairs, an even one becomes odd and joins them with its playable cell; O's other cells in
//     it are now those of CLAIM. Cutting there is R's choice.
//
// If at least one column is cut, the number of odd columns is even and no line of O fits, then O
// runs out of harmless moves (R always has an answer, the board is finite) and must play under some
// t. At that moment every other cut column is still empty from the cell under its threat on, and
// the winning one above t. With H - 1 - r cells above a threat in row r, that leaves the sum of (H
// - 1 - r + 2) over the cut columns, less 2, plus what R's last disc filled: R's score is at least
// half that sum, rounded down.
#pragma once

#include "board/grid.hpp"

namespace inarow::INAROW_ISA {

template <class G>
class Zugzwang {
 public:
  using Word = typename G::Word;

  explicit Zugzwang(const G& grid) : g_(grid) {}

  // An upper bound for the side to move O, if the strategies show one of at most *wanted*; *none*
  // otherwise. *threats* are R's, all empty. Precondition: neither side can win at once.
  INAROW_NOINLINE int upper_bound(Word o, Word r, Word threats, int wanted, int none) const {
    const Word occupied = o | r, playable = g_.playable(occupied);
    const Word empty = g_.board ^ occupied;
    int bound = win_bound(o, threats & ~playable, playable, empty, wanted, none);
    if (bound > wanted) bound = draw_bound(o, r, playable, empty, wanted, none);
    return bound <= wanted ? bound : none;
  }

 private:
  const G& g_;

  // Whether no line of O fits into *owned* plus one cell of every pair, for some way to pair *odd*.
  bool holds(Word owned, Word odd) const {
    if (!g_.has_line(owned | odd)) return true;
    const int n = count_bits(odd);
    if (n == 0 || n > 4 || g_.has_line(owned)) return false;
    Word p[4];
    for (int i = 0; i < n; ++i) {
      p[i] = odd & -odd;
      odd ^= p[i];
    }
    if (n == 2) return !g_.has_line(owned | p[0]) && !g_.has_line(owned | p[1]);
    if (n != 4) return false;
    return pairs_hold(owned, p[0], p[1], p[2], p[3]) || pairs_hold(owned, p[0], p[2], p[1], p[3]) ||
           pairs_hold(owned, p[0], p[3], p[1], p[2]);
  }

  bool pairs_hold(Word owned, Word a, Word b, Word c, Word d) const {
    return !g_.has_line(owned | a | c) && !g_.has_line(owned | a | d) &&
           !g_.has_line(owned | b | c) && !g_.has_line(owned | b | d);
  }

  int draw_bound(Word o, Word r, Word playable, Word empty, int wanted, int none) const {
    const Word odd = playable & g_.claim;
    if (count_bits(odd) % 2 != 0) return none;
    // How early does R complete a line of its own with the cells it surely gets?
    const Word sure = r | (empty & g_.claim & ~playable);
    int score = 0;
    while (g_.has_line(sure & lowest_rows(g_.height() - 2 * score))) ++score;
    return -score <= wanted && holds(o | (empty & ~g_.claim), odd) ? -score : none;
  }

  Word lowest_rows(int count) const {
    return count <= 0 ? Word{0} : g_.bottom * ((Word{1} << count) - 1);
  }

  int win_bound(Word o, Word threats, Word playable, Word empty, int wanted, int none) const {
    if (!threats) return none;
    Word owned = o | (empty & ~g_.claim);
    Word odd = playable & g_.claim;
    int sum = 0;
    struct Choice {
      Word clear, add, odd;
      int sum;
    } choices[4];
    int n = 0;
    for (Word rest = threats; rest;) {
      const int index = lowest_bit(rest);
      const Word column = g_.column_of(index);
      const Word here = threats & column;
      rest &= ~column;
      const Word lowest = here & -here;
      const Word claimed = here & g_.claim;
      int cut = 0;
      if (claimed) {  // cut at the lowest threat in CLAIM, always
        const Word at = claimed & -claimed;
        owned &= ~(column & ~(at - 1) & empty);
        cut = above(at) + 2;
        sum += cut;
      }
      if (!(lowest & g_.claim) && n < 4) {  // cutting lower, with the other parity, is a choice
        const Word below = column & (lowest - 1) & empty;
        choices[n++] = {column & empty, below & g_.claim, playable & column,
                        above(lowest) + 2 - cut};
      }
    }
    // Every choice flips the number of odd columns; without the right parity nothing holds.
    const bool even = count_bits(odd) % 2 == 0;
    if (n == 0 && (!even || sum == 0)) return none;
    int most = sum;
    for (int i = 0; i < n; ++i) most += choices[i].sum;
    if (-(most / 2) > wanted) return none;
    Word least = owned;  // what O owns however R chooses
    for (int i = 0; i < n; ++i) least &= ~choices[i].clear;
    if (g_.has_line(least)) return none;
    // All choices first: that leaves O least time.
    for (int chosen = (1 << n) - 1; chosen >= 0; --chosen) {
      if ((std::popcount(static_cast<unsigned>(chosen)) % 2 == 0) != even) continue;
      Word cells = owned, units = odd;
      int total = sum;
      for (int i = 0; i < n; ++i)
        if (chosen >> i & 1) {
          cells = (cells & ~choices[i].clear) | choices[i].add;
          units ^= choices[i].odd;
          total += choices[i].sum;
        }
      if (total > 0 && holds(cells, units)) return -(total / 2);
    }
    return none;
  }

  int above(Word cell) const {  // how many cells of the column lie above this one
    return g_.height() - 1 - lowest_bit(cell) % g_.stride();
  }
};

}  // namespace inarow::INAROW_ISA
