#include <random>
#include <type_traits>

#include "board/bits.hpp"
#include "board/grid.hpp"
#include "board/lines.hpp"
#include "env/word_board.hpp"
#include "tests/check.hpp"

using namespace inarow;

namespace {

template <int N>
Bits<N> random_bits(std::mt19937_64& random) {
  Bits<N> bits;
  for (auto& word : bits.words) word = random();
  return bits;
}

// Bit by bit, what a shift means.
template <int N>
Bits<N> slow_shift(const Bits<N>& bits, int distance) {
  Bits<N> moved;
  bits.for_each([&](int index) {
    if (const int to = index + distance; to >= 0 && to < 64 * N) moved |= Bits<N>::single(to);
  });
  return moved;
}

template <int N>
void check_laws() {
  std::mt19937_64 random(N);
  for (int round = 0; round < 200; ++round) {
    const auto a = random_bits<N>(random), b = random_bits<N>(random);
    for (int distance : {0, 1, 7, 63, 64, 65, 100, 128, 200, 64 * N - 1, 64 * N, 64 * N + 5}) {
      CHECK(a << distance == slow_shift(a, distance));
      CHECK(a >> distance == slow_shift(a, -distance));
    }
    CHECK(((a & b) | a.without(b)) == a);
    CHECK((a ^ b ^ b) == a);
    CHECK(a.count() + b.count() == (a | b).count() + (a & b).count());
    CHECK((a & b) + (a | b) == a + b);  // carries travel across words
    CHECK(!a.any() || a.contains(a.lowest()));
  }
  Bits<N> ones;
  for (auto& word : ones.words) word = ~std::uint64_t{0};
  CHECK(!(ones + Bits<N>::single(0)).any());
}

// Cell by cell, what a line is.
bool slow_has_line(const std::vector<std::vector<bool>>& cell, const Rules& rules) {
  for (int x = 0; x < rules.width; ++x)
    for (int y = 0; y < rules.height; ++y)
      for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
        int length = 0;
        while (length < rules.k) {
          const int cx = x + length * dx, cy = y + length * dy;
          if (cx >= rules.width || cy < 0 || cy >= rules.height || !cell[cx][cy]) break;
          ++length;
        }
        if (length == rules.k) return true;
      }
  return false;
}

// The solver and the batch of games ask the same of machine words, each in its own way.
template <class Word, int N>
void check_words(const Bits<N>& discs, const std::vector<std::vector<bool>>& cell,
                 const Rules& rules) {
  const baseline::Grid<Word, baseline::AnyShape> grid({rules.width, rules.height, rules.k});
  Word word = 0;
  for (int x = 0; x < rules.width; ++x)
    for (int y = 0; y < rules.height; ++y)
      if (cell[x][y]) word |= Word{1} << (x * grid.stride() + y);
  CHECK(grid.has_line(word) == slow_has_line(cell, rules));
  const baseline::WordBoard<Word, false, 6> board(rules);
  CHECK(board.has_line(board.load(discs.words.data(), 0)) == slow_has_line(cell, rules));
}

template <int N>
void check_lines(const Rules& rules) {
  std::mt19937_64 random(rules.bits());
  const Geometry<N> geometry(rules);
  for (int round = 0; round < 60; ++round) {
    std::vector<std::vector<bool>> cell(rules.width, std::vector<bool>(rules.height));
    Bits<N> discs;
    const auto density = 1 + random() % 8;
    for (int x = 0; x < rules.width; ++x)
      for (int y = 0; y < rules.height; ++y)
        if (random() % 8 < density) {
          cell[x][y] = true;
          discs |= Bits<N>::single(rules.bit(x, y));
        }
    CHECK(has_line(discs, geometry) == slow_has_line(cell, rules));
    if constexpr (N <= 2)
      check_words<std::conditional_t<N == 1, std::uint64_t, baseline::Word128>>(discs, cell, rules);
    const auto found = threats(discs, discs, geometry);
    for (int x = 0; x < rules.width; ++x)
      for (int y = 0; y < rules.height; ++y) {
        if (has_line(discs, geometry)) continue;  // then every cell "completes" one below
        auto with = cell;
        with[x][y] = true;
        const bool expected = !cell[x][y] && slow_has_line(with, rules);
        CHECK(found.contains(rules.bit(x, y)) == expected);
      }
  }
}

}  // namespace

TEST("sets of cells obey their laws at every size") {
  check_laws<1>();
  check_laws<2>();
  check_laws<4>();
  check_laws<12>();
  check_laws<20>();
}

TEST("lines and threats equal a cell-by-cell search") {
  for (int k : {1, 2, 3, 4, 5, 9}) {
    check_lines<1>({1, 1, k, true});
    check_lines<1>({1, 9, k, true});
    check_lines<1>({9, 1, k, true});
    check_lines<1>({7, 6, k, true});
    check_lines<2>({9, 7, k, true});
    check_lines<2>({8, 15, k, true});
    check_lines<4>({12, 15, k, true});
    check_lines<6>({18, 18, k, false});
    check_lines<12>({24, 24, k, false});
    check_lines<20>({35, 35, k, false});
  }
}

TEST("a picture has the top row first") {
  const Rules rules{3, 2, 3, true};
  CHECK(picture(Bits<1>::single(rules.bit(2, 0)), rules) == "...\n..#\n");
}
