#include "many/batch.hpp"

#include <algorithm>
#include <array>

#include "board/position.hpp"

// One more version of a function for machines with AVX2, chosen when the program is loaded. Needs
// the GNU loader and compiler; the sanitizers cannot start with it.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && !defined(INAROW_SANITIZE)
#define INAROW_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define INAROW_CLONES
#endif

namespace inarow::batch {
namespace {

using Shifts = INAROW_ISA::LineShifts<>;

// line_starts() on one-word boards, written so that the compiler puts several boards side by side
// into one vector register.
template <int Count>
INAROW_ALWAYS_INLINE void has_line_in_words(const std::uint64_t* boards, std::size_t n,
                                            const Shifts& shifts, bool* out) {
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t found = 0;
    for (int d = 0; d < 4; ++d) {
      std::uint64_t run = boards[i];
      for (int s = 0; s < Count; ++s) run &= run >> shifts.of[s][d];
      found |= run;
    }
    out[i] = found != 0;
  }
}

INAROW_CLONES void has_line_64(const std::uint64_t* boards, std::size_t n, const Shifts& shifts,
                               bool* out) {
  switch (shifts.count) {
    case 0:
      return has_line_in_words<0>(boards, n, shifts, out);
    case 1:
      return has_line_in_words<1>(boards, n, shifts, out);
    case 2:
      return has_line_in_words<2>(boards, n, shifts, out);
    case 3:
      return has_line_in_words<3>(boards, n, shifts, out);
    case 4:
      return has_line_in_words<4>(boards, n, shifts, out);
    case 5:
      return has_line_in_words<5>(boards, n, shifts, out);
    default:
      return has_line_in_words<6>(boards, n, shifts, out);
  }
}

// Boards of several words, a block at a time and turned round, so that the same word of many boards
// lies side by side and the innermost loops run over boards.
constexpr std::size_t block = 64;
using Row = std::array<std::uint64_t, block>;
using Block = std::array<Row, Rules{max_side, max_side, 4, true}.words() + 1>;

// run &= run >> distance, on every board of a block. The row after the last one is empty.
INAROW_ALWAYS_INLINE void and_shifted(Block& run, int words, int distance) {
  const int whole = distance / 64, part = distance % 64;
  for (int w = 0; w < words; ++w) {
    const Row& low = run[std::min(w + whole, words)];
    const Row& high = run[std::min(w + whole + 1, words)];
    Row& row = run[w];
    for (std::size_t i = 0; i < block; ++i)
      row[i] &= (low[i] >> part) | ((high[i] << 1) << (63 - part));  // << 64 is not allowed
  }
}

INAROW_CLONES void has_line_wide(const std::uint64_t* boards, std::size_t n, int words,
                                 const Shifts& shifts, bool* out) {
  Block discs{}, run{};
  for (std::size_t begin = 0; begin < n; begin += block) {
    const std::size_t size = std::min(block, n - begin);
    for (std::size_t i = 0; i < size; ++i)
      for (int w = 0; w < words; ++w) discs[w][i] = boards[(begin + i) * words + w];
    Row found{};
    for (int d = 0; d < 4; ++d) {
      for (int w = 0; w < words; ++w) run[w] = discs[w];
      for (int s = 0; s < shifts.count; ++s) and_shifted(run, words, shifts.of[s][d]);
      for (int w = 0; w < words; ++w)
        for (std::size_t i = 0; i < block; ++i) found[i] |= run[w][i];
    }
    for (std::size_t i = 0; i < size; ++i) out[begin + i] = found[i] != 0;
  }
}

}  // namespace

void has_line(const Rules& rules, const std::uint64_t* boards, std::size_t n, bool* out) {
  rules.check();
  if (rules.words() == 1) return has_line_64(boards, n, Shifts(rules, 63), out);
  has_line_wide(boards, n, rules.words(), Shifts(rules, rules.bits()), out);
}

void threats(const Rules& rules, const std::uint64_t* discs, const std::uint64_t* occupied,
             std::size_t n, std::uint64_t* out) {
  rules.check();
  const int words = rules.words();
  with_bits(rules, [&]<int N>() {
    const Geometry<N> geometry(rules);
    for (std::size_t i = 0; i < n; ++i)
      inarow::threats(Bits<N>::load(discs + i * words, words),
                      Bits<N>::load(occupied + i * words, words), geometry)
          .store(out + i * words, words);
  });
}

namespace {

// Cells the side to move may fill: none once there is a line.
template <int N>
Bits<N> open_cells(const Bits<N>& own, const Bits<N>& other, const Geometry<N>& geometry) {
  if (inarow::has_line(other, geometry) || inarow::has_line(own, geometry)) return {};
  return Position<N>{own, own | other}.playable(geometry);
}

}  // namespace

std::size_t find_closed(const Rules& rules, const std::uint64_t* own, const std::uint64_t* other,
                        std::size_t n) {
  rules.check();
  const int words = rules.words();
  return with_bits(rules, [&]<int N>() {
    const Geometry<N> geometry(rules);
    for (std::size_t i = 0; i < n; ++i) {
      const auto mine = Bits<N>::load(own + i * words, words);
      const auto theirs = Bits<N>::load(other + i * words, words);
      if ((mine & theirs).any() || !Position<N>{mine, mine | theirs}.fits(geometry) ||
          !open_cells(mine, theirs, geometry).any())
        return i;
    }
    return n;
  });
}

void legal_moves(const Rules& rules, const std::uint64_t* own, const std::uint64_t* other,
                 std::size_t n, bool* out) {
  rules.check();
  const int words = rules.words(), moves = rules.moves();
  with_bits(rules, [&]<int N>() {
    const Geometry<N> geometry(rules);
    for (std::size_t i = 0; i < n; ++i) {
      const auto open = open_cells(Bits<N>::load(own + i * words, words),
                                   Bits<N>::load(other + i * words, words), geometry);
      for (int move = 0; move < moves; ++move)
        out[i * moves + move] = cell_of_move(move, open, geometry).any();
    }
  });
}

std::size_t play(const Rules& rules, std::uint64_t* own, std::uint64_t* other,
                 const std::int32_t* moves, std::size_t n) {
  rules.check();
  const int words = rules.words();
  return with_bits(rules, [&]<int N>() {
    const Geometry<N> geometry(rules);
    const auto cell = [&](std::size_t i) {
      return cell_of_move(moves[i],
                          open_cells(Bits<N>::load(own + i * words, words),
                                     Bits<N>::load(other + i * words, words), geometry),
                          geometry);
    };
    for (std::size_t i = 0; i < n; ++i)
      if (!cell(i).any()) return i;
    for (std::size_t i = 0; i < n; ++i) {
      const auto played = Bits<N>::load(own + i * words, words) | cell(i);
      Bits<N>::load(other + i * words, words).store(own + i * words, words);
      played.store(other + i * words, words);
    }
    return n;
  });
}

}  // namespace inarow::batch
