// One version of the kernels: compiled for any machine, and again for some (see CMakeLists.txt).
#include "env/board_kernel.hpp"
#include "env/word_board.hpp"

namespace inarow::INAROW_ISA {
namespace {

template <class Word, bool Fields>
std::unique_ptr<env::Kernel> with(const Rules& rules, const env::Shown& shown) {
  if (rules.k <= 4) return std::make_unique<BoardKernel<WordBoard<Word, Fields, 2>>>(rules, shown);
  if (rules.k <= 8) return std::make_unique<BoardKernel<WordBoard<Word, Fields, 3>>>(rules, shown);
  return std::make_unique<BoardKernel<WordBoard<Word, Fields, 6>>>(rules, shown);  // up to 64
}

}  // namespace

std::unique_ptr<env::Kernel> make_kernel(const Rules& rules, const env::Shown& shown) {
  if (rules.words() == 2) return with<Word128, false>(rules, shown);
  if (has_fields(rules)) return with<std::uint64_t, true>(rules, shown);
  return with<std::uint64_t, false>(rules, shown);
}

}  // namespace inarow::INAROW_ISA
