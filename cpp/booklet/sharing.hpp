// Few diagrams for many pages: each is stretched as far as it goes, then cut to what is needed.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <random>
#include <stdexcept>
#include <vector>

#include "booklet/synthesis.hpp"
#include "booklet/walk.hpp"
#include "memory/helpers.hpp"

namespace inarow::booklet {

struct Shared {
  std::vector<Diagram> diagrams;
  std::vector<std::vector<int>> lists;
  std::vector<int> diagram;   // of each root
  std::vector<char> flipped;  // whether the root is the mirror image of what the diagram is about
};

class Sharing {
 public:
  Sharing(const Plane& plane, Oracle& oracle, bool draw, const std::vector<Root>& roots,
          const std::vector<Diagram>& own)
      : plane_(plane), oracle_(oracle), draw_(draw), roots_(roots), own_(own) {}

  // One way to share; the order of the roots decides which.
  Shared pack(const std::vector<int>& order, std::uint64_t limit) {
    Synthesis synthesis(plane_, oracle_, draw_);
    Shared shared;
    shared.diagram.assign(roots_.size(), -1);
    shared.flipped.assign(roots_.size(), 0);
    std::vector<int> uses, by_use;
    for (int i : order) {
      bool placed = false;
      std::stable_sort(by_use.begin(), by_use.end(),
                       [&](int a, int b) { return uses[a] > uses[b]; });
      for (int d : by_use) {
        for (int flip = 0; flip < 2 && !placed; ++flip) {
          Diagram more = shared.diagrams[d];
          const Diagram hint = flip ? own_[i].mirrored(plane_) : own_[i];
          if (synthesis.run({turned(roots_[i], flip)}, more, limit, &hint) != Synthesis::found)
            continue;
          shared.diagrams[d] = more;
          shared.diagram[i] = d;
          shared.flipped[i] = static_cast<char>(flip);
          ++uses[d];
          placed = true;
        }
        if (placed) break;
      }
      if (placed) continue;
      shared.diagram[i] = static_cast<int>(shared.diagrams.size());
      by_use.push_back(shared.diagram[i]);
      uses.push_back(1);
      shared.diagrams.push_back(own_[i]);
    }
    return shared;
  }

  // Leaves out every arrow, cross and cell of a list that is not needed.
  bool trim(Shared& shared, int d) {  // false: it does not do what it was made for
    Walker walker(plane_, draw_);
    std::vector<Root> group;
    for (std::size_t i = 0; i < roots_.size(); ++i)
      if (shared.diagram[i] == d) group.push_back(turned(roots_[i], shared.flipped[i]));
    Plan plan(shared.diagrams[d]);
    auto good = [&] { return walker.walk(group, plan, 200000000, nullptr) == Walk::all; };
    if (!good()) return false;
    // From an arrow on, what comes after it moves up.
    for (int c = 0; c < 64; ++c)
      for (int i = c; i < reply_count;) {
        if (plan.reply[i] == above) plan.reply[i] = open;
        if (plan.reply[i] == open) break;
        const Replies old = plan.reply;
        for (int j = i; j < reply_count; j += 64)
          plan.reply[j] = j + 64 < reply_count ? plan.reply[j + 64] : std::int8_t{open};
        if (good()) continue;
        plan.reply = old;
        if (plan.reply[i] == crossed) break;
        i += 64;
      }
    for (std::size_t i = plan.list.size(); i-- > 0;) {
      const std::vector<int> old = plan.list;
      plan.list.erase(plan.list.begin() + static_cast<long>(i));
      plan.number();
      if (!good()) {
        plan.list = old;
        plan.number();
      }
    }
    shared.diagrams[d].reply = plan.reply;
    shared.lists[d] = plan.list;
    return true;
  }

 private:
  Root turned(const Root& root, int flip) const {
    if (!flip) return root;
    return {{plane_.mirrored(root.pair.ours), plane_.mirrored(root.pair.theirs)},
            plane_.mirrored(root.replies)};
  }

  const Plane& plane_;
  Oracle& oracle_;
  bool draw_;
  const std::vector<Root>& roots_;
  const std::vector<Diagram>& own_;
};

// Every thread tries orders of its own until the time is over.
inline Shared share(const Plane& plane, const std::vector<std::unique_ptr<Oracle>>& oracles,
                    bool draw, const std::vector<Root>& roots, const std::vector<Diagram>& own,
                    double seconds, std::uint64_t seed) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  Shared best;
  std::mutex mutex;
  bool any = false;
  auto body = [&](int worker) {
    Sharing sharing(plane, *oracles[worker], draw, roots, own);
    std::mt19937_64 random(seed + worker);
    std::vector<std::pair<double, int>> rank;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const double size = own[i].arrows(plane) + std::popcount(own[i].listed());
      const double jitter = worker == 0 ? 0 : std::uniform_real_distribution<double>(0, 8)(random);
      rank.push_back({-size - jitter, static_cast<int>(i)});
    }
    std::sort(rank.begin(), rank.end());
    for (int round = 0;; ++round) {
      std::vector<int> order;
      for (const auto& [size, i] : rank) order.push_back(i);
      Shared found = sharing.pack(order, round == 0 ? 1500 : 4000);
      {
        std::lock_guard lock(mutex);
        if (!any || found.diagrams.size() < best.diagrams.size()) best = found;
        any = true;
      }
      if (std::chrono::duration<double>(Clock::now() - start).count() * (round + 2) / (round + 1) >
          seconds)
        break;
      // Those in large groups first: they are what others can join.
      std::vector<int> uses(found.diagrams.size(), 0);
      for (int d : found.diagram) ++uses[d];
      for (auto& [size, i] : rank)
        size = -uses[found.diagram[i]] + std::uniform_real_distribution<double>(0, 5)(random);
      std::sort(rank.begin(), rank.end());
    }
  };
  auto others = helpers(static_cast<int>(oracles.size()), body);
  body(0);
  for (auto& other : others) other.join();
  best.lists.resize(best.diagrams.size());
  std::atomic<int> next{0};
  std::atomic<bool> good{true};
  auto cut = [&](int worker) {
    Sharing sharing(plane, *oracles[worker], draw, roots, own);
    for (int d; (d = next.fetch_add(1)) < static_cast<int>(best.diagrams.size());)
      if (!sharing.trim(best, d)) good = false;
  };
  auto cutters = helpers(static_cast<int>(oracles.size()), cut);
  cut(0);
  for (auto& other : cutters) other.join();
  if (!good) throw std::invalid_argument("expected the work of a booklet, got diagrams that fail");
  return best;
}

}  // namespace inarow::booklet
