// Few diagrams for many pages: small groups of pages are shared out among others, and what is left
// of each diagram is cut to what is needed.
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

// A diagram, and the roots that it is for.
struct Group {
  Diagram diagram;
  std::vector<std::pair<int, int>> roots;  // with 1 if it is the mirror image
  int version = 0;
  int tries = 0;  // how often others could not take its roots
};

class Sharing {
 public:
  Sharing(const Plane& plane, Oracle& oracle, bool draw, const std::vector<Root>& roots)
      : plane_(plane), draw_(draw), roots_(roots), synthesis_(plane, oracle, draw) {}

  // Gives the roots of a group to others; which of them were changed, or nothing if some would not
  // fit. *effort* is how hard to try.
  std::vector<int> dissolve(std::vector<Group>& groups, int victim, int effort) {
    std::vector<int> changed;
    for (const auto& [root, flip] : groups[victim].roots) {
      const int taken = place(groups, victim, root, flip, effort);
      if (taken < 0) return {};
      changed.push_back(taken);
    }
    return changed;
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
  // Another group that a root has been added to, or -1.
  int place(std::vector<Group>& groups, int victim, int root, int flip, int effort) {
    struct Place {
      int clash, size, group, flip;
    };
    const Diagram mine = flip ? groups[victim].diagram.mirrored(plane_) : groups[victim].diagram;
    const Diagram turned_mine = mine.mirrored(plane_);
    std::vector<Place> places;
    for (int g = 0; g < static_cast<int>(groups.size()); ++g) {
      if (g == victim || groups[g].roots.empty()) continue;
      const int size = static_cast<int>(groups[g].roots.size());
      places.push_back({clash(groups[g].diagram, mine), size, g, 0});
      places.push_back({clash(groups[g].diagram, turned_mine), size, g, 1});
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
      return 4 * a.clash - a.size < 4 * b.clash - b.size;
    });
    const int near = std::min<int>(static_cast<int>(places.size()), 60 * effort);
    for (int i = 0; i < near; ++i) {
      Group& group = groups[places[i].group];
      const Diagram hint = places[i].flip ? turned_mine : mine;
      Diagram more = group.diagram;
      if (synthesis_.run({turned(roots_[root], places[i].flip)}, more, 1000 * effort, &hint) !=
          Synthesis::found)
        continue;
      group.diagram = more;
      group.roots.push_back({root, places[i].flip});
      return places[i].group;
    }
    // All of a group anew, together.
    for (int i = 0; i < std::min(near, 4 * effort); ++i) {
      Group& group = groups[places[i].group];
      std::vector<Root> all;
      for (const auto& [other, turn] : group.roots) all.push_back(turned(roots_[other], turn));
      all.push_back(turned(roots_[root], places[i].flip));
      Diagram fresh;
      const Diagram hint = group.diagram;
      if (synthesis_.run(all, fresh, 2000 * effort * (1 + all.size() / 2), &hint) !=
          Synthesis::found)
        continue;
      group.diagram = fresh;
      group.roots.push_back({root, places[i].flip});
      return places[i].group;
    }
    return -1;
  }

  // In how many places two diagrams differ.
  int clash(const Diagram& a, const Diagram& b) const {
    int count = 0;
    for (int c = 0; c < reply_count; ++c)
      count += a.reply[c] != open && b.reply[c] != open && a.reply[c] != b.reply[c];
    for (int c = 0; c < 64; ++c)
      for (Cells after = a.before[c]; after; after &= after - 1)
        count += b.before[std::countr_zero(after)] >> c & 1;
    return count;
  }

  Root turned(const Root& root, int flip) const {
    if (!flip) return root;
    return {{plane_.mirrored(root.pair.ours), plane_.mirrored(root.pair.theirs)},
            plane_.mirrored(root.replies)};
  }

  const Plane& plane_;
  bool draw_;
  const std::vector<Root>& roots_;
  Synthesis synthesis_;
};

// Diagrams give their pages to others, small ones first, until the time is over. Each thread tries
// on a copy; what it has found counts if nobody has changed the same diagrams meanwhile.
inline Shared share(const Plane& plane, const std::vector<std::unique_ptr<Oracle>>& oracles,
                    bool draw, const std::vector<Root>& roots, const std::vector<Diagram>& own,
                    double seconds, std::uint64_t seed) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::vector<Group> groups(roots.size());
  for (std::size_t i = 0; i < roots.size(); ++i) {
    groups[i].diagram = own[i];
    groups[i].roots = {{static_cast<int>(i), 0}};
  }
  std::mutex mutex;
  std::mt19937_64 random(seed);
  std::vector<char> busy(groups.size(), 0);
  constexpr int most_tries = 12;
  auto next_victim = [&] {
    int best = -1;
    double least = 0;
    for (int g = 0; g < static_cast<int>(groups.size()); ++g) {
      if (busy[g] || groups[g].roots.empty() || groups[g].tries == most_tries) continue;
      const double value = static_cast<double>(groups[g].roots.size()) + 2 * groups[g].tries +
                           std::uniform_real_distribution<double>(0, 1)(random);
      if (best < 0 || value < least) best = g, least = value;
    }
    return best;
  };
  auto body = [&](int worker) {
    Sharing sharing(plane, *oracles[worker], draw, roots);
    std::unique_lock lock(mutex);
    while (std::chrono::duration<double>(Clock::now() - start).count() < seconds) {
      const int victim = next_victim();
      if (victim < 0) break;
      busy[victim] = 1;
      std::vector<Group> mine = groups;
      lock.unlock();
      const int effort = 1 + mine[victim].tries;
      const std::vector<int> changed = sharing.dissolve(mine, victim, effort);
      lock.lock();
      busy[victim] = 0;
      if (groups[victim].version != mine[victim].version) continue;
      if (changed.empty()) {
        ++groups[victim].tries;
        continue;
      }
      if (std::any_of(changed.begin(), changed.end(),
                      [&](int g) { return groups[g].version != mine[g].version; }))
        continue;
      for (int g : changed) {
        groups[g] = mine[g];
        groups[g].version = mine[g].version + 1;
      }
      groups[victim].roots.clear();
      ++groups[victim].version;
    }
  };
  auto others = helpers(static_cast<int>(oracles.size()), body);
  body(0);
  for (auto& other : others) other.join();
  Shared best;
  best.diagram.assign(roots.size(), -1);
  best.flipped.assign(roots.size(), 0);
  for (const Group& group : groups) {
    if (group.roots.empty()) continue;
    for (const auto& [root, flip] : group.roots) {
      best.diagram[root] = static_cast<int>(best.diagrams.size());
      best.flipped[root] = static_cast<char>(flip);
    }
    best.diagrams.push_back(group.diagram);
  }
  best.lists.resize(best.diagrams.size());
  std::atomic<int> next{0};
  std::atomic<bool> good{true};
  auto cut = [&](int worker) {
    Sharing sharing(plane, *oracles[worker], draw, roots);
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
