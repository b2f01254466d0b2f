// A book whose bytes Python keeps, for all that reads books.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "many/book.hpp"
#include "python/arrays.hpp"
#include "python/rules.hpp"

namespace inarow {

// A book in a buffer that Python keeps.
class OpenBook {
 public:
  OpenBook(const Rules& rules, int bucket_bits, std::uint64_t count,
           Array<const std::uint8_t> payload)
      : rules_(rules),
        payload_(payload),
        book_(open_book(rules_, {bucket_bits, count}, payload_.data(), payload_.size())) {}

  std::optional<int> lookup(const std::vector<std::uint64_t>& own,
                            const std::vector<std::uint64_t>& other) const {
    expect_size("own", own.size(), rules_.words());
    expect_size("other", other.size(), rules_.words());
    return found(own.data(), other.data());
  }

  // Boards of one word, without a list around it.
  std::optional<int> lookup_word(std::uint64_t own, std::uint64_t other) const {
    expect_size("own", 1, rules_.words());
    return found(&own, &other);
  }

  void lookup_many(Array<const std::uint64_t> own, Array<const std::uint64_t> other,
                   Array<std::int8_t> out) const {
    const std::size_t n = boards_in(rules_, own), words = rules_.words();
    expect_size("other", other, own.size());
    expect_size("out", out, n);
    nanobind::gil_scoped_release release;
    for (std::size_t i = 0; i < n; ++i) {
      int score = no_score;
      book_->lookup(own.data() + i * words, other.data() + i * words, score);
      out.data()[i] = static_cast<std::int8_t>(score);
    }
  }

  // A score for each move, in their order; None where there is none.
  std::optional<std::vector<std::optional<int>>> scores(
      const std::vector<std::uint64_t>& own, const std::vector<std::uint64_t>& other) const {
    expect_size("own", own.size(), rules_.words());
    expect_size("other", other.size(), rules_.words());
    std::vector<std::int8_t> values(rules_.moves());
    if (!book_->scores(own.data(), other.data(), values.data())) return std::nullopt;
    std::vector<std::optional<int>> found;
    for (const std::int8_t value : values)
      found.push_back(value == no_score ? std::nullopt : std::optional<int>(value));
    return found;
  }

  const Rules& rules() const { return rules_; }
  const Book& book() const { return *book_; }

 private:
  std::optional<int> found(const std::uint64_t* own, const std::uint64_t* other) const {
    int score = 0;
    if (!book_->lookup(own, other, score)) return std::nullopt;
    return score;
  }

  Rules rules_;
  Array<const std::uint8_t> payload_;
  std::unique_ptr<Book> book_;
};

}  // namespace inarow
