// The search of one thread: principal variation search to a depth, with forced moves played free.
//
// Most positions are settled by a look: a line can be completed, one threat must be met, every move
// is right under a threat. The rest is searched with the memory, the follow-up strategies and
// reductions for late moves; when the depth is used up, threats are played on until it is quiet.
//
// Values are bounds in the usual sense, and those of the proved bands (scores.hpp) are true however
// shallow the search was: a win is only returned when every reply was looked at, and where moves
// were left out a loss becomes an estimate. If the depth covers all empty cells nothing is reduced
// or left out, so the value is exact then.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "engine/best_line.hpp"
#include "engine/limits.hpp"
#include "engine/line_board.hpp"
#include "engine/move_order.hpp"
#include "engine/scores.hpp"
#include "engine/table.hpp"
#include "engine/tactics.hpp"

namespace inarow::engine {

inline constexpr int max_depth = 60;
inline constexpr int max_moves = 64;      // looked at in one position below the root
inline constexpr int free_moves = 20;     // of them without gravity, where most cells do not matter
inline constexpr int quiet_attacks = 5;   // threats played out when no depth is left
inline constexpr int quiet_defences = 2;  // wins by threats that are met then

template <class Board, class Evaluation>
class Search {
 public:
  using Cells = typename Board::Cells;

  Search(const Rules& rules, const LineTable& lines, const Evaluation& evaluation, Memory& memory,
         Pulse& pulse)
      : board_(rules, lines, evaluation),
        evaluation_(evaluation),
        memory_(memory),
        pulse_(pulse),
        order_(rules),
        tactics_(board_, pulse) {}

  // Sets up a position and forgets what earlier searches left, but for the memory.
  void begin(const Cells& first, const Cells& second) {
    board_.set(first, second);
    order_.clear();
    tactics_.clear();
  }

  Board& board() { return board_; }
  const Board& board() const { return board_; }
  int order(int cell) const { return order_.value(board_, cell, 0, true); }

  // The value of the position for the side to move, *ply* discs from the root.
  INAROW_NOINLINE int node(int depth, int ply, int alpha, int beta, BestLine* line) {
    if (line) line->clear();
    if (pulse_.tick()) return 0;
    Cells moves;
    int value;
    switch (look(ply, line, moves, value)) {
      case decided:
        return value;
      case forced:
        return after(moves.lowest(), depth, ply, alpha, beta, line);
      case open:
        break;
    }
    if (depth <= 0) return quiesce(moves, depth, ply, alpha, beta, line);
    return search(moves, depth, ply, alpha, beta, line);
  }

  // The moves that matter at once, if there are such: all others lose or miss a win.
  Cells urgent_moves() {
    const int me = board_.turn();
    for (int side : {me, 1 - me})
      if (const Cells cells = board_.threats(side) & board_.playable(); cells.any()) return cells;
    const auto outlook = tactics_.outlook(board_.playable(), 0, 0, -infinite, infinite, nullptr);
    return outlook.endangered ? outlook.moves : Cells{};
  }

  // Without gravity: a win by threats, see attack.hpp; its value is 0 if none was found.
  RootLine attack(int budget)
    requires(!Board::gravity)
  {
    auto& attack = tactics_.attack();
    RootLine found;
    if (!attack.wins(budget)) return found;
    found.value = win_in(attack.plies());
    found.line = attack.line();
    if (found.line.length() > 0) found.cell = *found.line.begin();
    return found;
  }

  bool cannot_attack()
    requires(!Board::gravity)
  {
    return tactics_.attack().is_refuted();
  }

  // The value of playing *cell*.
  INAROW_NOINLINE int after(int cell, int depth, int ply, int alpha, int beta, BestLine* line) {
    BestLine rest;
    board_.play(cell);
    memory_.prefetch(board_.key());
    const int value = -node(depth, ply + 1, -beta, -alpha, line ? &rest : nullptr);
    board_.undo();
    if (line) line->set(cell, rest);
    return value;
  }

 private:
  enum Stage { decided, forced, open };

  Board board_;
  const Evaluation& evaluation_;
  Memory& memory_;
  Pulse& pulse_;
  MoveOrder order_;
  Tactics<Board> tactics_;

  static int reduction(int depth, int index) {
    static const auto table = [] {
      std::array<std::array<std::uint8_t, max_moves>, max_depth + 1> filled{};
      for (int d = 1; d <= max_depth; ++d)
        for (int i = 1; i < max_moves; ++i)
          filled[d][i] = static_cast<std::uint8_t>(0.6 + std::log(d) * std::log(i + 1) / 1.7);
      return filled;
    }();
    return table[depth][index];
  }

  // What needs no search: gives the *value*, or the one move, or the *moves* to choose from.
  INAROW_NOINLINE Stage look(int ply, BestLine* line, Cells& moves, int& value) const {
    const int me = board_.turn(), you = 1 - me;
    const Cells& playable = board_.playable();
    value = 0;
    if (board_.empty_count() == 0) return decided;
    if (const Cells wins = board_.threats(me) & playable; wins.any()) {
      if (line) line->set({wins.lowest()});
      value = win_in(ply + 1);
      return decided;
    }
    Cells loses;  // playing here lets the other side win right above
    if constexpr (Board::gravity) loses = board_.threats(you) >> 1;
    moves = board_.threats(you) & playable;
    int lost_by = -1;
    if (moves.any()) {
      const int cell = moves.lowest();
      const Cells others = moves ^ Cells::single(cell);
      if (others.any())
        lost_by = others.lowest();
      else if (loses.contains(cell))
        lost_by = cell + 1;
      if (lost_by < 0) return forced;
      if (line) line->set({cell, lost_by});
    } else if constexpr (Board::gravity) {
      moves = playable.without(loses);
      if (moves.any()) return moves.is_single() ? forced : open;
      lost_by = playable.lowest() + 1;
      if (line) line->set({playable.lowest(), lost_by});
    } else {
      moves = playable;
      return open;
    }
    value = -win_in(ply + 2);
    return decided;
  }

  INAROW_NOINLINE int search(Cells moves, int depth, int ply, int alpha, int beta, BestLine* line) {
    const Key key = board_.key();
    Remembered known;
    if (memory_.probe(key, known)) {
      const int value = from_table(known.value, ply);
      if (!line && settles(known, value, depth, alpha, beta)) return value;
    }
    const auto outlook = tactics_.outlook(moves, depth, ply, alpha, beta, line);
    if (outlook.bound != no_bound) {
      memory_.store(key, {to_table(outlook.value, ply), outlook.cell, max_depth, outlook.bound});
      return outlook.value;
    }
    beta = std::min(beta, outlook.ceiling);
    if (known.cell >= 0 && !outlook.moves.contains(known.cell)) known.cell = -1;
    bool complete = Board::gravity || outlook.endangered;
    Move list[max_moves];
    const int count = generate(outlook.moves, depth, ply, known.cell, list, complete);
    int best = -infinite, best_cell = -1;
    int low = alpha;
    const bool reducible = depth >= 2 && depth < board_.empty_count();
    for (int i = 0; i < count; ++i) {
      std::swap(list[i],
                *std::max_element(list + i, list + count,
                                  [](const Move& a, const Move& b) { return a.order < b.order; }));
      const int cell = list[i].cell;
      BestLine rest;
      int value;
      if (i == 0) {
        value = after(cell, depth - 1, ply, low, beta, line ? &rest : nullptr);
      } else {
        int less = reducible && i >= 2 ? reduction(depth, i) : 0;
        if (less > 0 && board_.pairs(board_.turn()).contains(cell)) --less;
        value = after(cell, depth - 1 - less, ply, low, low + 1, nullptr);
        if (value > low && less > 0) value = after(cell, depth - 1, ply, low, low + 1, nullptr);
        if (value > low && value < beta && line)
          value = after(cell, depth - 1, ply, low, beta, &rest);
      }
      if (pulse_.stopped()) return 0;
      if (value <= best) continue;
      best = value;
      best_cell = cell;
      if (value > low) {
        low = value;
        if (line) *line = rest;
        if (value >= beta) {
          order_.reward(cell, board_.turn(), ply, depth);
          break;
        }
      }
    }
    if (!complete && best <= -least_win) best = -most_estimate;
    best = std::min(best, outlook.ceiling);
    const Bound bound = best >= beta ? lower_bound : best > alpha ? exact_bound : upper_bound;
    memory_.store(key, {to_table(best, ply), best_cell, depth, bound});
    return best;
  }

  static bool settles(const Remembered& known, int value, int depth, int alpha, int beta) {
    const bool deep = known.depth >= depth;
    if (known.bound & lower_bound && value >= beta) return deep || value >= least_win;
    if (known.bound & upper_bound && value <= alpha) return deep || value <= -least_win;
    return false;
  }

  // The moves to search, with their order. Without gravity not all are: *complete* says whether
  // *moves* are all that matter, and becomes false if some are left out.
  INAROW_NOINLINE int generate(const Cells& moves, int depth, int ply, int first, Move* list,
                               bool& complete) const {
    int count = 0;
    auto order = [&](int cell) {
      return cell == first ? infinite
                           : order_.value(board_, cell, ply, !Board::gravity || depth >= 2);
    };
    if constexpr (Board::gravity) {
      moves.for_each([&](int cell) { list[count++] = {cell, order(cell)}; });
      return count;
    }
    const int limit = complete || depth >= board_.empty_count() ? max_moves : free_moves;
    if (depth >= board_.empty_count()) complete = true;
    Cells candidates = moves;
    if (!complete && (moves & board_.near()).any()) candidates &= board_.near();
    candidates.for_each([&](int cell) {
      const Move move{cell, order(cell)};
      if (count == limit) {
        complete = false;
        if (move.order <= list[count - 1].order) return;
        --count;
      }
      int place = count++;
      for (; place > 0 && list[place - 1].order < move.order; --place)
        list[place] = list[place - 1];
      list[place] = move;
    });
    return count;
  }

  // No depth left: the estimate, unless there are threats to play out or to meet.
  INAROW_NOINLINE int quiesce(const Cells& moves, int depth, int ply, int alpha, int beta,
                              BestLine* line) {
    const auto outlook = tactics_.outlook(moves, depth, ply, alpha, beta, line);
    if (outlook.bound != no_bound) return outlook.value;
    beta = std::min(beta, outlook.ceiling);
    const int me = board_.turn();
    const bool must_defend = outlook.endangered && depth > -quiet_defences;
    int best = -infinite;
    if (!must_defend) {
      best = std::min(evaluation_.value(board_, me), outlook.ceiling);
      if (!Board::gravity || best >= beta || depth <= -quiet_attacks) return best;
    }
    Cells rest = outlook.moves;
    if constexpr (Board::gravity) rest &= board_.pairs(me) | board_.threats(me) >> 1;
    int low = std::max(alpha, best);
    for (; rest.any() && low < beta; rest ^= Cells::single(rest.lowest())) {
      const int cell = rest.lowest();
      if (Board::gravity && !threatens(cell, me)) continue;
      BestLine after_it;
      const int value = after(cell, depth - 1, ply, low, beta, line ? &after_it : nullptr);
      if (pulse_.stopped()) return 0;
      best = std::max(best, value);
      if (value <= low) continue;
      low = value;
      if (line) *line = after_it;
    }
    return std::min(best, outlook.ceiling);
  }

  // Whether a disc in *cell* makes a threat that can be carried out at once.
  bool threatens(int cell, int me) const {
    bool found = board_.threats(me).contains(cell + 1);
    board_.for_each_partner(cell, me, [&](int partner) {
      found |= board_.playable().contains(partner) || partner == cell + 1;
    });
    return found;
  }
};

}  // namespace inarow::engine
