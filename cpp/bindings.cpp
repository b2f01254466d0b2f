// The border to Python: only values cross it (rules, arrays, counts), and no logic lives here.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include "batch.hpp"
#include "counting.hpp"

namespace nb = nanobind;
using namespace inarow;

namespace {

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;
using Counts = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

void expect_size(const char* name, std::size_t size, std::size_t expected) {
  if (size != expected)
    throw std::invalid_argument(std::string("expected ") + name + " of " +
                                std::to_string(expected) + " elements, got " +
                                std::to_string(size));
}

// The number of boards in an array of sets of cells.
std::size_t boards_in(const Rules& rules, std::size_t size) {
  rules.check();
  const std::size_t n = size / rules.words();
  expect_size("boards", size, n * rules.words());
  return n;
}

// Whether Python has a signal to handle (Ctrl-C): takes the GIL for a moment.
bool interrupted() {
  nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() != 0;
}

// Runs *count* without the GIL; a pending KeyboardInterrupt is raised afterwards.
template <class Count>
Counts counted(Count&& count) {
  decltype(count()) found;
  {
    nb::gil_scoped_release release;
    found = count();
  }
  if (PyErr_Occurred()) throw nb::python_error();
  Counts pairs;
  for (const auto& ply : found) pairs.emplace_back(ply.total, ply.finished);
  return pairs;
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "The C++ core. A set of cells is rules.words 64-bit words, lowest first.";
  m.attr("MAX_SIDE") = max_side;

  m.def(
      "has_line",
      [](int width, int height, int k, Array<const std::uint64_t> boards, Array<bool> out) {
        const Rules rules{width, height, k, true};
        const std::size_t n = boards_in(rules, boards.size());
        expect_size("out", out.size(), n);
        nb::gil_scoped_release release;
        batch::has_line(rules, boards.data(), n, out.data());
      },
      nb::arg("width"), nb::arg("height"), nb::arg("k"), nb::arg("boards").noconvert(),
      nb::arg("out").noconvert(), "Write to out[i] whether boards[i] holds a line.");

  m.def(
      "threats",
      [](int width, int height, int k, Array<const std::uint64_t> discs,
         Array<const std::uint64_t> occupied, Array<std::uint64_t> out) {
        const Rules rules{width, height, k, true};
        const std::size_t n = boards_in(rules, discs.size());
        expect_size("occupied", occupied.size(), discs.size());
        expect_size("out", out.size(), discs.size());
        nb::gil_scoped_release release;
        batch::threats(rules, discs.data(), occupied.data(), n, out.data());
      },
      nb::arg("width"), nb::arg("height"), nb::arg("k"), nb::arg("discs").noconvert(),
      nb::arg("occupied").noconvert(), nb::arg("out").noconvert(),
      "Write to out[i] the empty cells that would complete a line of discs[i].");

  m.def(
      "legal_moves",
      [](int width, int height, int k, bool gravity, Array<const std::uint64_t> own,
         Array<const std::uint64_t> other, Array<bool> out) {
        const Rules rules{width, height, k, gravity};
        const std::size_t n = boards_in(rules, own.size());
        expect_size("other", other.size(), own.size());
        expect_size("out", out.size(), n * rules.moves());
        nb::gil_scoped_release release;
        batch::legal_moves(rules, own.data(), other.data(), n, out.data());
      },
      nb::arg("width"), nb::arg("height"), nb::arg("k"), nb::arg("gravity"),
      nb::arg("own").noconvert(), nb::arg("other").noconvert(), nb::arg("out").noconvert(),
      "Write to out[i, move] whether move is legal on board i.");

  m.def(
      "play",
      [](int width, int height, int k, bool gravity, Array<std::uint64_t> own,
         Array<std::uint64_t> other, Array<const std::int32_t> moves) {
        const Rules rules{width, height, k, gravity};
        const std::size_t n = boards_in(rules, own.size());
        expect_size("other", other.size(), own.size());
        expect_size("moves", moves.size(), n);
        nb::gil_scoped_release release;
        return batch::play(rules, own.data(), other.data(), moves.data(), n);
      },
      nb::arg("width"), nb::arg("height"), nb::arg("k"), nb::arg("gravity"),
      nb::arg("own").noconvert(), nb::arg("other").noconvert(), nb::arg("moves").noconvert(),
      "Play moves[i] on every board and swap the sides; returns the index of the first illegal "
      "move, with nothing changed, or the number of boards.");

  m.def(
      "perft",
      [](int width, int height, int k, bool gravity, std::vector<std::uint64_t> own,
         std::vector<std::uint64_t> other, int plies) {
        const Rules rules{width, height, k, gravity};
        rules.check();
        expect_size("own", own.size(), rules.words());
        expect_size("other", other.size(), rules.words());
        return counted([&] { return perft(rules, own.data(), other.data(), plies, interrupted); });
      },
      nb::arg("width"), nb::arg("height"), nb::arg("k"), nb::arg("gravity"), nb::arg("own"),
      nb::arg("other"), nb::arg("plies"), "Move sequences by ply: (all, finished) for each.");

  m.def(
      "count_positions",
      [](int width, int height, int k, bool gravity, int plies, bool up_to_symmetry) {
        const Rules rules{width, height, k, gravity};
        return counted([&] { return count_positions(rules, plies, up_to_symmetry, interrupted); });
      },
      nb::arg("width"), nb::arg("height"), nb::arg("k"), nb::arg("gravity"), nb::arg("plies"),
      nb::arg("up_to_symmetry"), "Distinct positions by ply: (all, finished) for each.");
}
