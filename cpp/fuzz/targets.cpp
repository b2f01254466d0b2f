#include "fuzz/targets.hpp"

#include <array>
#include <memory>
#include <stdexcept>

#include "engine/attack.hpp"
#include "engine/engine.hpp"
#include "engine/evaluation.hpp"
#include "engine/parity_evaluation.hpp"
#include "env/env.hpp"
#include "many/batch.hpp"
#include "many/book.hpp"
#include "many/counting.hpp"
#include "tests/plain_lines.hpp"

namespace inarow::fuzz {
namespace {

using Words = std::vector<std::uint64_t>;

const StopPoll go_on = [] { return false; };

int sign(int score) {
  return (score > 0) - (score < 0);
}

template <int N>
Position<N> turned(const Position<N>& position, const std::vector<int>& table) {
  return {moved(position.own, table), moved(position.occupied, table)};
}

// -- plain definitions ----------------------------------------------------------------------------

// One board of a packed array, cell by cell.
struct Plain {
  const Rules& rules;
  const std::uint64_t* words;

  bool has(int column, int row) const {
    const int bit = rules.bit(column, row);
    return column >= 0 && column < rules.width && row >= 0 && row < rules.height &&
           (words[bit / 64] >> bit % 64 & 1) != 0;
  }

  // Calls visit(missing, column, row) for every k cells in a row: how many of them have no disc,
  // and the last of those.
  template <class Visit>
  void for_each_row(const Visit& visit) const {
    for (const auto& [right, up] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}})
      for (int x = 0; x + (rules.k - 1) * right < rules.width; ++x)
        for (int y = 0; y < rules.height; ++y) {
          if (y + (rules.k - 1) * up < 0 || y + (rules.k - 1) * up >= rules.height) continue;
          int missing = 0, column = 0, row = 0;
          for (int i = 0; i < rules.k; ++i) {
            if (has(x + i * right, y + i * up)) continue;
            ++missing;
            column = x + i * right;
            row = y + i * up;
          }
          visit(missing, column, row);
        }
  }

  bool has_line() const {
    bool found = false;
    for_each_row([&](int missing, int, int) { found |= missing == 0; });
    return found;
  }

  // Cells that would complete a line, by bit.
  std::vector<bool> completing() const {
    std::vector<bool> found(rules.bits());
    for_each_row([&](int missing, int column, int row) {
      if (missing == 1) found[rules.bit(column, row)] = true;
    });
    return found;
  }
};

// Whether a disc may go to (column, row), and by which move.
bool is_free(const Rules& rules, const Plain& own, const Plain& other, int column, int row) {
  const auto taken = [&](int y) { return own.has(column, y) || other.has(column, y); };
  return !taken(row) && (!rules.gravity || row == 0 || taken(row - 1));
}

int move_to(const Rules& rules, int column, int row) {
  return rules.gravity ? column : row * rules.width + column;
}

// -- arrays of boards -----------------------------------------------------------------------------

// Words as they come, with one flag only cells of the board and with another no disc that floats.
void read_boards(Input& in, const Rules& rules, bool on_board, std::size_t n, Words& own,
                 Words& other) {
  const bool falls = in.flag();
  const int words = rules.words();
  for (std::size_t i = 0; i < n; ++i) {
    for (int w = 0; w < words; ++w) {
      own[i * words + w] = in.number<std::uint64_t>();
      other[i * words + w] = in.number<std::uint64_t>();
    }
    if (!on_board) continue;
    with_bits(rules, [&]<int N>() {
      const Geometry<N> geometry(rules);
      auto mine = Bits<N>::load(&own[i * words], words) & geometry.board;
      auto theirs = (Bits<N>::load(&other[i * words], words) & geometry.board).without(mine);
      for (int row = 0; falls && row < rules.height; ++row) {
        const auto held = ((mine | theirs) << 1) | geometry.bottom;
        mine &= held;
        theirs &= held;
      }
      mine.store(&own[i * words], words);
      theirs.store(&other[i * words], words);
    });
  }
}

bool floats(const Rules& rules, const Plain& own, const Plain& other) {
  for (int column = 0; column < rules.width; ++column)
    for (int row = 1; row < rules.height; ++row)
      if ((own.has(column, row) || other.has(column, row)) && !own.has(column, row - 1) &&
          !other.has(column, row - 1))
        return rules.gravity;
  return false;
}

}  // namespace

FUZZ(batch) {
  const bool large = in.flag(), on_board = in.flag();
  const Rules rules = in.rules(large ? max_side : 8, max_side * max_side);
  const std::size_t kinds = 1 + in.below(3), n = kinds + in.below(130), words = rules.words();
  Words own(n * words), other(n * words), found(n * words), occupied(n * words);
  read_boards(in, rules, on_board, kinds, own, other);
  for (std::size_t i = kinds * words; i < n * words; ++i) {
    own[i] = own[i - kinds * words];
    other[i] = other[i - kinds * words];
  }
  for (std::size_t i = 0; i < n * words; ++i) occupied[i] = own[i] | other[i];
  std::vector<std::int32_t> moves(n);
  for (std::size_t i = 0; i < n; ++i)
    moves[i] = i < 8 ? in.number<std::int32_t>() : moves[i % 8] ^ static_cast<int>(i / 8);
  const auto lines = std::make_unique<bool[]>(n);
  const auto legal = std::make_unique<bool[]>(n * rules.moves());
  batch::has_line(rules, own.data(), n, lines.get());
  batch::threats(rules, own.data(), occupied.data(), n, found.data());
  batch::legal_moves(rules, own.data(), other.data(), n, legal.get());
  const Words before = own, against = other;
  const std::size_t illegal = batch::play(rules, own.data(), other.data(), moves.data(), n);
  CHECK(illegal == n || (own == before && other == against));
  std::size_t first = n;
  for (std::size_t i = n; i-- > 0;)
    if (moves[i] < 0 || moves[i] >= rules.moves() || !legal[i * rules.moves() + moves[i]])
      first = i;
  CHECK(first == illegal);
  if (!on_board) return;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t kind = i % kinds;
    if (i >= kinds) {  // the same answers as there
      CHECK(lines[i] == lines[kind]);
      for (std::size_t w = 0; w < words; ++w)
        CHECK(found[i * words + w] == found[kind * words + w]);
      for (int move = 0; move < rules.moves(); ++move)
        CHECK(legal[i * rules.moves() + move] == legal[kind * rules.moves() + move]);
      continue;
    }
    const Plain mine{rules, &before[i * words]}, theirs{rules, &against[i * words]};
    const Plain completing{rules, &found[i * words]};
    const auto completes = mine.completing();
    const bool over = mine.has_line() || theirs.has_line(), floating = floats(rules, mine, theirs);
    CHECK(lines[i] == mine.has_line());
    for (int column = 0; column < rules.width; ++column)
      for (int row = 0; row < rules.height; ++row) {
        const bool empty = !mine.has(column, row) && !theirs.has(column, row);
        CHECK(completing.has(column, row) == (empty && completes[rules.bit(column, row)]));
        if (floating) continue;
        const bool can = !over && is_free(rules, mine, theirs, column, row);
        if (can || !rules.gravity)
          CHECK(legal[i * rules.moves() + move_to(rules, column, row)] == can);
      }
  }
}

// -- books ----------------------------------------------------------------------------------------

FUZZ(book) {
  const bool large = in.flag();
  const Rules rules = in.rules(large ? max_side : 4, large ? max_side * max_side : 16);
  BookShape shape{in.number<std::int8_t>(), in.number<std::uint32_t>()};
  std::vector<std::uint8_t> payload;
  std::unique_ptr<BookBuilder> builder;
  Words asked;
  for (int i = 0; i < 8; ++i) asked.push_back(in.number<std::uint64_t>());
  const int damage = in.below(4);
  try {
    if (large || in.flag()) {
      const bool sized = in.flag();
      payload = in.rest();
      shape.bucket_bits &= sized ? 7 : 0xff;
      shape.count &= sized ? 0xff : ~std::uint64_t{0};
      if (sized) payload.resize(shape.payload_bytes(rules));
    } else {
      builder = make_book_builder(rules, in.below(4));
      std::vector<std::int8_t> scores(builder->leaves());
      for (auto& score : scores) score = in.number<std::int8_t>();
      payload = builder->payload(scores.data(), shape);
      for (int i = 0; i < damage; ++i) payload[in.number<std::uint16_t>() % payload.size()] ^= 0x55;
    }
    const auto book = open_book(rules, shape, payload.data(), payload.size());
    std::vector<std::int8_t> scores(rules.moves());
    int score = 0;
    for (int i = 0; i < 4; ++i) {
      book->lookup(&asked[i], &asked[i + 4 - rules.words()], score);
      book->scores(&asked[i], &asked[i + 4 - rules.words()], scores.data());
    }
    for (std::size_t i = 0; builder && i < builder->leaves() && i < 20; ++i) {
      Words own(rules.words()), other(rules.words());
      builder->leaf(i, own.data(), other.data());
      int there = no_score;
      const bool known = book->lookup(own.data(), other.data(), there);
      CHECK(known || damage > 0);
      with_bits(rules, [&]<int N>() {
        const auto mine = Bits<N>::load(own.data(), rules.words());
        const auto theirs = Bits<N>::load(other.data(), rules.words());
        for (const auto& table : symmetries(rules)) {
          moved(mine, table).store(own.data(), rules.words());
          moved(theirs, table).store(other.data(), rules.words());
          int same = no_score;
          CHECK(book->lookup(own.data(), other.data(), same) == known && same == there);
        }
      });
    }
  } catch (const std::invalid_argument&) {  // what is no book is refused
    CHECK(!builder || damage > 0);
  }
}

// -- searches -------------------------------------------------------------------------------------

namespace {

template <int N>
void check_solver(Input& in, const Rules& rules) {
  Minimax<N> minimax(rules);
  const auto position = in.open(minimax.geometry(), rules.gravity ? 10 : 8);
  if (!position) return;
  const int score = minimax.score(*position);
  const auto solver = make_solver(rules, 1);
  CHECK(agrees(*solver, *position, score));
  const auto tables = symmetries(rules);
  const auto image = turned(*position, tables[in.below(static_cast<int>(tables.size()))]);
  CHECK(solve(*solver, image).score == score);
  CHECK(solve(*make_solver(rules, 1), image).score == score);
}

template <int N>
void check_engine(Input& in, const Rules& rules) {
  Minimax<N> minimax(rules);
  const auto& geometry = minimax.geometry();
  const auto position = in.open(geometry, 255);
  if (!position) return;
  const int wanted = 1 + in.below(5), threads = 1 + in.below(8) / 7;
  const Limit limit{0, 1u + 4 * in.below(200), in.below(6)};
  const auto engine = make_engine(rules, 1);
  const auto theirs = position->own ^ position->occupied;
  const Findings found = engine->search(position->own.words.data(), theirs.words.data(), limit,
                                        wanted, threads, go_on);
  const auto playable = position->playable(geometry);
  const int empty = rules.cells() - position->occupied.count();
  CHECK(static_cast<int>(found.lines.size()) == std::min(wanted, playable.count()));
  CHECK(limit.depth == 0 || found.depth <= limit.depth);
  Bits<N> firsts;
  for (const Variation& line : found.lines) {
    CHECK(!line.moves.empty());
    auto now = *position;
    for (const int move : line.moves) {  // all can be played
      CHECK(!has_line(now.own ^ now.occupied, geometry));
      const auto cell = cell_of_move(move, now.playable(geometry), geometry);
      CHECK(cell.any());
      if (now.occupied == position->occupied) {
        CHECK(!(firsts & cell).any());
        firsts |= cell;
      }
      now = now.play(cell);
    }
    if (!line.proved || empty > 8) continue;
    const auto first = cell_of_move(line.moves[0], playable, geometry);
    const bool wins = has_line(position->own | first, geometry);
    CHECK(line.value == (wins ? 1 : sign(-minimax.score(position->play(first)))));
  }
}

template <int N, bool Gravity, class Evaluation>
void check_line_board(Input& in, const Rules& rules) {
  using Board = engine::LineBoard<N, Gravity, Evaluation>;
  const Geometry<N> geometry(rules);
  const engine::LineTable lines(rules);
  const Evaluation evaluation(rules);
  Board board(rules, lines, evaluation), fresh(rules, lines, evaluation);
  const auto start = in.open(geometry, 255);
  if (!start) return;
  auto first = start->own, second = start->own ^ start->occupied;
  board.set(first, second);
  struct State {
    engine::Key key;
    int sum, value;
  };
  const auto state = [&] {
    return State{board.key(), board.sum(), evaluation.value(board, board.turn())};
  };
  std::vector<State> states;
  for (int step = 0; step < 60 && in.left() > 0; ++step) {
    if (const int choice = in.below(4); choice == 0 && !states.empty()) {
      board.undo();
      const State then = states.back(), now = state();
      states.pop_back();
      CHECK(then.key == now.key && then.sum == now.sum && then.value == now.value);
    } else {
      auto cells = board.playable();
      if (!cells.any()) break;
      for (int skip = in.below(cells.count()); skip > 0; --skip)
        cells ^= Bits<N>::single(cells.lowest());
      const int side = choice == 1 ? 1 - board.turn() : board.turn();
      if (board.threats(side).contains(cells.lowest())) continue;  // it would end the game
      states.push_back(state());
      board.play(cells.lowest(), side);
    }
    CHECK(agrees<N>(board, lines, geometry));
    fresh.set(board.discs(0), board.discs(1));
    CHECK(fresh.key() == board.key() && fresh.sum() == board.sum());
  }
}

}  // namespace

FUZZ(solver) {
  const Rules rules = in.rules(9, 90);
  if (!can_solve(rules)) return;
  if (rules.words() == 1) return check_solver<1>(in, rules);
  check_solver<2>(in, rules);
}

FUZZ(engine_moves) {
  const bool large = in.flag();
  const Rules rules = in.rules(large ? max_side : 8, large ? 400 : 64);
  if (rules.k > engine::max_k) return;
  if (rules.words() == 1) return check_engine<1>(in, rules);
  check_engine<20>(in, rules);
}

FUZZ(line_board) {
  const Rules rules = in.rules(11, 110);
  if (rules.gravity && rules.words() == 1)
    return check_line_board<1, true, engine::ParityEvaluation>(in, rules);
  if (rules.gravity) return check_line_board<2, true, engine::ParityEvaluation>(in, rules);
  check_line_board<2, false, engine::OpenLines>(in, rules);
}

FUZZ(threat_search) {
  Rules rules = in.rules(5, 16);
  rules.gravity = false;
  Minimax<1> minimax(rules);
  const auto position = in.open(minimax.geometry(), 9);
  if (!position) return;
  using Board = engine::LineBoard<1, false, engine::OpenLines>;
  const engine::LineTable lines(rules);
  const engine::OpenLines evaluation(rules);
  Board board(rules, lines, evaluation);
  engine::Control control({.depth = 1}, no_stop, go_on);
  engine::Pulse pulse;
  pulse.begin(control, false);
  engine::Forcing<Board> forcing(board, pulse);
  engine::Attack<Board> attack(board, pulse, forcing, 1 << 10);
  auto first = position->own, second = position->own ^ position->occupied;
  if (position->occupied.count() % 2 == 1) std::swap(first, second);
  board.set(first, second);
  const int me = board.turn();
  const auto before = board.key();
  if ((board.threats(me) & board.playable()).any()) return;
  const bool forced = forcing.wins(me, 8, 1000);
  if (forced) CHECK(minimax.score(*position) > 0);
  if ((board.threats(1 - me) & board.playable()).any()) return;
  if (forcing.wins(1 - me, 8, 1000))
    board.playable().without(forcing.defences(1 - me)).for_each([&](int cell) {
      CHECK(minimax.score(position->play(Bits<1>::single(cell))) > 0);
    });
  if (!forced && attack.wins(1000)) {
    CHECK(minimax.score(*position) > 0);
    attack.line();
  }
  CHECK(board.key() == before);
}

// -- counts ---------------------------------------------------------------------------------------

FUZZ(counting) {
  const Rules rules = in.rules(4, 9);
  const int plies = in.number<std::int8_t>();
  Minimax<1> minimax(rules);
  const auto& geometry = minimax.geometry();
  const auto start = in.open(geometry, 6);
  if (!start) return;
  try {
    const auto theirs = start->own ^ start->occupied;
    const auto games = perft(rules, start->own.words.data(), theirs.words.data(), plies, go_on);
    std::vector<Count> plain(plies + 1);
    const auto walk = [&](const auto& self, const Position<1>& now, int ply) -> void {
      const bool over =
          now.occupied == geometry.board || has_line(now.own ^ now.occupied, geometry);
      ++plain[ply].total;
      plain[ply].finished += over;
      if (over || ply == plies) return;
      now.playable(geometry).for_each(
          [&](int cell) { self(self, now.play(Bits<1>::single(cell)), ply + 1); });
    };
    walk(walk, *start, 0);
    CHECK(games == plain);
    const auto all = count_positions(rules, plies, false, go_on);
    const auto different = count_positions(rules, plies, true, go_on);
    CHECK(all.size() == plain.size() && different.size() == plain.size());
    for (std::size_t ply = 0; ply < all.size(); ++ply) {
      const auto images = symmetries(rules).size();
      CHECK(different[ply].total <= all[ply].total);
      CHECK(all[ply].total <= images * different[ply].total);
      CHECK(all[ply].finished <= images * different[ply].finished);
    }
  } catch (const std::invalid_argument&) {
    CHECK(plies < 0 || plies > rules.cells());
  }
}

// -- environments ---------------------------------------------------------------------------------

FUZZ(environment) {
  env::Options options;
  const bool large = in.flag();
  const Rules rules = options.rules = in.rules(large ? 14 : 8, 140);
  options.games = 1 + in.below(40);
  options.threads = 1 + in.below(8) / 7;
  options.illegal = static_cast<env::Illegal>(in.below(4));
  options.restart = static_cast<env::Restart>(in.below(3));
  options.opponent = static_cast<env::Opponent>(in.below(4));
  options.seat = static_cast<env::Seat>(in.below(4));
  options.shown = {static_cast<env::View>(in.below(5)), in.flag()};
  if (options.shown.view == env::View::packed) options.shown.floats = false;
  options.from_first = in.flag();
  options.skill = {1u + in.below(30), in.below(3), in.below(3) / 2.0, 30.0 * in.below(3),
                   in.below(3) / 2.0};
  if (options.opponent == env::Opponent::level) {
    if (rules.k > engine::max_k) return;
    options.games = 1;
  }
  const std::size_t n = options.games, words = rules.words(), sets = n * words;
  env::Starts starts;
  for (int i = 1 + in.below(3); i > 0; --i) {
    const auto start = with_bits(rules, [&]<int N>() -> std::optional<std::array<Words, 2>> {
      const auto open = in.open(Geometry<N>(rules), 255);
      if (!open) return std::nullopt;
      std::array<Words, 2> both{Words(words), Words(words)};
      open->own.store(both[0].data(), rules.words());
      (open->own ^ open->occupied).store(both[1].data(), rules.words());
      return both;
    });
    if (!start) return;
    starts.own.insert(starts.own.end(), (*start)[0].begin(), (*start)[0].end());
    starts.other.insert(starts.other.end(), (*start)[1].begin(), (*start)[1].end());
    starts.side.push_back(static_cast<std::uint8_t>(1 + in.below(2)));
  }
  Words own(sets), other(sets), last_own(sets), last_other(sets);
  std::vector<std::uint8_t> side(n), stand(n), result(n), done(n), mask(n * rules.moves()),
      last_side(n), view(n * env::shown_bytes(rules, options.shown));
  std::vector<float> reward(n);
  std::vector<std::int32_t> action(n), moves(n);
  const bool keeps = in.flag();
  const auto games =
      env::make_env(options,
                    {own.data(), other.data(), side.data(), stand.data(), result.data(),
                     done.data(), reward.data(), action.data(), mask.data(),
                     view.empty() ? nullptr : view.data(), keeps ? last_own.data() : nullptr,
                     keeps ? last_other.data() : nullptr, keeps ? last_side.data() : nullptr},
                    starts);
  const auto draw = [&] {
    const int base = in.number<std::int16_t>(), by = in.below(7);
    for (std::size_t i = 0; i < n; ++i) moves[i] = base + static_cast<int>(i) * by;
    return moves.data();
  };
  const auto answered = [&] {
    for (int i = 0; i < 3; ++i)
      if (std::count(stand.begin(), stand.end(), env::waiting) > 0) games->reply(draw());
    std::fill(moves.begin(), moves.end(), -1);  // who answers no more, loses
    while (std::count(stand.begin(), stand.end(), env::waiting) > 0) games->reply(moves.data());
  };
  const std::uint64_t seed = in.number<std::uint32_t>();
  games->reset(&seed, nullptr, go_on);
  answered();
  for (int step = 0; step < 30 && in.left() > 0; ++step) {
    const int choice = in.below(8);
    if (choice == 0) {
      std::vector<std::uint8_t> chosen(n);
      for (std::size_t i = 0; i < n; ++i) chosen[i] = static_cast<std::uint8_t>(i % 3 == 0);
      games->reset(nullptr, chosen.data(), go_on);
    } else if (choice < 4) {
      games->step(nullptr, go_on);
    } else {
      const std::size_t illegal = games->find_illegal(draw());
      CHECK(illegal == n || !(moves[illegal] >= 0 && moves[illegal] < rules.moves() &&
                              mask[illegal * rules.moves() + moves[illegal]] == 1));
      games->step(moves.data(), go_on);
    }
    answered();
    for (std::size_t i = 0; i < n; ++i) {
      const Plain mine{rules, &own[i * words]}, theirs{rules, &other[i * words]};
      CHECK(!floats(rules, mine, theirs));
      CHECK(side[i] == 1 || side[i] == 2);
      CHECK(stand[i] != env::waiting && result[i] < 8);
      CHECK(action[i] >= -1 && action[i] < rules.moves());
      const bool line = mine.has_line() || theirs.has_line();
      CHECK(stand[i] != env::to_move || !line);
      for (int column = 0; column < rules.width; ++column)
        for (int row = 0; row < rules.height; ++row) {
          CHECK(!mine.has(column, row) || !theirs.has(column, row));
          const bool can = stand[i] == env::to_move && is_free(rules, mine, theirs, column, row);
          if (can || !rules.gravity)
            CHECK(mask[i * rules.moves() + move_to(rules, column, row)] == can);
        }
    }
  }
}

}  // namespace inarow::fuzz
