// What the files of the border to Python share. Only they include nanobind.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace inarow {

template <class T>
using Array = nanobind::ndarray<T, nanobind::c_contig, nanobind::device::cpu>;

inline void expect_size(const char* name, std::size_t size, std::size_t expected) {
  if (size != expected)
    throw std::invalid_argument(std::string("expected ") + name + " of " +
                                std::to_string(expected) + " elements, got " +
                                std::to_string(size));
}

// NumPy also has arrays that begin in the middle of a number.
template <class T>
void expect_size(const char* name, const Array<T>& array, std::size_t expected) {
  expect_size(name, array.size(), expected);
  if (reinterpret_cast<std::uintptr_t>(array.data()) % alignof(T) != 0)
    throw std::invalid_argument(std::string("expected ") + name + " to be aligned");
}

template <class T>
void expect_within(const char* name, T value, T low, T high) {
  if (!(value >= low && value <= high))  // NaN is nowhere
    throw std::invalid_argument(std::string("expected ") + name + " from " + std::to_string(low) +
                                " to " + std::to_string(high) + ", got " + std::to_string(value));
}

inline constexpr int max_threads = 256;
inline constexpr std::size_t max_table_mib = std::size_t{1} << 20;

// Held while an object works that serves one caller at a time: refuses another thread, and a
// callback that calls again.
class OneCaller {
 public:
  explicit OneCaller(std::atomic_flag& busy) : busy_(busy) {
    if (busy_.test_and_set()) throw std::invalid_argument("expected one call at a time");
  }
  ~OneCaller() { busy_.clear(); }
  OneCaller(const OneCaller&) = delete;
  OneCaller& operator=(const OneCaller&) = delete;

 private:
  std::atomic_flag& busy_;
};

// Whether Python has an error or a signal to handle (Ctrl-C): takes the GIL for a moment.
inline bool interrupted() {
  nanobind::gil_scoped_acquire gil;
  return PyErr_Occurred() || PyErr_CheckSignals() != 0;
}

// They add what booklet.cpp and env.cpp have.
void bind_booklet(nanobind::module_& module);
void bind_env(nanobind::module_& module);

}  // namespace inarow
