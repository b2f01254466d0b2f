// Builds a booklet: an opening that ends in diagrams, for one side of a game with gravity.
//
// A *page* is a position in which the opponent is to move. It names a diagram, and for the replies
// that the diagram cannot answer it has our move and the page that follows. What is found is
// written as text, which src/inarow/booklet/text.py describes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "board/rules.hpp"
#include "many/book.hpp"

namespace inarow {

struct BookletTask {
  Rules rules;
  bool we_start = true;
  bool draw_is_enough = false;
  int threads = 1;
  int log2_answers = 20;       // words of the table of answers
  std::size_t table_mib = 16;  // of each thread's solver
  std::uint64_t seed = 1;
  const Book* book = nullptr;  // of the same rules, if there is one; somebody else keeps it alive
};

struct BookletState {
  double seconds = 0;
  std::uint64_t expanded = 0, solves = 0;
  double estimate = 0;  // pages, as far as is known
  bool closed = false;
  double pages = 0;  // counted as a tree, if closed
};

class BookletBuilder {
 public:
  virtual ~BookletBuilder() = default;

  // Goes on for some time; *poll* is asked about every second by one thread, true means stop.
  virtual void run(double seconds, double close_after,
                   const std::function<bool(const BookletState&)>& poll) = 0;
  virtual BookletState state() const = 0;

  // Everything that was found out, to go on another day. Throws std::invalid_argument for other
  // text.
  virtual std::string saved() const = 0;
  virtual void load(const std::string& text) = 0;

  // The booklet, with as few diagrams as *seconds* allow; empty if it is not closed.
  virtual std::string booklet(double seconds) = 0;
};

// Whether booklets cover these rules: gravity, at most 62 bits.
bool can_make_booklet(const Rules& rules);

// Throws std::invalid_argument for rules that can_make_booklet() refuses.
std::unique_ptr<BookletBuilder> make_booklet_builder(const BookletTask& task);

}  // namespace inarow
