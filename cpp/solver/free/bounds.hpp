// Which lines a side can still complete on a board without gravity, and whether the other side can
// block them all without any search.
//
// One side attacks: it wants to complete a line with one of its next few discs. The *rest* of a
// line without an opposing disc are its empty cells; one with more cells than the attacker has
// discs comes too late. The defender only has to get a disc into every rest that does not. (A line
// of his own would serve as well; forgetting about it only makes his task harder.)
//
// Weights, after Erdos and Selfridge: a rest of m cells weighs 2^-m, and a cell as much as the
// rests through it. A disc of the attacker doubles the rests through its cell, one of the defender
// removes them, and a completed line weighs 1. *With the defender to move and a total below 1 he
// holds:* he takes the heaviest cell. The attacker's next disc then adds no more than that took, so
// the total after each disc of the attacker is below 1 for ever, and no line is complete. *With the
// attacker to move the defender holds if the total and the heaviest cell are below 1 together*,
// since that is what the attacker's disc can make of it.
//
// Pairs: when the attacker plays into one cell of a pair, the defender takes the other, so the
// attacker never gets both and every rest that contains the pair is blocked. *With the attacker to
// move the defender holds if there are disjoint pairs such that the rests that contain none of
// them, without the cells of all pairs, hold by weights:* he answers in the pair or, by weights,
// outside of all pairs, where those rests are blocked even if the attacker has got all the other
// cells. Where no answer is prescribed he plays anywhere: a disc more never hurts him.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "solver/free/board.hpp"

namespace inarow::INAROW_ISA {

// Rests, and what they weigh.
template <class Word>
class Rests {
 public:
  using Weight = std::int64_t;
  static constexpr Weight one = Weight{1} << 40;  // k is at most 35: no weight is rounded

  void add(Word rest) {
    const int length = count_bits(rest);
    const Weight weight = one >> length;
    if (length < shortest_length_) {
      shortest_length_ = length;
      shortest_ = count_;
    }
    rests_[count_++] = rest;
    total_ += weight;
    cells_ |= rest;
    for (; rest; rest &= rest - 1) weights_[lowest_bit(rest)] += weight;
  }

  Word cells() const { return cells_; }                     // of all rests
  Weight weight(int cell) const { return weights_[cell]; }  // what those through a cell weigh

  // What is left if the defender has a disc in *cell*.
  Rests without(Word cell) const {
    Rests left;
    for (int i = 0; i < count_; ++i)
      if (!(rests_[i] & cell)) left.add(rests_[i]);
    return left;
  }

  // Whether the defender surely holds with the defender to move, by weights alone.
  bool held_by_mover() const { return total_ < one; }

  // Whether the defender surely holds, with the attacker to move. Pairs are taken one after the
  // other, each for the shortest rest that has none.
  bool held() const {
    if (hold_by_weight()) return true;
    if (total_ >= 2 * one) return false;  // not worth trying: pairs never helped there
    Rests left = *this;
    do {
      if (left.shortest_length_ < 2) return false;
      left.set_aside(left.best_pair());
    } while (!left.hold_by_weight());
    return true;
  }

 private:
  bool hold_by_weight() const {
    if (total_ >= one) return false;
    Weight heaviest = 0;
    for (Word left = cells_; left; left &= left - 1)
      heaviest = std::max(heaviest, weights_[lowest_bit(left)]);
    return total_ + heaviest < one;
  }

  void set_aside(Word pair) {
    const int count = std::exchange(count_, 0);
    shortest_length_ = none;
    cells_ = 0;
    total_ = 0;
    weights_ = {};
    for (int i = 0; i < count; ++i)  // add() never overtakes this
      if ((rests_[i] & pair) != pair) add(rests_[i] & ~pair);
  }

  // Of the pairs in the shortest rest the one that is in most other rests and takes the least
  // weight from those it is not in.
  Word best_pair() const {
    const Word rest = rests_[shortest_];
    std::array<Word, capacity> common;  // the rests that contain a pair of it
    int count = 0;
    for (int i = 0; i < count_; ++i)
      if (const Word both = rests_[i] & rest; both & (both - 1)) common[count++] = rests_[i];
    Word best = 0;
    Weight best_value = 0;
    for (Word first = rest; first; first &= first - 1)
      for (Word second = first & (first - 1); second; second &= second - 1) {
        const Word pair = (first & -first) | (second & -second);
        Weight value = -weights_[lowest_bit(first)] - weights_[lowest_bit(second)];
        for (int i = 0; i < count; ++i)
          if ((common[i] & pair) == pair) value += one / 4 + 2 * (one >> count_bits(common[i]));
        if (best == 0 || value > best_value) {
          best = pair;
          best_value = value;
        }
      }
    return best;
  }

  static constexpr int capacity = 4 * max_free_cells;  // at most four lines begin in a cell
  static constexpr int none = max_side + 1;            // longer than any rest

  std::array<Word, capacity> rests_;
  std::array<Weight, 8 * sizeof(Word)> weights_{};
  int count_ = 0, shortest_ = 0, shortest_length_ = none;
  Word cells_ = 0;
  Weight total_ = 0;
};

// The rests of one side that it may fill with its next *discs* discs.
template <class Board>
class OpenLines : public Rests<typename Board::Word> {
 public:
  using Word = typename Board::Word;

  OpenLines(const Board& board, Word own, Word other, int discs) {
    in_all_.fill(board.board);
    for (const Word line : board.lines) {
      if (line & other) continue;
      const Word rest = line & ~own;
      if (count_bits(rest) > discs) {
        late_ = true;
        continue;
      }
      this->add(rest);
      for (Word left = rest; left; left &= left - 1) in_all_[lowest_bit(left)] &= rest;
    }
  }

  bool late() const { return late_; }  // whether others are too long

  // The moves that need to be tried when only these lines count. A cell in no rest is as good as
  // none, and a disc more never hurts. A cell b is at least as good as a for either side if all
  // rests through a, of both sides, go through b: exchange a and b in one's plans; of the
  // opponent's rests b blocks all that a does.
  static Word worthwhile(const OpenLines& one_side, const OpenLines& other) {
    Word moves = one_side.cells() | other.cells();
    for (Word left = moves; left; left &= left - 1) {
      const Word move = left & -left;
      const int cell = lowest_bit(move);
      if (one_side.in_all_[cell] & other.in_all_[cell] & moves & ~move) moves ^= move;
    }
    return moves;
  }

 private:
  std::array<Word, 8 * sizeof(Word)> in_all_;  // by cell: the cells of all rests through it
  bool late_ = false;
};

}  // namespace inarow::INAROW_ISA
