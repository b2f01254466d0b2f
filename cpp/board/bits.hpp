// Sets of cells in 64, 128 or more bits, one vocabulary for boards of every size; grid.hpp has
// another for those that fit into a machine word, and says why.
//
// Bit order, here 5 wide and 3 high. Columns lie one after the other, each topped by a spare bit
// that is never set: it stops a line from running out of one column into the next.
//
//     3  7 11 15 19    spare
//     2  6 10 14 18
//     1  5  9 13 17
//     0  4  8 12 16
//
// A step of 1 goes up, of height + 1 to the right, of height + 2 up and right, of height down and
// right.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

#include "board/rules.hpp"

namespace inarow {

template <int N>
struct Bits {
  std::array<std::uint64_t, N> words{};

  static constexpr Bits single(int index) {
    assert(index >= 0 && index < 64 * N);
    Bits bits;
    bits.words[index / 64] = std::uint64_t{1} << (index % 64);
    return bits;
  }

  // *count* words from memory; the others are empty.
  static constexpr Bits load(const std::uint64_t* from, int count) {
    Bits bits;
    for (int i = 0; i < count; ++i) bits.words[i] = from[i];
    return bits;
  }
  constexpr void store(std::uint64_t* to, int count) const {
    for (int i = 0; i < count; ++i) to[i] = words[i];
  }

  constexpr bool any() const {
    std::uint64_t all = 0;
    for (auto word : words) all |= word;
    return all != 0;
  }
  constexpr bool contains(int index) const {
    assert(index >= 0 && index < 64 * N);
    return (words[index / 64] >> (index % 64)) & 1;
  }
  constexpr int count() const {
    int total = 0;
    for (auto word : words) total += std::popcount(word);
    return total;
  }

  constexpr bool is_single() const {  // whether exactly one bit is set
    std::uint64_t one = 0, more = 0;
    for (auto word : words) {
      more |= (word & (word - 1)) | (one ? word : 0);
      one |= word;
    }
    return one != 0 && more == 0;
  }

  // The 64 bits from *offset* on; those beyond the words are 0.
  constexpr std::uint64_t window(int offset) const {
    assert(offset >= 0 && offset < 64 * N);
    const int whole = offset / 64, part = offset % 64;
    std::uint64_t bits = words[whole] >> part;
    if (part != 0 && whole + 1 < N) bits |= words[whole + 1] << (64 - part);
    return bits;
  }

  // Index of the lowest bit. Precondition: any().
  constexpr int lowest() const {
    assert(any());
    for (int i = 0; i < N - 1; ++i)
      if (words[i] != 0) return 64 * i + std::countr_zero(words[i]);
    return 64 * (N - 1) + std::countr_zero(words[N - 1]);
  }

  constexpr Bits& operator&=(const Bits& other) {
    for (int i = 0; i < N; ++i) words[i] &= other.words[i];
    return *this;
  }
  constexpr Bits& operator|=(const Bits& other) {
    for (int i = 0; i < N; ++i) words[i] |= other.words[i];
    return *this;
  }
  constexpr Bits& operator^=(const Bits& other) {
    for (int i = 0; i < N; ++i) words[i] ^= other.words[i];
    return *this;
  }
  constexpr Bits& operator+=(const Bits& other) {
    std::uint64_t carry = 0;
    for (int i = 0; i < N; ++i) {
      const std::uint64_t sum = words[i] + other.words[i];
      words[i] = sum + carry;
      carry = (sum < other.words[i]) | (words[i] < sum);
    }
    return *this;
  }
  friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
  friend constexpr Bits operator+(Bits a, const Bits& b) { return a += b; }
  friend constexpr std::strong_ordering operator<=>(const Bits&, const Bits&) = default;

  constexpr Bits without(const Bits& other) const {
    Bits rest;
    for (int i = 0; i < N; ++i) rest.words[i] = words[i] & ~other.words[i];
    return rest;
  }

  // Any distance is allowed; what leaves the words is lost.
  constexpr Bits operator<<(int distance) const {
    if constexpr (N == 1) return {{distance < 64 ? words[0] << distance : 0}};
#ifdef __SIZEOF_INT128__
    if constexpr (N == 2) return distance < 128 ? from_wide(wide() << distance) : Bits{};
#endif
    const int whole = distance / 64, part = distance % 64;
    Bits moved;
    for (int i = N - 1; i >= whole; --i) {
      moved.words[i] = words[i - whole] << part;
      if (part != 0 && i > whole) moved.words[i] |= words[i - whole - 1] >> (64 - part);
    }
    return moved;
  }
  constexpr Bits operator>>(int distance) const {
    if constexpr (N == 1) return {{distance < 64 ? words[0] >> distance : 0}};
#ifdef __SIZEOF_INT128__
    if constexpr (N == 2) return distance < 128 ? from_wide(wide() >> distance) : Bits{};
#endif
    const int whole = distance / 64, part = distance % 64;
    Bits moved;
    for (int i = 0; i + whole < N; ++i) {
      moved.words[i] = words[i + whole] >> part;
      if (part != 0 && i + whole + 1 < N) moved.words[i] |= words[i + whole + 1] << (64 - part);
    }
    return moved;
  }

  // Calls visit(index) for every bit, lowest first.
  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (int i = 0; i < N; ++i)
      for (auto word = words[i]; word != 0; word &= word - 1)
        visit(64 * i + std::countr_zero(word));
  }

#ifdef __SIZEOF_INT128__
 private:
  // Two words as the compiler's own 128-bit number, which it shifts in a few instructions.
  __extension__ using Wide = unsigned __int128;
  constexpr Wide wide() const
    requires(N == 2)
  {
    return (Wide{words[1]} << 64) | words[0];
  }
  static constexpr Bits from_wide(Wide value)
    requires(N == 2)
  {
    return {{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)}};
  }
#endif
};

// The cells as a person sees them, top row first: '#' for a member, '.' for the rest.
template <int N>
std::string picture(const Bits<N>& bits, const Rules& rules) {
  std::string drawn;
  for (int row = rules.height - 1; row >= 0; --row) {
    for (int column = 0; column < rules.width; ++column)
      drawn += bits.contains(rules.bit(column, row)) ? '#' : '.';
    drawn += '\n';
  }
  return drawn;
}

// The one place where runtime rules become a compile-time size: calls body.template operator()<N>()
// with the smallest N offered that holds the board.
template <class Body>
decltype(auto) with_bits(const Rules& rules, Body&& body) {
  const int words = rules.words();
  if (words <= 1) return body.template operator()<1>();
  if (words <= 2) return body.template operator()<2>();
#ifndef INAROW_SANITIZE  // fewer sizes: they take long to compile
  if (words <= 4) return body.template operator()<4>();
  if (words <= 6) return body.template operator()<6>();  // 18x18: 342 bits
  if (words <= 12) return body.template operator()<12>();
#endif
  static_assert(Rules{max_side, max_side, 4, true}.words() <= 20);
  return body.template operator()<20>();
}

}  // namespace inarow
