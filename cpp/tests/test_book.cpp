#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "board/position.hpp"
#include "many/book.hpp"
#include "solver/solver.hpp"
#include "tests/check.hpp"

using namespace inarow;

namespace {

std::vector<std::int8_t> solved(const Rules& rules, const BookBuilder& builder) {
  const auto solver = make_solver(rules, 1);
  std::vector<std::int8_t> scores;
  for (std::size_t i = 0; i < builder.leaves(); ++i) {
    std::uint64_t own[2], other[2];
    builder.leaf(i, own, other);
    const auto solution =
        solver->solve(own, other, exact_range, 1, [](const Progress&) { return false; });
    scores.push_back(static_cast<std::int8_t>(solution.score));
  }
  return scores;
}

}  // namespace

TEST("every position of a book is found, with its score and in its mirror image") {
  const std::pair<Rules, int> books[] = {
      {{4, 4, 4, true}, 5}, {{9, 7, 10, true}, 2}, {{8, 15, 16, true}, 1}};  // 128 bits, one bucket
  for (const auto& [rules, depth] : books) {
    const auto builder = make_book_builder(rules, depth);
    const auto scores = solved(rules, *builder);
    BookShape shape;
    const auto payload = builder->payload(scores.data(), shape);
    const auto book = open_book(rules, shape, payload.data(), payload.size());
    int wrong = 0;
    for (std::size_t i = 0; i < builder->leaves(); ++i) {
      std::uint64_t own[2], other[2];
      builder->leaf(i, own, other);
      int score = 99;
      wrong += !book->lookup(own, other, score) || score != scores[i];
    }
    CHECK(wrong == 0);
    const std::uint64_t empty[2] = {0, 0};
    std::uint64_t left[2] = {1, 0}, right[2] = {0, 0};
    right[rules.bit(rules.width - 1, 0) / 64] |= std::uint64_t{1}
                                                 << rules.bit(rules.width - 1, 0) % 64;
    int one = 98, two = 99;
    CHECK(book->lookup(empty, left, one) && book->lookup(empty, right, two) && one == two);
    std::vector<std::int8_t> moves(rules.moves());
    CHECK(book->lookup(empty, empty, one) && book->scores(empty, empty, moves.data()));
    CHECK(*std::max_element(moves.begin(), moves.end()) == one);
    CHECK(moves.front() == -two && moves.back() == -two);
    const std::uint64_t floating[2] = {2, 0};
    CHECK(!book->lookup(empty, floating, one) && !book->scores(empty, floating, moves.data()));
  }
}

TEST("whatever discs are asked for, those outside the board are not there") {
  const Rules rules{3, 3, 3, false};
  const auto builder = make_book_builder(rules, 1);
  BookShape shape;
  const auto payload = builder->payload(solved(rules, *builder).data(), shape);
  const auto book = open_book(rules, shape, payload.data(), payload.size());
  std::vector<std::int8_t> moves(rules.moves());
  for (int bit = rules.height; bit < 64; bit += rules.stride()) {
    const std::uint64_t none = 0, outside = std::uint64_t{1} << bit;
    int score = 0;
    CHECK(!book->lookup(&outside, &none, score) && !book->lookup(&none, &outside, score));
    CHECK(!book->scores(&none, &outside, moves.data()));
  }
}

TEST("a payload of another size or in disorder is refused") {
  const Rules rules{4, 4, 4, true};
  const auto builder = make_book_builder(rules, 4);
  BookShape shape;
  auto payload = builder->payload(solved(rules, *builder).data(), shape);
  const auto refused = [&](std::size_t size) {
    try {
      open_book(rules, shape, payload.data(), size);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  CHECK(!refused(payload.size()));
  CHECK(refused(payload.size() - 1));
  payload[3] = 0x7f;
  CHECK(refused(payload.size()));
}
