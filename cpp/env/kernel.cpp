#include "env/kernel.hpp"

#include "env/board_kernel.hpp"
#include "env/wide_board.hpp"
#include "memory/processor.hpp"

namespace inarow {

namespace baseline {
std::unique_ptr<env::Kernel> make_kernel(const Rules& rules, const env::Shown& shown);
}
namespace avx2 {
std::unique_ptr<env::Kernel> make_kernel(const Rules& rules, const env::Shown& shown);
}
namespace avx512 {
std::unique_ptr<env::Kernel> make_kernel(const Rules& rules, const env::Shown& shown);
}

namespace env {

std::unique_ptr<Kernel> make_kernel(const Rules& rules, const Shown& shown, Machine best) {
  if (rules.words() > 2)
    return with_bits(rules, [&]<int N>() -> std::unique_ptr<Kernel> {
      return std::make_unique<baseline::BoardKernel<baseline::WideBoard<N>>>(rules, shown);
    });
  [[maybe_unused]] const Processor& has = Processor::here();
#ifdef INAROW_KERNEL_avx512
  if (best >= Machine::avx512 && has.avx512) return avx512::make_kernel(rules, shown);
#endif
#ifdef INAROW_KERNEL_avx2
  if (best >= Machine::avx2 && has.avx2) return avx2::make_kernel(rules, shown);
#endif
#ifdef INAROW_KERNEL_baseline
  return baseline::make_kernel(rules, shown);
#endif
  throw_other_machine();
}

}  // namespace env
}  // namespace inarow
