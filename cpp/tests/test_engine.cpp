#include <atomic>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "board/position.hpp"
#include "engine/engine.hpp"
#include "engine/evaluation.hpp"
#include "engine/tactics.hpp"
#include "tests/check.hpp"
#include "tests/minimax.hpp"

using namespace inarow;

namespace {

#ifdef INAROW_SANITIZE
constexpr int effort = 1;
#else
constexpr int effort = 10;
#endif

const StopPoll go_on = [] { return false; };

template <int N>
Findings search(Engine& engine, const Position<N>& position, const Limit& limit, int lines = 1,
                int threads = 1) {
  const auto other = position.own ^ position.occupied;
  return engine.search(position.own.words.data(), other.words.data(), limit, lines, threads, go_on);
}

// A position drawn row by row, the top one first: # is the side to move, o the other.
template <int N>
Position<N> drawn(const Rules& rules, const std::vector<std::string>& rows) {
  Position<N> position;
  for (int row = 0; row < static_cast<int>(rows.size()); ++row)
    for (int column = 0; column < rules.width; ++column) {
      const char sign = rows[rows.size() - 1 - row][column];
      const auto cell = Bits<N>::single(rules.bit(column, row));
      if (sign == '#') position.own |= cell;
      if (sign != '.') position.occupied |= cell;
    }
  return position;
}

int sign(int score) {
  return (score > 0) - (score < 0);
}

// What the engine proves about random late positions is the truth, and its move keeps the value.
template <int N>
void check_proofs(const Rules& rules, int rounds, int empty, std::uint64_t nodes) {
  std::mt19937 random(rules.bits() * 10 + rules.k);
  Minimax<N> minimax(rules);
  const Geometry<N>& geometry = minimax.geometry();
  const auto engine = make_engine(rules, 1);
  int proved = 0, wrong = 0;
  for (int i = 0; i < rounds; ++i) {
    const auto position = minimax.random(random, empty);
    const Findings findings = search(*engine, position, {.nodes = nodes}, 2);
    const int truth = sign(minimax.score(position));
    for (const Variation& line : findings.lines) {
      if (!line.proved) continue;
      ++proved;
      const auto cell = cell_of_move(line.moves[0], position.playable(geometry), geometry);
      const bool wins = has_line(position.own | cell, geometry);
      wrong += line.value != (wins ? 1 : sign(-minimax.score(position.play(cell))));
      wrong += &line == &findings.lines[0] && line.value != truth;
    }
  }
  if (wrong || proved < rounds)
    std::printf("%dx%dx%d: %d of %d wrong\n", rules.width, rules.height, rules.k, wrong, proved);
  CHECK(wrong == 0);
  CHECK(proved >= rounds);
}

}  // namespace

TEST("what the engine proves is true") {
  for (const Rules& rules : {Rules{4, 4, 3, true}, Rules{5, 4, 4, true}, Rules{5, 5, 4, true},
                             Rules{6, 5, 4, true}, Rules{7, 6, 4, true}, Rules{6, 6, 5, true}})
    check_proofs<1>(rules, 3 * effort, 10, 3000);
  check_proofs<2>({9, 8, 5, true}, 2 * effort, 10, 3000);
  for (const Rules& rules : {Rules{3, 3, 3, false}, Rules{4, 4, 3, false}, Rules{4, 4, 4, false},
                             Rules{5, 4, 4, false}, Rules{5, 5, 4, false}})
    check_proofs<1>(rules, 3 * effort, 8, 20000);
}

TEST("a search to the end of a small game finds its value") {
  const auto value = [](const Rules& rules) {
    const auto engine = make_engine(rules, 4);
    const Findings findings = search(*engine, Position<1>{}, {.depth = rules.cells()});
    CHECK(findings.lines[0].proved);
    return findings.lines[0].value;
  };
  CHECK(value({3, 3, 3, false}) == 0);
  CHECK(value({4, 3, 3, false}) == 1);
  CHECK(value({3, 3, 3, true}) == 0);
  CHECK(value({4, 4, 4, true}) == 0);
  CHECK(value({4, 4, 3, true}) == 1);
  CHECK(value({1, 1, 1, true}) == 1);
  CHECK(value({2, 2, 2, false}) == 1);
  CHECK(value({3, 2, 5, true}) == 0);
}

TEST("wins are taken, losses prevented and mates found") {
  const Rules rules{7, 6, 4, true};
  const auto engine = make_engine(rules, 1);
  const auto one = drawn<1>(rules, {"ooo....", "###...."});
  Findings findings = search(*engine, one, {.depth = 1});
  CHECK(findings.lines[0].moves == std::vector<int>{3});
  CHECK(findings.lines[0].proved && findings.lines[0].value == 1);
  const auto block = drawn<1>(rules, {"##.....", "ooo..#."});
  CHECK(search(*engine, block, {.depth = 4}).lines[0].moves[0] == 3);
  const auto two = drawn<1>(rules, {"..oo...", "..##..."});  // a third one, open at both ends
  findings = search(*engine, two, {.depth = 4});
  CHECK(findings.lines[0].proved && findings.lines[0].value == 1);
  CHECK(findings.lines[0].moves.size() == 3);
  const auto lost = drawn<1>(rules, {"..##...", ".ooo..."});
  findings = search(*engine, lost, {.depth = 1});
  CHECK(findings.lines[0].proved && findings.lines[0].value == -1);
  CHECK(findings.lines[0].moves.size() == 2);
}

TEST("wins by threats are wins, and only the defences can stop them") {
  using Board = engine::LineBoard<1, false, engine::OpenLines>;
  const Rules rules{5, 5, 4, false};
  const engine::LineTable lines(rules);
  const engine::OpenLines evaluation(rules);
  Board board(rules, lines, evaluation);
  engine::Control control({.depth = 1}, no_stop, go_on);
  engine::Pulse pulse;
  pulse.begin(control, false);
  engine::Forcing<Board> forcing(board, pulse);
  engine::Attack<Board> attack(board, pulse, forcing, 1 << 10);
  const Minimax<1> minimax(rules);  // for positions only: so early it would take too long
  const auto solver = make_solver(rules, 1);
  const auto wins = [&](const Position<1>& position) {
    return solve(*solver, position, weak_range).score > 0;
  };
  std::mt19937 random(1);
  int forced = 0, attacked = 0, endangered = 0, wrong = 0;
  while (forced < 20 * effort || attacked < 5 * effort || endangered < 5 * effort) {
    const auto position = minimax.random(random, 10 + random() % 3);
    auto first = position.own, second = position.own ^ position.occupied;
    if (position.occupied.count() % 2 == 1) std::swap(first, second);
    board.set(first, second);
    const int me = board.turn();
    if ((board.threats(me) & board.playable()).any()) continue;
    if (forcing.wins(me, 8, 1000)) {
      ++forced;
      wrong += !wins(position);
      continue;
    }
    if ((board.threats(1 - me) & board.playable()).any()) continue;
    if (forcing.wins(1 - me, 8, 1000)) {
      ++endangered;
      const auto defences = forcing.defences(1 - me);
      board.playable().without(defences).for_each(
          [&](int cell) { wrong += !wins(position.play(Bits<1>::single(cell))); });
    }
    if (attack.wins(1000)) {
      ++attacked;
      wrong += !wins(position);
      wrong += attack.line().length() < 3;
    }
  }
  CHECK(wrong == 0);
}

TEST("one thread finds the same with the same limit, whatever was searched before") {
  for (const Rules& rules :
       {Rules{7, 6, 4, true}, Rules{18, 18, 4, true}, Rules{15, 15, 5, false}}) {
    const auto used = make_engine(rules, 1);
    search(*used, Position<20>{}, {.seconds = 0.01});
    for (const Limit& limit : {Limit{.nodes = 4321}, Limit{.depth = 4}}) {
      const auto fresh = make_engine(rules, 1);
      const Findings a = search(*used, Position<20>{}, limit, 2);
      const Findings b = search(*fresh, Position<20>{}, limit, 2);
      CHECK(a.nodes == b.nodes && a.depth == b.depth);
      for (int i : {0, 1})
        CHECK(a.lines[i].moves == b.lines[i].moves && a.lines[i].value == b.lines[i].value);
      CHECK(limit.nodes == 0 || a.nodes <= limit.nodes);
      CHECK(limit.depth == 0 || a.depth == limit.depth);
    }
  }
}

TEST("several lines have different moves, with any number of threads") {
  for (const Rules& rules : {Rules{7, 6, 4, true}, Rules{13, 10, 4, true}, Rules{9, 9, 5, false}}) {
    const auto engine = make_engine(rules, 1);
    for (int threads : {1, 2, 3}) {
      const Findings findings = search(*engine, Position<20>{}, {.nodes = 3000}, 3, threads);
      CHECK(findings.lines.size() == 3);
      const auto& lines = findings.lines;
      CHECK(lines[0].moves[0] != lines[1].moves[0] && lines[1].moves[0] != lines[2].moves[0] &&
            lines[0].moves[0] != lines[2].moves[0]);
    }
    CHECK(static_cast<int>(search(*engine, Position<20>{}, {.depth = 1}, 100).lines.size()) ==
          std::min(100, rules.moves()));
  }
}

TEST("a search can be stopped by its poll, before it begins and from another thread") {
  const auto engine = make_engine({15, 15, 5, false}, 1);
  const Position<20> empty;
  const StopPoll now = [] { return true; };
  const Findings findings =
      engine->search(empty.own.words.data(), empty.own.words.data(), {.depth = 50}, 1, 2, now);
  CHECK(findings.lines.size() == 1 && findings.lines[0].moves.size() >= 1);
  for (const bool early : {true, false}) {
    std::atomic<bool> stop{early};
    std::thread stopper([&] { stop.store(true); });
    const Findings found = engine->search(empty.own.words.data(), empty.own.words.data(),
                                          {.depth = 50}, 1, 2, go_on, {}, stop);
    stopper.join();
    CHECK(found.lines.size() == 1 && found.lines[0].moves.size() >= 1);
  }
}

TEST("rules and tables that the engine cannot use are refused") {
  for (const auto& [k, mib] : {std::pair{16, 1}, std::pair{4, 0}}) {
    bool refused = false;
    try {
      make_engine({20, 20, k, true}, mib);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
}
