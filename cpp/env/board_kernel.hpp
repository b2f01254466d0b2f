// The kernel for a kind of board.
#pragma once

#include <algorithm>
#include <array>

#include "env/kernel.hpp"
#include "env/unpack.hpp"

namespace inarow::INAROW_ISA {

// Loops copy the board first: the compiler then knows that what they write is no part of it.
template <class Board>
class BoardKernel final : public env::Kernel {
 public:
  using Set = typename Board::Set;
  using Words = std::uint64_t;
  static constexpr int N = Board::words;

  BoardKernel(const Rules& rules, const env::Shown& shown)
      : rules_(rules),
        shown_(shown),
        board_(rules),
        all_(rules, 0),
        legal_(rules, rules.gravity ? rules.height - 1 : 0) {}

  void choose(const Words* own, const Words* other, std::size_t size, const env::Tick& tick,
              std::size_t first, Words* __restrict cells) const override {
    const Board board = board_;
    const env::Tick numbers = tick;
    for (std::size_t i = 0; i < size; ++i)
      board.store(cells, i,
                  board.pick(board.load(own, i) | board.load(other, i), numbers.draw(first + i)));
  }

  void find(const Words* own, const Words* other, const std::int32_t* moves, std::size_t size,
            Words* __restrict cells) const override {
    const Board board = board_;
    for (std::size_t i = 0; i < size; ++i)
      board.store(cells, i, board.find(board.load(own, i) | board.load(other, i), moves[i]));
  }

  void play(Words* __restrict own, const Words* __restrict other, const Words* __restrict cells,
            std::size_t size, std::uint8_t* __restrict played) const override {
    const Board board = board_;
    for (std::size_t i = 0; i < size; ++i) {
      const Set cell = board.load(cells, i), mine = board.load(own, i) | cell;
      played[i] = judged(board, cell, mine, mine | board.load(other, i));
      board.store(own, i, mine);
    }
  }

  void play_and_swap(Words* __restrict own, Words* __restrict other, const Words* __restrict cells,
                     std::size_t size, std::uint8_t* __restrict played) const override {
    const Board board = board_;
    for (std::size_t i = 0; i < size; ++i) {
      const Set cell = board.load(cells, i), mine = board.load(own, i) | cell;
      const Set theirs = board.load(other, i);
      played[i] = judged(board, cell, mine, mine | theirs);
      const bool stays = board.is_empty(cell);
      board.store(own, i, stays ? mine : theirs);
      board.store(other, i, stays ? theirs : mine);
    }
  }

  void name(const Words* cells, std::size_t size, std::int32_t* __restrict moves) const override {
    const Board board = board_;
    for (std::size_t i = 0; i < size; ++i) moves[i] = board.name(board.load(cells, i));
  }

  void show_legal(const Words* own, const Words* other, const std::uint8_t* closed,
                  std::size_t size, std::uint8_t* mask) const override {
    const std::uint8_t* const end = mask + size * legal_.size();
    for (std::size_t i = 0; i < size; ++i, mask += legal_.size()) {
      auto open = board_.split(board_.load(own, i) | board_.load(other, i));
      for (auto& word : open) word = closed[i] ? 0 : ~word;
      legal_.write(open, {}, 0, mask, end);
    }
  }

  void show(const Words* own, const Words* other, const std::uint8_t* sides, std::size_t size,
            void* out) const override {
    auto* bytes = static_cast<std::uint8_t*>(out);
    const std::size_t step = env::shown_bytes(rules_, shown_);
    const std::uint8_t* const end = bytes + size * step;
    for (std::size_t i = 0; i < size; ++i, bytes += step) {
      const bool turned = sides != nullptr && sides[i] == 2;
      const Set front = board_.load(turned ? other : own, i);
      const Set back = board_.load(turned ? own : other, i);
      if (shown_.view == env::View::packed) {
        board_.store(reinterpret_cast<Words*>(bytes), 0, front);
        board_.store(reinterpret_cast<Words*>(bytes + step / 2), 0, back);
      } else if (shown_.floats) {
        std::array<std::uint8_t, 2 * max_side * max_side> drawn;
        draw(front, back, drawn.data(), drawn.data() + drawn.size());
        const auto* signs = reinterpret_cast<const std::int8_t*>(drawn.data());
        std::copy_n(signs, step / sizeof(float), reinterpret_cast<float*>(bytes));
      } else {
        draw(front, back, bytes, end);
      }
    }
  }

 private:
  static std::uint8_t judged(const Board& board, const Set& cell, const Set& mine,
                             const Set& occupied) {
    const env::Played ended = board.is_full(occupied) ? env::fills_board : env::goes_on;
    const env::Played played = board.has_line(mine) ? env::makes_line : ended;
    return board.is_empty(cell) ? env::not_played : played;
  }

  void draw(const Set& front, const Set& back, std::uint8_t* out, const std::uint8_t* end) const {
    const auto ones = board_.split(front), others = board_.split(back);
    if (shown_.view != env::View::planes)
      return all_.write(ones, others, shown_.view == env::View::grid ? 2 : 0xff, out, end);
    all_.write(ones, {}, 0, out, end);
    all_.write(others, {}, 0, out + all_.size(), end);
  }

  Rules rules_;
  env::Shown shown_;
  Board board_;
  Bytes<N> all_, legal_;  // all cells; those that tell which moves are legal
};

}  // namespace inarow::INAROW_ISA
