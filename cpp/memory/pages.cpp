#include "memory/pages.hpp"

#include <cstdint>
#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace inarow {

Pages::Pages(std::size_t bytes) {
  constexpr std::size_t huge_page = std::size_t{1} << 21;
  memory_ = std::calloc(bytes + huge_page, 1);  // pages that are never used are never touched
  if (!memory_) throw std::bad_alloc();
  const auto address = reinterpret_cast<std::uintptr_t>(memory_);
  start_ = reinterpret_cast<void*>((address + huge_page - 1) / huge_page * huge_page);
#ifdef MADV_HUGEPAGE
  madvise(start_, bytes, MADV_HUGEPAGE);  // fewer misses in the page tables; may be refused
#endif
}

Pages::~Pages() {
  std::free(memory_);
}

}  // namespace inarow
