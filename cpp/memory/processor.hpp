// Which instructions the machine has, for code that is compiled in several versions.
//
// Asked of the processor itself: __builtin_cpu_supports needs a library that not every compiler
// links into a shared library.
#pragma once

#include <stdexcept>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace inarow {

struct Processor {
  bool avx2 = false, avx512 = false;  // with what the CMakeLists.txt compiles beside them

  static const Processor& here() {
    static const Processor processor;
    return processor;
  }

 private:
  Processor() {
#if defined(__x86_64__)
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return;
    const bool popcnt = c >> 23 & 1, saves_registers = c >> 27 & 1;  // OSXSAVE
    if (!popcnt || !saves_registers || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return;
    unsigned saved, high;  // which registers the system keeps for a thread
    __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
    const auto has = [b](int bit) { return (b >> bit & 1) != 0; };
    unsigned more_a, more_b, more_c, more_d;
    const bool lzcnt =
        __get_cpuid(0x80000001, &more_a, &more_b, &more_c, &more_d) && (more_c >> 5 & 1);
    avx2 = has(5) && has(3) && has(8) && lzcnt && (saved & 6) == 6;  // AVX2, BMI, BMI2
    avx512 = avx2 && has(16) && has(17) && has(30) && has(31) && (saved & 0xe6) == 0xe6;
#endif
  }
};

// Only code for the machine that compiled it may be there (INAROW_THIS_MACHINE).
[[noreturn]] inline void throw_other_machine() {
  throw std::runtime_error(
      "inarow was compiled for another machine: run make clean, then make play");
}

}  // namespace inarow
