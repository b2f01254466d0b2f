// What is done to a block of games at once, for one kind of board on one kind of machine.
//
// A set of cells is rules.words() words, as in batch.hpp. Arrays begin with the block, and hold
// *size* games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "board/rules.hpp"
#include "env/random.hpp"

namespace inarow::env {

// What a move led to.
enum Played : std::uint8_t { goes_on = 0, makes_line = 1, fills_board = 2, not_played = 8 };

// What is shown of a game besides what is legal: see src/inarow/env/spec.py.
enum class View { none, planes, grid, signed_, packed };

struct Shown {
  View view = View::none;
  bool floats = false;  // float32 in place of int8
};

// Of one game.
inline std::size_t shown_bytes(const Rules& rules, const Shown& shown) {
  const std::size_t cells = rules.cells() * (shown.floats ? sizeof(float) : 1);
  switch (shown.view) {
    case View::none:
      return 0;
    case View::planes:
      return 2 * cells;
    case View::packed:
      return 2 * sizeof(std::uint64_t) * rules.words();
    default:
      return cells;
  }
}

class Kernel {
 public:
  virtual ~Kernel() = default;

  // cells[i]: where a random legal move of game *first* + i puts its disc; empty on a full board.
  virtual void choose(const std::uint64_t* own, const std::uint64_t* other, std::size_t size,
                      const Tick& tick, std::size_t first, std::uint64_t* cells) const = 0;

  // cells[i]: where moves[i] puts its disc; empty if there is no place for it.
  virtual void find(const std::uint64_t* own, const std::uint64_t* other, const std::int32_t* moves,
                    std::size_t size, std::uint64_t* cells) const = 0;

  // Puts the discs of *own* into the cells, which may be empty sets: nothing is played then.
  virtual void play(std::uint64_t* own, const std::uint64_t* other, const std::uint64_t* cells,
                    std::size_t size, std::uint8_t* played) const = 0;

  // The same, and the sides change where something was played.
  virtual void play_and_swap(std::uint64_t* own, std::uint64_t* other, const std::uint64_t* cells,
                             std::size_t size, std::uint8_t* played) const = 0;

  // moves[i]: the move that fills cells[i], -1 for an empty set.
  virtual void name(const std::uint64_t* cells, std::size_t size, std::int32_t* moves) const = 0;

  // mask[i * rules.moves() + move]: 1 for a legal one. None is where closed[i] is not 0.
  virtual void show_legal(const std::uint64_t* own, const std::uint64_t* other,
                          const std::uint8_t* closed, std::size_t size,
                          std::uint8_t* mask) const = 0;

  // Writes the view; *own* comes first, unless *sides* is given and says that it is the second.
  virtual void show(const std::uint64_t* own, const std::uint64_t* other, const std::uint8_t* sides,
                    std::size_t size, void* out) const = 0;
};

// Kinds of machines, from any to those with more.
enum class Machine { any, avx2, avx512 };

// The fastest one for this machine; *best* forbids those for better ones.
std::unique_ptr<Kernel> make_kernel(const Rules& rules, const Shown& shown,
                                    Machine best = Machine::avx512);

}  // namespace inarow::env
