// An opponent that makes mistakes as people do: what src/inarow/players/levels.py does, in C++.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "env/random.hpp"

namespace inarow::env {

// See Skill in players/levels.py; a limit of 0 is none. Without a *spread* it plays the best move
// of its search.
struct Skill {
  std::uint64_t nodes = 0;
  int depth = 0;
  double overlook = 0;
  double spread = 0;
  double alert = 0;
};

class Level {
 public:
  Level(const Rules& rules, const Skill& skill, std::size_t table_mib);

  // A move for the side that has *own*; -1 if *poll* stopped the search.
  int choose(const std::uint64_t* own, const std::uint64_t* other, Stream& chance,
             const StopPoll& poll);

 private:
  std::vector<int> winning_moves(const std::uint64_t* discs, const std::uint64_t* opponent) const;
  std::vector<std::pair<int, double>> values(const std::uint64_t* own, const std::uint64_t* other,
                                             bool overlooks, const StopPoll& poll);

  Rules rules_;
  Skill skill_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace inarow::env
