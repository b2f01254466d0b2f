// Solves lines of "rules moves score" ("-" for no moves) from standard input on one thread; prints
// the nodes, the CPU seconds and how many scores were wrong. For ablation.py.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <memory>
#include <string>

#include "solver/solver.hpp"

int main(int, char** arguments) {
  using namespace inarow;
  std::unique_ptr<Solver> solver;
  std::string size, before, moves;
  int expected = 0, wrong = 0;
  std::uint64_t nodes = 0;
  while (std::cin >> size >> moves >> expected) {
    Rules rules{0, 0, 0, true};
    std::sscanf(size.c_str(), "%dx%dx%d", &rules.width, &rules.height, &rules.k);
    if (size != before) solver = make_solver(rules, std::atoi(arguments[1]));
    before = size;
    std::uint64_t discs[2][2] = {};
    int heights[max_side] = {}, side = 0;
    if (moves != "-")
      for (char sign : moves) {
        const int column = sign < 'a' ? sign - '1' : sign - 'a' + 9;
        const int bit = rules.bit(column, heights[column]++);
        discs[side][bit / 64] |= std::uint64_t{1} << bit % 64;
        side ^= 1;
      }
    const auto found = solver->solve(discs[side], discs[side ^ 1], exact_range, 1,
                                     [](const Progress&) { return false; });
    nodes += found.nodes;
    wrong += found.score != expected;
  }
  std::printf("%llu %.3f %d\n", static_cast<unsigned long long>(nodes),
              static_cast<double>(std::clock()) / CLOCKS_PER_SEC, wrong);
}
