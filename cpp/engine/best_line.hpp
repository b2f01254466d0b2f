// Best play for both sides, as far as a search saw it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>

namespace inarow::engine {

class BestLine {
 public:
  void clear() { length_ = 0; }
  void set(std::initializer_list<int> cells) {
    clear();
    for (int cell : cells) add(cell);
  }
  void set(int cell, const BestLine& rest) {
    clear();
    add(cell);
    for (int each : rest) add(each);
  }
  void add(int cell) {
    if (length_ < max_length) cells_[length_++] = static_cast<std::uint16_t>(cell);
  }

  int length() const { return length_; }
  const std::uint16_t* begin() const { return cells_.data(); }
  const std::uint16_t* end() const { return cells_.data() + length_; }

 private:
  static constexpr int max_length = 62;

  int length_ = 0;
  std::array<std::uint16_t, max_length> cells_;
};

// A move at the root with its value and what follows.
struct RootLine {
  int cell = -1;
  int value = 0;
  BestLine line;
};

}  // namespace inarow::engine
