// Many games at once for learning: moves in, observations and rewards out.
//
// A step takes a move for every game. The agent plays both sides of a game in turn, or one side
// against an opponent who answers within the step. Whatever is drawn depends on the seed, the
// number of the game and that of the step alone, so that it is the same on any number of threads.
//
// The arrays are the caller's; a step overwrites them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/engine.hpp"
#include "env/kernel.hpp"
#include "env/level.hpp"

namespace inarow::env {

// What an illegal move does: see src/inarow/env/spec.py.
enum class Illegal { lose, raise, stay, random };

// When a game that is over begins anew: with the step after, at once, or when it is told to.
enum class Restart { next_step, same_step, disabled };

// Who plays the other side. *outside*: the caller, through reply().
enum class Opponent { none, random, level, outside };

// Which side the agent has: the same in all games, drawn for each, or in turns.
enum class Seat { first, second, random, alternate };

// What the last step brought a game; with *illegal* added if its move was.
enum Result : std::uint8_t { open = 0, won = 1, drawn = 2, lost = 3, illegal = 4 };

// Where a game stands. A game that an opening ended waits for the agent's step to be over.
enum Stand : std::uint8_t { to_move, over, waiting, opened_won, opened_drawn, opened_lost };

struct Rewards {
  float win = 1, draw = 0, loss = -1, illegal = -1, move = 0;
};

struct Options {
  Rules rules;
  std::size_t games = 1;
  int threads = 1;
  Illegal illegal = Illegal::lose;
  Restart restart = Restart::same_step;
  Opponent opponent = Opponent::none;
  Skill skill;  // of a level
  Seat seat = Seat::first;
  Rewards rewards;
  Shown shown;
  bool from_first = false;  // show the first side's discs first, not those of *own*
};

// One element for each game, unless it says more. Those that may be null are not kept then.
struct Arrays {
  std::uint64_t *own, *other;  // sets: of the agent and its opponent, or of who moves and who waits
  std::uint8_t* side;          // 1 or 2: the side that has *own*
  std::uint8_t* stand;
  std::uint8_t* result;
  std::uint8_t* done;  // whether the step ended the game
  float* reward;
  std::int32_t* action;                  // the move that was played, -1 for none
  std::uint8_t* mask;                    // rules.moves() of each: which moves are legal
  void* view;                            // may be null
  std::uint64_t *last_own, *last_other;  // may be null: what a game ended with before it began anew
  std::uint8_t* last_side;
};

// Games begin in one of these, each as likely.
struct Starts {
  std::vector<std::uint64_t> own, other;  // sets: *own* is to move
  std::vector<std::uint8_t> side;         // which side that is
};

class Env {
 public:
  virtual ~Env() = default;

  // Begins all games, or those whose *chosen* is not 0, with a new seed or the one there is.
  // Returns as step() does.
  virtual bool reset(const std::uint64_t* seed, const std::uint8_t* chosen,
                     const StopPoll& poll) = 0;

  // Plays moves[i] in game i, or without moves a random one; a game that is over does not move.
  // False if *poll* stopped it, then reset() is needed. With an opponent outside, a step is over
  // when no game is *waiting* any more.
  virtual bool step(const std::int32_t* moves, const StopPoll& poll) = 0;

  // With an opponent outside: plays moves[i] in those games that are *waiting*. One that is not
  // legal loses.
  virtual void reply(const std::int32_t* moves) = 0;

  // The first game whose move is illegal, the number of games if none is.
  virtual std::size_t find_illegal(const std::int32_t* moves) const = 0;
};

std::unique_ptr<Env> make_env(const Options& options, const Arrays& arrays, const Starts& starts);

}  // namespace inarow::env
