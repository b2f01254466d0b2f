// A struct of C++ and an object of Python that have the same fields, by name.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <optional>
#include <type_traits>

#include "python/arrays.hpp"

namespace inarow {

template <class Struct, class Value>
struct Field {
  const char* name;
  Value Struct::* member;
};

template <class T>
inline constexpr bool is_array = false;
template <class T>
inline constexpr bool is_array<Array<T>> = true;
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

// Arrays are not converted: that would write into a copy.
template <class Value>
auto argument(const char* name) {
  if constexpr (is_optional<Value>)
    return nanobind::arg(name).noconvert().none();
  else if constexpr (is_array<Value>)
    return nanobind::arg(name).noconvert();
  else
    return nanobind::arg(name);
}

// A class for Python that takes all fields, by keyword.
template <class Struct, class... Values>
void bind_struct(nanobind::module_& module, const char* name, const char* text,
                 Field<Struct, Values>... fields) {
  nanobind::class_<Struct>(module, name, text)
      .def(
          "__init__",
          [fields...](Struct* self, Values... values) {
            new (self) Struct{};
            ((self->*fields.member = values), ...);
          },
          nanobind::kw_only(), argument<Values>(fields.name)...);
}

// Reads a field of any object that has it; false if it has none, or another kind of one.
template <class Struct, class Value>
bool read_field(nanobind::handle from, Struct& to, Field<Struct, Value> field) noexcept {
  PyObject* found = PyObject_GetAttrString(from.ptr(), field.name);
  if (found == nullptr) {
    PyErr_Clear();
    return false;
  }
  return nanobind::try_cast(nanobind::steal(found), to.*field.member);
}

}  // namespace inarow
