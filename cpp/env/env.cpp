#include "env/env.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "env/blocks.hpp"
#include "many/batch.hpp"

namespace inarow::env {
namespace {

using Word = std::uint64_t;

constexpr std::size_t level_mib = 8;  // as in players/levels.py

// What the numbers of a step are drawn for.
enum Draw : std::uint64_t { for_move, for_reply, for_start, for_opening, draws };

class Games final : public Env {
 public:
  Games(const Options& options, const Arrays& arrays, const Starts& starts)
      : options_(options),
        arrays_(arrays),
        starts_(starts),
        words_(options.rules.words()),
        kernel_(make_kernel(options.rules, options.shown)),
        crew_(options.games, words_, options.threads, options.opponent == Opponent::level) {
    if (options.opponent == Opponent::level)
      for (int i = 0; i < options.threads; ++i)
        levels_.push_back(std::make_unique<Level>(options.rules, options.skill, level_mib));
    const Rewards& pay = options.rewards;
    const std::array<float, 4> ends{0, pay.win, pay.draw, pay.loss};
    const bool instead = options.illegal == Illegal::random;
    for (int i = 0; i < 4; ++i) {
      rewards_[i] = ends[i] + pay.move;
      rewards_[illegal + i] = pay.illegal + (instead ? rewards_[i] : 0);
    }
    std::fill_n(arrays_.stand, options_.games, over);
  }

  bool reset(const std::uint64_t* seed, const std::uint8_t* chosen, const StopPoll& poll) override {
    step_ = seed != nullptr ? 0 : step_ + 1;
    if (seed != nullptr) seed_ = *seed;
    for (std::size_t i = 0; i < options_.games; ++i) {
      if (chosen != nullptr && chosen[i] == 0) continue;
      if (seed != nullptr) arrays_.side[i] = static_cast<std::uint8_t>(2 - i % 2);
      begin_game(i);
      arrays_.reward[i] = 0;
      arrays_.done[i] = 0;
      arrays_.action[i] = -1;
    }
    if (options_.opponent == Opponent::outside) return wait_or_show();
    return crew_.work(poll, [&](Block& block, int worker) {
      answer(block, true, nullptr, worker, poll);
      show(block);
    });
  }

  bool step(const std::int32_t* moves, const StopPoll& poll) override {
    ++step_;
    if (options_.opponent == Opponent::outside) {
      opening_ = false;
      crew_.work(poll, [&](Block& block, int) { act(block, moves); });
      return any_waiting() || conclude();
    }
    return crew_.work(poll, [&](Block& block, int worker) {
      act(block, moves);
      answer(block, false, nullptr, worker, poll);
      settle(block);
      answer(block, true, nullptr, worker, poll);
      show(block);
    });
  }

  void reply(const std::int32_t* moves) override {
    crew_.work({}, [&](Block& block, int) { answer(block, opening_, moves, 0, {}); });
    if (opening_) {
      wait_or_show();
    } else {
      conclude();
    }
  }

  std::size_t find_illegal(const std::int32_t* moves) const override {
    std::size_t found = options_.games;
    crew_.search([&](Block& block) {
      kernel_->find(own(block), other(block), moves + block.begin, block.size, block.cells.data());
      for (std::size_t i = 0; i < block.size && found == options_.games; ++i)
        if (arrays_.stand[block.begin + i] == to_move && !has_cell(block, i))
          found = block.begin + i;
      return found != options_.games;
    });
    return found;
  }

 private:
  // -- the parts of a step ----------------------------------------------------------------------

  // The agent's moves.
  void act(Block& block, const std::int32_t* moves) {
    std::array<std::uint8_t, block_words> wrong;
    if (moves == nullptr) {
      kernel_->choose(own(block), other(block), block.size, tick(for_move), block.begin,
                      block.cells.data());
    } else {
      kernel_->find(own(block), other(block), moves + block.begin, block.size, block.cells.data());
      find_wrong(block, wrong.data());
    }
    if (!all_move()) keep_cells(block, to_move);
    kernel_->name(block.cells.data(), block.size, arrays_.action + block.begin);
    play(block);
    if (moves != nullptr) note_wrong(block, wrong.data());
    if (!all_move()) note_stands(block);
  }

  void play(Block& block) {
    const bool swaps = options_.opponent == Opponent::none;
    if (swaps) {
      kernel_->play_and_swap(own(block), other(block), block.cells.data(), block.size,
                             block.played.data());
    } else {
      kernel_->play(own(block), other(block), block.cells.data(), block.size, block.played.data());
    }
    std::uint8_t *result = arrays_.result + block.begin, *side = arrays_.side + block.begin;
    const std::uint8_t* stand = arrays_.stand + block.begin;
    for (std::size_t i = 0; i < block.size; ++i) {
      const std::uint8_t played = block.played[i];
      result[i] = stand[i] == over ? result[i] : played & 3;
      side[i] ^= swaps && played != not_played ? 3 : 0;
    }
  }

  // Marks illegal moves, and replaces them if that is wanted.
  void find_wrong(Block& block, std::uint8_t* wrong) {
    for (std::size_t i = 0; i < block.size; ++i) {
      const std::size_t game = block.begin + i;
      wrong[i] = !has_cell(block, i) && arrays_.stand[game] == to_move;
      if (wrong[i] && options_.illegal == Illegal::random)
        kernel_->choose(own(block) + i * words_, other(block) + i * words_, 1, tick(for_move), game,
                        &block.cells[i * words_]);
    }
  }

  void note_wrong(Block& block, const std::uint8_t* wrong) {
    for (std::size_t i = 0; i < block.size; ++i) {
      if (!wrong[i]) continue;
      arrays_.result[block.begin + i] |= illegal;
      if (options_.illegal == Illegal::lose) arrays_.result[block.begin + i] |= lost;
    }
  }

  // Who waits for an answer; what an opening had ended is over now.
  void note_stands(Block& block) {
    for (std::size_t i = 0; i < block.size; ++i) {
      std::uint8_t& stand = arrays_.stand[block.begin + i];
      if (stand == to_move && block.played[i] == goes_on && options_.opponent != Opponent::none)
        stand = waiting;
      if (stand < opened_won) continue;
      arrays_.result[block.begin + i] = static_cast<std::uint8_t>(won + stand - opened_won);
      stand = to_move;
    }
  }

  // The opponent's moves in the games that wait: in a step, or as *opening* of a game.
  void answer(Block& block, bool opening, const std::int32_t* moves, int worker,
              const StopPoll& poll) {
    if (!has_waiting(block)) return;
    if (options_.opponent == Opponent::level) {
      if (!consider(block, opening, worker, poll)) return;
    } else if (moves != nullptr) {
      kernel_->find(other(block), own(block), moves + block.begin, block.size, block.cells.data());
    } else {
      kernel_->choose(other(block), own(block), block.size, tick(opening ? for_opening : for_reply),
                      block.begin, block.cells.data());
    }
    keep_cells(block, waiting);
    kernel_->play(other(block), own(block), block.cells.data(), block.size, block.played.data());
    for (std::size_t i = 0; i < block.size; ++i) {
      std::uint8_t &stand = arrays_.stand[block.begin + i], played = block.played[i];
      if (stand != waiting) continue;
      const Result result = played == not_played ? won : ended_by_opponent(played);
      stand = opening && result != open ? after_opening(result) : to_move;
      if (!opening) arrays_.result[block.begin + i] |= result;
    }
  }

  static Stand after_opening(Result result) {
    return result == won ? opened_won : result == drawn ? opened_drawn : opened_lost;
  }
  static Result ended_by_opponent(std::uint8_t played) {
    return played == makes_line ? lost : played == fills_board ? drawn : open;
  }

  // A level's move for a block of one game; false if it was stopped.
  bool consider(Block& block, bool opening, int worker, const StopPoll& poll) {
    Stream chance(tick(opening ? for_opening : for_reply).draw(block.begin));
    const std::int32_t move = levels_[worker]->choose(other(block), own(block), chance, [&] {
      if (worker == 0 && poll()) crew_.stop();
      return crew_.stopped();
    });
    if (crew_.stopped()) return false;
    kernel_->find(other(block), own(block), &move, 1, block.cells.data());
    return true;
  }

  // Rewards, and what becomes of games that are over. Most games go on: eight at a glance.
  void settle(Block& block) {
    std::fill_n(arrays_.reward + block.begin, block.size, rewards_[open]);
    std::fill_n(arrays_.done + block.begin, block.size, std::uint8_t{0});
    for (std::size_t i = block.begin, end = block.begin + block.size; i < end; i += 8) {
      std::uint64_t results = 0, stands = 0;
      const std::size_t count = std::min<std::size_t>(8, end - i);
      std::memcpy(&results, arrays_.result + i, count);
      std::memcpy(&stands, arrays_.stand + i, count);
      if (results == 0 && stands == 0) continue;
      for (std::size_t j = i; j < i + count; ++j)
        if (arrays_.result[j] != open || arrays_.stand[j] != to_move) settle_one(j);
    }
  }

  void settle_one(std::size_t game) {
    if (arrays_.stand[game] == over) {
      arrays_.reward[game] = 0;
      arrays_.done[game] = options_.restart == Restart::disabled;
      if (options_.restart == Restart::next_step) begin_game(game);
      return;
    }
    const std::uint8_t result = arrays_.result[game] % 8;  // whatever Python has written there
    arrays_.reward[game] = rewards_[result];
    if ((result & lost) == open) return;
    arrays_.done[game] = 1;
    arrays_.stand[game] = over;
    if (options_.restart != Restart::same_step) return;
    if (arrays_.last_own != nullptr) {
      std::copy_n(arrays_.own + game * words_, words_, arrays_.last_own + game * words_);
      std::copy_n(arrays_.other + game * words_, words_, arrays_.last_other + game * words_);
      arrays_.last_side[game] = arrays_.side[game];
    }
    begin_game(game);
    arrays_.result[game] = result;
  }

  // Puts the start on the board, and says who begins.
  void begin_game(std::size_t game) {
    const std::uint64_t random = tick(for_start).draw(game);
    const std::size_t start = below(starts_.side.size(), random);
    const std::uint8_t turn = starts_.side[start];
    std::uint8_t& side = arrays_.side[game];
    side = options_.opponent == Opponent::none ? turn : seat(side, random);
    const bool begins = side == turn;
    std::copy_n((begins ? starts_.own : starts_.other).data() + start * words_, words_,
                arrays_.own + game * words_);
    std::copy_n((begins ? starts_.other : starts_.own).data() + start * words_, words_,
                arrays_.other + game * words_);
    arrays_.stand[game] = begins ? to_move : waiting;
    arrays_.result[game] = open;
  }

  // The agent's next side after *last*; below() has used the upper half of *random*.
  std::uint8_t seat(std::uint8_t last, std::uint64_t random) const {
    switch (options_.seat) {
      case Seat::first:
        return 1;
      case Seat::second:
        return 2;
      case Seat::random:
        return 1 + (random & 1);
      default:
        return 3 - last;
    }
  }

  void show(const Block& block) {
    const Rules& rules = options_.rules;
    kernel_->show_legal(own(block), other(block), arrays_.stand + block.begin, block.size,
                        arrays_.mask + block.begin * rules.moves());
    if (arrays_.view == nullptr) return;
    const std::uint8_t* sides = options_.from_first ? arrays_.side + block.begin : nullptr;
    const std::size_t offset = block.begin * shown_bytes(rules, options_.shown);
    kernel_->show(own(block), other(block), sides, block.size,
                  static_cast<std::uint8_t*>(arrays_.view) + offset);
  }

  // -- an opponent outside ------------------------------------------------------------------------

  // After all answers.
  bool conclude() {
    crew_.work({}, [&](Block& block, int) { settle(block); });
    return wait_or_show();
  }

  bool wait_or_show() {
    opening_ = any_waiting();
    if (!opening_) crew_.work({}, [&](Block& block, int) { show(block); });
    return true;
  }

  bool any_waiting() const {
    return std::find(arrays_.stand, arrays_.stand + options_.games, waiting) !=
           arrays_.stand + options_.games;
  }

  // -- blocks -------------------------------------------------------------------------------------

  // Whether every game moves in every step.
  bool all_move() const {
    return options_.opponent == Opponent::none && options_.restart == Restart::same_step;
  }

  bool has_waiting(const Block& block) const {
    const std::uint8_t* stand = arrays_.stand + block.begin;
    return std::memchr(stand, waiting, block.size) != nullptr;
  }

  bool has_cell(const Block& block, std::size_t i) const {
    const Word* cell = &block.cells[i * words_];
    return std::any_of(cell, cell + words_, [](Word word) { return word != 0; });
  }

  // Only games that stand so play.
  void keep_cells(Block& block, Stand stand) const {
    for (std::size_t i = 0; i < block.size; ++i) {
      const Word keep = arrays_.stand[block.begin + i] == stand ? ~Word{0} : 0;
      for (std::size_t w = 0; w < words_; ++w) block.cells[i * words_ + w] &= keep;
    }
  }

  Tick tick(Draw draw) const { return {seed_, step_ * draws + draw}; }
  Word* own(const Block& block) const { return arrays_.own + block.begin * words_; }
  Word* other(const Block& block) const { return arrays_.other + block.begin * words_; }

  const Options options_;
  const Arrays arrays_;
  const Starts starts_;
  const std::size_t words_;
  const std::unique_ptr<Kernel> kernel_;
  Crew crew_;
  std::array<float, 8> rewards_{};              // by result
  std::vector<std::unique_ptr<Level>> levels_;  // one for each thread
  std::uint64_t seed_ = 0, step_ = 0;
  bool opening_ = false;  // whether the games that wait have just begun
};

}  // namespace

std::unique_ptr<Env> make_env(const Options& options, const Arrays& arrays, const Starts& starts) {
  options.rules.check();
  const std::size_t n = starts.side.size();
  if (n == 0 || batch::find_closed(options.rules, starts.own.data(), starts.other.data(), n) != n)
    throw std::invalid_argument("expected starts that are open");
  if (std::any_of(starts.side.begin(), starts.side.end(),
                  [](std::uint8_t side) { return side != 1 && side != 2; }))
    throw std::invalid_argument("expected 1 or 2 as the side of a start");
  return std::make_unique<Games>(options, arrays, starts);
}

}  // namespace inarow::env
