// Sets of cells as bytes, one for each cell, row by row from the left.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "board/grid.hpp"

namespace inarow::INAROW_ISA {

// Several words, a bit at a time: any machine and any size.
template <int N>
class Bytes {
 public:
  using Words = std::array<std::uint64_t, N>;

  // For the cells of a row and those above it, row by row from the left.
  Bytes(const Rules& rules, int row) {
    for (; row < rules.height; ++row)
      for (int column = 0; column < rules.width; ++column)
        cells_[size_++] = static_cast<std::uint16_t>(rules.bit(column, row));
  }

  int size() const { return size_; }

  // 1 for the cells of *front*, *mark* for those of *back*, 0 for others. What lies between the
  // last cell and *end* may be overwritten.
  void write(const Words& front, const Words& back, std::uint8_t mark, std::uint8_t* out,
             [[maybe_unused]] const std::uint8_t* end) const {
    std::array<std::uint64_t, 8 * N> flat;  // a byte for each bit, in their order
    for (int i = 0; i < 8 * N; ++i)
      flat[i] = spread(front[i / 8] >> (i % 8 * 8)) | spread(back[i / 8] >> (i % 8 * 8)) * mark;
    const auto* values = reinterpret_cast<const std::uint8_t*>(flat.data());
    for (int i = 0; i < size_; ++i) out[i] = values[cells_[i]];
  }

 private:
  // The lowest eight bits as eight bytes of 0 or 1.
  static std::uint64_t spread(std::uint64_t bits) {
    constexpr std::uint64_t ones = 0x0101010101010101;
    const std::uint64_t each = ((bits & 0xff) * ones) & 0x8040201008040201;
    return ((each + 0x7f * ones) >> 7) & ones;
  }

  int size_ = 0;
  std::array<std::uint16_t, max_side * max_side> cells_{};
};

#ifdef __AVX2__
// Up to 16 bytes, from which one shuffle takes what 32 cells need.
template <int N>
  requires(N <= 2)
class Bytes<N> {
 public:
  using Words = std::array<std::uint64_t, N>;

  Bytes(const Rules& rules, int row) {
    for (; row < rules.height; ++row)
      for (int column = 0; column < rules.width; ++column, ++size_) {
        bytes_[size_] = static_cast<std::uint8_t>(rules.bit(column, row) / 8);
        bits_[size_] = static_cast<std::uint8_t>(1 << (rules.bit(column, row) % 8));
      }
  }

  int size() const { return size_; }

  void write(const Words& front, const Words& back, std::uint8_t mark, std::uint8_t* out,
             const std::uint8_t* end) const {
    for (int i = 0; i < size_; i += vector_size, out += vector_size) {
      const __m256i values = _mm256_or_si256(chunk(front, i, 1), chunk(back, i, mark));
      if (end - out >= vector_size) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), values);
      } else {
        std::memcpy(out, &values, std::min(vector_size, size_ - i));
      }
    }
  }

 private:
  static constexpr int vector_size = 32;
  using Table = std::array<std::uint8_t, 128 + vector_size>;

  __m256i chunk(const Words& set, int i, std::uint8_t mark) const {
    const auto load = [i](const Table& table) {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(table.data() + i));
    };
    const __m256i words = _mm256_broadcastsi128_si256(_mm_set_epi64x(
        static_cast<long long>(N == 2 ? set[N - 1] : 0), static_cast<long long>(set[0])));
    const __m256i bits = load(bits_), found = _mm256_shuffle_epi8(words, load(bytes_));
    return _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_and_si256(found, bits), bits),
                            _mm256_set1_epi8(static_cast<char>(mark)));
  }

  int size_ = 0;
  Table bytes_{}, bits_{};  // of each cell: which byte of the set it is in, and which bit of that
};
#endif

}  // namespace inarow::INAROW_ISA
