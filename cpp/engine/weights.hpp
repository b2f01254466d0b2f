// The numbers of the hand-made evaluations: 100 is one logit of the result. Those for gravity and k
// = 4 were fitted to the results of games the engine played against itself; the others are scaled
// from them or were found by matches.
#pragma once

#include <array>

#include "board/rules.hpp"

namespace inarow::engine {

// For the owner of an open line, by how many discs it lacks; [0] is not used. A level row is good
// for the side that tends to get its cells, see parity_evaluation.hpp.
enum { weights_vertical, weights_good_level, weights_bad_level, weights_diagonal };
using LineWeights = std::array<std::array<int, 5>, 4>;

// A value that grows with the share of the board that is filled.
struct Phased {
  int constant, growing;
  int at(int ply, int cells) const { return constant + growing * ply / cells; }
};

// What threats above the playable cells are worth to their owner. *good* ones are in rows their
// owner tends to get, *stacked* are two right above each other.
struct ThreatWeights {
  Phased good;       // for the first such column
  int further;       // for each other
  int bad, stacked;  // for each
  int shared;        // a cell that both want, in a row that is good for the owner
};

struct GravityWeights {
  LineWeights lines;
  ThreatWeights follower, leader;  // the side that controls zugzwang by default, and the other
  Phased both_good;                // for the leader, when both have a good threat
  int two_good;                    // for the leader with exactly two such columns
  int pair;                        // for each playable cell that makes a threat
  int leader_bonus, to_move;
};

struct FreeWeights {
  LineWeights lines;
  int to_move;
};

inline constexpr GravityWeights small_boards{
    .lines = {{{0, 0, -13, -3, 0}, {0, 8, 33, 10, 0}, {0, 5, 10, 5, 0}, {0, 8, 25, 18, 0}}},
    .follower = {{33, 180}, 70, 95, 50, 108},
    .leader = {{143, 173}, 53, 58, 123, 130},
    .both_good = {18, 98},
    .two_good = 33,
    .pair = 18,
    .leader_bonus = -35,
    .to_move = 28,
};

inline constexpr GravityWeights large_boards{
    .lines = {{{0, 0, 1, 5, 0}, {0, 5, 13, 5, 1}, {0, 18, 13, 5, 1}, {0, 5, 0, -3, 0}}},
    .follower = {{18, 118}, 45, 53, 120, 28},
    .leader = {{45, 143}, 0, 35, 135, 23},
    .both_good = {-23, 155},
    .two_good = 20,
    .pair = 16,
    .leader_bonus = 13,
    .to_move = 30,
};

inline const GravityWeights& gravity_weights(const Rules& rules) {
  return rules.cells() < 64 ? small_boards : large_boards;
}

inline FreeWeights free_weights(const Rules&) {
  constexpr std::array<int, 5> line{0, 10, 50, 12, 3};
  return {.lines = {line, line, line, line}, .to_move = 30};
}

}  // namespace inarow::engine
