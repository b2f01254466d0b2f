// Many boards at once over plain arrays.
//
// A set of cells is rules.words() consecutive 64-bit words, lowest first; an array of n sets is
// n * words() of them. No bit outside the board may be set. The caller owns all memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board/rules.hpp"

namespace inarow::batch {

// out[i]: whether boards[i] holds a line.
void has_line(const Rules& rules, const std::uint64_t* boards, std::size_t n, bool* out);

// out[i]: empty cells that would complete a line of discs[i].
void threats(const Rules& rules, const std::uint64_t* discs, const std::uint64_t* occupied,
             std::size_t n, std::uint64_t* out);

// The first board that cannot be played on: a disc lies outside, twice or in the air, there is a
// line, or all is full. n if there is none.
std::size_t find_closed(const Rules& rules, const std::uint64_t* own, const std::uint64_t* other,
                        std::size_t n);

// out[i * rules.moves() + move]: whether the side that owns own[i] may play move; no move is legal
// once there is a line. Precondition with gravity: no disc floats.
void legal_moves(const Rules& rules, const std::uint64_t* own, const std::uint64_t* other,
                 std::size_t n, bool* out);

// Plays moves[i] for the side that owns own[i], then swaps the sides: afterwards own[i] is again
// the side to move. If a move is not legal nothing changes at all and its index is returned,
// otherwise n.
std::size_t play(const Rules& rules, std::uint64_t* own, std::uint64_t* other,
                 const std::int32_t* moves, std::size_t n);

}  // namespace inarow::batch
