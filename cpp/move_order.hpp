// Which move to try first: a linear model of what the move does to threats and open lines.
//
// The weights were fitted elsewhere on searched 7x6 positions (expected cost of the move put
// first); they are taken as they are for every size. Central moves are preferred strongly, because
// coherent choices create transpositions.
#pragma once

#include <cstdlib>

#include "shape.hpp"

namespace inarow::INAROW_ISA {

template <class G>
class MoveOrder {
 public:
  using Word = typename G::Word;

  explicit MoveOrder(const G& grid) : g_(grid) {}

  // own, other, own_threats, threats: before the move, for the side that moves. mine, theirs,
  // my_threats: right after it. The last ones: after the forced moves that follow, seen by the side
  // then to move, which is the mover itself if *mover_to_move*.
  INAROW_NOINLINE int value(Word own, Word other, Word own_threats, Word threats, Word move,
                            Word mine, Word theirs, Word my_threats, Word end_own, Word end_other,
                            Word end_own_threats, Word end_threats, int chain,
                            bool mover_to_move) const {
    const bool first = count_bits(own | other) % 2 == 0;
    const Word good = first ? g_.board & ~g_.claim : g_.claim;
    const Word playable = g_.playable(mine | theirs);
    const Word end_playable = g_.playable(end_own | end_other);
    const Word final_threats = mover_to_move ? end_own_threats : end_threats;
    const Word t = my_threats;
    const int safe = count_bits(end_playable & ~(end_threats >> 1));
    int value = 14 * count_bits(t) + 3 * count_bits(t & good) + 13 * count_bits(t & playable << 1) +
                21 * count_bits(t & playable << 2) + 23 * count_bits(t & ~(threats << 1)) +
                13 * count_bits(t & t << 1) + 4 * count_bits(t & playable) +
                10 * count_bits(t & good & ~(threats << 1) & ~(threats << 2));
    value -= own_threats & move << 1 ? 14 : 0;
    value += 14 * (chain - 1);
    value += 13 * count_bits(final_threats) + 15 * count_bits(final_threats & good) +
             19 * count_bits(final_threats & end_playable << 1);
    value -= 21 * count_bits(playable & ~(t >> 1));
    value += mover_to_move ? 9 * safe : -9 * safe;
    const Word open_theirs = g_.board & ~mine;
    value +=
        28 * g_.count_pairs(mine, g_.board & ~theirs) - 3 * g_.count_pairs(theirs, open_theirs);
    value -= 5 * g_.count_lines(open_theirs);
    value -= 10 * g_.count_lines(theirs | (open_theirs & ~theirs & ~good));
    value -= 12 * std::abs(2 * (lowest_bit(move) / g_.stride()) - (g_.width() - 1));
    return value;
  }

 private:
  const G& g_;
};

}  // namespace inarow::INAROW_ISA
