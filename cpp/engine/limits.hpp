// When to stop: limits of time and nodes, a flag, and somebody who is asked now and then.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "engine/engine.hpp"

namespace inarow::engine {

// What the threads of one search share besides the memory.
struct Control {
  using Clock = std::chrono::steady_clock;

  Control(const Limit& limit, const std::atomic<bool>& stop, const StopPoll& poll)
      : limit(limit), stop(stop), poll(poll), start(Clock::now()) {}

  bool is_over() const {
    return over.load(std::memory_order_relaxed) || stop.load(std::memory_order_relaxed);
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start).count(); }

  const Limit limit;
  const std::atomic<bool>& stop;  // whoever asked has had enough
  const StopPoll& poll;
  const Clock::time_point start;
  std::atomic<bool> over{false};        // one thread has finished, or the poll has said so
  std::atomic<std::uint64_t> nodes{0};  // of all threads, brought up to date now and then
};

// One thread's count of nodes. The clock is read every 64 of them; the thread that *leads* also
// asks the poll, every 20 ms: that may mean waiting for somebody.
class Pulse {
 public:
  void begin(Control& control, bool leads) {
    control_ = &control;
    leads_ = leads;
    stopped_ = false;
    nodes_ = told_ = 0;
    next_poll_ = poll_seconds;
    look();
  }

  // Counts a node; true means give up.
  bool tick() {
    if (!stopped_ && ++nodes_ >= next_look_) look();
    return stopped_;
  }
  bool stopped() const { return stopped_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr double poll_seconds = 0.02;

  void look() {
    const Limit& limit = control_->limit;
    const std::uint64_t fresh = nodes_ - told_;
    const std::uint64_t all = fresh + control_->nodes.fetch_add(fresh, std::memory_order_relaxed);
    told_ = nodes_;
    next_look_ = nodes_ + 64;
    if (limit.nodes > 0) {
      if (all >= limit.nodes) stopped_ = true;
      next_look_ = std::min(next_look_, nodes_ + limit.nodes - std::min(all, limit.nodes));
    }
    const double now = limit.seconds > 0 || leads_ ? control_->seconds() : 0;
    if (limit.seconds > 0 && now >= limit.seconds) stopped_ = true;
    if (leads_ && now >= next_poll_) {
      next_poll_ = now + poll_seconds;
      if (control_->poll()) control_->over.store(true, std::memory_order_relaxed);
    }
    if (control_->is_over()) stopped_ = true;
  }

  Control* control_ = nullptr;
  bool leads_ = false;
  bool stopped_ = false;
  std::uint64_t nodes_ = 0, told_ = 0, next_look_ = 0;
  double next_poll_ = 0;
};

}  // namespace inarow::engine
