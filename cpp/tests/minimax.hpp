// Scores by plain minimax over every position, and the solver's beside them: they have nothing in
// common but the rules.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <unordered_map>
#include <unordered_set>

#include "board/position.hpp"
#include "solver/solver.hpp"
#include "tests/check.hpp"

namespace inarow {

template <int N>
class Minimax {
 public:
  explicit Minimax(const Rules& rules) : geometry_(rules) {}

  int score(const Position<N>& position) {
    if (const auto known = scores_.find(position); known != scores_.end()) return known->second;
    const int ply = position.occupied.count(), size = geometry_.rules.cells();
    int best = -size;
    if (ply == size) best = 0;
    position.playable(geometry_).for_each([&](int index) {
      const auto cell = Bits<N>::single(index);
      const bool wins = has_line(position.own | cell, geometry_);
      best = std::max(best, wins ? (size + 1 - ply) / 2 : -score(position.play(cell)));
    });
    scores_.emplace(position, best);
    return best;
  }

  // Calls visit(position, score) for every position that play from this one reaches, unless
  // somebody has won or the board is full.
  template <class Visit>
  void for_each_below(const Position<N>& position, Visit&& visit) {
    if (position.occupied == geometry_.board || !seen_.insert(position).second) return;
    visit(position, score(position));
    position.playable(geometry_).for_each([&](int index) {
      const auto cell = Bits<N>::single(index);
      if (!has_line(position.own | cell, geometry_)) for_each_below(position.play(cell), visit);
    });
  }

  // A random position from play with *empty* cells left and nobody having won.
  Position<N> random(std::mt19937& random, int empty) const {
    while (true) {
      Position<N> position;
      while (geometry_.rules.cells() - position.occupied.count() > empty) {
        auto cells = position.playable(geometry_);
        for (int skip = random() % cells.count(); skip > 0; --skip)
          cells ^= Bits<N>::single(cells.lowest());
        position = position.play(Bits<N>::single(cells.lowest()));
        if (has_line(position.own ^ position.occupied, geometry_)) break;
      }
      if (!has_line(position.own ^ position.occupied, geometry_)) return position;
    }
  }

  const Geometry<N>& geometry() const { return geometry_; }

 private:
  struct Hash {
    std::size_t operator()(const Position<N>& position) const {
      std::uint64_t hash = 0;
      for (const auto& bits : {position.own, position.occupied})
        for (const auto word : bits.words) {
          hash = (hash ^ word) * 0x9e3779b97f4a7c15;
          hash ^= hash >> 32;
        }
      return hash;
    }
  };

  Geometry<N> geometry_;
  std::unordered_map<Position<N>, int, Hash> scores_;
  std::unordered_set<Position<N>, Hash> seen_;
};

inline const Poll never = [](const Progress&) { return false; };

template <int N>
Solution solve(Solver& solver, const Position<N>& position, const Range& range = exact_range,
               int threads = 1) {
  const auto other = position.own ^ position.occupied;
  return solver.solve(position.own.words.data(), other.words.data(), range, threads, never);
}

template <int N>
bool agrees(Solver& solver, const Position<N>& position, int score, int threads = 1) {
  const auto is_right = [&](const Range& range) {
    return solve(solver, position, range, threads).score == range.clamp(score);
  };
  return is_right(weak_range) && is_right({score - 1, score}) && is_right({score, score + 1}) &&
         is_right({1, 2}) && is_right(exact_range);
}

// Random positions with *empty* cells left, each by one and by two threads.
template <int N>
void check_random(const Rules& rules, int rounds, int empty) {
  std::mt19937 random(rules.bits() + rules.k);
  Minimax<N> minimax(rules);
  const auto solver = make_solver(rules, 1);
  int wrong = 0;
  for (int i = 0; i < rounds; ++i) {
    const auto position = minimax.random(random, empty);
    const int score = minimax.score(position);
    for (int threads : {1, 2}) wrong += !agrees(*solver, position, score, threads);
  }
  if (wrong) std::printf("%dx%dx%d: %d wrong\n", rules.width, rules.height, rules.k, wrong);
  CHECK(wrong == 0);
}

}  // namespace inarow
