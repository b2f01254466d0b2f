// What a position shows before it is searched: with gravity, the other side's follow-up strategies;
// without, wins by threats.
#pragma once

#include <algorithm>
#include <type_traits>

#include "board/grid.hpp"
#include "engine/attack.hpp"
#include "engine/best_line.hpp"
#include "engine/forcing.hpp"
#include "engine/scores.hpp"
#include "engine/table.hpp"
#include "solver/zugzwang.hpp"

namespace inarow::engine {

template <class Cells>
struct Outlook {
  Bound bound = no_bound;  // if there is one, *value* settles the position for the window asked
  int value = 0;
  int ceiling = infinite;   // the value is not more
  int cell = -1;            // the winning move
  Cells moves;              // that are left to choose from
  bool endangered = false;  // all others lose: the opponent threatens to win
};

// Without gravity: fours, and threats of wins by fours.
template <class Board>
class Tactics {
 public:
  using Cells = typename Board::Cells;

  Tactics(Board& board, Pulse& pulse)
      : board_(board), forcing_(board, pulse), attack_(board, pulse, forcing_, 1 << 16) {}

  void clear() {
    forcing_.clear();
    attack_.clear();
  }
  Attack<Board>& attack() { return attack_; }

  // Precondition: neither side can complete a line at once.
  INAROW_NOINLINE Outlook<Cells> outlook(const Cells& moves, int depth, int ply, int, int,
                                         BestLine* line) {
    const int me = board_.turn();
    const int budget = 50 + 50 * std::max(depth, 0);
    Outlook<Cells> outlook;
    outlook.moves = moves;
    if (forcing_.wins(me, most_attacks, budget)) {
      outlook.bound = lower_bound;
      outlook.value = win_in(ply + forcing_.length());
      outlook.cell = forcing_.path(0);
      if (line) {
        line->clear();
        for (int i = 0; i < forcing_.length(); ++i) line->add(forcing_.path(i));
      }
    } else if (depth >= attack_depth && attack_.wins(attack_budget * depth)) {
      outlook.bound = lower_bound;
      outlook.value = win_in(ply + attack_.plies());
      if (line) *line = attack_.line();
    } else if (forcing_.wins(1 - me, most_attacks, budget)) {
      outlook.moves = forcing_.defences(1 - me);
      outlook.endangered = true;
    }
    return outlook;
  }

 private:
  static constexpr int most_attacks = 12;
  static constexpr int attack_depth = 3;    // from which on it is worth to look for an attack
  static constexpr int attack_budget = 20;  // positions for each ply of depth

  Board& board_;
  Forcing<Board> forcing_;
  Attack<Board> attack_;
};

// With gravity, on boards too large for the words of zugzwang.hpp.
template <class Board>
  requires(Board::gravity && Board::words > 2)
class Tactics<Board> {
 public:
  using Cells = typename Board::Cells;

  Tactics(Board&, Pulse&) {}
  void clear() {}
  INAROW_NOINLINE Outlook<Cells> outlook(const Cells& moves, int, int, int, int, BestLine*) const {
    Outlook<Cells> outlook;
    outlook.moves = moves;
    return outlook;
  }
};

// With gravity: the bounds of zugzwang.hpp.
template <class Board>
  requires(Board::gravity && Board::words <= 2)
class Tactics<Board> {
 public:
  using Cells = typename Board::Cells;

  Tactics(Board& board, Pulse&)
      : board_(board),
        grid_(baseline::AnyShape{board.rules().width, board.rules().height, board.rules().k,
                                 board.rules().stride()}),
        zugzwang_(grid_) {}
  Tactics(const Tactics&) = delete;  // zugzwang_ refers to grid_
  void clear() {}

  // Precondition: neither side can complete a line at once.
  INAROW_NOINLINE Outlook<Cells> outlook(const Cells& moves, int, int ply, int alpha, int beta,
                                         BestLine*) const {
    const int me = board_.turn();
    const Word own = word(board_.discs(me)), other = word(board_.discs(1 - me));
    const Word threats = word(board_.threats(1 - me)) & ~(own | other);
    // A draw at most matters only if more than that is asked for.
    const int bound = zugzwang_.upper_bound(own, other, threats, beta > 0 ? 0 : -1, 1);
    Outlook<Cells> outlook;
    outlook.moves = moves;
    if (bound < 0 || (bound == 0 && alpha >= 0)) {
      outlook.bound = upper_bound;
      outlook.value = bound < 0 ? ply - strategic_win : 0;
    }
    if (bound == 0) outlook.ceiling = 0;
    return outlook;
  }

 private:
  using Word = std::conditional_t<Board::words == 1, std::uint64_t, baseline::Word128>;
  using Grid = baseline::Grid<Word, baseline::AnyShape>;

  static Word word(const Cells& cells) {
    Word word = cells.words[0];
    if constexpr (Board::words == 2) word |= Word{cells.words[1]} << 64;
    return word;
  }

  const Board& board_;
  Grid grid_;
  baseline::Zugzwang<Grid> zugzwang_;
};

}  // namespace inarow::engine
