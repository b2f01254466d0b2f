// A board that counts the discs in every line, forwards and back: the cost of a move does not
// depend on the size of the board.
//
// For each line one byte counts the discs of both sides (side 0 in the low half, side 1 in the
// high) and two bytes hold the XOR of its empty cells: the last empty cell itself when one is left,
// and the partner of either when two are. From their changes follow, for each side,
//
//     threats   empty cells that complete a line
//     pairs     empty cells of open lines that lack two discs: a disc there makes a threat
//
// Both sets may hold occupied cells as well; intersect with playable() or empty(). Side 0 is to
// move when the number of discs is even. Whatever an evaluation keeps of a position (its Sum) is
// updated line by line and restored on the way back.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "board/bits.hpp"
#include "board/grid.hpp"
#include "board/lines.hpp"
#include "board/position.hpp"
#include "engine/line_table.hpp"

namespace inarow::engine {

inline constexpr int max_k = 15;  // a line is counted in half bytes
inline constexpr std::uint8_t one_disc[2] = {1, 16};

// What names a position in a table: its place there, and what is compared.
struct Key {
  std::uint64_t place = 0, check = 0;

  Key& operator^=(const Key& other) {
    place ^= other.place;
    check ^= other.check;
    return *this;
  }
  friend bool operator==(const Key&, const Key&) = default;
};

inline std::uint64_t mixed(std::uint64_t x) {  // splitmix64, a bijection
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

template <int N, bool Gravity, class Evaluation>
class LineBoard {
 public:
  using Cells = Bits<N>;
  static constexpr bool gravity = Gravity;
  static constexpr int words = N;

  LineBoard(const Rules& rules, const LineTable& lines, const Evaluation& evaluation)
      : geometry_(rules),
        lines_(lines),
        evaluation_(evaluation),
        line_(lines.count()),
        pair_counts_(2 * rules.bits()),
        keys_(2 * rules.bits()),
        near_of_(Gravity ? 0 : rules.bits()),
        saved_(rules.cells() + 1),
        changes_(rules.cells() * 8 * rules.k) {  // two cells in each of at most 4k lines
    assert(rules.k <= max_k && rules.gravity == Gravity);
    for (int i = 0; i < 2 * rules.bits(); ++i) keys_[i] = {mixed(2 * i), mixed(2 * i + 1)};
    fill_effects();
    fill_near();
    clear();
  }

  const Rules& rules() const { return geometry_.rules; }
  const LineTable& lines() const { return lines_; }
  const Geometry<N>& geometry() const { return geometry_; }
  int turn() const { return ply_ & 1; }
  int ply() const { return ply_; }
  int empty_count() const { return rules().cells() - ply_; }
  const Cells& discs(int side) const { return discs_[side]; }
  const Cells& playable() const { return playable_; }
  Cells empty() const { return geometry_.board.without(discs_[0] | discs_[1]); }
  const Cells& threats(int side) const { return threats_[side]; }
  const Cells& pairs(int side) const { return pairs_[side]; }
  const Cells& near() const { return near_; }  // without gravity: cells close to a disc
  const typename Evaluation::Sum& sum() const { return sum_; }
  int last_cell() const { return saved_[ply_ - 1].cell; }

  Key key() const {
    if constexpr (Gravity && N == 1) {  // exact: see search.hpp of the solver
      const auto plain = discs_[turn()].words[0] + (discs_[0] | discs_[1]).words[0];
      return {mixed(plain), plain};
    } else {
      return key_;
    }
  }

  // The key after a disc of *side* comes into *cell*, on boards without gravity.
  Key key_after(Key key, int cell, int side) const
    requires(!Gravity)
  {
    return key ^= keys_[2 * cell + side];
  }

  // The discs of both sides, played in any order: there are as many of side 0, or one more or less.
  void set(const Cells& first, const Cells& second) {
    clear();
    put(first, 0);
    put(second, 1);
    playable_ = Position<N>{discs_[0], discs_[0] | discs_[1]}.playable(geometry_);
    base_ = ply_;
  }

  void play(int cell) { play(cell, turn()); }

  // Also out of turn, for threat searches in which one side passes; turn() means nothing then.
  void play(int cell, int side) {
    put(cell, side);
    playable_ ^= Cells::single(cell);
    if constexpr (Gravity) playable_ |= Cells::single(cell + 1) & geometry_.board;
  }

  // Takes the last disc back, for as many as were played since set().
  INAROW_NOINLINE void undo() {
    assert(ply_ > base_);
    const Saved& saved = saved_[--ply_];
    const int cell = saved.cell, me = saved.side;
    for (; change_count_ > saved.changes; --change_count_) {
      const Change change = changes_[change_count_ - 1];
      pair_counts_[change.counter] -= change.by;
    }
    for (const auto index : lines_.through(cell)) {
      Line& line = line_[index];
      line.count -= one_disc[me];
      line.open ^= static_cast<std::uint16_t>(cell);
    }
    discs_[me] ^= Cells::single(cell);
    threats_[me] = saved.threats;
    pairs_ = saved.pairs;
    playable_ = saved.playable;
    if constexpr (!Gravity) near_ = saved.near;
    sum_ = saved.sum;
    key_ = saved.key;
  }

  // Calls visit(partner) for every open line of *side* that lacks two discs, one of them in *cell*.
  template <class Visit>
  void for_each_partner(int cell, int side, Visit&& visit) const {
    for (const auto index : lines_.through(cell)) {
      const Line& line = line_[index];
      if (line.count == pair_count_[side]) visit(line.open ^ cell);
    }
  }

  // Calls visit(count) with both sides' discs in every line through *cell*.
  template <class Visit>
  void for_each_count(int cell, Visit&& visit) const {
    for (const auto index : lines_.through(cell)) visit(line_[index].count);
  }

  std::uint8_t count(int line) const { return line_[line].count; }

 private:
  struct Line {
    std::uint16_t open;  // XOR of the empty cells
    std::uint8_t count;  // discs of both sides
    std::uint8_t kind;
  };
  enum Effect : std::uint8_t { nothing, opens_pair, makes_threat, kills_pair };
  struct Change {
    std::uint16_t counter;
    std::int8_t by;
  };
  struct Saved {
    int cell, side;
    int changes;
    Cells threats, playable, near;
    std::array<Cells, 2> pairs;
    typename Evaluation::Sum sum;
    Key key;
  };

  Geometry<N> geometry_;
  const LineTable& lines_;
  const Evaluation& evaluation_;
  std::vector<Line> line_;
  std::array<std::array<Effect, 256>, 2> effects_{};  // of a disc of each side on a line's count
  std::array<std::uint8_t, 2> pair_count_{};          // the count of a line that lacks two discs
  bool has_pairs_ = rules().k > 2;  // with k = 2 a pair would belong to both sides
  std::array<Cells, 2> discs_, threats_, pairs_;
  Cells playable_, near_;
  std::vector<std::uint8_t> pair_counts_;  // how many pairs an empty cell is in, by side
  std::vector<Key> keys_;
  std::vector<Cells> near_of_;
  typename Evaluation::Sum sum_;
  Key key_;
  int ply_ = 0, base_ = 0;
  std::vector<Saved> saved_;
  std::vector<Change> changes_;
  int change_count_ = 0;

  void fill_effects() {
    const int k = rules().k;
    for (int side : {0, 1}) {
      pair_count_[side] = static_cast<std::uint8_t>(has_pairs_ ? (k - 2) * one_disc[side] : 0xff);
      for (int mine = 0; mine < k; ++mine) {
        const int count = mine * one_disc[side];
        if (mine == k - 3) effects_[side][count] = opens_pair;
        if (mine == k - 2) effects_[side][count] = makes_threat;
      }
      if (has_pairs_) effects_[side][(k - 2) * one_disc[1 - side]] = kills_pair;
    }
  }

  void fill_near() {
    if constexpr (!Gravity) {
      constexpr int reach = 2;
      for (int column = 0; column < rules().width; ++column)
        for (int row = 0; row < rules().height; ++row)
          for (int x = column - reach; x <= column + reach; ++x)
            for (int y = row - reach; y <= row + reach; ++y)
              if (x >= 0 && x < rules().width && y >= 0 && y < rules().height)
                near_of_[rules().bit(column, row)] |= Cells::single(rules().bit(x, y));
    }
  }

  void clear() {
    for (int side : {0, 1}) discs_[side] = threats_[side] = pairs_[side] = {};
    near_ = {};
    key_ = {};
    ply_ = base_ = change_count_ = 0;
    sum_ = evaluation_.start();
    std::fill(pair_counts_.begin(), pair_counts_.end(), 0);
    for (int i = 0; i < lines_.count(); ++i) {
      line_[i] = {0, 0, lines_.kind(i)};
      for (const auto cell : lines_.cells(i)) line_[i].open ^= cell;
    }
    if (rules().k == 1) threats_[0] = threats_[1] = geometry_.board;
    playable_ = Gravity ? geometry_.bottom : geometry_.board;
  }

  void put(const Cells& cells, int side) {
    cells.for_each([&](int cell) { put(cell, side); });
  }

  INAROW_NOINLINE void put(int cell, int me) {
    assert(empty().contains(cell));
    saved_[ply_] = {cell, me, change_count_, threats_[me], playable_, near_, pairs_, sum_, key_};
    discs_[me] |= Cells::single(cell);
    key_ ^= keys_[2 * cell + me];
    if constexpr (!Gravity) near_ |= near_of_[cell];
    evaluation_.place(sum_, cell, me);
    for (const auto index : lines_.through(cell)) {
      Line& line = line_[index];
      const std::uint8_t before = line.count;
      line.count = before + one_disc[me];
      line.open ^= static_cast<std::uint16_t>(cell);
      evaluation_.line(sum_, line.kind, me, before);
      switch (effects_[me][before]) {
        case nothing:
          break;
        case opens_pair:
          for (const auto other : lines_.cells(index))
            if (!(discs_[0] | discs_[1]).contains(other)) change_pair(me, other, 1);
          break;
        case makes_threat:
          threats_[me] |= Cells::single(line.open);
          if (has_pairs_) change_pair(me, line.open, -1);
          break;
        case kills_pair:
          change_pair(1 - me, line.open, -1);
          break;
      }
    }
    ++ply_;
  }

  void change_pair(int side, int cell, int by) {
    const int counter = 2 * cell + side;
    changes_[change_count_++] = {static_cast<std::uint16_t>(counter), static_cast<std::int8_t>(by)};
    pair_counts_[counter] += by;
    if (by < 0 ? pair_counts_[counter] == 0 : pair_counts_[counter] == 1)
      pairs_[side] ^= Cells::single(cell);
  }
};

}  // namespace inarow::engine
