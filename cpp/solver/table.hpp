// Search memory, shared by all threads: bounds of positions, exact keys only.
//
// A bucket is one cache line, guarded by a version number that is odd while somebody writes:
//
//     | version 4 | data 4 x n | keys 8 or 16 x n |      n = 5 for 64-bit keys, 3 for 128-bit keys
//
//     data: bits 0..7 lower bound, 8..15 upper bound, both + 128; 16..21 work, the bit length of
//     the number of nodes below; 0 is a free entry
//
// A reader that meets a writer, or finds the version changed afterwards, has found nothing; a
// writer that meets another one gives up. So nobody waits, and nobody ever sees half an entry. In a
// full bucket the entry with the least work goes. A table starts with 1 MiB of its memory, which is
// enough for easy positions and stays in the cache; grow() takes the rest.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "board/grid.hpp"
#include "memory/pages.hpp"

namespace inarow::INAROW_ISA {

struct Bounds {
  int lower, upper;
};

template <class Word>
class Table {
 public:
  explicit Table(std::size_t mib)
      : count_(std::bit_floor(mib * (std::size_t{1} << 20) / sizeof(Bucket))),
        memory_(count_ * sizeof(Bucket)),
        buckets_(static_cast<Bucket*>(memory_.start())),
        full_shift_(64 - std::countr_zero(count_)),
        shift_(std::max(full_shift_, first_shift)) {}

  // From now on all of the memory is used; what was stored before is forgotten.
  void grow() { shift_.store(full_shift_, std::memory_order_relaxed); }

  void prefetch(Word key) const { __builtin_prefetch(&bucket(key)); }

  // Narrows *bounds* by what is known of the position.
  void probe(Word key, Bounds& bounds) const {
    const Bucket& b = bucket(key);
    const std::uint32_t version = b.version.load(std::memory_order_acquire);
    for (int i = 0; i < entries; ++i)
      if (b.holds(i, key)) {
        const std::uint32_t data = b.data[i].load(std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_acquire);
        if (data == 0 || version % 2 || b.version.load(std::memory_order_relaxed) != version)
          return;
        const int lower = static_cast<int>(data & 0xff) - 128;
        const int upper = static_cast<int>(data >> 8 & 0xff) - 128;
        if (lower > bounds.lower) bounds.lower = lower;
        if (upper < bounds.upper) bounds.upper = upper;
        return;
      }
  }

  void store(Word key, Bounds bounds, std::uint64_t nodes) {
    Bucket& b = bucket(key);
    std::uint32_t version = b.version.load(std::memory_order_relaxed);
    if (version % 2 ||
        !b.version.compare_exchange_strong(version, version + 1, std::memory_order_acquire,
                                           std::memory_order_relaxed))
      return;
    std::atomic_thread_fence(std::memory_order_release);
    int place = 0;
    for (int i = 0; i < entries; ++i) {
      const std::uint32_t data = b.data[i].load(std::memory_order_relaxed);
      if (data && b.holds(i, key)) {
        place = i;
        break;
      }
      if (data >> 16 < b.data[place].load(std::memory_order_relaxed) >> 16) place = i;
    }
    b.set(place, key);
    b.data[place].store(static_cast<std::uint32_t>(bounds.lower + 128) |
                            static_cast<std::uint32_t>(bounds.upper + 128) << 8 |
                            static_cast<std::uint32_t>(std::bit_width(nodes | 1)) << 16,
                        std::memory_order_relaxed);
    b.version.store(version + 2, std::memory_order_release);
  }

  static std::uint64_t mix(Word key) {
    std::uint64_t mixed = static_cast<std::uint64_t>(key);
    if constexpr (sizeof(Word) > 8)
      mixed ^= static_cast<std::uint64_t>(key >> 64) * 0x9e3779b97f4a7c15;
    mixed ^= mixed >> 32;
    return mixed * 0xd6e8feb86659fd93;
  }

 private:
  static constexpr int halves = sizeof(Word) / 8;
  static constexpr int entries = halves == 1 ? 5 : 3;
  static constexpr int first_shift = 64 - 14;  // 2^14 buckets: 1 MiB

  struct alignas(64) Bucket {
    std::atomic<std::uint32_t> version;
    std::atomic<std::uint32_t> data[entries];
    std::atomic<std::uint64_t> keys[entries][halves];

    bool holds(int i, Word key) const {
      for (int half = 0; half < halves; ++half)
        if (keys[i][half].load(std::memory_order_relaxed) != part(key, half)) return false;
      return true;
    }
    void set(int i, Word key) {
      for (int half = 0; half < halves; ++half)
        keys[i][half].store(part(key, half), std::memory_order_relaxed);
    }
    static std::uint64_t part(Word key, int half) {
      return static_cast<std::uint64_t>(half == 0 ? key : key >> (8 * sizeof(Word) / 2));
    }
  };
  static_assert(sizeof(Bucket) == 64);

  Bucket& bucket(Word key) const {
    return buckets_[mix(key) >> shift_.load(std::memory_order_relaxed)];
  }

  std::size_t count_;
  Pages memory_;
  Bucket* buckets_;
  int full_shift_;
  std::atomic<int> shift_;  // how far a mixed key is shifted to the number of its bucket
};

}  // namespace inarow::INAROW_ISA
