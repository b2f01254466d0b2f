// Wins by threats alone: every disc of the attacker threatens to complete a line, so that the
// defender has one reply, until a disc makes two threats at once. For boards without gravity.
//
// A win found for a side that is not to move is a threat to the other. Which discs could meet it?
// Let the attacker's discs, the forced replies and the last two threats be the *path*. A disc x of
// the defender that is not in the path leaves it as it is unless it takes part in a threat of the
// defender, which would need x to be in one of his pairs at some point of the path. So every
// defence is in the path or in the defender's pairs along it: defences() is that set, and all other
// moves lose.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/limits.hpp"
#include "engine/line_board.hpp"

namespace inarow::engine {

template <class Board>
class Forcing {
 public:
  using Cells = typename Board::Cells;

  Forcing(Board& board, Pulse& pulse) : board_(board), pulse_(pulse), failed_(1 << 14) {}

  void clear() { std::fill(failed_.begin(), failed_.end(), Failed{}); }

  // Whether *attacker*, having the move, wins by threats with at most *attacks* discs before the
  // two threats, looking at no more than *budget* positions. The path is kept.
  bool wins(int attacker, int attacks, int budget) {
    budget_ = budget;
    length_ = 0;
    return search(attacker, attacks);
  }

  // The path of the last win, to the disc that completes the line.
  int length() const { return length_; }
  int path(int i) const { return path_[i]; }

  // What the defender can try against the last win; on the board as it was then.
  INAROW_NOINLINE Cells defences(int attacker) {
    const int defender = 1 - attacker;
    Cells tries;
    int played = 0;
    for (int i = 0; i < length_; ++i) {
      if (i % 2 == 0) tries |= board_.pairs(defender);
      tries |= Cells::single(path_[i]);
      if (i + 2 < length_) {
        board_.play(path_[i], i % 2 == 0 ? attacker : defender);
        ++played;
      }
    }
    while (played-- > 0) board_.undo();
    return tries & board_.empty();
  }

 private:
  static constexpr int max_path = 64;
  struct Failed {
    std::uint64_t check = 0;
    int attacks = -1;
  };

  Board& board_;
  Pulse& pulse_;
  std::vector<Failed> failed_;
  std::array<std::uint16_t, max_path> path_;
  int length_ = 0, budget_ = 0;

  INAROW_NOINLINE bool search(int me, int attacks) {
    const int you = 1 - me;
    if (const Cells wins = board_.threats(me) & board_.playable(); wins.any())
      return end({wins.lowest()});
    Cells moves = board_.pairs(me) & board_.playable();
    if (!moves.any()) return false;
    const Cells blocks = board_.threats(you) & board_.playable();
    if (blocks.any()) {
      if (blocks.count() > 1) return false;
      moves &= blocks;
    }
    if (attacks <= 0 || budget_ <= 0) return false;
    --budget_;
    if (pulse_.tick()) return false;
    if (ends_at_once(moves, me)) return true;
    if (attacks == 1 || length_ + 6 > max_path) return false;
    Failed& failed = failed_[(board_.key().place ^ me) % failed_.size()];
    const std::uint64_t name = board_.key().check ^ (me ? 0x5bd1e995 : 0);
    if (failed.check == name && failed.attacks >= attacks) return false;
    bool won = false;
    moves.for_each([&](int cell) {
      if (won || budget_ <= 0) return;
      int reply = -1;
      board_.for_each_partner(cell, me, [&](int partner) { reply = partner; });
      path_[length_++] = static_cast<std::uint16_t>(cell);
      path_[length_++] = static_cast<std::uint16_t>(reply);
      board_.play(cell, me);
      board_.play(reply, you);
      won = search(me, attacks - 1);
      board_.undo();
      board_.undo();
      if (!won) length_ -= 2;
    });
    if (!won && budget_ > 0 && !pulse_.stopped()) failed = {name, attacks};
    return won;
  }

  // A disc that makes two threats in different cells.
  INAROW_NOINLINE bool ends_at_once(const Cells& moves, int me) {
    bool won = false;
    moves.for_each([&](int cell) {
      if (won) return;
      int first = -1, second = -1;
      board_.for_each_partner(cell, me, [&](int partner) {
        if (first < 0)
          first = partner;
        else if (partner != first)
          second = partner;
      });
      if (second >= 0) won = end({cell, first, second});
    });
    return won;
  }

  bool end(std::initializer_list<int> cells) {
    for (int cell : cells) path_[length_++] = static_cast<std::uint16_t>(cell);
    return true;
  }
};

}  // namespace inarow::engine
