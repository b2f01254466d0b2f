// inarow.Rules of Python is inarow::Rules of C++.
#pragma once

#include "board/rules.hpp"
#include "python/arrays.hpp"
#include "python/fields.hpp"

template <>
struct nanobind::detail::type_caster<inarow::Rules> {
  NB_TYPE_CASTER(inarow::Rules, const_name("inarow.board.rules.Rules"))

  bool from_python(handle from, std::uint8_t, cleanup_list*) noexcept {
    using inarow::read_field, inarow::Rules;
    return read_field<Rules, int>(from, value, {"width", &Rules::width}) &&
           read_field<Rules, int>(from, value, {"height", &Rules::height}) &&
           read_field<Rules, int>(from, value, {"k", &Rules::k}) &&
           read_field<Rules, bool>(from, value, {"gravity", &Rules::gravity});
  }
};

namespace inarow {

// The number of boards in an array of sets of cells.
template <class T>
std::size_t boards_in(const Rules& rules, const Array<T>& boards) {
  rules.check();
  const std::size_t n = boards.size() / rules.words();
  expect_size("boards", boards, n * rules.words());
  return n;
}

}  // namespace inarow
