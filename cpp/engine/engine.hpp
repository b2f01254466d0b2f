// The best move on any board within a limit.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "board/rules.hpp"

namespace inarow {

// Where to stop: the first limit reached counts, 0 is none.
struct Limit {
  double seconds = 0;
  std::uint64_t nodes = 0;
  int depth = 0;
};

// A move with what follows. If *proved*, value is 1, 0 or -1: the side to move wins, draws or loses
// with best play; else it is an estimate, 100 being one logit.
struct Variation {
  int value = 0;
  bool proved = false;
  int plies = 0;           // until the end, if proved: not more than these; 0 if not known
  std::vector<int> moves;  // the first is the move itself
};

struct Findings {
  std::vector<Variation> lines;  // best first
  int depth = 0;
  std::uint64_t nodes = 0;  // positions that were looked at
};

// Asked every 20 ms by one thread of a search; true means stop.
using StopPoll = std::function<bool()>;

// Told what was found after every depth, by the thread that called; may be empty.
using Watch = std::function<void(const Findings&)>;

inline const std::atomic<bool> no_stop{false};  // a stop that nobody sets

// One engine for one set of rules. Without a limit of seconds every search begins anew, and with
// one thread it always ends with the same findings; else the table is kept.
class Engine {
 public:
  virtual ~Engine() = default;

  // The best *lines* moves for the side that has the discs *own*, rules.words() words each.
  // Ends when *stop* is set, by any thread and at any time, with what it has found so far: at least
  // a legal move. Preconditions: nobody has a line, the board is not full, no disc floats, there is
  // a limit.
  virtual Findings search(const std::uint64_t* own, const std::uint64_t* other, const Limit& limit,
                          int lines, int threads, const StopPoll& poll, const Watch& watch = {},
                          const std::atomic<bool>& stop = no_stop) = 0;
};

// Throws std::invalid_argument for k beyond 15 or a table of less than 1 MiB.
std::unique_ptr<Engine> make_engine(const Rules& rules, std::size_t table_mib);

}  // namespace inarow
