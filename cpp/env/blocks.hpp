// Blocks of games, and the threads that work on them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "engine/engine.hpp"

namespace inarow::env {

inline constexpr std::size_t block_words = 256;  // of a set, so that a block stays in the L1 cache

// Some consecutive games, and room for their moves.
struct Block {
  std::size_t begin, size;
  std::array<std::uint64_t, block_words> cells;
  std::array<std::uint8_t, block_words> played;
};

class Crew {
 public:
  // *heavy* work is done game by game, and somebody is asked now and then whether to stop.
  Crew(std::size_t games, std::size_t words, int threads, bool heavy)
      : games_(games), size_(heavy ? 1 : block_words / words), threads_(threads), heavy_(heavy) {}

  // Calls body(block, worker) for all games, on several threads; false if it was stopped.
  template <class Body>
  bool work(const StopPoll& poll, const Body& body) {
    std::atomic<std::size_t> next{0};
    stopped_.store(false);
    const auto part = [&](int worker) {
      auto asked = std::chrono::steady_clock::now();
      while (!stopped()) {
        const std::size_t begin = next.fetch_add(size_, std::memory_order_relaxed);
        if (begin >= games_) return;
        Block block = at(begin);
        body(block, worker);
        if (!heavy_ || worker != 0) continue;
        const auto now = std::chrono::steady_clock::now();
        if (now - asked < std::chrono::milliseconds(20)) continue;
        asked = now;
        if (poll()) stop();
      }
    };
    const std::size_t useful = games_ / (heavy_ ? 1 : games_per_thread) + 1;
    std::vector<std::thread> helpers;
    for (int i = 1; i < threads_ && static_cast<std::size_t>(i) < useful; ++i)
      helpers.emplace_back(part, i);
    part(0);
    for (auto& helper : helpers) helper.join();
    return !stopped();
  }

  // Calls visit(block) for all games in order, until it returns true.
  template <class Visit>
  void search(const Visit& visit) const {
    for (std::size_t begin = 0; begin < games_; begin += size_)
      if (Block block = at(begin); visit(block)) return;
  }

  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t games_per_thread = 4096;  // fewer are not worth a thread

  Block at(std::size_t begin) const {
    Block block;
    block.begin = begin;
    block.size = std::min(size_, games_ - begin);
    return block;
  }

  std::size_t games_, size_;
  int threads_;
  bool heavy_;
  std::atomic<bool> stopped_{false};
};

}  // namespace inarow::env
