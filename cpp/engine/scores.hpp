// What the numbers of the search mean, for the side to move.
//
//     1,000,000 - n   a line can be completed n plies from the root, whatever the other side does
//       900,000 - n   won by a follow-up strategy that is certain n plies from the root
//        up to 90,000 an estimate: 100 is one logit, odds of e to 1
//
// Values of the two upper bands, and their negatives, are proved.
#pragma once

#include <cstdlib>

namespace inarow::engine {

inline constexpr int win = 1'000'000;
inline constexpr int strategic_win = 900'000;
inline constexpr int least_win = 800'000;
inline constexpr int most_estimate = 90'000;
inline constexpr int infinite = 2'000'000;

constexpr int win_in(int plies) {
  return win - plies;
}
constexpr bool is_proved(int value) {
  return value >= least_win || value <= -least_win;
}
// How many plies a proved value says it takes at most; 0 if it does not say.
constexpr int plies_to_end(int value) {
  const int plies = win - (value < 0 ? -value : value);
  return plies < win - strategic_win ? plies : 0;
}

// Proved values count plies from the root; the table counts them from the position it stores.
constexpr int to_table(int value, int ply) {
  return value >= least_win ? value + ply : value <= -least_win ? value - ply : value;
}
constexpr int from_table(int value, int ply) {
  return value >= least_win ? value - ply : value <= -least_win ? value + ply : value;
}

}  // namespace inarow::engine
