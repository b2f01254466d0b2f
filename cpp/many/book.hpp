// A book: the exact scores of all open positions of the first plies, once for all their images.
//
// The payload can be looked into where it lies, in a file that is mapped into memory:
//
//     starts        2^bucket_bits + 1 times 4 bytes: the first entry of each bucket, and the end
//     remainders    count times remainder_bytes
//     scores        count times 1 byte, signed, for the side to move
//
// Numbers are little-endian. An entry's key is a number of key_bits: own + occupied with gravity,
// which no two positions share; occupied | own << bits without. mix() is a bijection that scatters
// the keys; its top bucket_bits say the bucket, and the rest is the remainder, by which a bucket is
// sorted. So a look-up is exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "board/rules.hpp"

namespace inarow {

struct BookShape {
  int bucket_bits;
  std::uint64_t count;

  int remainder_bytes(const Rules& rules) const;
  std::size_t payload_bytes(const Rules& rules) const;
};

// Books cover gravity up to 128 bits, and other boards up to 64.
bool can_book(const Rules& rules);

// What stands in place of a score where there is none.
constexpr std::int8_t no_score = -128;

// A look at a payload that somebody else keeps alive.
class Book {
 public:
  virtual ~Book() = default;

  // Whether the position is there; then *score* is set. Any discs may be asked for.
  virtual bool lookup(const std::uint64_t* own, const std::uint64_t* other, int& score) const = 0;

  // The score of each move to out[move], no_score for those that cannot be played. False if the
  // game is over or one of the scores is not there.
  virtual bool scores(const std::uint64_t* own, const std::uint64_t* other,
                      std::int8_t* out) const = 0;
};

// Throws std::invalid_argument if the payload does not have the size or order of its shape.
std::unique_ptr<Book> open_book(const Rules& rules, BookShape shape, const std::uint8_t* payload,
                                std::size_t size);

// What a book of the given depth needs: the scores of its last ply; the others follow from them.
class BookBuilder {
 public:
  virtual ~BookBuilder() = default;

  // The open positions of the last ply, rules.words() words each.
  virtual std::size_t leaves() const = 0;
  virtual void leaf(std::size_t i, std::uint64_t* own, std::uint64_t* other) const = 0;

  // The payload, from the scores of the leaves.
  virtual std::vector<std::uint8_t> payload(const std::int8_t* scores, BookShape& shape) const = 0;
};

// Throws std::invalid_argument for rules that can_book() refuses and for plies the game has not.
std::unique_ptr<BookBuilder> make_book_builder(const Rules& rules, int depth);

}  // namespace inarow
