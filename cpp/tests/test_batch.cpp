#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "board/lines.hpp"
#include "many/batch.hpp"
#include "tests/check.hpp"

using namespace inarow;

TEST("one-word boards give the same answer alone and in a batch, for every k") {
  std::mt19937_64 random(1);
  for (int k = 1; k <= max_side; ++k)
    for (auto [width, height] : {std::pair{7, 6}, {1, 35}, {32, 1}, {8, 7}, {1, 1}, {2, 31}}) {
      const Rules rules{width, height, k, true};
      const Geometry<1> geometry(rules);
      const std::size_t n = 37;  // not a multiple of any vector length
      std::vector<std::uint64_t> boards(n);
      for (auto& board : boards)
        board = (random() | random() | (random() & 1 ? ~0ull : 0)) & geometry.board.words[0];
      const auto out = std::make_unique<bool[]>(n);
      batch::has_line(rules, boards.data(), n, out.get());
      for (std::size_t i = 0; i < n; ++i) CHECK(out[i] == has_line(Bits<1>{{boards[i]}}, geometry));
    }
}

TEST("boards of several words give the same answer alone and in a batch") {
  std::mt19937_64 random(2);
  for (int k : {1, 2, 3, 4, 5, 7, 12, 18, 35})
    for (auto [width, height] : {std::pair{9, 7}, {8, 15}, {2, 35}, {18, 18}, {35, 35}, {35, 2}}) {
      const Rules rules{width, height, k, false};
      const std::size_t n = 131;  // two blocks and a bit
      const int words = rules.words();
      std::vector<std::uint64_t> boards(n * words);
      with_bits(rules, [&]<int N>() {
        const Geometry<N> geometry(rules);
        const auto full = geometry.board;
        for (std::size_t i = 0; i < n; ++i) {
          Bits<N> discs;
          for (auto& word : discs.words) word = random() | (i % 3 ? random() : ~0ull);
          (discs & full).store(&boards[i * words], words);
        }
        const auto out = std::make_unique<bool[]>(n);
        batch::has_line(rules, boards.data(), n, out.get());
        for (std::size_t i = 0; i < n; ++i)
          CHECK(out[i] == has_line(Bits<N>::load(&boards[i * words], words), geometry));
      });
    }
}

TEST("an illegal move changes nothing and is named") {
  const Rules rules{2, 1, 2, true};
  std::vector<std::uint64_t> own{0, 0, 0}, other{0, 1, 0};
  const std::vector<std::int32_t> moves{1, 0, 1};
  CHECK(batch::play(rules, own.data(), other.data(), moves.data(), 3) == 1);
  CHECK((own == std::vector<std::uint64_t>{0, 0, 0}));
  CHECK((other == std::vector<std::uint64_t>{0, 1, 0}));
  const std::vector<std::int32_t> outside{0, 7, -1};
  CHECK(batch::play(rules, own.data(), other.data(), outside.data(), 3) == 1);
}

TEST("rules outside the range are refused") {
  for (const Rules& rules : {Rules{0, 6, 4, true}, Rules{7, 36, 4, true}, Rules{7, 6, 0, true}}) {
    bool refused = false;
    try {
      batch::has_line(rules, nullptr, 0, nullptr);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
}
