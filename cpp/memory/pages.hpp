// Zeroed memory for tables, in huge pages where the system allows it.
#pragma once

#include <cstddef>

namespace inarow {

class Pages {
 public:
  explicit Pages(std::size_t bytes);  // throws std::bad_alloc
  ~Pages();
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  void* start() const { return start_; }  // on the boundary of a huge page

 private:
  void* memory_;
  void* start_;
};

}  // namespace inarow
