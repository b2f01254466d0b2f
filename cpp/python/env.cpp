// The border to Python for env/: arrays that Python keeps, and numbers for what is chosen by name.
#include "env/env.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>

#include "python/arrays.hpp"

namespace nb = nanobind;

namespace inarow {
namespace {

using Bytes = Array<std::uint8_t>;
using Sets = Array<std::uint64_t>;
using Moves = Array<const std::int32_t>;

template <class T>
T* data_or_null(const std::optional<Array<T>>& array) {
  return array ? array->data() : nullptr;
}

class BoundEnv {
 public:
  using Skill = std::tuple<std::uint64_t, int, double, double, double>;
  using Rewards = std::tuple<float, float, float, float, float>;

  BoundEnv(int width, int height, int k, bool gravity, int threads, int illegal, int restart,
           int opponent, Skill skill, int seat, Rewards rewards, int view, bool floats,
           bool from_first, Sets own, Sets other, Bytes side, Bytes stand, Bytes result, Bytes done,
           Array<float> reward, Array<std::int32_t> action, Bytes mask, std::optional<Bytes> shown,
           std::optional<Sets> last_own, std::optional<Sets> last_other,
           std::optional<Bytes> last_side, Array<const std::uint64_t> start_own,
           Array<const std::uint64_t> start_other, Array<const std::uint8_t> start_side)
      : kept_{own,    other, side,  stand,    result,     done,     reward,
              action, mask,  shown, last_own, last_other, last_side} {
    env::Options options;
    options.rules = {width, height, k, gravity};
    options.rules.check();
    options.games = side.size();
    options.threads = threads;
    options.illegal = static_cast<env::Illegal>(illegal);
    options.restart = static_cast<env::Restart>(restart);
    options.opponent = static_cast<env::Opponent>(opponent);
    const auto [nodes, depth, overlook, spread, alert] = skill;
    options.skill = {{0, nodes, depth}, overlook, spread, alert};
    options.seat = static_cast<env::Seat>(seat);
    const auto [win, draw, loss, wrong, move] = rewards;
    options.rewards = {win, draw, loss, wrong, move};
    options.shown = {static_cast<env::View>(view), floats};
    options.from_first = from_first;
    check_sizes(options);
    const std::size_t sets = start_side.size() * options.rules.words();
    expect_size("start_own", start_own.size(), sets);
    expect_size("start_other", start_other.size(), sets);
    const env::Arrays arrays{own.data(),
                             other.data(),
                             side.data(),
                             stand.data(),
                             result.data(),
                             done.data(),
                             reward.data(),
                             action.data(),
                             mask.data(),
                             data_or_null(shown),
                             data_or_null(last_own),
                             data_or_null(last_other),
                             data_or_null(last_side)};
    const env::Starts starts{{start_own.data(), start_own.data() + sets},
                             {start_other.data(), start_other.data() + sets},
                             {start_side.data(), start_side.data() + start_side.size()}};
    env_ = env::make_env(options, arrays, starts);
  }

  void reset(std::optional<std::uint64_t> seed, std::optional<Array<const std::uint8_t>> chosen) {
    if (chosen) expect_size("chosen", chosen->size(), kept_.side.size());
    run([&] { return env_->reset(seed ? &*seed : nullptr, data_or_null(chosen), interrupted); });
  }

  void step(std::optional<Moves> moves) {
    if (moves) expect_size("moves", moves->size(), kept_.side.size());
    run([&] { return env_->step(data_or_null(moves), interrupted); });
  }

  void reply(Moves moves) {
    expect_size("moves", moves.size(), kept_.side.size());
    nb::gil_scoped_release release;
    env_->reply(moves.data());
  }

  std::size_t find_illegal(Moves moves) const {
    expect_size("moves", moves.size(), kept_.side.size());
    return env_->find_illegal(moves.data());
  }

 private:
  // Python's arrays, which must live as long as this.
  struct Kept {
    Sets own, other;
    Bytes side, stand, result, done;
    Array<float> reward;
    Array<std::int32_t> action;
    Bytes mask;
    std::optional<Bytes> shown;
    std::optional<Sets> last_own, last_other;
    std::optional<Bytes> last_side;
  };

  void check_sizes(const env::Options& options) const {
    const std::size_t n = options.games, sets = n * options.rules.words();
    expect_size("own", kept_.own.size(), sets);
    expect_size("other", kept_.other.size(), sets);
    expect_size("stand", kept_.stand.size(), n);
    expect_size("result", kept_.result.size(), n);
    expect_size("done", kept_.done.size(), n);
    expect_size("reward", kept_.reward.size(), n);
    expect_size("action", kept_.action.size(), n);
    expect_size("mask", kept_.mask.size(), n * options.rules.moves());
    expect_size("shown", kept_.shown ? kept_.shown->size() : 0,
                n * env::shown_bytes(options.rules, options.shown));
    if (!kept_.last_own) return;
    expect_size("last_own", kept_.last_own->size(), sets);
    expect_size("last_other", kept_.last_other ? kept_.last_other->size() : 0, sets);
    expect_size("last_side", kept_.last_side ? kept_.last_side->size() : 0, n);
  }

  template <class Work>
  void run(const Work& work) {
    bool complete = false;
    {
      nb::gil_scoped_release release;
      complete = work();
    }
    if (!complete && PyErr_Occurred()) throw nb::python_error();
  }

  Kept kept_;
  std::unique_ptr<env::Env> env_;
};

}  // namespace

void bind_env(nb::module_& module) {
  nb::class_<BoundEnv>(module, "Env", "Many games at once for learning, on arrays that are given.")
      .def(
          nb::init<int, int, int, bool, int, int, int, int, BoundEnv::Skill, int, BoundEnv::Rewards,
                   int, bool, bool, Sets, Sets, Bytes, Bytes, Bytes, Bytes, Array<float>,
                   Array<std::int32_t>, Bytes, std::optional<Bytes>, std::optional<Sets>,
                   std::optional<Sets>, std::optional<Bytes>, Array<const std::uint64_t>,
                   Array<const std::uint64_t>, Array<const std::uint8_t>>(),
          nb::arg("width"), nb::arg("height"), nb::arg("k"), nb::arg("gravity"), nb::arg("threads"),
          nb::arg("illegal"), nb::arg("restart"), nb::arg("opponent"), nb::arg("skill"),
          nb::arg("seat"), nb::arg("rewards"), nb::arg("view"), nb::arg("floats"),
          nb::arg("from_first"), nb::arg("own").noconvert(), nb::arg("other").noconvert(),
          nb::arg("side").noconvert(), nb::arg("stand").noconvert(), nb::arg("result").noconvert(),
          nb::arg("done").noconvert(), nb::arg("reward").noconvert(), nb::arg("action").noconvert(),
          nb::arg("mask").noconvert(), nb::arg("shown").noconvert().none(),
          nb::arg("last_own").noconvert().none(), nb::arg("last_other").noconvert().none(),
          nb::arg("last_side").noconvert().none(), nb::arg("start_own").noconvert(),
          nb::arg("start_other").noconvert(), nb::arg("start_side").noconvert())
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
