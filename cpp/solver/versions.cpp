// One version of the search: compiled for any machine, and again with AVX2 (see CMakeLists.txt).
#include <vector>

#include "memory/helpers.hpp"
#include "solver/free/search.hpp"
#include "solver/search.hpp"

namespace inarow::INAROW_ISA {
namespace {

// SearchOn is Search or FreeSearch, Board what it searches.
template <template <class> class SearchOn, class Board, class Key>
class ShapedSolver final : public Solver {
 public:
  using Word = typename Board::Word;

  ShapedSolver(const Rules& rules, const Board& board, std::size_t mib)
      : words_(rules.words()), board_(board), table_(mib) {}

  Solution solve(const std::uint64_t* own, const std::uint64_t* other, const Range& range,
                 int threads, const Poll& poll) override {
    const Word mine = load(own), theirs = load(other);
    Shared shared(threads);
    make_room(threads);
    std::vector<Solution> found(threads, {0, 0, false});
    // Every thread searches the whole; what one finds the others meet in the table. The first to
    // finish ends it for all.
    on_threads(threads, [&](int i) {
      found[i] = search(shared, i, poll).solve(mine, theirs, range);
      shared.done.store(true, std::memory_order_relaxed);
    });
    Solution solution{0, 0, false};
    std::uint64_t nodes = 0;
    for (const Solution& one : found) {
      nodes += one.nodes;
      if (one.complete) solution = one;
    }
    solution.nodes = nodes;
    return solution;
  }

  bool solve_many(const std::uint64_t* own, const std::uint64_t* other, std::size_t n,
                  const Range& range, int threads, std::int8_t* scores, const Poll& poll) override {
    Shared shared(1);  // each position is one thread's own
    make_room(threads);
    std::atomic<std::size_t> next{0};
    on_threads(threads, [&](int worker) {
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < n;) {
        if (worker == 0 && i % 64 == 0 && poll({0, 0, 0})) shared.done.store(true);
        const auto solution = search(shared, worker, poll)
                                  .solve(load(own + i * words_), load(other + i * words_), range);
        if (shared.done.load(std::memory_order_relaxed)) return;
        scores[i] = static_cast<std::int8_t>(solution.score);
      }
    });
    return !shared.done.load();
  }

 private:
  // The search of one thread; the first one asks whether to stop.
  SearchOn<Board> search(Shared& shared, int thread, const Poll& poll) {
    return {board_, table_, *late_[thread], shared, thread == 0 ? &poll : nullptr};
  }

  void make_room(int threads) {
    while (static_cast<int>(late_.size()) < threads)
      late_.push_back(std::make_unique<Table<Key>>(1));
  }

  // Runs body(0) here and body(1), body(2), ... elsewhere, all at once, if there are so many.
  template <class Body>
  static void on_threads(int threads, const Body& body) {
    auto others = helpers(threads, body);
    body(0);
    for (auto& other : others) other.join();
  }

  // From the order of bits.hpp, whose columns have one spare bit, to that of the grid.
  Word load(const std::uint64_t* words) const {
    Word word = words[0];
    if constexpr (sizeof(Word) > 8)
      if (words_ > 1) word |= Word{words[1]} << 64;
    const int from = board_.height() + 1, to = board_.stride();
    if (from == to) return word;
    Word spread = 0;
    for (int c = 0; c < board_.width(); ++c)
      spread |= (word >> (c * from) & board_.column) << (c * to);
    return spread;
  }

  int words_;
  Board board_;
  Table<Key> table_;
  std::vector<std::unique_ptr<Table<Key>>> late_;  // one for each thread
};

template <class Word, class Shape>
std::unique_ptr<Solver> with_gravity(const Rules& rules, Shape shape, std::size_t mib) {
  using Board = Grid<Word, Shape>;
  return std::make_unique<ShapedSolver<Search, Board, Word>>(rules, Board(shape), mib);
}

template <int Width, int Height>
std::unique_ptr<Solver> fixed(const Rules& rules, std::size_t mib) {
  return with_gravity<std::uint64_t>(rules, FixedShape<Width, Height, 4>{}, mib);
}

template <class Word, class Key>
std::unique_ptr<Solver> without_gravity(const Rules& rules, std::size_t mib) {
  using Board = FreeBoard<Word, Key>;
  return std::make_unique<ShapedSolver<FreeSearch, Board, Key>>(rules, Board(rules), mib);
}

}  // namespace

std::unique_ptr<Solver> make(const Rules& rules, std::size_t table_mib) {
  // The one place where rules become types: common sizes are known to the compiler.
  if (!rules.gravity) {
    if (rules.bits() > 64) return without_gravity<Word128, Word128>(rules, table_mib);
    if (rules.cells() > 40) return without_gravity<std::uint64_t, Word128>(rules, table_mib);
    return without_gravity<std::uint64_t, std::uint64_t>(rules, table_mib);
  }
  if (rules.k == 4) {
    const int size = 100 * rules.width + rules.height;
    if (size == 706) return fixed<7, 6>(rules, table_mib);
#ifdef INAROW_EVERY_SIZE  // see CMakeLists.txt
    if (size == 705) return fixed<7, 5>(rules, table_mib);
    if (size == 606) return fixed<6, 6>(rules, table_mib);
    if (size == 607) return fixed<6, 7>(rules, table_mib);
    if (size == 707) return fixed<7, 7>(rules, table_mib);
    if (size == 805) return fixed<8, 5>(rules, table_mib);
    if (size == 806) return fixed<8, 6>(rules, table_mib);
    if (size == 906) return fixed<9, 6>(rules, table_mib);
#endif
  }
  const AnyShape shape{rules.width, rules.height, rules.k};
  if (rules.bits() <= 64) return with_gravity<std::uint64_t>(rules, shape, table_mib);
  return with_gravity<Word128>(rules, shape, table_mib);
}

}  // namespace inarow::INAROW_ISA
