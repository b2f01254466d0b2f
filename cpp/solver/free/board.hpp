// A board without gravity as its search sees it: every line, and keys that are equal for all images
// of a position.
//
// A key writes the position in base 3, a digit for each cell: 0 empty, 1 the side to move, 2 the
// other. It is exact, and 64 bits hold 40 cells, 128 bits 80. Of the images under the symmetries of
// the board (8 for squares, 4 otherwise) the smallest key counts. A disc adds the same number to
// each image's key wherever the others lie, so keys are carried along and never computed anew.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "board/grid.hpp"
#include "solver/solver.hpp"

namespace inarow::INAROW_ISA {

template <class WordType, class KeyType>
struct FreeBoard : Grid<WordType, AnyShape> {
  using Word = WordType;
  using Key = KeyType;
  using Images = std::array<Key, 8>;  // boards with 4 symmetries have each image twice

  std::vector<Word> lines;      // the cells of every line
  std::vector<Images> weights;  // by bit: what a disc there adds to the key of each image

  explicit FreeBoard(const Rules& rules)
      : Grid<Word, AnyShape>({rules.width, rules.height, rules.k, rules.height + 1}),
        weights(rules.bits()) {
    for (int column = 0; column < rules.width; ++column)
      for (int row = 0; row < rules.height; ++row) {
        add_lines(rules, column, row);
        for (int i = 0; i < 8; ++i)
          weights[rules.bit(column, row)][i] = power_of_three(image(rules, column, row, i));
      }
  }

  void add(Images& sum, Word cell) const {
    const Images& more = weights[lowest_bit(cell)];
    for (int i = 0; i < 8; ++i) sum[i] += more[i];
  }

  Images images(Word discs) const {
    Images sum{};
    for (; discs; discs &= discs - 1) add(sum, discs & -discs);
    return sum;
  }

  static Key key(const Images& own, const Images& other) {
    Key least = own[0] + 2 * other[0];
    for (int i = 1; i < 8; ++i) least = std::min(least, own[i] + 2 * other[i]);
    return least;
  }

 private:
  // The lines that begin in a cell.
  void add_lines(const Rules& rules, int column, int row) {
    for (auto [right, up] : {std::array{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
      const int last_column = column + (rules.k - 1) * right, last_row = row + (rules.k - 1) * up;
      if (last_column >= rules.width || last_row < 0 || last_row >= rules.height) continue;
      Word line = 0;
      for (int i = 0; i < rules.k; ++i)
        line |= Word{1} << rules.bit(column + i * right, row + i * up);
      lines.push_back(line);
    }
  }

  // The number, column by column, of the cell that symmetry *i* moves this one to. position.hpp has
  // tables of the same, but its functions are not compiled once for every kind of machine.
  static int image(const Rules& rules, int column, int row, int i) {
    if (i & 1) column = rules.width - 1 - column;
    if (i & 2) row = rules.height - 1 - row;
    if (i & 4 && rules.width == rules.height) std::swap(column, row);
    return column * rules.height + row;
  }

  static Key power_of_three(int exponent) {
    Key power = 1;
    while (exponent-- > 0) power *= 3;
    return power;
  }
};

}  // namespace inarow::INAROW_ISA
