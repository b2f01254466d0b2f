// Blocks of games, and the threads that work on them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#ifndef _WIN32
#include <unistd.h>
#endif

#include "engine/engine.hpp"
#include "memory/helpers.hpp"

namespace inarow::env {

inline constexpr std::size_t block_words = 256;  // of a set, so that a block stays in the L1 cache

// Some consecutive games, and room for their moves.
struct Block {
  std::size_t begin, size;
  std::array<std::uint64_t, block_words> cells;
  std::array<std::uint8_t, block_words> played;
};

// The threads stay from step to step and wait for the next one. Whoever comes late finds nothing to
// do: the caller works on until nothing is left, and waits only for those who have begun. So
// a thread that the system does not wake in time, or that a fork has lost, costs nothing.
class Crew {
 public:
  // *heavy* work is done game by game, and somebody is asked now and then whether to stop.
  Crew(std::size_t games, std::size_t words, int threads, bool heavy)
      : games_(games), size_(heavy ? 1 : block_words / words), heavy_(heavy) {
    const std::size_t useful = heavy ? games : games / games_per_thread;
    wanted_ = static_cast<int>(std::min<std::size_t>(threads, std::max<std::size_t>(useful, 1)));
    shares_ = std::make_unique<Share[]>(wanted_);
    const std::size_t blocks = (games + size_ - 1) / size_;
    for (int i = 0; i < wanted_; ++i) {
      shares_[i].begin = blocks * i / wanted_ * size_;
      shares_[i].end = std::min(games, blocks * (i + 1) / wanted_ * size_);
    }
  }

  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  ~Crew() {
    quit_.store(true);
    wake();
    for (auto& helper : helpers_) is_ours() ? helper.join() : helper.detach();
  }

  // Calls body(block, worker) for all games, on several threads; false if it was stopped.
  template <class Body>
  bool work(const StopPoll& poll, const Body& body) {
    for (int i = 0; i < wanted_; ++i) shares_[i].next.store(shares_[i].begin);
    stopped_.store(false);
    const auto part = [&](int worker) {
      auto asked = std::chrono::steady_clock::now();
      for (int i = 0; i < wanted_; ++i) {  // first its own, then what others have left
        Share& share = shares_[(worker + i) % wanted_];
        while (!stopped()) {
          const std::size_t begin = share.next.fetch_add(size_, std::memory_order_relaxed);
          if (begin >= share.end) break;
          Block block = at(begin);
          body(block, worker);
          if (!heavy_ || worker != 0) continue;
          const auto now = std::chrono::steady_clock::now();
          if (now - asked < std::chrono::milliseconds(20)) continue;
          asked = now;
          if (poll()) stop();
        }
      }
    };
    if (wanted_ == 1) {
      part(0);
    } else {
      share([](const void* job, int worker) { (*static_cast<decltype(&part)>(job))(worker); },
            &part);
    }
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
  static constexpr int spins = 2000;                     // before a helper goes to sleep

  // The games of one thread: the same in every step, so that they stay in its cache.
  struct alignas(64) Share {
    std::size_t begin, end;
    std::atomic<std::size_t> next;
  };

  using Call = void (*)(const void* job, int worker);

  // Runs call(job, worker) here and on every helper that comes before it is done.
  void share(Call call, const void* job) {
    if (helpers_.empty()) hire();
    call_ = call;
    job_ = job;
    open_.store(true);
    wake();
    call(job, 0);
    open_.store(false);
    for (int busy; (busy = busy_.load()) != 0;) busy_.wait(busy);
  }

  void hire() {
    owner_ = process();
    helpers_ = helpers(wanted_, [this](int worker) { help(worker); });
  }

  void help(int worker) {
    for (std::uint32_t seen = 0;;) {
      for (int i = 0; i < spins && round_.load() == seen; ++i) std::this_thread::yield();
      round_.wait(seen);
      seen = round_.load();
      if (quit_.load()) return;
      busy_.fetch_add(1);
      if (open_.load()) call_(job_, worker);
      if (busy_.fetch_sub(1) == 1) busy_.notify_all();
    }
  }

  void wake() {
    round_.fetch_add(1);
    round_.notify_all();
  }

  bool is_ours() const { return owner_ == process(); }  // not so after a fork

  static int process() {
#ifdef _WIN32
    return 0;
#else
    return getpid();
#endif
  }

  Block at(std::size_t begin) const {
    Block block;
    block.begin = begin;
    block.size = std::min(size_, games_ - begin);
    return block;
  }

  std::size_t games_, size_;
  bool heavy_;
  int wanted_;  // threads, with the caller's
  std::unique_ptr<Share[]> shares_;
  std::atomic<bool> stopped_{false};
  std::vector<std::thread> helpers_;
  int owner_ = 0;
  Call call_ = nullptr;  // what is to be done, while it is open
  const void* job_ = nullptr;
  std::atomic<std::uint32_t> round_{0};
  std::atomic<int> busy_{0};  // helpers that may be at it
  std::atomic<bool> open_{false}, quit_{false};
};

}  // namespace inarow::env
