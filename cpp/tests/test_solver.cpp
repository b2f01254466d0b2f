#include <cstdint>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <vector>

#include "solver/solver.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"

using namespace inarow;

TEST("every position of small boards has its minimax score") {
#ifdef INAROW_SANITIZE
  const int usual = 9;
#else
  const int usual = 12;
#endif
  const char* wanted = std::getenv("INAROW_CELLS");  // 16 takes minutes
  const int cells = wanted ? std::atoi(wanted) : usual;
  for (int k : {3, 4})
    for (int width = 1; width <= cells; ++width)
      for (int height = 1; width * height <= cells; ++height) {
        const Rules rules{width, height, k, true};
        Minimax<1> minimax(rules);
        const auto solver = make_solver(rules, 1);
        int wrong = 0;
        minimax.for_each_below({}, [&](const Position<1>& position, int score) {
          wrong += !agrees(*solver, position, score);
        });
        if (wrong) std::printf("%dx%dx%d: %d wrong\n", width, height, k, wrong);
        CHECK(wrong == 0);
      }
}

TEST("late positions of larger boards have the score of a plain search") {
#ifdef INAROW_SANITIZE
  const int rounds = 3, empty = 9;
#else
  const int rounds = 60, empty = 12;
#endif
  for (const Rules& rules : {Rules{5, 5, 4, true}, Rules{6, 5, 4, true}, Rules{6, 6, 4, true},
                             Rules{7, 6, 4, true}, Rules{5, 7, 5, true}})
    check_random<1>(rules, rounds, empty);
  for (const Rules& rules : {Rules{9, 7, 5, true}, Rules{8, 8, 5, true}, Rules{7, 9, 6, true}})
    check_random<2>(rules, rounds / 6 + 1, empty - 2);
}

TEST("threads that share one hard search come to the score of one") {
  // 6x5 from the empty board: long enough for the threads to meet in the table.
  const Rules rules{6, 5, 4, true};
  const std::uint64_t empty = 0;
  for (int threads : {1, 2, 3}) {
    const auto solver = make_solver(rules, 1);
    CHECK(solver->solve(&empty, &empty, exact_range, threads, never).score == 0);
  }
  std::vector<std::int8_t> scores(50, 99);
  const std::vector<std::uint64_t> boards(50);
  CHECK(make_solver({5, 4, 4, true}, 1)
            ->solve_many(boards.data(), boards.data(), 50, exact_range, 2, scores.data(), never));
  CHECK(scores == std::vector<std::int8_t>(50, 0));
}

TEST("boards beyond exact solving and tables of no size are refused") {
  for (const Rules& rules : {Rules{9, 9, 5, false}, Rules{18, 18, 4, true}}) {
    bool refused = false;
    try {
      make_solver(rules, 1);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
}

TEST("a solve can be stopped") {
  const Poll now = [](const Progress&) { return true; };
  const auto solver = make_solver({7, 6, 4, true}, 1);
  const std::uint64_t empty = 0;
  CHECK(!solver->solve(&empty, &empty, exact_range, 2, now).complete);
}
