// Sets of cells in a machine word, with the masks of one board size: either known to the compiler,
// or not until the program runs.
//
// Beside bits.hpp, because the two want different things. There a set is a class of any number of
// words, for boards of every size. Here it is a plain number of 64 or 128 bits, which the compiler
// keeps in registers and several of which it puts into a vector; columns may have more than one
// spare bit, see column_stride(); and everything is compiled once for each kind of machine, in the
// namespace INAROW_ISA. What needs that speed (solver/, env/word_board.hpp, the tactics of engine/)
// uses these words, everything else Bits.
#pragma once

#include <bit>
#include <cstdint>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "board/line_starts.hpp"
#include "board/rules.hpp"

// Large functions that are called from one hot loop are faster apart: the loop keeps its registers.
#if defined(__GNUC__)
#define INAROW_NOINLINE __attribute__((noinline))
#else
#define INAROW_NOINLINE
#endif

namespace inarow::INAROW_ISA {

// Bits from one column to the next: a byte where that fits, because a byte swap mirrors it.
constexpr int column_stride(int width, int height) {
  return width <= 8 && height <= 7 ? 8 : height + 1;
}

template <int Width, int Height, int K>
struct FixedShape {
  static constexpr int width() { return Width; }
  static constexpr int height() { return Height; }
  static constexpr int k() { return K; }
  static constexpr int stride() { return column_stride(Width, Height); }
};

struct AnyShape {
  int width_, height_, k_, stride_ = column_stride(width_, height_);
  int width() const { return width_; }
  int height() const { return height_; }
  int k() const { return k_; }
  int stride() const { return stride_; }
};

#ifdef __SIZEOF_INT128__
__extension__ using Word128 = unsigned __int128;
#endif

inline int count_bits(std::uint64_t word) {
  return std::popcount(word);
}
inline int lowest_bit(std::uint64_t word) {
  return std::countr_zero(word);
}
#ifdef __SIZEOF_INT128__
inline int count_bits(Word128 word) {
  return std::popcount(static_cast<std::uint64_t>(word)) +
         std::popcount(static_cast<std::uint64_t>(word >> 64));
}
inline int lowest_bit(Word128 word) {
  const auto low = static_cast<std::uint64_t>(word);
  return low ? std::countr_zero(low)
             : 64 + std::countr_zero(static_cast<std::uint64_t>(word >> 64));
}
#endif

// Masks and line tests for one shape, on words of 64 or 128 bits: columns of stride() bits from the
// left, rows from below, at least one spare bit on top of each column.
template <class WordType, class Shape>
struct Grid : Shape {
  using Word = WordType;
  using Shape::stride;

  Word bottom = 0;  // the lowest cell of every column
  Word board = 0;   // every cell
  Word column = 0;  // the cells of column 0
  Word claim = 0;   // the cells whose row has the parity of the top row, see zugzwang.hpp

  explicit Grid(Shape shape) : Shape(shape) {
    column = (Word{1} << this->height()) - 1;
    Word rows = 0;
    for (int row = this->height() - 1; row >= 0; row -= 2) rows |= Word{1} << row;
    for (int c = 0; c < this->width(); ++c) {
      bottom |= Word{1} << (c * stride());
      board |= column << (c * stride());
      claim |= rows << (c * stride());
    }
  }

  int size() const { return this->width() * this->height(); }
  Word playable(Word occupied) const { return (occupied + bottom) & board; }
  Word column_of(int index) const { return column << (index / stride() * stride()); }

  // Cells that complete a line of *discs*; occupied ones are not taken out.
  Word completing(Word discs) const {
#ifdef __AVX2__
    if constexpr (sizeof(Word) == 8)
      if (this->k() == 4) return four_ways(discs) & board;
#endif
    Word found = 0;
    for (int step : {1, stride() - 1, stride(), stride() + 1}) {
      if (this->k() == 4) {
        const Word l1 = discs << step, l2 = discs << 2 * step, l3 = discs << 3 * step;
        const Word r1 = discs >> step, r2 = discs >> 2 * step, r3 = discs >> 3 * step;
        found |= (l1 & l2 & (l3 | r1)) | (r1 & r2 & (r3 | l1));
      } else {
        found |= completing_along(discs, step);
      }
    }
    return found & board;
  }

  bool has_line(Word discs) const {
#ifdef __AVX2__
    if constexpr (sizeof(Word) == 8)
      if (this->k() == 4) {
        const __m256i steps = this->steps();
        __m256i q = _mm256_set1_epi64x(static_cast<long long>(discs));
        q = _mm256_and_si256(q, _mm256_srlv_epi64(q, steps));
        return !_mm256_testz_si256(q, _mm256_srlv_epi64(q, _mm256_slli_epi64(steps, 1)));
      }
#endif
    for (int step : {1, stride() - 1, stride(), stride() + 1})
      if (starts(discs, step)) return true;
    return false;
  }

  // How many lines fit into *cells*.
  int count_lines(Word cells) const {
    int total = 0;
    for (int step : {1, stride() - 1, stride(), stride() + 1})
      total += count_bits(starts(cells, step));
    return total;
  }

  // How many lines fit into *cells* and hold at least two of *discs*; 0 unless k is 4.
  int count_pairs(Word discs, Word cells) const {
    if (this->k() != 4) return 0;
    int total = 0;
    for (int s : {stride() - 1, stride(), stride() + 1}) {
      const Word a = discs, b = discs >> s, c = discs >> 2 * s, d = discs >> 3 * s;
      total += count_bits(starts(cells, s) & (((a | b) & (c | d)) | (a & b) | (c & d)));
    }
    return total;
  }

  Word mirrored(Word word) const {
    if constexpr (sizeof(Word) == 8)
      if (stride() == 8) return __builtin_bswap64(word) >> (64 - 8 * this->width());
    const Word group = (Word{1} << stride()) - 1;
    Word image = 0;
    for (int c = 0; c < this->width(); ++c)
      image |= ((word >> (c * stride())) & group) << ((this->width() - 1 - c) * stride());
    return image;
  }

 private:
#ifdef __AVX2__
  // The four directions side by side, one 64-bit lane each.
  __m256i steps() const { return _mm256_set_epi64x(stride() + 1, stride(), stride() - 1, 1); }
  Word four_ways(Word discs) const {
    const __m256i s1 = steps(), s2 = _mm256_slli_epi64(s1, 1), s3 = _mm256_add_epi64(s1, s2);
    const __m256i p = _mm256_set1_epi64x(static_cast<long long>(discs));
    const __m256i l1 = _mm256_sllv_epi64(p, s1), r1 = _mm256_srlv_epi64(p, s1);
    const __m256i l = _mm256_and_si256(_mm256_and_si256(l1, _mm256_sllv_epi64(p, s2)),
                                       _mm256_or_si256(_mm256_sllv_epi64(p, s3), r1));
    const __m256i r = _mm256_and_si256(_mm256_and_si256(r1, _mm256_srlv_epi64(p, s2)),
                                       _mm256_or_si256(_mm256_srlv_epi64(p, s3), l1));
    const __m256i both = _mm256_or_si256(l, r);
    const __m128i half =
        _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
    return static_cast<Word>(_mm_cvtsi128_si64(half) | _mm_extract_epi64(half, 1));
  }
#endif

  Word starts(Word discs, int step) const { return line_starts(discs, step, this->k()); }

  Word completing_along(Word discs, int step) const {
    Word before[max_side];
    before[0] = board;
    for (int i = 1; i < this->k(); ++i) before[i] = (before[i - 1] & discs) << step;
    Word after = board, found = 0;
    for (int i = this->k() - 1; i >= 0; --i) {
      found |= before[i] & after;
      after = (after & discs) >> step;
    }
    return found;
  }
};

}  // namespace inarow::INAROW_ISA
