// The border to Python for env/: arrays that Python keeps, and choices by the same words.
#include "env/env.hpp"

#include <nanobind/stl/optional.h>

#include <optional>

#include "python/arrays.hpp"
#include "python/fields.hpp"
#include "python/rules.hpp"

namespace nb = nanobind;

namespace inarow {
namespace {

using Bytes = Array<std::uint8_t>;
using Sets = Array<std::uint64_t>;
using Moves = Array<const std::int32_t>;

constexpr std::size_t max_games = std::size_t{1} << 31;

template <class T>
T* data_or_null(const std::optional<Array<T>>& array) {
  return array ? array->data() : nullptr;
}

// env::Arrays as Python has them.
struct HeldArrays {
  Sets own, other;
  Bytes side, stand, result, done;
  Array<float> reward;
  Array<std::int32_t> action;
  Bytes mask;
  std::optional<Bytes> view;
  std::optional<Sets> last_own, last_other;
  std::optional<Bytes> last_side;

  env::Arrays pointers() const {
    return {own.data(),
            other.data(),
            side.data(),
            stand.data(),
            result.data(),
            done.data(),
            reward.data(),
            action.data(),
            mask.data(),
            data_or_null(view),
            data_or_null(last_own),
            data_or_null(last_other),
            data_or_null(last_side)};
  }

  void check_sizes(const env::Options& options) const {
    const std::size_t n = options.games, sets = n * options.rules.words();
    expect_size("own", own, sets);
    expect_size("other", other, sets);
    expect_size("side", side, n);
    expect_size("stand", stand, n);
    expect_size("result", result, n);
    expect_size("done", done, n);
    expect_size("reward", reward, n);
    expect_size("action", action, n);
    expect_size("mask", mask, n * options.rules.moves());
    expect_size("view", view ? view->size() : 0,
                n * env::shown_bytes(options.rules, options.shown));
    if (!last_own) return;
    if (!last_other || !last_side) throw std::invalid_argument("expected all of the last or none");
    expect_size("last_own", *last_own, sets);
    expect_size("last_other", *last_other, sets);
    expect_size("last_side", *last_side, n);
  }
};

// env::Starts as Python has them.
struct HeldStarts {
  Array<const std::uint64_t> own, other;
  Array<const std::uint8_t> side;

  env::Starts copied(const Rules& rules) const {
    expect_size("own", own, side.size() * rules.words());
    expect_size("other", other, side.size() * rules.words());
    return {{own.data(), own.data() + own.size()},
            {other.data(), other.data() + other.size()},
            {side.data(), side.data() + side.size()}};
  }
};

class BoundEnv {
 public:
  BoundEnv(const env::Options& options, const HeldArrays& arrays, const HeldStarts& starts)
      : arrays_(arrays), games_(options.games) {
    options.rules.check();
    expect_within("games", games_, std::size_t{1}, max_games);
    expect_within("threads", options.threads, 1, max_threads);
    arrays_.check_sizes(options);
    env_ = env::make_env(options, arrays_.pointers(), starts.copied(options.rules));
  }

  void reset(std::optional<std::uint64_t> seed, std::optional<Array<const std::uint8_t>> chosen) {
    const OneCaller here(busy_);
    if (chosen) expect_size("chosen", *chosen, games_);
    run([&] { return env_->reset(seed ? &*seed : nullptr, data_or_null(chosen), interrupted); });
  }

  void step(std::optional<Moves> moves) {
    const OneCaller here(busy_);
    if (moves) expect_size("moves", *moves, games_);
    run([&] { return env_->step(data_or_null(moves), interrupted); });
  }

  void reply(Moves moves) {
    const OneCaller here(busy_);
    expect_size("moves", moves, games_);
    nb::gil_scoped_release release;
    env_->reply(moves.data());
  }

  std::size_t find_illegal(Moves moves) const {
    const OneCaller here(busy_);
    expect_size("moves", moves, games_);
    return env_->find_illegal(moves.data());
  }

 private:
  template <class Work>
  void run(const Work& work) {
    bool complete = false;
    {
      nb::gil_scoped_release release;
      complete = work();
    }
    if (!complete && PyErr_Occurred()) throw nb::python_error();
  }

  HeldArrays arrays_;  // they must live as long as this
  std::size_t games_;
  std::unique_ptr<env::Env> env_;
  mutable std::atomic_flag busy_;
};

void bind_choices(nb::module_& module) {
  nb::enum_<env::Illegal>(module, "Illegal", "What an illegal move does.")
      .value("LOSE", env::Illegal::lose)
      .value("RAISE", env::Illegal::raise)
      .value("STAY", env::Illegal::stay)
      .value("RANDOM", env::Illegal::random);
  nb::enum_<env::Restart>(module, "Restart", "When a game that is over begins anew.")
      .value("NEXT_STEP", env::Restart::next_step)
      .value("SAME_STEP", env::Restart::same_step)
      .value("DISABLED", env::Restart::disabled);
  nb::enum_<env::Opponent>(module, "Opponent", "Who plays the other side.")
      .value("NONE", env::Opponent::none)
      .value("RANDOM", env::Opponent::random)
      .value("LEVEL", env::Opponent::level)
      .value("OUTSIDE", env::Opponent::outside);
  nb::enum_<env::Seat>(module, "Seat", "Which side the agent has.")
      .value("FIRST", env::Seat::first)
      .value("SECOND", env::Seat::second)
      .value("RANDOM", env::Seat::random)
      .value("ALTERNATE", env::Seat::alternate);
  nb::enum_<env::View>(module, "View", "What is shown of a game besides what is legal.")
      .value("NONE", env::View::none)
      .value("PLANES", env::View::planes)
      .value("GRID", env::View::grid)
      .value("SIGNED", env::View::signed_)
      .value("PACKED", env::View::packed);
  nb::enum_<env::Result>(module, "Result", nb::is_arithmetic(),
                         "What the last step brought a game.")
      .value("OPEN", env::open)
      .value("WON", env::won)
      .value("DRAWN", env::drawn)
      .value("LOST", env::lost)
      .value("ILLEGAL_MOVE", env::illegal);
  nb::enum_<env::Stand>(module, "Stand", nb::is_arithmetic(), "Where a game stands.")
      .value("TO_MOVE", env::to_move)
      .value("OVER", env::over)
      .value("WAITING", env::waiting)
      .value("OPENED_WON", env::opened_won)
      .value("OPENED_DRAWN", env::opened_drawn)
      .value("OPENED_LOST", env::opened_lost);
}

template <class Struct, class Value>
Field<Struct, Value> field(const char* name, Value Struct::* member) {
  return {name, member};
}

void bind_structs(nb::module_& module) {
  using env::Options, env::Rewards, env::Shown, env::Skill;
  bind_struct(module, "Rewards", "What a step brings.", field("win", &Rewards::win),
              field("draw", &Rewards::draw), field("loss", &Rewards::loss),
              field("illegal", &Rewards::illegal), field("move", &Rewards::move));
  bind_struct(module, "Skill", "How well a level plays; a limit of 0 is none.",
              field("nodes", &Skill::nodes), field("depth", &Skill::depth),
              field("overlook", &Skill::overlook), field("spread", &Skill::spread),
              field("alert", &Skill::alert));
  bind_struct(module, "Shown", "A view, as int8 or as float32.", field("view", &Shown::view),
              field("floats", &Shown::floats));
  bind_struct(module, "EnvOptions", "What Env does.", field("rules", &Options::rules),
              field("games", &Options::games), field("threads", &Options::threads),
              field("illegal", &Options::illegal), field("restart", &Options::restart),
              field("opponent", &Options::opponent), field("skill", &Options::skill),
              field("seat", &Options::seat), field("rewards", &Options::rewards),
              field("shown", &Options::shown), field("from_first", &Options::from_first));
  bind_struct(module, "EnvArrays", "What Env reads and overwrites.", field("own", &HeldArrays::own),
              field("other", &HeldArrays::other), field("side", &HeldArrays::side),
              field("stand", &HeldArrays::stand), field("result", &HeldArrays::result),
              field("done", &HeldArrays::done), field("reward", &HeldArrays::reward),
              field("action", &HeldArrays::action), field("mask", &HeldArrays::mask),
              field("view", &HeldArrays::view), field("last_own", &HeldArrays::last_own),
              field("last_other", &HeldArrays::last_other),
              field("last_side", &HeldArrays::last_side));
  bind_struct(module, "EnvStarts", "Positions that games begin in; own is to move.",
              field("own", &HeldStarts::own), field("other", &HeldStarts::other),
              field("side", &HeldStarts::side));
}

}  // namespace

void bind_env(nb::module_& module) {
  bind_choices(module);
  bind_structs(module);
  nb::class_<BoundEnv>(module, "Env", "Many games at once for learning, on arrays that are given.")
      .def(nb::init<const env::Options&, const HeldArrays&, const HeldStarts&>(),
           nb::arg("options"), nb::arg("arrays"), nb::arg("starts"))
      .def("reset", &BoundEnv::reset, nb::arg("seed").none(), nb::arg("chosen").noconvert().none(),
           "Begin all games or the chosen ones, with a new seed or without.")
      .def("step", &BoundEnv::step, nb::arg("moves").noconvert().none(),
           "Play a move in every game; without moves a random one.")
      .def("reply", &BoundEnv::reply, nb::arg("moves").noconvert(),
           "Play the opponent's moves in the games that wait.")
      .def("find_illegal", &BoundEnv::find_illegal, nb::arg("moves").noconvert(),
           "The first game whose move is illegal, the number of games if none is.");
}

}  // namespace inarow
