#include <stdexcept>
#include <string>
#include <vector>

#include "booklet/booklet.hpp"
#include "booklet/walk.hpp"
#include "tests/check.hpp"

using namespace inarow;
using namespace inarow::booklet;

namespace {

BookletTask task(int width, int height) {
  BookletTask task;
  task.rules = {width, height, 4, true};
  task.draw_is_enough = true;
  task.log2_answers = 16;
  task.table_mib = 1;
  task.threads = 2;
  return task;
}

// Goes on until it is closed, however slow the machine is: what another thread was at when it
// closed may have opened it again.
void close(BookletBuilder& builder) {
  while (!builder.state().closed)
    builder.run(1e6, 0, [](const BookletState& now) { return now.closed; });
}

bool refuses(BookletBuilder& builder, const std::string& text) {
  try {
    builder.load(text);
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

}  // namespace

TEST("a small board's booklet closes, and what was saved gives one as well") {
  const auto builder = make_booklet_builder(task(5, 4));
  CHECK(builder->booklet(0).empty());
  close(*builder);
  CHECK(builder->state().closed);
  CHECK(builder->booklet(0).starts_with("inarow booklet 1\nrules 5x4x4\nside first\ngoal draw\n"));
  const auto again = make_booklet_builder(task(5, 4));
  again->load(builder->saved());
  CHECK(again->state().closed && again->state().pages == builder->state().pages);
  CHECK(again->booklet(0).find("\npage 1 |") != std::string::npos);
}

TEST("work that is damaged, or of other rules, is refused") {
  const auto builder = make_booklet_builder(task(5, 4));
  close(*builder);
  const std::string work = builder->saved();
  const auto other = make_booklet_builder(task(5, 5));
  CHECK(refuses(*other, work) && refuses(*other, "") && refuses(*other, "inarow booklet work 1\n"));
  const std::string head = work.substr(0, work.find('\n', work.find('\n') + 1) + 1);
  for (const char* line :
       {"p 1 1 0 0", "p 2 0 0 0", "p 1 0 9 0", "p 1 0 0 1 3:77", "p 1 0 0 1 900:1", "p 1 0 0 1 4>1",
        "p 1 0 0 1 x", "d 1 0 1", "d ffffffffffff 0 1", "q", "p 1 0 0 0"})
    CHECK(refuses(*make_booklet_builder(task(5, 4)), head + line + "\n"));
}

TEST("only boards with gravity and of one word have booklets") {
  CHECK(can_make_booklet({7, 6, 4, true}) && !can_make_booklet({3, 3, 3, false}) &&
        !can_make_booklet({9, 7, 4, true}));
}

TEST("a walk finds the defence that a diagram does not meet, and how long it may take") {
  const Rules rules{4, 4, 4, true};
  const Plane plane(rules);
  Walker draws(plane, true), wins(plane, false);
  const Plan bare{Diagram()};
  const std::vector<Root> start{{{}, ~Cells{0}}};
  CHECK(wins.walk(start, bare, 1000000, nullptr) == Walk::fails);
  CHECK(draws.walk(start, bare, 1, nullptr) != Walk::all);
}

TEST("a mirrored diagram says the mirrored cells") {
  const Plane plane(Rules{5, 4, 4, true});
  Diagram diagram;
  diagram.reply[0] = 5;  // a1 to b1
  diagram.put(10, 1);    // c1 before a1
  const Diagram image = diagram.mirrored(plane);
  CHECK(image.reply[20] == 15 && image.before[10] == Cells{1} << 20);
  CHECK(image.mirrored(plane).reply == diagram.reply);
}
