// The target that INAROW_FUZZ names, for libFuzzer.
#include <cstdlib>

#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto target = inarow::fuzz::targets().at(std::getenv("INAROW_FUZZ"));
  inarow::fuzz::Input input(data, size);
  target(input);
  if (failures != 0) std::abort();
  return 0;
}
