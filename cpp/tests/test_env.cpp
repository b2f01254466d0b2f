#include <memory>
#include <vector>

#include "board/position.hpp"
#include "env/env.hpp"
#include "tests/check.hpp"

using namespace inarow;
using namespace inarow::env;

namespace {

const std::vector<Rules> odd_rules{
    {7, 6, 4, true},   {1, 1, 1, true},  {1, 1, 2, false},   {9, 1, 3, true},
    {5, 4, 1, true},   {3, 3, 3, false}, {8, 3, 3, true},    {1, 35, 9, true},
    {4, 7, 5, true},   {8, 7, 4, true},  {9, 7, 4, true},    {32, 1, 17, true},
    {11, 10, 5, true}, {9, 9, 5, false}, {15, 15, 5, false}, {35, 35, 35, true},
};

// An environment with its arrays; no element more than are needed, so that ASan sees every store
// beyond them.
struct Held {
  Options options;
  std::size_t n, sets;
  std::vector<std::uint64_t> own, other, last_own, last_other;
  std::vector<std::uint8_t> side, stand, result, done, mask, view, last_side;
  std::vector<float> reward;
  std::vector<std::int32_t> action;
  std::unique_ptr<Env> env;

  explicit Held(const Options& given)
      : options(given),
        n(given.games),
        sets(n * given.rules.words()),
        own(sets),
        other(sets),
        last_own(sets),
        last_other(sets),
        side(n),
        stand(n),
        result(n),
        done(n),
        mask(n * given.rules.moves()),
        view(n * shown_bytes(given.rules, given.shown)),
        last_side(n),
        reward(n),
        action(n) {
    const Arrays arrays{own.data(),      other.data(),
                        side.data(),     stand.data(),
                        result.data(),   done.data(),
                        reward.data(),   action.data(),
                        mask.data(),     view.empty() ? nullptr : view.data(),
                        last_own.data(), last_other.data(),
                        last_side.data()};
    const std::vector<std::uint64_t> empty(given.rules.words());
    env = make_env(options, arrays, {empty, empty, {1}});
    const std::uint64_t seed = 5;
    env->reset(&seed, nullptr, [] { return false; });
  }

  bool step(const std::int32_t* moves = nullptr) {
    return env->step(moves, [] { return false; });
  }
};

Options options_of(const Rules& rules, std::size_t games) {
  Options options;
  options.rules = rules;
  options.games = games;
  return options;
}

}  // namespace

TEST("random self-play follows the rules on every kind of board") {
  for (const Rules& rules : odd_rules) {
    Held held(options_of(rules, 300));  // more than a block, not a multiple of one
    const std::size_t words = rules.words();
    std::vector<std::uint64_t> own = held.own, other = held.other;
    std::size_t ended = 0;
    for (int step = 0; step < 50; ++step) {
      held.step();
      with_bits(rules, [&]<int N>() {
        const Geometry<N> geometry(rules);
        for (std::size_t i = 0; i < held.n; ++i) {
          const auto mine = Bits<N>::load(&own[i * words], words);
          const auto theirs = Bits<N>::load(&other[i * words], words);
          const Position<N> position{mine, mine | theirs};
          const auto cell = cell_of_move(held.action[i], position.playable(geometry), geometry);
          CHECK(cell.any());
          const bool line = has_line(mine | cell, geometry);
          const bool full = (mine | theirs | cell) == geometry.board;
          CHECK(held.result[i] == (line ? won : full ? drawn : open));
          CHECK(held.done[i] == (line || full));
          CHECK(held.reward[i] == (line ? 1 : 0));
          ended += held.done[i];
          const auto& now = line || full ? held.last_own : held.own;
          const auto& then = line || full ? held.last_other : held.other;
          CHECK(Bits<N>::load(&now[i * words], words) == theirs);
          CHECK(Bits<N>::load(&then[i * words], words) == (mine | cell));
        }
      });
      own = held.own;
      other = held.other;
    }
    CHECK(ended > 0 || rules.k == 35);
  }
}

TEST("the versions for different machines do the same") {
  for (const Machine machine : {Machine::avx2, Machine::avx512})
    for (const Rules& rules : odd_rules)
      for (const Shown& shown :
           {Shown{View::planes, false}, Shown{View::planes, true}, Shown{View::grid, false},
            Shown{View::signed_, true}, Shown{View::packed, false}}) {
        const auto fast = make_kernel(rules, shown, machine);
        const auto plain = make_kernel(rules, shown, Machine::any);
        const std::size_t n = 12, sets = n * rules.words();
        std::vector<std::uint64_t> own(sets), other(sets);
        std::vector<std::uint8_t> closed(n);
        for (std::uint64_t ply = 0; ply < 20; ++ply) {
          std::vector<std::uint64_t> cells(sets), same_cells(sets), twin_own = own,
                                                                    twin_other = other;
          fast->choose(own.data(), other.data(), n, Tick(1, ply), 3, cells.data());
          plain->choose(own.data(), other.data(), n, Tick(1, ply), 3, same_cells.data());
          CHECK(cells == same_cells);
          std::vector<std::uint8_t> played(n), same_played(n);
          fast->play_and_swap(own.data(), other.data(), cells.data(), n, played.data());
          plain->play_and_swap(twin_own.data(), twin_other.data(), cells.data(), n,
                               same_played.data());
          CHECK(own == twin_own && other == twin_other && played == same_played);
          std::vector<std::uint8_t> mask(n * rules.moves()), same_mask = mask;
          closed[ply % n] ^= 1;
          fast->show_legal(own.data(), other.data(), closed.data(), n, mask.data());
          plain->show_legal(own.data(), other.data(), closed.data(), n, same_mask.data());
          CHECK(mask == same_mask);
          std::vector<std::uint8_t> view(n * shown_bytes(rules, shown)), same_view = view;
          fast->show(own.data(), other.data(), nullptr, n, view.data());
          plain->show(own.data(), other.data(), nullptr, n, same_view.data());
          CHECK(view == same_view);
        }
      }
}

TEST("threads change nothing") {
  for (const Opponent opponent : {Opponent::none, Opponent::random, Opponent::level}) {
    Options options = options_of({6, 5, 4, true}, opponent == Opponent::level ? 40 : 20000);
    options.opponent = opponent;
    options.seat = Seat::random;
    options.skill = {20, 0, 0.5, 50, 0.5};
    Held one(options);
    options.threads = 4;
    Held four(options);
    for (int step = 0; step < 12; ++step) {
      CHECK(one.step() && four.step());
      CHECK(one.own == four.own && one.other == four.other && one.reward == four.reward);
      CHECK(one.mask == four.mask && one.result == four.result && one.side == four.side);
    }
  }
}

TEST("a search inside a step can be stopped") {
  Options options = options_of({9, 7, 4, true}, 4);
  options.opponent = Opponent::level;
  options.skill = {1'000'000'000, 0, 0, 0, 0};
  Held held(options);
  CHECK(!held.env->step(nullptr, [] { return true; }));
}
