#include "solver/solver.hpp"

#include <stdexcept>

#include "memory/processor.hpp"

namespace inarow {

namespace baseline {
std::unique_ptr<Solver> make(const Rules& rules, std::size_t table_mib);
}
namespace avx2 {
std::unique_ptr<Solver> make(const Rules& rules, std::size_t table_mib);
}

bool can_solve(const Rules& rules) {
  return rules.gravity ? rules.bits() <= 128 : rules.cells() <= max_free_cells;
}

std::unique_ptr<Solver> make_solver(const Rules& rules, std::size_t table_mib) {
  rules.check();
  if (!can_solve(rules))
    throw std::invalid_argument(rules.gravity ? "expected at most 128 bits for exact solving"
                                              : "expected at most 80 cells for exact solving");
  if (table_mib < 1) throw std::invalid_argument("expected a table of at least 1 MiB");
#ifdef INAROW_SOLVER_avx2
  if (Processor::here().avx2) return avx2::make(rules, table_mib);
#endif
#ifdef INAROW_SOLVER_baseline
  return baseline::make(rules, table_mib);
#endif
  throw_other_machine();
}

}  // namespace inarow
