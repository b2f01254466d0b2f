// The border to Python: only values cross it (rules, arrays, counts), and no logic lives here.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <optional>
#include <utility>

#include "engine/engine.hpp"
#include "many/batch.hpp"
#include "many/book.hpp"
#include "many/counting.hpp"
#include "python/arrays.hpp"
#include "python/open_book.hpp"
#include "python/rules.hpp"
#include "solver/solver.hpp"

namespace nb = nanobind;
using namespace inarow;

namespace {

using Counts = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// What searches need.
void expect_open(const Rules& rules, const std::uint64_t* own, const std::uint64_t* other,
                 std::size_t n) {
  if (batch::find_closed(rules, own, other, n) != n)
    throw std::invalid_argument(
        "expected positions that can be played on, got one that is over or has discs outside the "
        "board, twice in one cell or in the air");
}
void expect_open(const Rules& rules, const std::vector<std::uint64_t>& own,
                 const std::vector<std::uint64_t>& other) {
  expect_size("own", own.size(), rules.words());
  expect_size("other", other.size(), rules.words());
  expect_open(rules, own.data(), other.data(), 1);
}

std::size_t expect_table(std::size_t mib) {
  expect_within("a table in MiB", mib, std::size_t{1}, max_table_mib);
  return mib;
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

// Tells searches to end, whichever thread sets it and however early.
struct Stop {
  std::atomic<bool> flag{false};

  void set() { flag.store(true); }
  bool is_set() const { return flag.load(std::memory_order_relaxed); }
};

// A solver that obeys Ctrl-C.
class PythonSolver {
 public:
  PythonSolver(const Rules& rules, std::size_t table_mib)
      : rules_(rules), solver_(make_solver(rules_, expect_table(table_mib))) {}

  // (score, nodes, complete); *report*(nodes, low, high) is called now and then and may raise, or
  // return True to stop.
  std::tuple<int, std::uint64_t, bool> solve(const std::vector<std::uint64_t>& own,
                                             const std::vector<std::uint64_t>& other, int low,
                                             int high, int threads, const Stop& stop,
                                             nb::object report) {
    expect_open(rules_, own, other);
    expect_within("low", low, exact_range.low, exact_range.high - 1);
    expect_within("high", high, low + 1, exact_range.high);
    expect_within("threads", threads, 1, max_threads);
    const OneCaller here(busy_);
    Solution solution;
    {
      nb::gil_scoped_release release;
      solution = solver_->solve(own.data(), other.data(), Range{low, high}, threads,
                                [&](const Progress& now) { return ends(stop, report, now); });
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return {solution.score, solution.nodes, solution.complete};
  }

  bool solve_many(Array<const std::uint64_t> own, Array<const std::uint64_t> other, bool weak,
                  int threads, Array<std::int8_t> out, const Stop& stop, nb::object report) {
    const std::size_t n = boards_in(rules_, own);
    expect_size("other", other, own.size());
    expect_size("out", out, n);
    expect_within("threads", threads, 1, max_threads);
    const OneCaller here(busy_);
    bool complete = false;
    {
      nb::gil_scoped_release release;
      expect_open(rules_, own.data(), other.data(), n);
      complete = solver_->solve_many(own.data(), other.data(), n, weak ? weak_range : exact_range,
                                     threads, out.data(),
                                     [&](const Progress& now) { return ends(stop, report, now); });
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return complete;
  }

 private:
  static bool ends(const Stop& stop, nb::object& report, const Progress& progress) {
    if (stop.is_set()) return true;
    nb::gil_scoped_acquire gil;
    if (PyErr_Occurred() || PyErr_CheckSignals() != 0) return true;
    if (report.is_none()) return false;
    try {
      const nb::object ends = report(progress.nodes, progress.low, progress.high);
      return PyObject_IsTrue(ends.ptr()) != 0;  // -1 is an error, and ends it, too
    } catch (nb::python_error& error) {
      error.restore();
      return true;
    }
  }

  Rules rules_;
  std::unique_ptr<Solver> solver_;
  std::atomic_flag busy_;
};

class Builder {
 public:
  Builder(const Rules& rules, int depth) : rules_(rules) {
    nb::gil_scoped_release release;
    builder_ = make_book_builder(rules_, depth);
  }

  std::size_t leaves() const { return builder_->leaves(); }

  void read(std::size_t start, Array<std::uint64_t> own, Array<std::uint64_t> other) const {
    const std::size_t n = boards_in(rules_, own);
    expect_size("other", other, own.size());
    expect_within("start", start, std::size_t{0}, leaves());
    expect_within("leaves to read", n, std::size_t{0}, leaves() - start);
    for (std::size_t i = 0; i < n; ++i)
      builder_->leaf(start + i, own.data() + i * rules_.words(), other.data() + i * rules_.words());
  }

  std::tuple<nb::bytes, int, std::uint64_t> payload(Array<const std::int8_t> scores) const {
    expect_size("scores", scores, leaves());
    BookShape shape;
    const auto bytes = builder_->payload(scores.data(), shape);
    return {nb::bytes(bytes.data(), bytes.size()), shape.bucket_bits, shape.count};
  }

 private:
  Rules rules_;
  std::unique_ptr<BookBuilder> builder_;
};

// An engine that obeys Ctrl-C.
class PythonEngine {
 public:
  using Line = std::tuple<int, bool, int, std::vector<int>>;
  using Found = std::tuple<std::vector<Line>, int, std::uint64_t>;

  PythonEngine(const Rules& rules, std::size_t table_mib)
      : rules_(rules), engine_(make_engine(rules_, expect_table(table_mib))) {}

  // *report* is called with the same after every depth, unless it is None; it may raise.
  Found search(const std::vector<std::uint64_t>& own, const std::vector<std::uint64_t>& other,
               double seconds, std::uint64_t nodes, int depth, int lines, int threads, Stop& stop,
               nb::object report) {
    expect_open(rules_, own, other);
    expect_within("lines", lines, 1, rules_.moves());
    expect_within("threads", threads, 1, max_threads);
    const OneCaller here(busy_);
    Findings findings;
    {
      nb::gil_scoped_release release;
      findings = engine_->search(
          own.data(), other.data(), {seconds, nodes, depth}, lines, threads, interrupted,
          [&](const Findings& now) { tell(report, now); }, stop.flag);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return found(findings);
  }

 private:
  static Found found(const Findings& findings) {
    std::vector<Line> lines;
    for (const auto& line : findings.lines)
      lines.emplace_back(line.value, line.proved, line.plies, line.moves);
    return {std::move(lines), findings.depth, findings.nodes};
  }

  // An error ends the search at its next look: `interrupted` sees it.
  static void tell(const nb::object& report, const Findings& findings) {
    nb::gil_scoped_acquire gil;
    if (report.is_none() || PyErr_Occurred()) return;
    try {
      report(found(findings));
    } catch (nb::python_error& error) {
      error.restore();
    }
  }

  Rules rules_;
  std::unique_ptr<Engine> engine_;
  std::atomic_flag busy_;
};

}  // namespace

NB_MODULE(_core, m) {
  nb::set_leak_warnings(false);  // what is alive when Python ends is no leak
  m.doc() = "The C++ core. A set of cells is rules.words 64-bit words, lowest first.";
  m.attr("MAX_SIDE") = max_side;
  m.attr("MAX_FREE_CELLS") = max_free_cells;
  m.attr("NO_SCORE") = static_cast<int>(no_score);

  m.def(
      "has_line",
      [](const Rules& rules, Array<const std::uint64_t> boards, Array<bool> out) {
        const std::size_t n = boards_in(rules, boards);
        expect_size("out", out, n);
        nb::gil_scoped_release release;
        batch::has_line(rules, boards.data(), n, out.data());
      },
      nb::arg("rules"), nb::arg("boards").noconvert(), nb::arg("out").noconvert(),
      "Write to out[i] whether boards[i] holds a line.");

  m.def(
      "threats",
      [](const Rules& rules, Array<const std::uint64_t> discs, Array<const std::uint64_t> occupied,
         Array<std::uint64_t> out) {
        const std::size_t n = boards_in(rules, discs);
        expect_size("occupied", occupied, discs.size());
        expect_size("out", out, discs.size());
        nb::gil_scoped_release release;
        batch::threats(rules, discs.data(), occupied.data(), n, out.data());
      },
      nb::arg("rules"), nb::arg("discs").noconvert(), nb::arg("occupied").noconvert(),
      nb::arg("out").noconvert(),
      "Write to out[i] the empty cells that would complete a line of discs[i].");

  m.def(
      "legal_moves",
      [](const Rules& rules, Array<const std::uint64_t> own, Array<const std::uint64_t> other,
         Array<bool> out) {
        const std::size_t n = boards_in(rules, own);
        expect_size("other", other, own.size());
        expect_size("out", out, n * rules.moves());
        nb::gil_scoped_release release;
        batch::legal_moves(rules, own.data(), other.data(), n, out.data());
      },
      nb::arg("rules"), nb::arg("own").noconvert(), nb::arg("other").noconvert(),
      nb::arg("out").noconvert(), "Write to out[i, move] whether move is legal on board i.");

  m.def(
      "play",
      [](const Rules& rules, Array<std::uint64_t> own, Array<std::uint64_t> other,
         Array<const std::int32_t> moves) {
        const std::size_t n = boards_in(rules, own);
        expect_size("other", other, own.size());
        expect_size("moves", moves, n);
        nb::gil_scoped_release release;
        return batch::play(rules, own.data(), other.data(), moves.data(), n);
      },
      nb::arg("rules"), nb::arg("own").noconvert(), nb::arg("other").noconvert(),
      nb::arg("moves").noconvert(),
      "Play moves[i] on every board and swap the sides; returns the index of the first illegal "
      "move, with nothing changed, or the number of boards.");

  m.def(
      "perft",
      [](const Rules& rules, std::vector<std::uint64_t> own, std::vector<std::uint64_t> other,
         int plies) {
        rules.check();
        expect_size("own", own.size(), rules.words());
        expect_size("other", other.size(), rules.words());
        return counted([&] { return perft(rules, own.data(), other.data(), plies, interrupted); });
      },
      nb::arg("rules"), nb::arg("own"), nb::arg("other"), nb::arg("plies"),
      "Move sequences by ply: (all, finished) for each.");

  m.def(
      "count_positions",
      [](const Rules& rules, int plies, bool up_to_symmetry) {
        return counted([&] { return count_positions(rules, plies, up_to_symmetry, interrupted); });
      },
      nb::arg("rules"), nb::arg("plies"), nb::arg("up_to_symmetry"),
      "Distinct positions by ply: (all, finished) for each.");

  nb::class_<Stop>(m, "Stop", "What inarow.search.stop.Stop is made of.")
      .def(nb::init<>())
      .def("set", &Stop::set, "End the searches that were given this; those to come end at once.")
      .def("is_set", &Stop::is_set, "Whether it has been set.");

  nb::class_<PythonSolver>(m, "Solver", "Exact scores for one set of rules.")
      .def(nb::init<const Rules&, std::size_t>(), nb::arg("rules"), nb::arg("table_mib"))
      .def("solve", &PythonSolver::solve, nb::arg("own"), nb::arg("other"), nb::arg("low"),
           nb::arg("high"), nb::arg("threads"), nb::arg("stop"), nb::arg("report").none(),
           "The score, if it is not beyond low or high, for the owner of *own*, the nodes, and "
           "whether it was found.")
      .def("solve_many", &PythonSolver::solve_many, nb::arg("own").noconvert(),
           nb::arg("other").noconvert(), nb::arg("weak"), nb::arg("threads"),
           nb::arg("out").noconvert(), nb::arg("stop"), nb::arg("report").none(),
           "Write the score of board i to out[i]; whether all were found.");

  nb::class_<OpenBook>(m, "Book", "Scores in a payload as many/book.hpp describes it.")
      .def(nb::init<const Rules&, int, std::uint64_t, Array<const std::uint8_t>>(),
           nb::arg("rules"), nb::arg("bucket_bits"), nb::arg("count"),
           nb::arg("payload").noconvert())
      .def("lookup", &OpenBook::lookup, nb::arg("own"), nb::arg("other"),
           "The score for the owner of *own*, None if it is not there.")
      .def("lookup_word", &OpenBook::lookup_word, nb::arg("own"), nb::arg("other"),
           "The same, for boards of one word.")
      .def("lookup_many", &OpenBook::lookup_many, nb::arg("own").noconvert(),
           nb::arg("other").noconvert(), nb::arg("out").noconvert(),
           "Write the score of board i to out[i], NO_SCORE if it is not there.")
      .def("scores", &OpenBook::scores, nb::arg("own"), nb::arg("other"),
           "The score of each move, None for those that cannot be played; None if one is not "
           "there.");

  nb::class_<Builder>(m, "BookBuilder", "The positions of a book, and its payload.")
      .def(nb::init<const Rules&, int>(), nb::arg("rules"), nb::arg("depth"))
      .def_prop_ro("leaves", &Builder::leaves, "How many positions the last ply has.")
      .def("read", &Builder::read, nb::arg("start"), nb::arg("own").noconvert(),
           nb::arg("other").noconvert(), "Write leaves from *start* on.")
      .def("payload", &Builder::payload, nb::arg("scores").noconvert(),
           "(payload, bucket bits, entries) from the scores of all leaves.");

  nb::class_<PythonEngine>(m, "Engine", "The best move within a limit, for one set of rules.")
      .def(nb::init<const Rules&, std::size_t>(), nb::arg("rules"), nb::arg("table_mib"))
      .def(
          "search", &PythonEngine::search, nb::arg("own"), nb::arg("other"), nb::arg("seconds"),
          nb::arg("nodes"), nb::arg("depth"), nb::arg("lines"), nb::arg("threads"), nb::arg("stop"),
          nb::arg("report").none(),
          "The best lines, each as (value, proved, plies, moves), the depth and the nodes; a limit "
          "of 0 is none.");

  bind_booklet(m);
  bind_env(m);
}
