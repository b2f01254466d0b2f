// Which move to try first: a linear model of what the move does to threats and open lines.
//
// The weights make the mean logarithm of the nodes of 178 random 7x6 positions small (an evolution
// strategy chose them; docs/explanation/solver.md has what they gave on others); they are taken as
// they are for every size. Central moves are preferred, because coherent choices create
// transpositions.
#pragma once

#include <cstdlib>

#include "board/grid.hpp"

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
    int value = 55 * count_bits(t) - 31 * count_bits(t & good) +
                60 * count_bits(t & playable << 1) + 93 * count_bits(t & playable << 2) +
                173 * count_bits(t & ~(threats << 1)) + 63 * count_bits(t & t << 1) +
                59 * count_bits(t & good & ~(threats << 1) & ~(threats << 2));
    value += move & good ? 81 : 0;
    value -= own_threats & move << 1 ? 88 : 0;
    value += 73 * (chain - 1);
    value +=
        31 * count_bits(final_threats & good) + 122 * count_bits(final_threats & end_playable << 1);
    value -= 98 * count_bits(playable & ~(t >> 1));
    value -= (mover_to_move ? 15 : 60) * safe;
    const Word open_theirs = g_.board & ~mine;
    value +=
        70 * g_.count_pairs(mine, g_.board & ~theirs) - 67 * g_.count_pairs(theirs, open_theirs);
    value -= 14 * g_.count_lines(open_theirs);
    value -= 49 * g_.count_lines(theirs | (open_theirs & ~theirs & ~good));
    value -= 28 * std::abs(2 * (lowest_bit(move) / g_.stride()) - (g_.width() - 1));
    return value;
  }

 private:
  const G& g_;
};

}  // namespace inarow::INAROW_ISA
