// The search behind solver.hpp, for one shape and word size.
//
// search() is asked about *quiet* positions only: neither side can win at once and there are at
// least two moves that do not lose at once. Everything else is resolved where it arises: resolve()
// plays forced moves until the game is decided or quiet again. The contract, for a window (alpha,
// alpha+1):
//
//     result <= alpha  =>  score <= result         result > alpha  =>  score >= result
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <utility>

#include "board/grid.hpp"
#include "solver/move_order.hpp"
#include "solver/shared.hpp"
#include "solver/solver.hpp"
#include "solver/table.hpp"
#include "solver/zugzwang.hpp"

namespace inarow::INAROW_ISA {

template <class G>
class Search {
 public:
  using Word = typename G::Word;

  // *late* is this thread's own table for the last plies. *poll* is null for a helper: another
  // thread asks whether to stop.
  Search(const G& grid, Table<Word>& table, Table<Word>& late, Shared& shared, const Poll* poll)
      : g_(grid),
        zugzwang_(g_),
        order_(g_),
        table_(table),
        late_(late),
        shared_(shared),
        poll_(poll) {}

  Search(const Search&) = delete;  // the parts refer to each other
  Search& operator=(const Search&) = delete;

  Solution solve(Word own, Word other, const Range& range) {
    State state{own, other, threats(own, own | other), threats(other, own | other),
                count_bits(own | other)};
    int sign = 1;
    Solution solution;
    if (const int decided = resolve(state, sign); decided != quiet) {
      solution.score = sign * decided;
    } else {
      sign_ = sign;
      solution.score = sign * zoom(state, range.seen_by(sign));
      solution.nodes = nodes_;
      solution.complete = !stopped();
    }
    solution.score = range.clamp(solution.score);
    return solution;
  }

 private:
  static constexpr int quiet = 1000;    // no score is that large
  static constexpr int hard = 1 << 14;  // nodes after which a solve deserves all of the table
  static constexpr int opening = 4;     // plies
  static constexpr int last = 16;       // plies whose positions go into the small table

  using State = INAROW_ISA::State<Word>;
  struct Child {
    State state;
    Word key;
    int sign;  // +1 if the side to move is the one that moved at the parent
    int order;
    Move<Word> move;
  };

  G g_;
  Zugzwang<G> zugzwang_;
  MoveOrder<G> order_;
  Table<Word>& table_;
  Table<Word>& late_;
  Shared& shared_;
  const Poll* poll_;
  std::atomic<std::uint64_t> alone_{0};  // the window of a thread that works alone
  std::atomic<std::uint64_t>& window_ = shared_.threads > 1 ? shared_.window : alone_;
  std::uint64_t working_on_ = 0;  // the window as zoom() saw it last
  Window known_{};                // the same
  int alpha_ = 0;                 // what it asked
  int sign_ = 1;                  // -1 if forced moves before it changed the side to move
  std::uint64_t nodes_ = 0;

  // The searches that are under way, the root first, and how far to go back: unwind_ is the depth
  // of one that another thread has answered (with answer_), -1 to leave them all.
  struct Question {
    Word key;
    int alpha, ply;
  };
  static constexpr int stay = 8 * sizeof(Word) + 1;
  Question path_[stay];
  int depth_ = 0, unwind_ = stay, answer_ = 0;

  // Whether a line fits that holds none of these discs of the opponent.
  bool can_still_win(Word against) const { return g_.has_line(g_.board & ~against); }

  Word threats(Word discs, Word occupied) const { return g_.completing(discs) & ~occupied; }

  int best_case(int ply) const { return (g_.size() - 1 - ply) / 2; }  // wins with the next but one
  int worst_case(int ply) const { return -((g_.size() - 2 - ply) / 2); }

  void play(State& s, Word move) const {
    const Word own = s.own | move, occupied = own | s.other;
    s = {s.other, own, s.threats & ~move, threats(own, occupied), s.ply + 1};
  }

  // Plays forced moves until the position is quiet (returns `quiet`) or decided (returns the score
  // for the side then to move). *sign* flips with every move.
  INAROW_NOINLINE int resolve(State& s, int& sign) const {
    while (true) {
      if (s.ply == g_.size()) return 0;
      const Word playable = g_.playable(s.own | s.other);
      if (s.own_threats & playable) return (g_.size() + 1 - s.ply) / 2;
      const Word loss_below = s.threats >> 1;  // playing right under a threat loses
      Word moves = s.threats & playable;
      if (moves) {
        if ((moves & (moves - 1)) || (moves & loss_below)) return -((g_.size() - s.ply) / 2);
      } else {
        moves = playable & ~loss_below;
        if (!moves) return -((g_.size() - s.ply) / 2);
        if (moves & (moves - 1)) return quiet;
      }
      play(s, moves);
      sign = -sign;
    }
  }

  // Exact score of a quiet position by null windows: is it a short win, a short loss, better than a
  // draw? Then on from the bound that is known, towards the other. Whoever has an answer narrows
  // the window for all; threads whose question it has answered leave it and take the next.
  int zoom(const State& s, const Range& range) {
    const int early = std::max(1, (g_.size() + 2 - (s.ply + 13)) / 2);
    const int first[] = {early - 1, -early};
    const int worst = can_still_win(s.own) ? worst_case(s.ply) : 0;
    const int best = can_still_win(s.other) ? best_case(s.ply) : 0;
    const Window start{range.is_whole() ? 0 : 2, std::max(worst, range.low),
                       std::min(best, range.high)};
    std::uint64_t none = 0;
    window_.compare_exchange_strong(none, start.packed());
    while (true) {
      working_on_ = window_.load();
      const Window window = known_ = Window::unpacked(working_on_);
      if (window.low >= window.high) return window.low;
      alpha_ = std::clamp(window.step < 2 ? first[window.step] : 0, window.low, window.high - 1);
      // In the opening most scores are near 0: two threads ask on both sides of the answer.
      const int next = alpha_ < 0 ? alpha_ - 1 : alpha_ + 1;
      if (!poll_ && shared_.threads > 1 && window.step >= 2 && s.ply <= opening &&
          window.asks(next))
        alpha_ = next;
      depth_ = 0;
      const bool hopeful = window.step == 1 || (window.step >= 2 && alpha_ <= 0);
      const int result = search(s, alpha_, key(s), hopeful);
      if (stopped() && shared_.done.load(std::memory_order_relaxed)) return window.low;
      if (!stopped()) narrow(result);
      unwind_ = stay;
    }
  }

  void narrow(int result) {
    std::uint64_t now = window_.load();
    Window window;
    do {
      window = Window::unpacked(now);
      if (result > alpha_)
        window.low = std::max(window.low, result);
      else
        window.high = std::min(window.high, result);
      window.step = std::max(window.step, known_.step + 1);
    } while (!window_.compare_exchange_weak(now, window.packed()));
  }

  // *key* is that of s, 0 if it is not worth remembering; *hopeful* if more than alpha is expected.
  int search(const State& s, int alpha, Word key, bool hopeful) {
    assert(worst_case(s.ply) <= alpha && alpha < best_case(s.ply));
    const int depth = depth_;
    path_[depth] = {key, alpha, s.ply};
    if ((++nodes_ & 255) == 0) look_around();
    if (unwind_ <= depth) return answered(depth);
    const std::uint64_t nodes_before = nodes_;
    if (g_.k() > 4) {  // with shorter lines this settles next to nothing
      if (alpha >= 0 && !can_still_win(s.other)) return 0;
      if (alpha < 0 && !can_still_win(s.own)) return 0;
    }
    const Word playable = g_.playable(s.own | s.other);
    if ((g_.size() - 3 - s.ply) / 2 <= alpha) return last_chance(s, playable);
    Child children[max_side];
    int count = 0;
    int best = worst_case(s.ply);
    for (Word rest = playable & ~(s.threats >> 1); rest;) {
      const Word move = rest & -rest;
      rest ^= move;
      Child& child = children[count];
      child.state = s;
      child.sign = -1;
      play(child.state, move);
      const State after = child.state;
      if (const int decided = resolve(child.state, child.sign); decided != quiet) {
        best = std::max(best, child.sign * decided);
        if (best > alpha) return best;
        continue;
      }
      const int bound = child_bound(child, alpha);
      if (bound != quiet) {
        best = std::max(best, bound);
        if (best > alpha) return best;
        continue;
      }
      child.key = 0;
      if (worth_remembering(child.state, child.sign > 0 ? alpha : -alpha - 1)) {
        child.key = this->key(child.state);
        table_at(child.state.ply).prefetch(child.key);
      }
      child.move = {move, after.other, after.threats};
      ++count;
    }
    // What the table knows of the children may decide already.
    int open = 0;
    Child* sorted[max_side];
    for (int i = 0; i < count; ++i) {
      Child& child = children[i];
      if (settled(child, alpha, best)) {
        if (best > alpha) return best;
        continue;
      }
      child.order = order_.value(s, child.move, child.state, child.sign > 0);
      int place = open++;
      for (; place > 0 && sorted[place - 1]->order < child.order; --place)
        sorted[place] = sorted[place - 1];
      sorted[place] = &child;
    }
    // With several threads, a move that another thread is at is left for later: by then the table
    // may have its answer. Not so the first one where it is expected to be enough: there the
    // threads go down together and part below.
    const bool shares = shared_.threads > 1 && s.ply < g_.size() - 20;
    for (int pass = 0; pass < 2 && open > 0 && best <= alpha; ++pass) {
      int left = 0;
      for (int i = 0; i < open && best <= alpha; ++i) {
        const Child& child = *sorted[i];
        auto& busy = shared_.busy[Table<Word>::mix(child.key) % shared_.busy.size()];
        const auto mark = static_cast<std::uint64_t>(child.key);
        const bool marked = shares && child.key;
        if (marked && pass == 0 && (i > 0 || !hopeful) &&
            busy.load(std::memory_order_relaxed) == mark) {
          sorted[left++] = sorted[i];
          continue;
        }
        if (pass == 1 && settled(child, alpha, best)) continue;
        if (marked) busy.store(mark, std::memory_order_relaxed);
        depth_ = depth + 1;
        const int result = child.sign > 0 ? search(child.state, alpha, child.key, hopeful)
                                          : -search(child.state, -alpha - 1, child.key, !hopeful);
        if (marked) busy.store(0, std::memory_order_relaxed);
        if (unwind_ <= depth) return answered(depth);
        best = std::max(best, result);
      }
      open = left;
    }
    if (key) remember(s, key, best, alpha, nodes_ - nodes_before);
    return best;
  }

  Progress progress() const {
    const auto [step, low, high] = Window::unpacked(window_.load(std::memory_order_relaxed));
    return sign_ > 0 ? Progress{nodes_, low, high} : Progress{nodes_, -high, -low};
  }

  bool stopped() const { return unwind_ < 0; }

  bool still_asked() const {
    const std::uint64_t now = window_.load(std::memory_order_relaxed);
    if (now == working_on_) return true;
    const Window window = Window::unpacked(now);
    return known_.step >= 2 && window.asks(alpha_);
  }

  // What a search returns that is left early: the answer, if it was its own.
  int answered(int depth) {
    if (unwind_ == depth) unwind_ = stay;
    return answer_;
  }

  void look_around() {
    if (nodes_ == hard) table_.grow();
    if (poll_ && (nodes_ & 4095) == 0 && (*poll_)(progress()))
      shared_.done.store(true, std::memory_order_relaxed);
    if (shared_.done.load(std::memory_order_relaxed) || !still_asked()) {
      unwind_ = -1;
    } else if (shared_.threads > 1) {
      for (int depth = 0; depth <= depth_ && unwind_ == stay; ++depth)
        if (const Question& q = path_[depth]; table_answers(q.key, q.ply, q.alpha, answer_))
          unwind_ = depth;
    }
  }

  // Whether the table has an answer better than alpha, or one that is not.
  bool table_answers(Word key, int ply, int alpha, int& answer) const {
    if (!key) return false;
    Bounds bounds{worst_case(ply), best_case(ply)};
    table_at(ply).probe(key, bounds);
    answer = bounds.lower > alpha ? bounds.lower : bounds.upper;
    return bounds.lower > alpha || bounds.upper <= alpha;
  }

  // Whether the table settles a child, for or against; *best* takes what it says.
  bool settled(const Child& child, int alpha, int& best) const {
    int answer;
    if (!table_answers(child.key, child.state.ply, child.sign > 0 ? alpha : -alpha - 1, answer))
      return false;
    best = std::max(best, child.sign * answer);
    return true;
  }

  // When only a win with the next disc but one is better than alpha: is there a move that makes two
  // threats at once, or one right above the other?
  int last_chance(const State& s, Word playable) const {
    for (Word rest = playable & ~(s.threats >> 1); rest;) {
      const Word move = rest & -rest;
      rest ^= move;
      const Word own = s.own | move;
      const Word threats = this->threats(own, own | s.other);
      const Word next = g_.playable(own | s.other), wins = threats & next;
      const Word replies = wins ? wins : next;
      // Every reply must leave or open a winning cell.
      const bool two = wins & (wins - 1);
      const Word helpless = replies & (threats >> 1);
      if (two || helpless == replies) return best_case(s.ply);
    }
    return best_case(s.ply) - 1;
  }

  // What the parent gets from a quiet child without searching it, as far as that settles the child;
  // `quiet` if it does not.
  int child_bound(const Child& child, int alpha) const {
    const State& c = child.state;
    int low = worst_case(c.ply);
    const int wanted = child.sign > 0 ? alpha : -alpha - 1;
    int high = best_case(c.ply);
    if (high > wanted && low <= wanted)
      high = std::min(high, zugzwang_.upper_bound(c.own, c.other, c.threats, wanted, quiet));
    if (child.sign < 0) {
      std::swap(low, high);
      low = -low;
      high = -high;
    }
    return low > alpha ? low : high <= alpha ? high : quiet;
  }

  // Whether a search is long enough to be looked up: near the end, or when the side that is asked
  // for must win within a few plies, searching is faster than the memory.
  bool worth_remembering(const State& s, int alpha) const {
    const int left = g_.size() - s.ply;
    const int within = alpha >= 0 ? (left - 2 * alpha - 1) | 1 : (left + 2 + 2 * alpha) & ~1;
    return left > 6 && within >= 5;
  }

  // Most positions are met near the end and soon forgotten: a table that stays in the cache serves
  // them better than one that knows more.
  Table<Word>& table_at(int ply) const { return ply < g_.size() - last ? table_ : late_; }

  Word key(const State& s) const {
    const Word plain = s.own + (s.own | s.other);
    return std::min(plain, g_.mirrored(plain));
  }

  void remember(const State& s, Word k, int result, int alpha, std::uint64_t nodes) {
    Bounds bounds{worst_case(s.ply), best_case(s.ply)};
    table_at(s.ply).probe(k, bounds);
    if (result > alpha)
      bounds.lower = std::max(bounds.lower, result);
    else
      bounds.upper = std::min(bounds.upper, result);
    table_at(s.ply).store(k, bounds, nodes);
  }
};

}  // namespace inarow::INAROW_ISA
