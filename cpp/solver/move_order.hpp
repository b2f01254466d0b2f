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

// A position, seen by the side to move.
template <class Word>
struct State {
  Word own, other;            // discs of the side to move, and of the other
  Word own_threats, threats;  // empty cells that complete a line of each
  int ply;
};

// A move, and what its side has right after it.
template <class Word>
struct Move {
  Word cell, own, threats;
};

template <class G>
class MoveOrder {
 public:
  using Word = typename G::Word;

  explicit MoveOrder(const G& grid) : g_(grid) {}

  // *end* is after the forced moves that follow the move, where the mover itself is to move again
  // if *mover_to_move*.
  INAROW_NOINLINE int value(const State<Word>& before, const Move<Word>& move,
                            const State<Word>& end, bool mover_to_move) const {
    const Word mine = move.own, theirs = before.other, threats = before.threats, t = move.threats;
    const Word good = before.ply % 2 == 0 ? g_.board & ~g_.claim : g_.claim;
    const Word playable = g_.playable(mine | theirs);
    const Word end_playable = g_.playable(end.own | end.other);
    const Word final_threats = mover_to_move ? end.own_threats : end.threats;
    const int safe = count_bits(end_playable & ~(end.threats >> 1));
    int value = 55 * count_bits(t) - 31 * count_bits(t & good) +
                60 * count_bits(t & playable << 1) + 93 * count_bits(t & playable << 2) +
                173 * count_bits(t & ~(threats << 1)) + 63 * count_bits(t & t << 1) +
                59 * count_bits(t & good & ~(threats << 1) & ~(threats << 2));
    value += move.cell & good ? 81 : 0;
    value -= before.own_threats & move.cell << 1 ? 88 : 0;
    value += 73 * (end.ply - before.ply - 1);
    value +=
        31 * count_bits(final_threats & good) + 122 * count_bits(final_threats & end_playable << 1);
    value -= 98 * count_bits(playable & ~(t >> 1));
    value -= (mover_to_move ? 15 : 60) * safe;
    const Word open_theirs = g_.board & ~mine;
    value +=
        70 * g_.count_pairs(mine, g_.board & ~theirs) - 67 * g_.count_pairs(theirs, open_theirs);
    value -= 14 * g_.count_lines(open_theirs);
    value -= 49 * g_.count_lines(theirs | (open_theirs & ~theirs & ~good));
    value -= 28 * std::abs(2 * (lowest_bit(move.cell) / g_.stride()) - (g_.width() - 1));
    return value;
  }

 private:
  const G& g_;
};

}  // namespace inarow::INAROW_ISA
