// Follows a diagram through everything the opponent can do, to the end of every game.
#pragma once

#include <bit>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "booklet/diagram.hpp"
#include "booklet/oracle.hpp"
#include "booklet/synthesis.hpp"

namespace inarow::booklet {

enum class Walk { all, fails, too_long };

// What a diagram says in the end: where it is open, the rules without an arrow hold.
struct Plan {
  Replies reply;
  std::vector<int> list;
  std::array<int, 64> rank;

  explicit Plan(const Diagram& diagram) : reply(diagram.reply), list(diagram.list()) { number(); }

  void number() {  // the list, then from the left
    for (int c = 0; c < 64; ++c) rank[c] = 64 + c;
    for (std::size_t i = 0; i < list.size(); ++i) rank[list[i]] = static_cast<int>(i);
  }

  // The move, and whether it was the list that said so.
  Cells move(const Choice& choice, int last, bool& listed) const {
    listed = false;
    int cell = last;
    for (; cell < reply_count && reply[cell] >= 0; cell += 64)
      if (choice.playable >> reply[cell] & 1) return Cells{1} << reply[cell];
    const Cells up = Cells{1} << (last + 1);
    if (!(cell < reply_count && reply[cell] == crossed) && choice.free & up) return up;
    if (!choice.free) return choice.spare;
    listed = true;
    return first(choice.free);
  }
  Cells first(Cells free) const {
    int best = std::countr_zero(free);
    for (; free; free &= free - 1)
      if (const int c = std::countr_zero(free); rank[c] < rank[best]) best = c;
    return Cells{1} << best;
  }
};

// Positions met, so that none is followed twice; kept between walks to save memory's time.
class Seen {
 public:
  void clear() {
    if (count_) std::fill(slots_.begin(), slots_.end(), 0);
    count_ = 0;
  }
  bool add(std::uint64_t key) {
    if (2 * count_ > slots_.size()) {
      std::vector<std::uint64_t> old(2 * slots_.size(), 0);
      old.swap(slots_);
      count_ = 0;
      for (auto each : old)
        if (each) add(each);
    }
    const std::size_t mask = slots_.size() - 1;
    std::uint64_t at = key * 0x9E3779B97F4A7C15u;
    at ^= at >> 32;
    for (at &= mask; slots_[at]; at = (at + 1) & mask)
      if (slots_[at] == key) return false;
    slots_[at] = key;
    ++count_;
    return true;
  }

 private:
  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(1 << 10, 0);
  std::size_t count_ = 0;
};

class Walker {
 public:
  Walker(const Plane& plane, bool draw_is_enough) : plane_(plane), draw_(draw_is_enough) {}

  // With an oracle it ends where the goal is lost, without one where the game is. *used*, if there,
  // becomes what of the plan was needed.
  Walk walk(const std::vector<Root>& roots, const Plan& plan, std::uint64_t limit, Oracle* oracle,
            Diagram* used = nullptr) {
    seen_.clear();
    todo_.clear();
    for (const Root& root : roots) todo_.push_back(root);
    std::uint64_t steps = 0;
    while (!todo_.empty()) {
      const Root root = todo_.back();
      todo_.pop_back();
      if (++steps > limit) return Walk::too_long;
      const Cells occupied = root.pair.occupied();
      const Cells threats = plane_.completing(root.pair.theirs) & ~occupied;
      const Cells wins = plane_.completing(root.pair.ours) & ~occupied;
      for (Cells replies = plane_.playable(occupied) & root.replies; replies;
           replies &= replies - 1) {
        const Cells reply = replies & -replies;
        if (threats & reply) return Walk::fails;
        const Pair pair{root.pair.ours, root.pair.theirs | reply};
        const Cells playable = plane_.playable(pair.occupied());
        if (wins & playable) continue;
        Cells move = plane_.completing(pair.theirs) & playable;
        if (move & (move - 1)) return Walk::fails;
        if (!playable) {
          if (draw_) continue;
          return Walk::fails;
        }
        if (!move) {
          const int last = std::countr_zero(reply);
          const Choice choice = choices(plane_, pair);
          bool listed;
          move = plan.move(choice, last, listed);
          if (used) {
            for (int cell = last; cell < reply_count; cell += 64) {
              const std::int8_t reply = plan.reply[cell];
              used->reply[cell] = reply == open ? static_cast<std::int8_t>(above) : reply;
              if (reply < 0 || choice.playable >> reply & 1) break;
            }
            if (listed && choice.free & (choice.free - 1))
              used->put(std::countr_zero(move), choice.free & ~move);
          }
          if (oracle && !oracle->keeps({pair.ours | move, pair.theirs})) return Walk::fails;
        }
        const Pair next{pair.ours | move, pair.theirs};
        if (next.occupied() == plane_.all) {
          if (draw_) continue;
          return Walk::fails;
        }
        if (seen_.add(key(next))) todo_.push_back({next, ~Cells{0}});
      }
    }
    steps_ = steps;
    return Walk::all;
  }

  std::uint64_t steps_ = 0;

 private:
  const Plane& plane_;
  bool draw_;
  Seen seen_;
  std::vector<Root> todo_;
};

}  // namespace inarow::booklet
