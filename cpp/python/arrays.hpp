// What the files of the border to Python share. Only they include nanobind.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

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

// Whether Python has a signal to handle (Ctrl-C): takes the GIL for a moment.
inline bool interrupted() {
  nanobind::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

// Adds what env.cpp has.
void bind_env(nanobind::module_& module);

}  // namespace inarow
