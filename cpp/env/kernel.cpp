#include "env/kernel.hpp"

#include "env/board_kernel.hpp"
#include "env/wide_board.hpp"
#include "memory/processor.hpp"

namespace inarow {

namespace baseline {
std::unique_ptr<env::Kernel> make_kernel(const Rules& rules, const env::Shown& shown);
}
#ifdef INAROW_HAS_AVX2
namespace avx2 {
std::unique_ptr<env::Kernel> make_kernel(const Rules& rules, const env::Shown& shown);
}
namespace avx512 {
std::unique_ptr<env::Kernel> make_kernel(const Rules& rules, const env::Shown& shown);
}
#endif

namespace env {

std::unique_ptr<Kernel> make_kernel(const Rules& rules, const Shown& shown, Machine best) {
  if (rules.words() > 2)
    return with_bits(rules, [&]<int N>() -> std::unique_ptr<Kernel> {
      return std::make_unique<baseline::BoardKernel<baseline::WideBoard<N>>>(rules, shown);
    });
#ifdef INAROW_HAS_AVX2
  const Processor& has = Processor::here();
  if (best >= Machine::avx512 && has.avx512) return avx512::make_kernel(rules, shown);
  if (best >= Machine::avx2 && has.avx2) return avx2::make_kernel(rules, shown);
#endif
  return baseline::make_kernel(rules, shown);
}

}  // namespace env
}  // namespace inarow
