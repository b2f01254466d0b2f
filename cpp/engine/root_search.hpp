// One thread of a search from the root: deeper and deeper, for one or several best moves.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "engine/search.hpp"

namespace inarow::engine {

template <class Board, class Evaluation>
class Thinker {
 public:
  using Cells = typename Board::Cells;

  Thinker(const Rules& rules, const LineTable& lines, const Evaluation& evaluation, Memory& memory)
      : search_(rules, lines, evaluation, memory, pulse_) {}

  // Looks for the best *lines* moves, as thread number *number*: 0 leads, and every second one
  // begins a ply deeper, so that not all do the same. *deeper* is called after every depth.
  void think(const Cells& first, const Cells& second, int lines, Control& control, int number,
             const std::function<void()>& deeper) {
    pulse_.begin(control, number == 0);
    search_.begin(first, second);
    leads_ = number == 0;
    depth_ = 0;
    sure_ = {};
    attack_nodes_ = 0;
    list_moves(lines);
    best_.resize(std::min<std::size_t>(lines, roots_.size()));
    for (std::size_t i = 0; i < best_.size(); ++i) {  // should there be no time at all
      best_[i] = {roots_[i], 0, {}};
      best_[i].line.set({roots_[i]});
    }
    const int asked = control.limit.depth > 0 ? control.limit.depth : max_depth;
    const int deepest = std::min({asked, max_depth, search_.board().empty_count()});
    for (int depth = 1 + number % 2; depth <= deepest && !pulse_.stopped(); ++depth) {
      attack();
      const std::vector<RootLine> before = best_;
      for (int i = 0; i < static_cast<int>(best_.size()) && !pulse_.stopped(); ++i)
        aspire(depth, i);
      if (pulse_.stopped()) {
        complete_lines(before);
        break;
      }
      depth_ = depth;
      if (deeper) deeper();
      if (is_settled()) break;
    }
  }

  // The lines found so far, best first.
  std::vector<RootLine> best() const {
    std::vector<RootLine> sorted = best_;
    std::stable_sort(sorted.begin() + 1, sorted.end(),
                     [](const RootLine& a, const RootLine& b) { return a.value > b.value; });
    return sorted;
  }
  int depth() const { return depth_; }

  // Whether a value is certain: proved with no move left out, or all was searched to the end.
  bool is_certain(int value) const {
    if (depth_ >= search_.board().empty_count()) return true;
    return is_proved(value) && (complete_ || value > 0);
  }
  std::uint64_t nodes() const { return pulse_.nodes(); }

 private:
  static constexpr int most_roots = 40;  // without gravity, on boards with many empty cells
  static constexpr int attack_budget = 100;
  static constexpr std::uint64_t least_attack = 1000;

  bool leads_ = false;
  Pulse pulse_;
  Search<Board, Evaluation> search_;
  std::vector<int> roots_;  // cells, best first
  bool complete_ = true;    // whether all moves that are not listed lose
  RootLine sure_;           // a win that needs no search
  std::uint64_t attack_nodes_ = 0;
  std::vector<RootLine> best_;
  int depth_ = 0;

  void list_moves(int lines) {
    const Board& board = search_.board();
    roots_.clear();
    complete_ = true;
    const Cells urgent = search_.urgent_moves();
    std::vector<Move> moves;
    board.playable().for_each([&](int cell) {
      moves.push_back({cell, search_.order(cell) + (urgent.contains(cell) ? win : 0)});
    });
    std::stable_sort(moves.begin(), moves.end(),
                     [](const Move& a, const Move& b) { return a.order > b.order; });
    if (!Board::gravity && board.empty_count() > max_moves) {
      const std::size_t most = std::max({most_roots, lines, urgent.count()});
      complete_ = urgent.any() || moves.size() <= most;
      if (moves.size() > most) moves.resize(most);
    }
    for (const Move& move : moves) roots_.push_back(move.cell);
  }

  // Without gravity, the leading thread tries to prove a win by threats with a share of its nodes.
  void attack() {
    if constexpr (!Board::gravity) {
      if (!leads_) return;
      const std::uint64_t before = pulse_.nodes();
      while (sure_.cell < 0 && !search_.cannot_attack() && !pulse_.stopped()) {
        const std::uint64_t now = pulse_.nodes();
        if (attack_nodes_ + now - before > least_attack + now / 3) break;
        sure_ = search_.attack(attack_budget);
      }
      attack_nodes_ += pulse_.nodes() - before;
      if (sure_.cell < 0) return;
      roots_.erase(std::remove(roots_.begin(), roots_.end(), sure_.cell), roots_.end());
      roots_.insert(roots_.begin(), sure_.cell);
    }
  }

  // After a search that was broken off: a line of this depth may have the move of a later one of
  // the last, which then takes the place that became free.
  void complete_lines(const std::vector<RootLine>& before) {
    auto is_new = [&](const RootLine& line, std::size_t end) {
      return std::none_of(best_.begin(), best_.begin() + end,
                          [&](const RootLine& other) { return other.cell == line.cell; });
    };
    for (std::size_t i = 1; i < best_.size(); ++i)
      for (std::size_t j = 0; j < before.size() && !is_new(best_[i], i); ++j) best_[i] = before[j];
  }

  // Searches for the best move but *skip* of them, in a window around what was found last time.
  void aspire(int depth, int skip) {
    int width = 60;
    const int guess = best_[skip].value;
    const bool narrow = depth > 3 && !is_proved(guess);
    int alpha = narrow ? guess - width : -infinite;
    int beta = narrow ? guess + width : infinite;
    while (true) {
      const int value = search_root(depth, skip, alpha, beta);
      if (pulse_.stopped() || (value > alpha && value < beta)) return;
      width *= 3;
      if (value <= alpha)
        alpha = width > 2000 ? -infinite : value - width;
      else
        beta = width > 2000 ? infinite : value + width;
    }
  }

  // The best value of the moves from place *skip* on, which moves to that place.
  int search_root(int depth, int skip, int alpha, int beta) {
    int best = -infinite, low = alpha;
    for (int i = skip; i < static_cast<int>(roots_.size()) && best < beta; ++i) {
      const int cell = roots_[i];
      BestLine line;
      int value = infinite;
      if (i > skip) value = value_of(cell, depth, low, low + 1, nullptr);
      if (value > low && !pulse_.stopped()) value = value_of(cell, depth, low, beta, &line);
      if (pulse_.stopped()) break;
      best = std::max(best, value);
      if (value <= low) continue;
      low = value;
      best_[skip] = {cell, value, line};
      std::rotate(roots_.begin() + skip, roots_.begin() + i, roots_.begin() + i + 1);
    }
    return best;
  }

  // Of a root move, which unlike those below may complete a line.
  int value_of(int cell, int depth, int alpha, int beta, BestLine* line) {
    const Board& board = search_.board();
    if (cell == sure_.cell) {
      if (line) *line = sure_.line;
      return sure_.value;
    }
    if (!board.threats(board.turn()).contains(cell))
      return search_.after(cell, depth - 1, 0, alpha, beta, line);
    if (line) line->set({cell});
    return win_in(1);
  }

  // Whether looking deeper cannot change what was found.
  bool is_settled() const {
    return std::all_of(best_.begin(), best_.end(), [&](const RootLine& root) {
      return root.cell == sure_.cell ||
             (is_proved(root.value) && plies_to_end(root.value) <= depth_);
    });
  }
};

}  // namespace inarow::engine
