// What is fuzzed, by name, and values from the bytes that a fuzzer makes up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/minimax.hpp"

namespace inarow::fuzz {

// Zeros once the bytes have ended.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  std::size_t left() const { return left_; }

  template <class T>
  T number() {
    T value{};
    const std::size_t size = std::min(sizeof(T), left_);
    if (size > 0) std::memcpy(&value, data_, size);
    data_ += size;
    left_ -= size;
    return value;
  }
  int below(int end) { return end > 0 ? number<std::uint8_t>() % end : 0; }
  bool flag() { return below(2) != 0; }

  std::vector<std::uint8_t> rest() {
    std::vector<std::uint8_t> bytes(data_, data_ + left_);
    left_ = 0;
    return bytes;
  }

  Rules rules(int side, int cells) {
    Rules rules{1 + below(side), 1, 1 + below(std::min(side + 2, max_side)), flag()};
    rules.height = 1 + below(std::min(side, cells / rules.width));
    return rules;
  }

  // A position that can be played on, though maybe no game leads to it, with at most *empty* free
  // cells; none if the bytes lead to a line.
  template <int N>
  std::optional<Position<N>> open(const Geometry<N>& geometry, int empty) {
    const int cells = geometry.rules.cells();
    const bool in_turn = flag();
    const int wanted = cells - 1 - below(std::min(empty, cells));
    Bits<N> sides[2];
    for (int ply = 0; ply < wanted; ++ply) {
      auto free = Position<N>{sides[0], sides[0] | sides[1]}.playable(geometry);
      for (int skip = below(free.count()); skip > 0; --skip) free ^= Bits<N>::single(free.lowest());
      const auto cell = Bits<N>::single(free.lowest());
      const int side = in_turn ? (wanted - ply) % 2 : below(2);
      const int fits = has_line(sides[side] | cell, geometry) ? 1 - side : side;
      sides[fits] |= cell;
      if (has_line(sides[fits], geometry)) return std::nullopt;
    }
    return Position<N>{sides[0], sides[0] | sides[1]};
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

using Target = void (*)(Input&);

inline std::map<std::string, Target>& targets() {
  static std::map<std::string, Target> all;
  return all;
}

struct Added {
  Added(const char* name, Target target) { targets()[name] = target; }
};

#define FUZZ(name)                                 \
  static void name(Input&);                        \
  static const Added name##_is_added(#name, name); \
  static void name([[maybe_unused]] Input& in)

}  // namespace inarow::fuzz
