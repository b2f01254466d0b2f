// Random numbers without a state: one for every game and tick, whoever asks and in whatever order.
//
// It is SplitMix64, read at place tick * 2^32 + game after a beginning that the seed chooses. The
// same numbers are drawn in src/inarow/env/device.py.
#pragma once

#include <cstdint>

namespace inarow::env {

inline constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

inline std::uint64_t mixed(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  return word ^ (word >> 31);
}

// The numbers of one tick.
struct Tick {
  std::uint64_t base;

  Tick(std::uint64_t seed, std::uint64_t tick)
      : base(mixed(seed + golden) + (tick << 32) * golden) {}

  std::uint64_t draw(std::uint64_t game) const { return mixed(base + game * golden); }
};

// A whole number below *count*, from the upper half of a random word.
inline std::uint64_t below(std::uint64_t count, std::uint64_t random) {
  return ((random >> 32) * count) >> 32;
}

// As many numbers as one likes from a single one.
class Stream {
 public:
  explicit Stream(std::uint64_t state) : state_(state) {}
  std::uint64_t next() { return mixed(state_ += golden); }
  double share() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // from 0 to below 1

 private:
  std::uint64_t state_;
};

}  // namespace inarow::env
