// The engine's search memory, shared by all threads without locks.
//
// An entry is two words: what names the position XOR the data, and the data. Should two threads
// write one entry at once, its halves do not fit each other and it is not found. With gravity and
// up to 64 bits the name is the position itself; else it is a hash of 64 bits beside the place in
// the table, which another hash chooses. So there a wrong entry can be met, about once in 10^18
// looks: what must be certain is left to the solver.
//
//     data:  value + 2^21  22 bits | cell 11 | depth 8 | bound 2 | age 8
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/line_board.hpp"
#include "memory/pages.hpp"

namespace inarow::engine {

enum Bound : std::uint8_t { no_bound, lower_bound, upper_bound, exact_bound };

struct Remembered {
  int value = 0;
  int cell = -1;
  int depth = 0;
  Bound bound = no_bound;
};

class Memory {
 public:
  explicit Memory(std::size_t mib)
      : count_(std::bit_floor(mib * (std::size_t{1} << 20) / sizeof(Bucket))),
        memory_(count_ * sizeof(Bucket)),
        buckets_(static_cast<Bucket*>(memory_.start())) {}

  // Before a search: entries get older. With *forget*, what was stored before is not found any more
  // and the search goes as with a new table.
  void next_search(bool forget) {
    age_ = (age_ + 1) & 0xff;
    if (!forget) return;
    salt_ = mixed(++searches_);
    if (age_ == 0) std::memset(memory_.start(), 0, count_ * sizeof(Bucket));
  }

  void prefetch(const Key& key) const { __builtin_prefetch(&bucket(key)); }

  bool probe(const Key& key, Remembered& found) const {
    for (const Entry& entry : bucket(key)) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if ((entry.name.load(std::memory_order_relaxed) ^ data) != (key.check ^ salt_) || data == 0)
        continue;
      found.value = static_cast<int>(data & 0x3fffff) - (1 << 21);
      found.cell = static_cast<int>(data >> 22 & 0x7ff) - 1;
      found.depth = static_cast<int>(data >> 33 & 0xff);
      found.bound = static_cast<Bound>(data >> 41 & 3);
      return true;
    }
    return false;
  }

  void store(const Key& key, const Remembered& what) {
    Entry* place = nullptr;
    int least = 1 << 20;
    for (Entry& entry : bucket(key)) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (data != 0 && (entry.name.load(std::memory_order_relaxed) ^ data) == (key.check ^ salt_)) {
        place = &entry;
        break;
      }
      const bool current = data != 0 && (data >> 43 & 0xff) == static_cast<std::uint64_t>(age_);
      const int worth = current ? 1 + static_cast<int>(data >> 33 & 0xff) : 0;
      if (worth < least) {
        least = worth;
        place = &entry;
      }
    }
    const std::uint64_t data = static_cast<std::uint64_t>(what.value + (1 << 21)) |
                               static_cast<std::uint64_t>(what.cell + 1) << 22 |
                               static_cast<std::uint64_t>(what.depth) << 33 |
                               static_cast<std::uint64_t>(what.bound) << 41 |
                               static_cast<std::uint64_t>(age_) << 43;
    place->name.store(key.check ^ salt_ ^ data, std::memory_order_relaxed);
    place->data.store(data, std::memory_order_relaxed);
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> name, data;
  };
  using Bucket = std::array<Entry, 4>;
  static_assert(sizeof(Bucket) == 64);

  Bucket& bucket(const Key& key) const { return buckets_[key.place & (count_ - 1)]; }

  std::size_t count_;
  Pages memory_;
  Bucket* buckets_;
  std::uint64_t salt_ = 0, searches_ = 0;
  int age_ = 0;
};

}  // namespace inarow::engine
