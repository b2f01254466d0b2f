#include "many/counting.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

#include "board/plies.hpp"

namespace inarow {
namespace {

constexpr std::uint64_t asks_every = 1 << 14;  // moves between two questions whether to stop

void check(const Rules& rules, int plies) {
  rules.check();
  if (plies < 0 || plies > rules.cells())
    throw std::invalid_argument("expected plies from 0 to " + std::to_string(rules.cells()) +
                                ", got " + std::to_string(plies));
}

template <int N>
bool is_finished(const Position<N>& position, const Geometry<N>& geometry) {
  return position.occupied == geometry.board || has_line(position.own, geometry) ||
         has_line(position.own ^ position.occupied, geometry);
}

template <int N>
class Perft {
 public:
  Perft(const Rules& rules, int plies, const StopCheck& stopped)
      : geometry_(rules), counts_(plies + 1), stopped_(stopped) {}

  std::vector<Count> run(const Position<N>& start) {
    const bool finished = is_finished(start, geometry_);
    counts_[0] = {1, finished ? 1u : 0u};
    if (!finished) walk(start, 1);
    if (stop_) counts_.clear();
    return counts_;
  }

 private:
  void walk(const Position<N>& position, std::size_t ply) {
    if (ply == counts_.size() || stop_) return;
    if (++nodes_ % asks_every == 0 && stopped_()) stop_ = true;
    const Moves<N> moves(position, geometry_);
    const int ending = moves.ending.count();
    counts_[ply].total += ending + moves.open.count();
    counts_[ply].finished += ending;
    if (ply + 1 == counts_.size()) return;
    moves.open.for_each([&](int index) { walk(position.play(Bits<N>::single(index)), ply + 1); });
  }

  Geometry<N> geometry_;
  std::vector<Count> counts_;
  const StopCheck& stopped_;
  std::uint64_t nodes_ = 0;
  bool stop_ = false;
};

template <int N>
std::vector<Count> positions_by_ply(const Rules& rules, int plies, bool up_to_symmetry,
                                    const StopCheck& stopped) {
  const Geometry<N> geometry(rules);
  const auto tables = up_to_symmetry ? symmetries(rules) : std::vector<std::vector<int>>{};
  std::vector<Count> counts{{1, 0}};
  PositionSet<N> level;  // the open positions of the current ply
  level.insert({});
  std::uint64_t children = 0;  // since the last question
  for (int ply = 1; ply <= plies; ++ply) {
    PositionSet<N> open, ended;
    for (const auto& position : level.compact()) {
      const Moves<N> moves(position, geometry);
      children += moves.open.count() + moves.ending.count();
      if (children >= asks_every) {
        children = 0;
        if (stopped()) return {};
      }
      const auto add = [&](PositionSet<N>& to) {
        return
            [&](int index) { to.insert(canonical(position.play(Bits<N>::single(index)), tables)); };
      };
      moves.open.for_each(add(open));
      moves.ending.for_each(add(ended));
    }
    const std::uint64_t finished = ended.compact().size();
    counts.push_back({finished + open.compact().size(), finished});
    level = std::move(open);
  }
  return counts;
}

}  // namespace

std::vector<Count> perft(const Rules& rules, const std::uint64_t* own, const std::uint64_t* other,
                         int plies, const StopCheck& stopped) {
  check(rules, plies);
  return with_bits(rules, [&]<int N>() {
    const auto mine = Bits<N>::load(own, rules.words());
    const auto theirs = Bits<N>::load(other, rules.words());
    return Perft<N>(rules, plies, stopped).run({mine, mine | theirs});
  });
}

std::vector<Count> count_positions(const Rules& rules, int plies, bool up_to_symmetry,
                                   const StopCheck& stopped) {
  check(rules, plies);
  return with_bits(
      rules, [&]<int N>() { return positions_by_ply<N>(rules, plies, up_to_symmetry, stopped); });
}

}  // namespace inarow
