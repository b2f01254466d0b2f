// A diagram: what to do for the rest of a game without calculating, and the board it is about.
//
// In this order, where *last* is the cell that the opponent has just taken:
//
//     1  win, if one disc does it
//     2  block, if the opponent could win with one disc
//     3  the first of the arrows from *last* that leads to a cell that can be played
//     4  the cell right above *last*, unless *last* is crossed or that cell is left alone
//     5  the first cell of the list that can be played and is not left alone
//     6  the leftmost cell that is not left alone; else the leftmost that is not right below a cell
//        where the opponent would win; else the leftmost
//
// A cell is *left alone* while it lies right below one where either side would win.
// src/inarow/booklet/diagram.py says the same in Python, and is what walks through the finished
// booklet.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "board/rules.hpp"

namespace inarow::booklet {

using Cells = std::uint64_t;

// The board in the order of bits.hpp, in one word.
struct Plane {
  int width, height, k, stride;
  Cells bottom = 0, all = 0;

  explicit Plane(const Rules& rules)
      : width(rules.width), height(rules.height), k(rules.k), stride(rules.stride()) {
    for (int c = 0; c < width; ++c) {
      bottom |= Cells{1} << (c * stride);
      all |= ((Cells{1} << height) - 1) << (c * stride);
    }
  }

  int size() const { return width * height; }
  Cells playable(Cells occupied) const { return (occupied + bottom) & all; }

  // Cells that complete a line of *discs*, occupied ones as well.
  Cells completing(Cells discs) const {
    Cells found = 0;
    for (int step : {1, stride - 1, stride, stride + 1}) {
      if (k == 4) {
        const Cells l1 = discs << step, l2 = discs << 2 * step, l3 = discs << 3 * step;
        const Cells r1 = discs >> step, r2 = discs >> 2 * step, r3 = discs >> 3 * step;
        found |= (l1 & l2 & (l3 | r1)) | (r1 & r2 & (r3 | l1));
      } else {
        found |= completing_along(discs, step);
      }
    }
    return found & all;
  }

  Cells mirrored(Cells cells) const {
    const Cells group = (Cells{1} << stride) - 1;
    Cells image = 0;
    for (int c = 0; c < width; ++c)
      image |= ((cells >> (c * stride)) & group) << ((width - 1 - c) * stride);
    return image;
  }
  int mirrored_cell(int cell) const { return (width - 1 - cell / stride) * stride + cell % stride; }

 private:
  Cells completing_along(Cells discs, int step) const {
    Cells before[max_side];
    before[0] = all;
    for (int i = 1; i < k; ++i) before[i] = (before[i - 1] & discs) << step;
    Cells after = all, found = 0;
    for (int i = k - 1; i >= 0; --i) {
      found |= before[i] & after;
      after = (after & discs) >> step;
    }
    return found;
  }
};

// Two sets of discs, ours and theirs.
struct Pair {
  Cells ours = 0, theirs = 0;
  Cells occupied() const { return ours | theirs; }
  bool operator==(const Pair&) const = default;
};

inline std::uint64_t key(const Pair& pair) {
  return pair.ours + pair.occupied();
}

// The image that stands for both, and whether it is the mirrored one.
inline Pair canonical(const Plane& plane, const Pair& pair, bool& flipped) {
  const Pair image{plane.mirrored(pair.ours), plane.mirrored(pair.theirs)};
  flipped = key(image) < key(pair);
  return flipped ? image : pair;
}

enum : std::int8_t { open = -1, above = -2, crossed = -3 };  // or the cell of an arrow

// What to do after a disc in cell c is at c; if that is an arrow to a cell that cannot be played,
// at 64 + c, and so on.
inline constexpr int arrows_each = 3, reply_count = 64 * arrows_each;
using Replies = std::array<std::int8_t, reply_count>;

struct Diagram {
  Replies reply;
  std::array<Cells, 64> before{};  // the cells that each cell precedes in the list
  Diagram() { reply.fill(open); }

  int arrows(const Plane& plane) const {
    int count = 0;
    for (int c = 0; c < reply_count; ++c)
      count += reply[c] >= 0 || (reply[c] == crossed && (plane.all >> (c % 64 + 1) & 1));
    return count;
  }

  void put(int first, Cells others) {  // keeps `before` transitive
    const Cells below = others | reach(others);
    before[first] |= below;
    for (int c = 0; c < 64; ++c)
      if (before[c] >> first & 1) before[c] |= below;
  }

  Cells listed() const {
    Cells cells = 0;
    for (int c = 0; c < 64; ++c)
      if (before[c]) cells |= Cells{1} << c;
    return cells;
  }

  std::vector<int> list() const {  // cells that precede others, in an order that fits
    std::vector<int> cells;
    Cells left = listed();
    while (left) {
      Cells first = left;
      for (Cells rest = left; rest; rest &= rest - 1) first &= ~before[std::countr_zero(rest)];
      if (!first) break;  // cannot be: `before` has no circle
      const int c = std::countr_zero(first);
      cells.push_back(c);
      left &= ~(Cells{1} << c);
    }
    return cells;
  }

  Diagram mirrored(const Plane& plane) const {
    Diagram image;
    for (int c = 0; c < plane.width * plane.stride; ++c) {
      if (!(plane.all >> c & 1)) continue;
      const int m = plane.mirrored_cell(c);
      for (int i = 0; i < reply_count; i += 64)
        image.reply[m + i] = reply[c + i] >= 0
                                 ? static_cast<std::int8_t>(plane.mirrored_cell(reply[c + i]))
                                 : reply[c + i];
      image.before[m] = plane.mirrored(before[c]);
    }
    return image;
  }

 private:
  Cells reach(Cells from) const {
    Cells found = 0;
    for (; from; from &= from - 1) found |= before[std::countr_zero(from)];
    return found;
  }
};

// What is known of a position in which we are to move, neither able to win at once nor forced.
struct Choice {
  Cells playable = 0, free = 0;  // free: not left alone
  Cells spare = 0;               // what rule 6 takes if nothing is free
};

inline Choice choices(const Plane& plane, const Pair& pair) {
  const Cells occupied = pair.occupied();
  const Cells wins = plane.completing(pair.ours) & ~occupied;
  const Cells threats = plane.completing(pair.theirs) & ~occupied;
  Choice choice;
  choice.playable = plane.playable(occupied);
  choice.free = choice.playable & ~((wins | threats) >> 1);
  const Cells safe = choice.playable & ~(threats >> 1);
  choice.spare = safe ? safe & -safe : choice.playable & -choice.playable;
  return choice;
}

}  // namespace inarow::booklet
