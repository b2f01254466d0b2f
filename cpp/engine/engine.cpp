#include "engine/engine.hpp"

#include <stdexcept>
#include <string>

#include "engine/parity_evaluation.hpp"
#include "engine/root_search.hpp"
#include "memory/helpers.hpp"

namespace inarow {
namespace engine {
namespace {

template <int N, bool Gravity, class Evaluation>
class SizedEngine final : public Engine {
 public:
  SizedEngine(const Rules& rules, std::size_t table_mib)
      : rules_(rules), lines_(rules), evaluation_(rules), memory_(table_mib) {}

  Findings search(const std::uint64_t* own, const std::uint64_t* other, const Limit& limit,
                  int lines, int threads, const StopPoll& poll, const Watch& watch,
                  const std::atomic<bool>& stop) override {
    memory_.next_search(limit.seconds == 0);
    Control control(limit, stop, poll);
    Cells first = Cells::load(own, rules_.words()), second = Cells::load(other, rules_.words());
    if ((first | second).count() % 2 == 1) std::swap(first, second);
    while (static_cast<int>(minds_.size()) < threads)
      minds_.push_back(std::make_unique<Mind>(rules_, lines_, evaluation_, memory_));
    auto others =
        helpers(threads, [&](int i) { minds_[i]->think(first, second, lines, control, i, {}); });
    minds_[0]->think(first, second, lines, control, 0, [&] {
      if (watch) watch(findings_of(*minds_[0]));
    });
    control.over.store(true);  // the helpers, when the first is done
    for (auto& other : others) other.join();
    Findings findings = findings_of(*minds_[0]);
    for (std::size_t i = 1; i <= others.size(); ++i) findings.nodes += minds_[i]->nodes();
    return findings;
  }

 private:
  using Cells = Bits<N>;
  using Mind = Thinker<LineBoard<N, Gravity, Evaluation>, Evaluation>;

  Findings findings_of(const Mind& mind) const {
    Findings findings;
    findings.depth = mind.depth();
    findings.nodes = mind.nodes();
    for (const RootLine& root : mind.best()) {
      Variation variation;
      variation.proved = mind.is_certain(root.value);
      variation.value = std::clamp(root.value, -most_estimate, most_estimate);
      if (variation.proved) {
        variation.value = (root.value > 0) - (root.value < 0);
        variation.plies = plies_to_end(root.value);
      }
      for (int cell : root.line) variation.moves.push_back(move_of(cell));
      findings.lines.push_back(std::move(variation));
    }
    return findings;
  }

  int move_of(int cell) const {
    const int column = cell / rules_.stride(), row = cell % rules_.stride();
    return rules_.gravity ? column : row * rules_.width + column;
  }

  Rules rules_;
  LineTable lines_;
  Evaluation evaluation_;
  Memory memory_;
  std::vector<std::unique_ptr<Mind>> minds_;  // one for each thread, kept between searches
};

}  // namespace
}  // namespace engine

std::unique_ptr<Engine> make_engine(const Rules& rules, std::size_t table_mib) {
  rules.check();
  if (rules.k > engine::max_k)
    throw std::invalid_argument("expected k up to " + std::to_string(engine::max_k) + ", got " +
                                std::to_string(rules.k));
  if (table_mib < 1) throw std::invalid_argument("expected a table of at least 1 MiB");
  return with_bits(rules, [&]<int N>() -> std::unique_ptr<Engine> {
    if (rules.gravity)
      return std::make_unique<engine::SizedEngine<N, true, engine::ParityEvaluation>>(rules,
                                                                                      table_mib);
    return std::make_unique<engine::SizedEngine<N, false, engine::OpenLines>>(rules, table_mib);
  });
}

}  // namespace inarow
