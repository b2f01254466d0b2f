// The builder of booklets: options and text cross the border.
#include "booklet/booklet.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <atomic>
#include <memory>
#include <string>
#include <tuple>

#include "python/arrays.hpp"
#include "python/open_book.hpp"
#include "python/rules.hpp"

namespace nb = nanobind;

namespace inarow {
namespace {

// A builder that obeys Ctrl-C.
class PythonBookletBuilder {
 public:
  using State = std::tuple<double, std::uint64_t, double, bool>;

  PythonBookletBuilder(const Rules& rules, bool we_start, bool draw_is_enough, int threads,
                       int log2_answers, std::size_t table_mib, std::uint64_t seed,
                       const OpenBook* book) {
    expect_within("threads", threads, 1, max_threads);
    expect_within("log2_answers", log2_answers, 10, 32);
    expect_within("a table in MiB", table_mib, std::size_t{1}, max_table_mib);
    if (book && (book->rules().width != rules.width || book->rules().height != rules.height ||
                 book->rules().k != rules.k || !rules.gravity))
      throw std::invalid_argument("expected a book of the same rules");
    builder_ = make_booklet_builder({rules, we_start, draw_is_enough, threads, log2_answers,
                                     table_mib, seed, book ? &book->book() : nullptr});
  }

  // *report* gets the state about every second; it may raise, or return True to stop.
  void run(double seconds, double close_after, nb::object report) {
    expect_within("seconds", seconds, 0.0, longest);
    const OneCaller here(busy_);
    {
      nb::gil_scoped_release release;
      builder_->run(seconds, close_after,
                    [&](const BookletState& now) { return ends(report, now); });
    }
    if (PyErr_Occurred()) throw nb::python_error();
  }

  State state() {
    const OneCaller here(busy_);
    return shown(builder_->state());
  }

  std::string saved() {
    const OneCaller here(busy_);
    nb::gil_scoped_release release;
    return builder_->saved();
  }

  void load(const std::string& text) {
    const OneCaller here(busy_);
    nb::gil_scoped_release release;
    builder_->load(text);
  }

  std::string booklet(double seconds) {
    expect_within("seconds", seconds, 0.0, longest);
    const OneCaller here(busy_);
    nb::gil_scoped_release release;
    return builder_->booklet(seconds);
  }

 private:
  static constexpr double longest = 1e8;  // some three years

  static State shown(const BookletState& now) {
    return {now.seconds, now.expanded, now.closed ? now.pages : now.estimate, now.closed};
  }
  static bool ends(nb::object& report, const BookletState& now) {
    nb::gil_scoped_acquire gil;
    if (PyErr_Occurred() || PyErr_CheckSignals() != 0) return true;
    if (report.is_none()) return false;
    try {
      const nb::object ends = report(shown(now));
      return PyObject_IsTrue(ends.ptr()) != 0;  // -1 is an error, and ends it, too
    } catch (nb::python_error& error) {
      error.restore();
      return true;
    }
  }

  std::unique_ptr<BookletBuilder> builder_;
  std::atomic_flag busy_;
};

}  // namespace

void bind_booklet(nb::module_& m) {
  nb::class_<PythonBookletBuilder>(m, "BookletBuilder", "Looks for a booklet of one side.")
      .def(nb::init<const Rules&, bool, bool, int, int, std::size_t, std::uint64_t,
                    const OpenBook*>(),
           nb::arg("rules"), nb::arg("we_start"), nb::arg("draw_is_enough"), nb::arg("threads"),
           nb::arg("log2_answers"), nb::arg("table_mib"), nb::arg("seed"),
           nb::arg("book").none() = nb::none(), nb::keep_alive<1, 9>())
      .def("run", &PythonBookletBuilder::run, nb::arg("seconds"), nb::arg("close_after"),
           nb::arg("report").none(),
           "Go on for some time; after *close_after* seconds only with what is not closed.")
      .def_prop_ro("state", &PythonBookletBuilder::state,
                   "(seconds, pages looked at, pages of the booklet as far as is known, closed).")
      .def("saved", &PythonBookletBuilder::saved, "All that was found out, as text for load().")
      .def("load", &PythonBookletBuilder::load, nb::arg("text"),
           "Go on from what saved() wrote; ValueError for other text.")
      .def("booklet", &PythonBookletBuilder::booklet, nb::arg("seconds"),
           "The booklet as text, with few diagrams; empty if it is not closed.");
}

}  // namespace inarow
