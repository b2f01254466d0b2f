// Exact solving without gravity.
#include <atomic>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "solver/free/bounds.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"

using namespace inarow;

namespace {

#ifdef INAROW_SANITIZE
constexpr int share = 10;  // of the work is left: sanitizers are slow
#else
constexpr int share = 1;
#endif

int empty_board(const Rules& rules, int threads, const Range& range = exact_range) {
  return solve(*make_solver(rules, 16), Position<2>{}, range, threads).score;
}

using Board = baseline::FreeBoard<std::uint64_t, std::uint64_t>;

// Whether the attacker, given the rests of his lines, fills one with *discs* discs of his own while
// the defender does nothing but block.
bool gets_through(const std::vector<std::uint64_t>& rests, int discs, bool attacker_moves) {
  std::uint64_t cells = 0;
  for (const auto rest : rests) {
    if (rest == 0) return true;
    cells |= rest;
  }
  if (discs == 0) return false;
  for (; cells; cells &= cells - 1) {
    const std::uint64_t cell = cells & -cells;
    std::vector<std::uint64_t> left;
    for (const auto rest : rests)
      if (attacker_moves)
        left.push_back(rest & ~cell);
      else if (!(rest & cell))
        left.push_back(rest);
    if (gets_through(left, discs - attacker_moves, !attacker_moves) == attacker_moves)
      return attacker_moves;
  }
  return !attacker_moves && !rests.empty();
}

}  // namespace

TEST("every position of small boards without gravity has its minimax score") {
  for (const Rules& rules : {Rules{3, 3, 3, false}, Rules{4, 3, 3, false}, Rules{3, 4, 4, false},
                             Rules{1, 1, 1, false}, Rules{3, 2, 2, false}, Rules{9, 1, 3, false}}) {
    Minimax<1> minimax(rules);
    const auto solver = make_solver(rules, 1);
    int wrong = 0, count = 0;
    minimax.for_each_below({}, [&](const Position<1>& position, int score) {
      if (rules.cells() <= 9 || count++ % (share * share) == 0)
        wrong += !agrees(*solver, position, score);
    });
    if (wrong) std::printf("%dx%dx%d: %d wrong\n", rules.width, rules.height, rules.k, wrong);
    CHECK(wrong == 0);
  }
}

TEST("random positions of larger boards without gravity have their minimax score") {
  const int empty = share > 1 ? 8 : 10, rounds = 40 / share;
  for (const Rules& rules :
       {Rules{4, 4, 3, false}, Rules{4, 4, 4, false}, Rules{5, 3, 3, false}, Rules{7, 2, 3, false},
        Rules{5, 4, 4, false}, Rules{5, 5, 4, false}, Rules{5, 5, 5, false}, Rules{6, 5, 4, false},
        Rules{6, 6, 5, false}, Rules{7, 6, 4, false}, Rules{8, 7, 5, false}})
    check_random<1>(rules, rounds, empty);
  for (const Rules& rules : {Rules{8, 8, 5, false}, Rules{10, 8, 6, false}, Rules{35, 1, 4, false}})
    check_random<2>(rules, rounds / 4, empty - 2);
}

TEST("empty boards without gravity have their known values") {
  struct Value {
    Rules rules;
    int disc;  // with which perfect play ends, 0 for a draw
  };
  for (const auto& [rules, disc] :
       {Value{{3, 3, 3, false}, 0}, Value{{4, 3, 3, false}, 7}, Value{{4, 4, 3, false}, 5},
        Value{{4, 4, 4, false}, 0}, Value{{5, 4, 4, false}, 0}, Value{{6, 6, 5, false}, 0},
        Value{{5, 5, 5, false}, 0}, Value{{6, 6, 6, false}, 0}, Value{{5, 2, 2, false}, 3},
        Value{{9, 8, 8, false}, 0}})
    CHECK(empty_board(rules, 1) == (disc ? (rules.cells() + 2 - disc) / 2 : 0));
}

TEST("threads that share one search without gravity come to the score of one") {
  for (int threads : {1, 2, 3}) {
    CHECK(empty_board({5, 5, 4, false}, threads) == 0);
    CHECK(empty_board({6, 5, 4, false}, threads) == (30 + 2 - 11) / 2);
    CHECK(empty_board({6, 6, 4, false}, threads, weak_range) == 1);
  }
  std::vector<std::int8_t> scores(20, 99);
  const std::vector<std::uint64_t> boards(20);
  CHECK(make_solver({5, 4, 4, false}, 1)
            ->solve_many(boards.data(), boards.data(), 20, exact_range, 2, scores.data(), never));
  CHECK(scores == std::vector<std::int8_t>(20, 0));
}

TEST("one thread searches the same nodes every time") {
  const auto nodes = [] { return solve(*make_solver({5, 5, 4, false}, 1), Position<1>{}).nodes; };
  CHECK(nodes() == nodes());
  CHECK(nodes() > 0);
}

TEST("all images of a position have one score") {
  for (const Rules& rules : {Rules{5, 5, 4, false}, Rules{6, 5, 4, false}, Rules{4, 4, 3, false}}) {
    std::mt19937 random(rules.bits());
    const Minimax<1> minimax(rules);
    for (int i = 0; i < 20 / share; ++i) {
      const auto position = minimax.random(random, rules.cells() - 6);
      const int score = solve(*make_solver(rules, 1), position).score;
      for (const auto& table : symmetries(rules)) {
        const Position<1> image{moved(position.own, table), moved(position.occupied, table)};
        CHECK(solve(*make_solver(rules, 1), image).score == score);
      }
    }
  }
}

TEST("two positions have one key if and only if they are images of each other") {
  for (const Rules& rules : {Rules{3, 3, 3, false}, Rules{4, 2, 3, false}, Rules{1, 6, 3, false}}) {
    const Board board(rules);
    const auto tables = symmetries(rules);
    std::set<std::uint64_t> keys;
    std::set<Position<1>> different;
    std::set<std::pair<std::uint64_t, Position<1>>> both;
    for (std::uint64_t own = 0; own <= board.board; ++own)
      for (std::uint64_t other = 0; other <= board.board; ++other) {
        if ((own & other) || ((own | other) & ~board.board)) continue;
        const auto key = Board::key(board.images(own), board.images(other));
        const auto least = canonical(Position<1>{{{own}}, {{own | other}}}, tables);
        keys.insert(key);
        different.insert(least);
        both.insert({key, least});
      }
    CHECK(keys.size() == different.size());
    CHECK(both.size() == different.size());
  }
}

TEST("what is held without search is held against every attack") {
  int held = 0, held_by_mover = 0, through = 0;
  for (const Rules& rules : {Rules{3, 3, 3, false}, Rules{4, 4, 3, false}, Rules{4, 4, 4, false},
                             Rules{5, 4, 3, false}, Rules{5, 4, 4, false}, Rules{5, 5, 5, false}}) {
    const Board board(rules);
    const Minimax<1> minimax(rules);
    std::mt19937 random(rules.bits() + rules.k);
    for (int i = 0; i < 400 / share; ++i) {
      const auto position = minimax.random(random, std::min(9, rules.cells()));
      const std::uint64_t own = position.own.words[0];
      const std::uint64_t other = position.occupied.words[0] ^ own;
      const int discs = 1 + static_cast<int>(random() % 5);
      const baseline::OpenLines<Board> lines(board, own, other, discs);
      std::vector<std::uint64_t> rests;
      for (const auto line : board.lines)
        if (!(line & other)) rests.push_back(line & ~own);
      const bool passes = gets_through(rests, discs, true);
      through += passes;
      held += lines.held();
      held_by_mover += lines.held_by_mover();
      CHECK(!(lines.held() && passes));
      CHECK(!(lines.held_by_mover() && gets_through(rests, discs, false)));
    }
  }
  CHECK(held > 1000 / share);
  CHECK(held_by_mover > 1000 / share);
  CHECK(through > 300 / share);
}

TEST("a solve without gravity can be stopped and tells what it knows") {
  const auto solver = make_solver({8, 8, 5, false}, 1);
  const std::uint64_t empty[2] = {};
  int asked = 0;
  const Poll later = [&](const Progress& progress) {
    CHECK(progress.low <= progress.high);
    CHECK(progress.nodes > 0);
    return ++asked == 3;
  };
  for (int threads : {1, 2}) {
    asked = 0;
    CHECK(!solver->solve(empty, empty, exact_range, threads, later).complete);
    CHECK(asked == 3);
  }
  std::vector<std::int8_t> scores(3, 99);
  const std::vector<std::uint64_t> boards(6);
  const Poll now = [](const Progress&) { return true; };
  CHECK(!solver->solve_many(boards.data(), boards.data(), 3, exact_range, 2, scores.data(), now));
}
