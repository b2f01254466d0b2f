#include "env/level.hpp"

#include <algorithm>
#include <cmath>

#include "many/batch.hpp"

namespace inarow::env {
namespace {

constexpr int candidates = 12;  // moves it thinks about at most
constexpr double sure = 1000;   // what a won position is worth, in hundredths of a logit

// A proof or an estimate on one scale: the sooner a win, the better, if it is known how soon.
double worth(const Variation& line) {
  if (!line.proved) return std::clamp<double>(line.value, -0.9 * sure, 0.9 * sure);
  const double sooner = line.plies == 1 || line.plies == 2 ? 5 * (20 - line.plies) : 0;
  return line.value * (sure + sooner);
}

}  // namespace

Level::Level(const Rules& rules, const Skill& skill, std::size_t table_mib)
    : rules_(rules), skill_(skill), engine_(make_engine(rules, table_mib)) {}

int Level::choose(const std::uint64_t* own, const std::uint64_t* other, Stream& chance,
                  const StopPoll& poll) {
  if (chance.share() < skill_.alert)
    for (const auto& [mine, theirs] : {std::pair{own, other}, {other, own}})
      if (const auto moves = winning_moves(mine, theirs); !moves.empty())
        return moves[below(moves.size(), chance.next())];
  const auto found = values(own, other, chance.share() < skill_.overlook, poll);
  if (found.empty()) return -1;
  if (skill_.spread == 0) return found.front().first;
  double best = found.front().second, sum = 0;
  for (const auto& [move, value] : found) best = std::max(best, value);
  std::vector<double> sums;
  for (const auto& [move, value] : found)
    sums.push_back(sum += std::exp((value - best) / skill_.spread));
  const double drawn = chance.share() * sum;
  const auto chosen = std::upper_bound(sums.begin(), sums.end() - 1, drawn);
  return found[chosen - sums.begin()].first;
}

// The legal moves that would complete a line of *discs*.
std::vector<int> Level::winning_moves(const std::uint64_t* discs,
                                      const std::uint64_t* opponent) const {
  const int words = rules_.words();
  std::vector<std::uint64_t> occupied(words), threats(words);
  for (int w = 0; w < words; ++w) occupied[w] = discs[w] | opponent[w];
  batch::threats(rules_, discs, occupied.data(), 1, threats.data());
  const auto has = [&](const std::vector<std::uint64_t>& set, int bit) {
    return (set[bit / 64] >> (bit % 64) & 1) != 0;
  };
  std::vector<int> moves;
  for (int move = 0; move < rules_.moves(); ++move) {
    int row = rules_.gravity ? 0 : move / rules_.width;
    const int column = rules_.gravity ? move : move % rules_.width;
    while (rules_.gravity && row < rules_.height && has(occupied, rules_.bit(column, row))) ++row;
    if (row < rules_.height && has(threats, rules_.bit(column, row))) moves.push_back(move);
  }
  return moves;
}

// What the moves it thinks about seem to be worth. One that *overlooks* things does not see what is
// certain.
std::vector<std::pair<int, double>> Level::values(const std::uint64_t* own,
                                                  const std::uint64_t* other, bool overlooks,
                                                  const StopPoll& poll) {
  const Limit limit = overlooks ? Limit{0, 0, 1} : Limit{0, skill_.nodes, skill_.depth};
  const int lines = skill_.spread == 0 ? 1 : std::min(candidates, rules_.moves());
  bool stopped = false;
  const auto asked = [&] { return stopped = poll(); };
  const Findings findings = engine_->search(own, other, limit, lines, 1, asked);
  std::vector<std::pair<int, double>> found;
  if (stopped) return found;
  for (const Variation& line : findings.lines)
    found.emplace_back(line.moves.front(),
                       !overlooks ? worth(line) : (line.proved ? 0 : line.value));
  return found;
}

}  // namespace inarow::env
