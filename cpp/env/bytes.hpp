// Sets of cells as bytes: one for each cell, in any order of the cells.
#pragma once

#include <array>
#include <cstring>
#include <vector>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "bits.hpp"
#include "shape.hpp"

namespace inarow::INAROW_ISA {

// Several words, a bit at a time: any machine and any size.
template <int N>
class Bytes {
 public:
  // The cells to write, as bits.
  explicit Bytes(const std::vector<int>& cells) : size_(static_cast<int>(cells.size())) {
    for (int i = 0; i < size_; ++i) cells_[i] = static_cast<std::uint16_t>(cells[i]);
  }

  int size() const { return size_; }

  // 1 for the cells of *front*, *mark* for those of *back*, 0 for others. What lies between the
  // last cell and *end* may be overwritten.
  void write(const Bits<N>& front, const Bits<N>& back, std::uint8_t mark, std::uint8_t* out,
             [[maybe_unused]] const std::uint8_t* end) const {
    std::array<std::uint64_t, 8 * N> flat;  // a byte for each bit, in their order
    for (int i = 0; i < 8 * N; ++i)
      flat[i] = spread(front.words[i / 8] >> (i % 8 * 8)) |
                spread(back.words[i / 8] >> (i % 8 * 8)) * mark;
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

  int size_;
  std::array<std::uint16_t, max_side * max_side> cells_{};
};

#ifdef __AVX2__
// Up to 16 bytes, from which one shuffle takes what 32 cells need.
template <int N>
  requires(N <= 2)
class Bytes<N> {
 public:
  explicit Bytes(const std::vector<int>& cells) : size_(static_cast<int>(cells.size())) {
    for (int i = 0; i < size_; ++i) {
      bytes_[i] = static_cast<std::uint8_t>(cells[i] / 8);
      bits_[i] = static_cast<std::uint8_t>(1 << (cells[i] % 8));
    }
  }

  int size() const { return size_; }

  void write(const Bits<N>& front, const Bits<N>& back, std::uint8_t mark, std::uint8_t* out,
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

  __m256i chunk(const Bits<N>& set, int i, std::uint8_t mark) const {
    const auto load = [i](const Table& table) {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(table.data() + i));
    };
    const __m256i words = _mm256_broadcastsi128_si256(
        _mm_set_epi64x(static_cast<long long>(N == 2 ? set.words[N - 1] : 0),
                       static_cast<long long>(set.words[0])));
    const __m256i bits = load(bits_), found = _mm256_shuffle_epi8(words, load(bytes_));
    return _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_and_si256(found, bits), bits),
                            _mm256_set1_epi8(static_cast<char>(mark)));
  }

  int size_;
  Table bytes_{}, bits_{};  // of each cell: which byte of the set it is in, and which bit of that
};
#endif

}  // namespace inarow::INAROW_ISA
