#include <functional>
#include <stdexcept>

#include "many/counting.hpp"
#include "tests/check.hpp"

using namespace inarow;

namespace {

const StopCheck never = [] { return false; };
const std::uint64_t empty[20] = {};

}  // namespace

TEST("tic-tac-toe has 255,168 games, 5,478 positions, 765 up to symmetry") {
  const Rules rules{3, 3, 3, false};
  std::uint64_t games = 0, positions = 0, different = 0;
  for (const auto& ply : perft(rules, empty, empty, 9, never)) games += ply.finished;
  for (const auto& ply : count_positions(rules, 9, false, never)) positions += ply.total;
  for (const auto& ply : count_positions(rules, 9, true, never)) different += ply.total;
  CHECK(games == 255168);
  CHECK(positions == 5478);
  CHECK(different == 765);
}

TEST("the width of the word does not change the count") {
  // 3x30 needs two words, 3x8 one: with k = 3 the first plies are the same game.
  const auto narrow = perft({3, 8, 3, true}, empty, empty, 7, never);
  const auto wide = perft({3, 30, 3, true}, empty, empty, 7, never);
  CHECK(narrow == wide);
}

TEST("a depth below zero or beyond the last cell is refused") {
  for (const int plies : {-1, 5, 2'147'483'647})
    for (const auto& count :
         {std::function([&] { perft({2, 2, 2, true}, empty, empty, plies, never); }),
          std::function([&] { count_positions({2, 2, 2, true}, plies, false, never); })}) {
      bool refused = false;
      try {
        count();
      } catch (const std::invalid_argument&) {
        refused = true;
      }
      CHECK(refused);
    }
}

TEST("a count can be stopped") {
  int asked = 0;
  const auto counts = perft({7, 6, 4, true}, empty, empty, 30, [&] { return ++asked == 3; });
  CHECK(counts.empty());
  CHECK(asked == 3);
  CHECK(count_positions({7, 6, 4, true}, 30, false, [] { return true; }).empty());
}
