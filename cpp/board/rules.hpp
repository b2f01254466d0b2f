// What is played: the same words as src/inarow/board/rules.py.
#pragma once

#include <stdexcept>
#include <string>

namespace inarow {

inline constexpr int max_side = 35;  // one character per column: 1..9, a..z

struct Rules {
  int width = 7;
  int height = 6;
  int k = 4;
  bool gravity = true;

  constexpr int stride() const { return height + 1; }  // bits from a cell to its right neighbour
  constexpr int cells() const { return width * height; }
  constexpr int bits() const { return width * stride(); }
  constexpr int words() const { return (bits() + 63) / 64; }  // 64-bit words per set of cells
  constexpr int moves() const { return gravity ? width : cells(); }
  constexpr int bit(int column, int row) const { return column * stride() + row; }

  // Throws std::invalid_argument; called at every public door, so that the rest may assert.
  void check() const {
    check_side("width", width);
    check_side("height", height);
    check_side("k", k);
  }

 private:
  static void check_side(const char* name, int value) {
    if (value < 1 || value > max_side)
      throw std::invalid_argument(std::string("expected ") + name + " from 1 to " +
                                  std::to_string(max_side) + ", got " + std::to_string(value));
  }
};

}  // namespace inarow
