#include "many/book.hpp"

#include <bit>
#include <stdexcept>
#include <string>

#include "board/plies.hpp"

namespace inarow {
namespace {

__extension__ using Key = unsigned __int128;

int key_bits(const Rules& rules) {
  return rules.gravity ? rules.bits() : 2 * rules.bits();
}

template <int N>
Key key_of(const Position<N>& position, const Rules& rules) {
  const auto number = [](const Bits<N>& bits) {
    Key key = bits.words[0];
    if constexpr (N > 1) key |= Key{bits.words[1]} << 64;
    return key;
  };
  if (rules.gravity) return number(position.own) + number(position.occupied);
  return number(position.occupied) | number(position.own) << rules.bits();
}

// A bijection on numbers of *bits* bits: odd factors and shifts can be undone.
Key mix(Key key, int bits) {
  const Key mask = bits == 128 ? ~Key{0} : (Key{1} << bits) - 1;
  const Key factor = Key{0x9e3779b97f4a7c15} << 64 | 0xf39cc0605cedc835;
  for (int round = 0; round < 2; ++round) {
    key = key * factor & mask;
    key ^= key >> (bits + 1) / 2;
  }
  return key;
}

// What is left of a mixed key above its lowest *rest* bits, which may be all of them.
std::size_t bucket_of(Key mixed, int rest) {
  return rest == 128 ? 0 : static_cast<std::size_t>(mixed >> rest);
}

// The score of winning with the next disc after *ply*.
int win_score(const Rules& rules, int ply) {
  return (rules.cells() + 1 - ply) / 2;
}

std::uint64_t load(const std::uint8_t* from, int bytes) {
  std::uint64_t value = 0;
  for (int i = bytes - 1; i >= 0; --i) value = value << 8 | from[i];
  return value;
}

template <int N>
class BookOf final : public Book {
 public:
  BookOf(const Rules& rules, BookShape shape, const std::uint8_t* payload)
      : geometry_(rules),
        tables_(symmetries(rules)),
        shape_(shape),
        bytes_(shape.remainder_bytes(rules)),
        starts_(payload),
        remainders_(starts_ + 4 * ((std::size_t{1} << shape.bucket_bits) + 1)),
        scores_(remainders_ + bytes_ * shape.count) {
    std::uint64_t before = 0;
    for (std::size_t i = 0; i <= std::size_t{1} << shape.bucket_bits; ++i) {
      const std::uint64_t start = load(starts_ + 4 * i, 4);
      if (start < before || start > shape.count)
        throw std::invalid_argument("its buckets are out of order");
      before = start;
    }
  }

  bool lookup(const std::uint64_t* own, const std::uint64_t* other, int& score) const override {
    return find(load_position(own, other), score);
  }

  bool scores(const std::uint64_t* own, const std::uint64_t* other,
              std::int8_t* out) const override {
    const Rules& rules = geometry_.rules;
    const auto position = load_position(own, other);
    const auto theirs = position.own ^ position.occupied;
    if (!position.fits(geometry_) || has_line(position.own, geometry_) ||
        has_line(theirs, geometry_))
      return false;
    const auto playable = position.playable(geometry_);
    for (int move = 0; move < rules.moves(); ++move) {
      const auto cell = cell_of_move(move, playable, geometry_);
      out[move] = no_score;
      if (!cell.any()) continue;
      int score = 0;
      if (has_line(position.own | cell, geometry_))
        score = win_score(rules, position.occupied.count());
      else if (const auto after = position.play(cell); after.occupied != geometry_.board) {
        if (!find(after, score)) return false;
        score = -score;
      }
      out[move] = static_cast<std::int8_t>(score);
    }
    return playable.any();
  }

  static std::uint8_t remainder_byte(Key mixed, int rest, int byte) {
    const Key remainder = rest == 128 ? mixed : mixed & ((Key{1} << rest) - 1);
    return static_cast<std::uint8_t>(remainder >> 8 * byte);
  }

 private:
  Position<N> load_position(const std::uint64_t* own, const std::uint64_t* other) const {
    const int words = geometry_.rules.words();
    const auto mine = Bits<N>::load(own, words);
    return {mine, mine | Bits<N>::load(other, words)};
  }

  bool find(const Position<N>& position, int& score) const {
    if (!position.fits(geometry_)) return false;  // its key could be that of another position
    const Rules& rules = geometry_.rules;
    const int bits = key_bits(rules), rest = bits - shape_.bucket_bits;
    const Key mixed = mix(key_of(canonical(position, tables_), rules), bits);
    const std::size_t bucket = bucket_of(mixed, rest);
    const std::uint64_t end =  // should the payload have changed since it was opened
        std::min(load(starts_ + 4 * bucket + 4, 4), shape_.count);
    for (std::uint64_t i = load(starts_ + 4 * bucket, 4); i < end; ++i) {
      bool same = true;
      for (int byte = 0; byte < bytes_ && same; ++byte)
        same = remainders_[i * bytes_ + byte] == remainder_byte(mixed, rest, byte);
      if (!same) continue;
      score = static_cast<std::int8_t>(scores_[i]);
      return true;
    }
    return false;
  }

  Geometry<N> geometry_;
  std::vector<std::vector<int>> tables_;
  BookShape shape_;
  int bytes_;
  const std::uint8_t *starts_, *remainders_, *scores_;
};

template <int N>
class Builder final : public BookBuilder {
 public:
  Builder(const Rules& rules, int depth)
      : geometry_(rules), tables_(symmetries(rules)), levels_(depth + 1) {
    levels_[0].push_back({});
    for (int ply = 1; ply <= depth; ++ply) {
      PositionSet<N> next;
      for (const auto& position : levels_[ply - 1])
        Moves<N>(position, geometry_).open.for_each([&](int index) {
          next.insert(canonical(position.play(Bits<N>::single(index)), tables_));
        });
      levels_[ply] = next.compact();
    }
  }

  std::size_t leaves() const override { return levels_.back().size(); }

  void leaf(std::size_t i, std::uint64_t* own, std::uint64_t* other) const override {
    const auto& position = levels_.back().at(i);
    position.own.store(own, geometry_.rules.words());
    (position.own ^ position.occupied).store(other, geometry_.rules.words());
  }

  std::vector<std::uint8_t> payload(const std::int8_t* leaf_scores,
                                    BookShape& shape) const override {
    const Rules& rules = geometry_.rules;
    struct Entry {
      Key mixed;
      std::int8_t score;
    };
    std::vector<Entry> entries;
    std::vector<std::int8_t> scores(leaf_scores, leaf_scores + leaves());
    for (std::size_t ply = levels_.size(); ply-- > 0;) {
      if (ply + 1 < levels_.size()) scores = before(ply, scores);
      for (std::size_t i = 0; i < scores.size(); ++i)
        entries.push_back({mix(key_of(levels_[ply][i], rules), key_bits(rules)), scores[i]});
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.mixed < b.mixed; });

    shape.count = entries.size();
    shape.bucket_bits =
        std::min(static_cast<int>(std::bit_width(entries.size() / 8)), key_bits(rules) - 1);
    const int rest = key_bits(rules) - shape.bucket_bits, bytes = shape.remainder_bytes(rules);
    std::vector<std::uint8_t> out(shape.payload_bytes(rules));
    std::uint8_t* to = out.data();
    std::size_t at = 0;
    for (std::size_t bucket = 0; bucket <= std::size_t{1} << shape.bucket_bits; ++bucket) {
      while (at < entries.size() && bucket_of(entries[at].mixed, rest) < bucket) ++at;
      for (int byte = 0; byte < 4; ++byte) *to++ = static_cast<std::uint8_t>(at >> 8 * byte);
    }
    for (const Entry& entry : entries)
      for (int byte = 0; byte < bytes; ++byte)
        *to++ = BookOf<N>::remainder_byte(entry.mixed, rest, byte);
    for (const Entry& entry : entries) *to++ = static_cast<std::uint8_t>(entry.score);
    return out;
  }

 private:
  // The scores of a ply from those of the next.
  std::vector<std::int8_t> before(std::size_t ply, const std::vector<std::int8_t>& after) const {
    const int cells = geometry_.rules.cells();
    const auto& next = levels_[ply + 1];
    std::vector<std::int8_t> scores;
    for (const auto& position : levels_[ply]) {
      const Moves<N> moves(position, geometry_);
      int best = -cells;
      moves.ending.for_each([&](int index) {
        const bool wins = has_line(position.own | Bits<N>::single(index), geometry_);
        best = std::max(best, wins ? win_score(geometry_.rules, static_cast<int>(ply)) : 0);
      });
      moves.open.for_each([&](int index) {
        const auto child = canonical(position.play(Bits<N>::single(index)), tables_);
        best = std::max(best,
                        -after[std::lower_bound(next.begin(), next.end(), child) - next.begin()]);
      });
      scores.push_back(static_cast<std::int8_t>(best));
    }
    return scores;
  }

  Geometry<N> geometry_;
  std::vector<std::vector<int>> tables_;
  std::vector<std::vector<Position<N>>> levels_;  // the open positions by ply, sorted
};

void check(const Rules& rules) {
  rules.check();
  if (!can_book(rules))
    throw std::invalid_argument(
        "expected a board of at most 128 bits for a book (64 without gravity)");
}

}  // namespace

int BookShape::remainder_bytes(const Rules& rules) const {
  return (key_bits(rules) - bucket_bits + 7) / 8;
}

std::size_t BookShape::payload_bytes(const Rules& rules) const {
  return 4 * ((std::size_t{1} << bucket_bits) + 1) + count * (remainder_bytes(rules) + 1);
}

bool can_book(const Rules& rules) {
  return rules.bits() <= (rules.gravity ? 128 : 64);
}

std::unique_ptr<Book> open_book(const Rules& rules, BookShape shape, const std::uint8_t* payload,
                                std::size_t size) {
  check(rules);
  const bool sane = shape.bucket_bits >= 0 && shape.bucket_bits < std::min(key_bits(rules), 32) &&
                    shape.count < std::uint64_t{1} << 32;
  if (!sane || size != shape.payload_bytes(rules))
    throw std::invalid_argument("its size is not what its header says");
  if (rules.words() == 1) return std::make_unique<BookOf<1>>(rules, shape, payload);
  return std::make_unique<BookOf<2>>(rules, shape, payload);
}

std::unique_ptr<BookBuilder> make_book_builder(const Rules& rules, int depth) {
  check(rules);
  if (depth < 0 || depth >= rules.cells())
    throw std::invalid_argument("expected a depth from 0 to " + std::to_string(rules.cells() - 1) +
                                ", got " + std::to_string(depth));
  if (rules.words() == 1) return std::make_unique<Builder<1>>(rules, depth);
  return std::make_unique<Builder<2>>(rules, depth);
}

}  // namespace inarow
