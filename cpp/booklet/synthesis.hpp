// Finds a diagram that copes with everything the opponent can do from some positions.
//
// Propagate and decide: what the diagram says so far is followed through all replies; where it says
// nothing yet, a decision is made, first where fewest moves are left that keep the win. A move that
// does not keep it is a conflict, and the decisions that led there say how far to go back.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <vector>

#include "booklet/diagram.hpp"
#include "booklet/oracle.hpp"

namespace inarow::booklet {

struct Root {
  Pair pair;      // the opponent is to move
  Cells replies;  // those of theirs that the diagram has to answer
};

class Synthesis {
 public:
  enum Result { found, impossible, unknown };

  Synthesis(const Plane& plane, Oracle& oracle, bool draw_is_enough)
      : plane_(plane), oracle_(oracle), draw_(draw_is_enough) {}

  std::uint64_t steps = 0;  // of the last run

  // *diagram* is a start that stays as it is, and then what was found. *hint* says what to try
  // first.
  Result run(const std::vector<Root>& roots, Diagram& diagram, std::uint64_t limit,
             const Diagram* hint = nullptr) {
    steps = 0;
    start_work_ = oracle_.work;
    limit_ = limit;
    nogoods_.clear();
    for (auto& list : naming_) list.clear();
    weight_.fill(1);
    set_hint(hint);
    Diagram last;
    for (std::uint64_t slice = 400;; slice += slice / 3) {
      slice_end_ = std::min(limit, steps + slice);
      begin(roots, diagram);
      const Result result = search();
      if (result == found) diagram = d_;
      if (result != unknown || over()) return result;
      last = d_;
      set_hint(&last);
    }
  }

 private:
  static constexpr int max_levels = 255;
  static constexpr std::size_t longest_nogood = 7, most_nogoods = 20000;
  using Deps = std::bitset<max_levels + 1>;
  struct Conflict {
    Deps deps;
  };
  struct State {
    Pair pair;
    Cells replies;
    Deps deps;
  };
  struct Point {  // we are to move
    Pair pair;
    int last;
    Choice choice;
    Cells kept;  // once asked
    bool asked, resolved;
    Deps deps;
  };
  struct Option {
    std::int8_t reply;  // for a cell; or the first cell of the list, then `others` is set
    Cells others;
  };
  struct Level {
    int point, cell;  // cell: as in Diagram::reply
    std::vector<Option> options;
    std::size_t next;
    Deps blamed, own;  // own: what the point itself depends on
    Diagram before;
    Deps order;
    std::size_t states, points, resolved, head;
  };

  // A decision: a reply to a cell, or what precedes others in the list.
  struct Literal {
    int cell;  // as in Diagram::reply
    std::int8_t reply;
    Cells others;
  };

  void set_hint(const Diagram* hint) {
    hint_rank_.fill(-1);
    hint_reply_.fill(open);
    if (!hint) return;
    hint_reply_ = hint->reply;
    int rank = 0;
    for (int c : hint->list()) hint_rank_[c] = rank++;
  }

  void begin(const std::vector<Root>& roots, const Diagram& diagram) {
    d_ = diagram;
    states_.clear();
    points_.clear();
    levels_.clear();
    resolved_.clear();
    std::fill(seen_.begin(), seen_.end(), 0);
    seen_count_ = 0;
    order_ = {};
    by_.fill({});
    head_ = 0;
    over_ = false;
    for (const Root& root : roots) states_.push_back({root.pair, root.replies, {}});
  }

  Result search() {
    while (true) {
      Conflict conflict;
      bool clash = propagate(conflict);
      if (over_ || over() || steps > slice_end_) return unknown;
      if (!clash) {
        const int point = choose();
        if (point < 0) return found;
        if (levels_.size() >= max_levels) return unknown;
        clash = !decide(point, conflict);
      }
      if (clash && !back(conflict)) return impossible;
    }
  }

  const Plane& plane_;
  Oracle& oracle_;
  bool draw_;
  Diagram d_;
  std::vector<std::vector<Literal>> nogoods_;
  std::array<std::vector<int>, reply_count> naming_;  // the nogoods about a reply to a cell
  std::array<double, 64> weight_;                     // how often a cell was in conflict
  Replies hint_reply_{};
  std::uint64_t slice_end_ = 0;
  std::uint32_t dice_ = 1;
  std::vector<State> states_;
  std::vector<Point> points_;
  std::vector<Level> levels_;
  std::vector<int> resolved_;
  std::vector<std::uint64_t> seen_ = std::vector<std::uint64_t>(1 << 12, 0);
  std::size_t seen_count_ = 0;
  Deps order_;  // levels that decided about the list
  std::array<Deps, reply_count> by_;
  std::size_t head_ = 0;
  bool over_ = false;
  std::uint64_t start_work_ = 0, limit_ = 0;
  std::array<int, 64> hint_rank_{};

  // --- states already met; taken out in the reverse order, so that no chain is broken
  static std::uint64_t scatter(std::uint64_t key) {
    key *= 0x9E3779B97F4A7C15u;
    return key ^ key >> 32;
  }
  bool add_seen(std::uint64_t key) {
    if (2 * seen_count_ > seen_.size()) grow();
    const std::size_t mask = seen_.size() - 1;
    std::size_t at = scatter(key) & mask;
    for (; seen_[at]; at = (at + 1) & mask)
      if (seen_[at] == key) return false;
    seen_[at] = key;
    ++seen_count_;
    return true;
  }
  void remove_seen(std::uint64_t key) {
    const std::size_t mask = seen_.size() - 1;
    std::size_t at = scatter(key) & mask;
    while (seen_[at] != key) at = (at + 1) & mask;
    seen_[at] = 0;
    --seen_count_;
  }
  void grow() {
    seen_.assign(2 * seen_.size(), 0);
    seen_count_ = 0;
    for (const State& state : states_)
      if (state.replies == ~Cells{0}) {
        const std::size_t mask = seen_.size() - 1;
        std::size_t at = scatter(key(state.pair)) & mask;
        while (seen_[at]) at = (at + 1) & mask;
        seen_[at] = key(state.pair);
        ++seen_count_;
      }
  }

  bool over() const { return steps + (oracle_.work - start_work_) / 200 > limit_; }

  void add_state(const Pair& pair, const Deps& deps) {
    if (add_seen(key(pair))) states_.push_back({pair, ~Cells{0}, deps});
  }

  // After our move: whether that is all right.
  bool reach(const Pair& pair, const Deps& deps, bool forced) {
    if (pair.occupied() == plane_.all) return draw_;
    if (!forced && !oracle_.keeps(pair)) return false;
    add_state(pair, deps);
    return true;
  }

  bool propagate(Conflict& conflict) {
    while (true) {
      while (head_ < states_.size()) {
        const std::size_t at = head_++;
        ++steps;
        if (over() || steps > slice_end_) {
          over_ = true;
          return false;
        }
        const State state = states_[at];
        const Cells occupied = state.pair.occupied();
        const Cells threats = plane_.completing(state.pair.theirs) & ~occupied;
        const Cells wins = plane_.completing(state.pair.ours) & ~occupied;
        Cells replies = plane_.playable(occupied) & state.replies;
        for (; replies; replies &= replies - 1) {
          const Cells reply = replies & -replies;
          if (threats & reply) {
            conflict.deps = state.deps;
            return true;
          }
          const Pair pair{state.pair.ours, state.pair.theirs | reply};
          const Cells playable = plane_.playable(pair.occupied());
          if (wins & playable) continue;
          const Cells block = plane_.completing(pair.theirs) & playable;
          if (block) {
            if ((block & (block - 1)) ||
                !reach({pair.ours | block, pair.theirs}, state.deps, true)) {
              conflict.deps = state.deps;
              return true;
            }
            continue;
          }
          if (!playable) {  // the board is full
            if (draw_) continue;
            conflict.deps = state.deps;
            return true;
          }
          points_.push_back(
              {pair, std::countr_zero(reply), choices(plane_, pair), 0, false, false, state.deps});
          if (follow(static_cast<int>(points_.size()) - 1, conflict)) return true;
        }
      }
      bool moved = false;
      for (std::size_t i = 0; i < points_.size(); ++i) {
        if (points_[i].resolved) continue;
        const std::size_t before = states_.size();
        if (follow(static_cast<int>(i), conflict)) return true;
        if (points_[i].resolved) moved |= states_.size() > before;
      }
      if (!moved) return false;
    }
  }
  // What the diagram says at a point: a move, or 0 if it does not say yet. *cell* is then the place
  // in Diagram::reply that is open, or -1 if it is the list.
  Cells says(const Point& point, Deps& deps, int& cell) const {
    for (cell = point.last;; cell += 64) {
      const std::int8_t reply = d_.reply[cell];
      if (reply == open) return 0;
      deps |= by_[cell];
      if (reply >= 0 && point.choice.playable >> reply & 1) return Cells{1} << reply;
      if (reply >= 0 && cell + 64 < reply_count) continue;
      cell = -1;
      return says_without(point, reply != crossed, deps);
    }
  }
  // Without arrows.
  Cells says_without(const Point& point, bool may_go_above, Deps& deps) const {
    const Choice& choice = point.choice;
    const Cells up = Cells{1} << (point.last + 1);
    if (may_go_above && choice.free & up) return up;
    if (!choice.free) return choice.spare;
    if (!(choice.free & (choice.free - 1))) return choice.free;
    for (Cells rest = choice.free; rest; rest &= rest - 1) {
      const int c = std::countr_zero(rest);
      if (!(choice.free & ~(Cells{1} << c) & ~d_.before[c])) {
        deps |= order_;
        return Cells{1} << c;
      }
    }
    return 0;
  }

  // Follows the diagram at a point, if it says something; true for a conflict.
  bool follow(int at, Conflict& conflict) {
    int cell;
    Deps deps = points_[at].deps;
    const Cells move = says(points_[at], deps, cell);
    if (!move) return false;
    Point& point = points_[at];
    if (point.asked && !(point.kept & move)) {
      conflict.deps = deps;
      return true;
    }
    point.resolved = true;
    resolved_.push_back(at);
    const Pair pair{point.pair.ours | move, point.pair.theirs};
    if (!reach(pair, deps, false)) {
      conflict.deps = deps;
      return true;
    }
    return false;
  }

  void ask(Point& point) {
    if (point.asked) return;
    point.kept = oracle_.keeping(point.pair, point.choice.playable);
    point.asked = true;
  }

  // The open point with fewest moves, among the first few; -1 if none is open.
  int choose() {
    int best = -1, looked = 0;
    double least = 1e9;
    for (std::size_t i = 0; i < points_.size() && looked < 24; ++i) {
      Point& point = points_[i];
      if (point.resolved) continue;
      ++looked;
      ask(point);
      const int count = std::popcount(point.kept);
      const double value = count <= 1 ? 0 : count / weight_[point.last];
      if (value < least) {
        least = value;
        best = static_cast<int>(i);
        if (count <= 1) break;
      }
    }
    return best;
  }

  std::uint32_t roll() {
    dice_ ^= dice_ << 13;
    dice_ ^= dice_ >> 17;
    return dice_ ^= dice_ << 5;
  }

  bool holds(const Literal& literal) const {
    return literal.others ? (d_.before[literal.cell] & literal.others) == literal.others
                          : d_.reply[literal.cell] == literal.reply;
  }

  // Whether an earlier conflict rules out a reply to a cell now; *why* are the levels it rests on.
  bool ruled_out(int cell, std::int8_t reply, Deps& why) const {
    for (int n : naming_[cell]) {
      bool all = true;
      for (const Literal& literal : nogoods_[n])
        if (!literal.others && literal.cell == cell ? literal.reply != reply : !holds(literal)) {
          all = false;
          break;
        }
      if (!all) continue;
      for (const Literal& literal : nogoods_[n])
        if (literal.others)
          why |= order_;
        else if (literal.cell != cell)
          why |= by_[literal.cell];
      return true;
    }
    return false;
  }

  void learn(const Deps& deps) {
    if (deps.count() > longest_nogood || nogoods_.size() >= most_nogoods) return;
    std::vector<Literal> nogood;
    for (std::size_t n = 0; n < levels_.size(); ++n) {
      if (!deps[n]) continue;
      const Level& level = levels_[n];
      const Option& option = level.options[level.next - 1];
      if (option.others)
        nogood.push_back({option.reply, 0, option.others});
      else
        nogood.push_back({level.cell, option.reply, 0});
    }
    const int n = static_cast<int>(nogoods_.size());
    for (const Literal& literal : nogood)
      if (!literal.others) naming_[literal.cell].push_back(n);
    nogoods_.push_back(std::move(nogood));
  }

  bool decide(int at, Conflict& conflict) {
    Point& point = points_[at];
    ask(point);
    Level level;
    level.point = at;
    level.next = 0;
    level.own = point.deps;
    says(point, level.own, level.cell);
    const Cells up = Cells{1} << (point.last + 1);
    if (level.cell >= 0) {
      auto consider = [&](std::int8_t option) {
        Deps none;
        const Cells move = says_without(point, option == above, none);
        if (!move || (point.kept & move)) level.options.push_back({option, 0});
        if (move && none.any()) level.blamed |= none;
      };
      consider(above);
      if (plane_.all & up) consider(crossed);
      // Towards the middle first, then below.
      std::vector<int> cells;
      for (Cells rest = point.kept; rest; rest &= rest - 1) {
        const int c = std::countr_zero(rest);
        if ((Cells{1} << c) == up && (point.choice.free & up)) continue;
        cells.push_back(c);
      }
      std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) { return off(a) < off(b); });
      for (int c : cells) level.options.push_back({static_cast<std::int8_t>(c), 0});
      if (level.options.size() > 1 && roll() % 8 == 0)
        std::swap(level.options[roll() % level.options.size()], level.options[0]);
      else if (hint_reply_[level.cell] != open)
        std::stable_partition(level.options.begin(), level.options.end(),
                              [&](const Option& o) { return o.reply == hint_reply_[level.cell]; });
    } else {
      level.blamed |= order_;
      const Cells free = point.choice.free;
      Cells first = free & point.kept;
      for (Cells rest = free; rest; rest &= rest - 1) first &= ~d_.before[std::countr_zero(rest)];
      std::vector<int> cells;
      for (; first; first &= first - 1) cells.push_back(std::countr_zero(first));
      std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) {
        const int x = hint_rank_[a] < 0 ? 1000 : hint_rank_[a],
                  y = hint_rank_[b] < 0 ? 1000 : hint_rank_[b];
        return x != y ? x < y : off(a) < off(b);
      });
      for (int c : cells)
        level.options.push_back({static_cast<std::int8_t>(c), free & ~(Cells{1} << c)});
    }
    level.before = d_;
    level.order = order_;
    level.states = states_.size();
    level.points = points_.size();
    level.resolved = resolved_.size();
    level.head = head_;
    if (level.options.empty()) {
      conflict.deps = level.own | level.blamed;
      return false;
    }
    levels_.push_back(std::move(level));
    if (advance()) return true;
    conflict.deps = levels_.back().own | levels_.back().blamed;
    levels_.pop_back();
    return false;
  }

  int off(int cell) const { return std::abs(2 * (cell / plane_.stride) - plane_.width + 1); }

  // The next option of the last level that is not ruled out.
  bool advance() {
    const int n = static_cast<int>(levels_.size()) - 1;
    Level& level = levels_.back();
    const int cell = level.cell;
    while (level.next < level.options.size()) {
      const Option option = level.options[level.next++];
      if (option.others) {
        d_.put(option.reply, option.others);
        order_.set(n);
        return true;
      }
      if (ruled_out(cell, option.reply, level.blamed)) continue;
      d_.reply[cell] = option.reply;
      by_[cell].reset();
      by_[cell].set(n);
      return true;
    }
    return false;
  }

  // Goes back to the last decision that is to blame and tries its next option.
  bool back(const Conflict& conflict) {
    Deps deps = conflict.deps;
    while (true) {
      learn(deps);
      int n = static_cast<int>(levels_.size()) - 1;
      while (n >= 0 && !deps[n]) --n;
      if (n < 0) return false;
      levels_.resize(n + 1);
      Level& level = levels_.back();
      weight_[points_[level.point].last] += 1;
      while (states_.size() > level.states) {
        if (states_.back().replies == ~Cells{0}) remove_seen(key(states_.back().pair));
        states_.pop_back();
      }
      while (resolved_.size() > level.resolved) {
        const int at = resolved_.back();
        resolved_.pop_back();
        if (at < static_cast<int>(level.points)) points_[at].resolved = false;
      }
      points_.resize(level.points);
      head_ = level.head;
      d_ = level.before;
      order_ = level.order;
      deps.reset(n);
      level.blamed |= deps;
      if (advance()) return true;
      deps = level.blamed | level.own;
      levels_.pop_back();
    }
  }
};

}  // namespace inarow::booklet
