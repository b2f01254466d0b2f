// The search behind solver.hpp for boards without gravity, for one size of words and of keys.
//
// As in search.hpp, search() is asked about *quiet* positions only, in which nobody can win at
// once; resolve() plays forced moves until there is one. The contract, for a window (alpha,
// alpha+1):
//
//     result <= alpha  =>  score <= result         result > alpha  =>  score >= result
//
// So one side *attacks*, that is, tries to win soon enough: the side to move if alpha >= 0,
// otherwise the other. Lines that the attacker cannot complete in time, or the defender not before
// that time, have no part in the answer.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <utility>

#include "solver/free/board.hpp"
#include "solver/free/bounds.hpp"
#include "solver/shared.hpp"
#include "solver/solver.hpp"
#include "solver/table.hpp"

namespace inarow::INAROW_ISA {

template <class Board>
class FreeSearch {
 public:
  using Word = typename Board::Word;
  using Key = typename Board::Key;

  // *poll* may be null: then another thread asks whether to stop. A small table for the last plies,
  // as search.hpp has it, is not needed: a node costs much more than a look-up.
  FreeSearch(const Board& board, Table<Key>& table, Table<Key>&, Shared& shared, const Poll* poll)
      : board_(board), table_(table), shared_(shared), poll_(poll) {
    table.grow();
  }

  FreeSearch(const FreeSearch&) = delete;  // the parts refer to each other
  FreeSearch& operator=(const FreeSearch&) = delete;

  Solution solve(Word own, Word other, const Range& range) {
    State state = state_of(own, other);
    int sign = 1;
    Solution solution;
    if (const int decided = resolve(state, sign); decided != quiet) {
      solution.score = sign * decided;
    } else {
      sign_ = sign;
      solution.score = sign * zoom(state, range.seen_by(sign));
      solution.nodes = nodes_;
      solution.complete = !stopped_;
    }
    solution.score = range.clamp(solution.score);
    return solution;
  }

 private:
  static constexpr int quiet = 1000;  // no score is that large
  using Images = typename Board::Images;
  using Lines = OpenLines<Board>;

  struct State {
    Word own, other;            // discs of the side to move, and of the other
    Word own_threats, threats;  // empty cells that complete a line of each
    Images own_images, images;  // what the discs of each add to the keys
    int ply;
  };
  struct Child {
    Word move;
    Key key;
    int sign;  // +1 if the side to move is the one that moved at the parent
    int ply;
    typename Lines::Weight order;
  };
  struct Children {
    std::array<Child, max_free_cells> sorted;  // best first
    int count = 0;

    void insert(const Child& child) {
      int place = count++;
      for (; place > 0 && sorted[place - 1].order < child.order; --place)
        sorted[place] = sorted[place - 1];
      sorted[place] = child;
    }
  };

  // What all threads work on: is the score, which lies from low to high, more than alpha?
  struct Window {
    int low, high, alpha;

    std::uint64_t packed() const {
      return std::uint64_t{1} << 24 | (low + 128) << 16 | (high + 128) << 8 | (alpha + 128);
    }
    static Window unpacked(std::uint64_t word) {
      const auto byte = [&](int shift) { return static_cast<int>(word >> shift & 0xff) - 128; };
      return {byte(16), byte(8), byte(0)};
    }
  };

  const Board& board_;
  Table<Key>& table_;
  Shared& shared_;
  const Poll* poll_;
  std::atomic<std::uint64_t> alone_{0};  // the window of a thread that works alone
  std::atomic<std::uint64_t>& window_ = shared_.threads > 1 ? shared_.window : alone_;
  std::uint64_t working_on_ = 0;
  int sign_ = 1;  // -1 if forced moves before zoom() changed the side to move
  std::uint64_t nodes_ = 0, give_up_ = 0;
  bool stopped_ = false;

  int best_case(int ply) const { return (board_.size() - 1 - ply) / 2; }  // with the next but one
  int worst_case(int ply) const { return -((board_.size() - 2 - ply) / 2); }

  Word threats(Word discs, Word occupied) const { return board_.completing(discs) & ~occupied; }

  State state_of(Word own, Word other) const {
    const Word occupied = own | other;
    return {own,
            other,
            threats(own, occupied),
            threats(other, occupied),
            board_.images(own),
            board_.images(other),
            count_bits(occupied)};
  }

  void play(State& s, Word move) const {
    const Word own = s.own | move;
    board_.add(s.own_images, move);
    std::swap(s.own_images, s.images);
    s.own_threats = s.threats & ~move;
    s.threats = threats(own, own | s.other);
    s.own = s.other;
    s.other = own;
    ++s.ply;
  }

  // Plays forced moves until the position is quiet (returns `quiet`) or decided (returns the score
  // for the side then to move). *sign* flips with every move.
  int resolve(State& s, int& sign) const {
    while (true) {
      if (s.ply == board_.size()) return 0;
      if (s.own_threats) return (board_.size() + 1 - s.ply) / 2;
      if (!s.threats) return quiet;
      if (s.threats & (s.threats - 1)) return -((board_.size() - s.ply) / 2);
      play(s, s.threats);
      sign = -sign;
    }
  }

  // Exact score of a quiet position by null windows. The first thread to answer one sets the next;
  // the others leave it and follow.
  int zoom(const State& s, const Range& range) {
    const bool narrow = !range.is_whole();
    Window first{std::max(worst_case(s.ply), range.low), std::min(best_case(s.ply), range.high), 0};
    // Against no discs the side to move cannot lose: if the other side could win moving second, so
    // could it, by playing anywhere first. A disc more never hurts.
    if (!s.other) first.low = std::max(first.low, std::min(0, first.high));
    std::uint64_t none = 0;
    window_.compare_exchange_strong(none, asking(first, s.ply, narrow).packed());
    while (true) {
      working_on_ = window_.load();
      Window window = Window::unpacked(working_on_);
      if (window.low >= window.high) return window.low;
      const std::uint64_t before = nodes_;
      const bool asks_only_who_wins = !narrow && window.alpha == who_wins(window);
      give_up_ = asks_only_who_wins ? before + std::max(cheap, 2 * before) : never;
      const int result = search(s, window.alpha);
      if (stopped_ && shared_.done.load(std::memory_order_relaxed)) return window.low;
      if (!stopped_ || nodes_ >= give_up_) {
        if (!stopped_) (result > window.alpha ? window.low : window.high) = result;
        const bool expensive = nodes_ - before > cheap && !stopped_;
        window_.compare_exchange_strong(working_on_,
                                        asking(window, s.ply, narrow || expensive).packed());
      }
      stopped_ = false;
    }
  }

  // The window with the next question. Wins and losses in few moves come first, then in more, for
  // as long as that is cheap; then who wins at all. That is given up when it takes long and tried
  // again later, because a win is found much faster if it is asked for in few moves.
  Window asking(Window window, int ply, bool sign_only) const {
    const int win = window.high - 1, loss = window.low;
    const bool win_next = best_case(ply) - window.high <= window.low - worst_case(ply);
    if (sign_only && window.low <= 0 && window.high >= 0)
      window.alpha = who_wins(window);
    else if (window.low >= 0)
      window.alpha = win;
    else if (window.high <= 0)
      window.alpha = loss;
    else
      window.alpha = win_next ? win : loss;
    return window;
  }

  static int who_wins(const Window& window) { return window.high > 0 ? 0 : -1; }

  static constexpr std::uint64_t cheap = 50'000;  // nodes for one question
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  int search(const State& s, int alpha) {
    if ((++nodes_ & 15) == 0) look_around();
    if (stopped_) return alpha;
    const std::uint64_t nodes_before = nodes_;
    Children children;
    int best = expand(s, alpha, children);
    if (best > alpha || children.count == 0) return best;
    // With several threads, a move that another thread is at is left for later: by then the table
    // may have its answer.
    const bool shares = shared_.threads > 1 && s.ply < board_.size() - 8;
    for (int pass = 0, open = children.count; pass < 2 && open > 0 && best <= alpha; ++pass) {
      int left = 0;
      for (int i = 0; i < open && best <= alpha; ++i) {
        const Child child = children.sorted[i];
        auto& busy = shared_.busy[Table<Key>::mix(child.key) % shared_.busy.size()];
        const auto mark = static_cast<std::uint64_t>(child.key);
        if (shares && pass == 0 && i > 0 && busy.load(std::memory_order_relaxed) == mark) {
          children.sorted[left++] = child;
          continue;
        }
        if (pass == 1 && settled(child, alpha, best)) continue;
        if (shares) busy.store(mark, std::memory_order_relaxed);
        best = std::max(best, searched(s, child, alpha));
        if (shares) busy.store(0, std::memory_order_relaxed);
        if (stopped_) return alpha;
      }
      open = left;
    }
    remember(s, best, alpha, nodes_ - nodes_before);
    return best;
  }

  int searched(State s, const Child& child, int alpha) {
    int sign = -1;
    play(s, child.move);
    resolve(s, sign);
    return sign > 0 ? search(s, alpha) : -search(s, -alpha - 1);
  }

  // What is known without searching the children: a bound that answers the question, or else the
  // best of those that are settled, with the others in *children*.
  INAROW_NOINLINE int expand(const State& s, int alpha, Children& children) const {
    const bool attacks = alpha >= 0;
    const int size = board_.size();
    const int last = attacks ? size - 2 * alpha : size + 2 + 2 * alpha;  // the disc that must win
    const int discs = (last - s.ply + attacks) / 2;  // of the attacker till then
    const Word attacking = attacks ? s.own : s.other, defending = attacks ? s.other : s.own;
    const Lines attacker(board_, attacking, defending, discs);
    const int held = !attacker.late() ? 0 : attacks ? alpha : alpha + 1;
    if (attacks ? attacker.held() : attacker.held_by_mover()) return held;
    const Lines defender(board_, defending, attacking, discs - attacks);
    int best = worst_case(s.ply);
    // Because of such lines a move that is left out may be better than all others, up to alpha.
    if (attacks && (attacker.late() || defender.late())) best = alpha;
    if (!add_children(s, alpha, attacker, defender, children, best)) return best;
    if (!attacks)
      for (int i = 0; i < std::min(children.count, 8); ++i)
        if (const Child& child = children.sorted[i];
            child.sign < 0 && attacker.without(child.move).held())
          return held;
    return best;
  }

  // Whether the question is still open: not if a child's score, or bound in the table, answers it.
  bool add_children(const State& s, int alpha, const Lines& attacker, const Lines& defender,
                    Children& children, int& best) const {
    for (Word moves = Lines::worthwhile(attacker, defender); moves; moves &= moves - 1) {
      const Word move = moves & -moves;
      State next = s;
      int sign = -1;
      play(next, move);
      if (const int decided = resolve(next, sign); decided != quiet) {
        best = std::max(best, sign * decided);
        if (best > alpha) return false;
        continue;
      }
      const int cell = lowest_bit(move);
      const auto order = 3 * attacker.weight(cell) + 2 * defender.weight(cell) +
                         (sign > 0 ? 2 * Lines::one : 0);  // threats first
      const Key key = Board::key(next.own_images, next.images);
      table_.prefetch(key);
      children.insert({move, key, sign, next.ply, order});
    }
    int open = 0;
    for (int i = 0; i < children.count; ++i) {
      if (!settled(children.sorted[i], alpha, best))
        children.sorted[open++] = children.sorted[i];
      else if (best > alpha)
        return false;
    }
    children.count = open;
    return true;
  }

  // Whether the table settles a child, for or against; *best* takes what it says.
  bool settled(const Child& child, int alpha, int& best) const {
    Bounds bounds{worst_case(child.ply), best_case(child.ply)};
    table_.probe(child.key, bounds);
    const int low = child.sign > 0 ? bounds.lower : -bounds.upper;
    const int high = child.sign > 0 ? bounds.upper : -bounds.lower;
    if (low <= alpha && high > alpha) return false;
    best = std::max(best, low > alpha ? low : high);
    return true;
  }

  void remember(const State& s, int result, int alpha, std::uint64_t nodes) {
    const Key key = Board::key(s.own_images, s.images);
    Bounds bounds{worst_case(s.ply), best_case(s.ply)};
    table_.probe(key, bounds);
    if (result > alpha)
      bounds.lower = std::max(bounds.lower, result);
    else
      bounds.upper = std::min(bounds.upper, result);
    table_.store(key, bounds, nodes);
  }

  Progress progress() const {
    const Window window = Window::unpacked(working_on_);
    return sign_ > 0 ? Progress{nodes_, window.low, window.high}
                     : Progress{nodes_, -window.high, -window.low};
  }

  void look_around() {
    if (poll_ && (nodes_ & 127) == 0 && (*poll_)(progress()))
      shared_.done.store(true, std::memory_order_relaxed);
    if (shared_.done.load(std::memory_order_relaxed) ||
        window_.load(std::memory_order_relaxed) != working_on_ || nodes_ >= give_up_)
      stopped_ = true;
  }
};

}  // namespace inarow::INAROW_ISA
