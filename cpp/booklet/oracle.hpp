// Whether a position keeps what the booklet is to prove: asked millions of times while it is built.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "booklet/diagram.hpp"
#include "many/book.hpp"
#include "solver/solver.hpp"

namespace inarow::booklet {

// Answers that all threads share: a word holds a whole key and its answer, so that none can be
// torn.
class Answers {
 public:
  explicit Answers(int log2_words)
      : mask_((std::uint64_t{1} << log2_words) - 1), words_(mask_ + 1) {}

  int find(std::uint64_t key) const {  // 0 or 1, or -1 if it is not there
    const std::uint64_t at = place(key);
    for (int i = 0; i < ways; ++i) {
      const std::uint64_t word = words_[(at + i) & mask_].load(std::memory_order_relaxed);
      if (word >> 2 == key && word & 2) return static_cast<int>(word & 1);
    }
    return -1;
  }
  void store(std::uint64_t key, bool yes) {
    const std::uint64_t at = place(key), word = key << 2 | 2 | (yes ? 1 : 0);
    for (int i = 0; i < ways; ++i) {
      auto& slot = words_[(at + i) & mask_];
      const std::uint64_t there = slot.load(std::memory_order_relaxed);
      if (there == 0 || there == word) return slot.store(word, std::memory_order_relaxed);
    }
    words_[(at + (key * 0x9E3779B97F4A7C15u >> 62)) & mask_].store(word, std::memory_order_relaxed);
  }

 private:
  static constexpr int ways = 4;
  std::uint64_t place(std::uint64_t key) const {
    key *= 0x9E3779B97F4A7C15u;
    return (key ^ key >> 29) * 0xBF58476D1CE4E5B9u >> 20 & mask_ & ~std::uint64_t{ways - 1};
  }
  std::uint64_t mask_;
  std::vector<std::atomic<std::uint64_t>> words_;
};

// One thread's way to ask.
class Oracle {
 public:
  Oracle(const Rules& rules, const Plane& plane, bool draw_is_enough, Answers& answers,
         std::size_t table_mib, const Book* book)
      : plane_(plane),
        draw_(draw_is_enough),
        answers_(answers),
        book_(book),
        solver_(make_solver(rules, table_mib)) {}

  // After our move. Precondition: nobody has a line.
  bool keeps(const Pair& pair) {
    if (pair.occupied() == plane_.all) return draw_;
    bool flipped;
    const Pair image = canonical(plane_, pair, flipped);
    const std::uint64_t id = key(image);
    if (const int known = answers_.find(id); known >= 0) return known == 1;
    if (int score; book_ && std::popcount(image.occupied()) <= book_plies &&
                   book_->lookup(&image.theirs, &image.ours, score))
      return draw_ ? score <= 0 : score < 0;
    const Range range = draw_ ? Range{0, 1} : Range{-1, 0};
    const Solution solution =
        solver_->solve(&image.theirs, &image.ours, range, 1, [](const Progress&) { return false; });
    work += solution.nodes;
    ++solves;
    const bool yes = draw_ ? solution.score <= 0 : solution.score < 0;
    answers_.store(id, yes);
    return yes;
  }

  // The moves that keep it, in a position where we are to move and nobody has a line.
  Cells keeping(const Pair& pair, Cells moves) {
    Cells kept = 0;
    for (; moves; moves &= moves - 1) {
      const Cells move = moves & -moves;
      if (keeps({pair.ours | move, pair.theirs})) kept |= move;
    }
    return kept;
  }

  std::uint64_t work = 0;
  std::atomic<std::uint64_t> solves{0};  // others look at it meanwhile

 private:
  static constexpr int book_plies = 12;  // beyond, solving is as fast
  const Plane& plane_;
  bool draw_;
  Answers& answers_;
  const Book* book_;
  std::unique_ptr<Solver> solver_;
};

}  // namespace inarow::booklet
