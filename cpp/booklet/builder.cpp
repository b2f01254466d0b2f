#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <limits>
#include <mutex>
#include <random>
#include <sstream>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "booklet/booklet.hpp"
#include "booklet/oracle.hpp"
#include "booklet/sharing.hpp"
#include "booklet/synthesis.hpp"
#include "booklet/walk.hpp"
#include "memory/helpers.hpp"

namespace inarow {
namespace {

using namespace booklet;
using Clock = std::chrono::steady_clock;

constexpr double never = 1e9;  // more pages than any booklet has

struct Decision;

// A position with the opponent to move.
struct Page {
  Pair pair;  // the image that stands for both
  int ply = 0, effort = -1;
  bool busy = false;
  Cells covered = 0;  // replies that the diagram answers
  Diagram diagram;
  std::vector<std::pair<Cells, Decision*>> answers;  // the other replies
  std::vector<Decision*> parents;
  double estimate = 0, sure = never;
  bool is_open() const { return effort < 0; }
};

// A position with us to move.
struct Decision {
  Pair pair;
  int ply = 0;
  std::vector<Page*> moves;
  std::vector<Page*> parents;
  double estimate = 0, sure = never;
};

class Builder final : public BookletBuilder {
 public:
  explicit Builder(const BookletTask& task)
      : task_(task),
        plane_(task.rules),
        answers_(task.log2_answers),
        sums_(plane_.size() + 1, 0),
        counts_(plane_.size() + 1, 0),
        random_(task.seed) {
    for (int i = 0; i < task.threads; ++i)
      oracles_.push_back(std::make_unique<Oracle>(task.rules, plane_, task.draw_is_enough, answers_,
                                                  task.table_mib, task.book));
    if (task.we_start) {
      first_ = decision({});
      root_ = nullptr;
    } else {
      root_ = page({});
    }
  }

  void run(double seconds, double close_after,
           const std::function<bool(const BookletState&)>& poll) override {
    start_ = Clock::now();
    end_ = seconds;
    close_at_ = close_after;
    stop_ = false;
    running_ = true;
    if (first_ && first_->moves.empty()) {
      open_decision(*first_, *oracles_[0]);
      if (first_->moves.empty())
        throw std::invalid_argument("expected a start that keeps the goal");
    }
    std::atomic<int> left{task_.threads};
    auto body = [&](int i) {
      work(i, i == 0 ? &poll : nullptr);
      --left;
    };
    auto others = helpers(task_.threads, body);
    body(0);
    for (auto& other : others) other.join();
    spent_ += elapsed();
    running_ = false;
  }

  BookletState state() const override {
    BookletState state;
    state.seconds = spent_ + (running_ ? elapsed() : 0);
    state.expanded = expanded_;
    for (const auto& oracle : oracles_) state.solves += oracle->solves;
    state.estimate = first_ ? first_->estimate : root_->estimate;
    const double sure = first_ ? first_->sure : root_->sure;
    state.closed = sure < never;
    state.pages = sure;
    return state;
  }

  std::string saved() const override;
  void load(const std::string& text) override;
  std::string booklet(double seconds) override;

 private:
  BookletTask task_;
  Plane plane_;
  Answers answers_;
  std::vector<std::unique_ptr<Oracle>> oracles_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Decision>> decisions_;
  std::vector<double> sums_, counts_;  // estimates of expanded pages, by ply
  Decision* first_ = nullptr;
  Page* root_ = nullptr;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::mt19937_64 random_;
  Clock::time_point start_ = Clock::now();
  double end_ = 0, close_at_ = 0, spent_ = 0;
  std::atomic<bool> stop_{false}, running_{false};
  std::atomic<std::uint64_t> expanded_{0};
  std::vector<std::pair<Diagram, int>> known_;  // diagrams that answered everything, and how often

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  Page* page(const Pair& pair) {
    bool flipped;
    const Pair image = canonical(plane_, pair, flipped);
    auto& slot = pages_[key(image)];
    if (!slot) {
      slot = std::make_unique<Page>();
      slot->pair = image;
      slot->ply = std::popcount(image.occupied());
      slot->estimate = prior(slot->ply);
    }
    return slot.get();
  }
  Decision* decision(const Pair& pair) {
    bool flipped;
    const Pair image = canonical(plane_, pair, flipped);
    auto& slot = decisions_[key(image)];
    if (!slot) {
      slot = std::make_unique<Decision>();
      slot->pair = image;
      slot->ply = std::popcount(image.occupied());
    }
    return slot.get();
  }

  // What a page of which nothing is known may cost below it.
  double prior(int ply) const {
    const double empty = plane_.size() - ply;
    const double guess = std::max(0.2, std::exp(0.5 * (empty - 27)));
    const double n = counts_[ply];
    return 0.8 * (guess * 10 + sums_[ply]) / (10 + n);
  }

  // The moves that keep the goal; a forced one needs no question.
  Cells moves(const Pair& pair, Oracle& oracle) const {
    const Cells playable = plane_.playable(pair.occupied());
    const Cells block = plane_.completing(pair.theirs) & playable;
    return block ? block : oracle.keeping(pair, playable);
  }
  void open_decision(Decision& d, Oracle& oracle) { add_moves(d, moves(d.pair, oracle)); }
  void add_moves(Decision& d, Cells kept) {
    for (; kept; kept &= kept - 1) {
      Page* next = page({d.pair.ours | (kept & -kept), d.pair.theirs});
      if (std::find(d.moves.begin(), d.moves.end(), next) != d.moves.end()) continue;
      d.moves.push_back(next);
      next->parents.push_back(&d);
    }
    estimate(d);
  }

  void estimate(Decision& d) const {
    d.estimate = d.sure = never;
    for (const Page* next : d.moves) {
      d.estimate = std::min(d.estimate, 1 + next->estimate);
      d.sure = std::min(d.sure, 1 + next->sure);
    }
  }
  bool estimate(Page& p) {
    double sum = 0, sure = 0;
    for (std::size_t i = 0; i < p.answers.size(); ++i) {
      const Decision* next = p.answers[i].second;
      if (std::any_of(p.answers.begin(), p.answers.begin() + static_cast<long>(i),
                      [&](const auto& each) { return each.second == next; }))
        continue;  // a mirror image
      sum += next->estimate;
      sure += next->sure;
    }
    sure = std::min(sure, never);
    if (sum == p.estimate && sure == p.sure) return false;
    p.estimate = sum;
    p.sure = sure;
    return true;
  }

  // From a page that has changed to everything above it.
  void spread(Page* from) {
    std::vector<Page*> todo{from};
    while (!todo.empty()) {
      Page* p = todo.back();
      todo.pop_back();
      for (Decision* d : p->parents) {
        const double before = d->estimate, sure = d->sure;
        estimate(*d);
        if (before == d->estimate && sure == d->sure) continue;
        for (Page* above : d->parents)
          if (!above->is_open() && estimate(*above)) todo.push_back(above);
      }
    }
  }

  bool closing() const {
    return elapsed() > close_at_ && (first_ ? first_->sure : root_->sure) >= never;
  }

  // A page to work on next; null if all that matter are busy.
  // *closing* leaves out what is closed; *loyal* prefers what has been begun.
  Page* select(bool closing, bool loyal, bool wander) {
    Page* p = root_;
    Decision* d = first_;
    while (true) {
      if (d) {
        p = nullptr;
        double best = std::numeric_limits<double>::infinity();
        for (Page* next : d->moves) {
          double value = next->estimate;
          if (loyal && !next->is_open()) value *= 0.1;  // to the end before anything else is begun
          if (next->busy) value = 1.2 * value + 1;
          if (value < best) best = value, p = next;
        }
        if (!p) return nullptr;
        if (wander && d->moves.size() > 1 && random_() % 8 == 0)
          p = d->moves[random_() % d->moves.size()];
      }
      if (p->busy) return nullptr;
      if (p->is_open()) return p;
      if (p->answers.empty()) return p->effort < 0 ? p : nullptr;
      if (!closing && p->effort < max_effort && p->answers.size() < 8 && eager(*p)) return p;
      double sum = 0;
      for (const auto& [reply, next] : p->answers)
        if (!closing || next->sure >= never) sum += next->estimate + 0.1;
      double at = std::uniform_real_distribution<double>(0, sum)(random_);
      Decision* chosen = nullptr;
      for (const auto& [reply, next] : p->answers) {
        if (closing && next->sure < never) continue;
        chosen = next;
        if ((at -= next->estimate + 0.1) < 0) break;
      }
      if (!chosen) return nullptr;
      d = chosen;
    }
  }

  static constexpr int max_effort = 5;
  static constexpr std::uint64_t limits[] = {20000, 100000, 400000, 1500000, 3000000, 5000000};

  // Whether to try a page once more with a higher limit: late ones are cheap and often succeed.
  bool eager(const Page& p) {
    const int empty = plane_.size() - p.ply;
    if (empty > most_empty + 2 * p.effort || p.effort >= (empty > 31   ? 2
                                                          : empty > 29 ? 3
                                                                       : max_effort))
      return false;
    return std::uniform_real_distribution<double>(0, 1)(random_) < (p.effort == 0 ? 0.15 : 0.04);
  }
  static constexpr int most_empty = 33;  // with more, no diagram has been seen to answer a reply

  void work(int worker, const std::function<bool(const BookletState&)>* poll) {
    Oracle& oracle = *oracles_[worker];
    double told = -2;  // the first time at once
    std::unique_lock lock(mutex_);
    while (!stop_ && elapsed() < end_) {
      if (poll && elapsed() - told > 1) {
        told = elapsed();
        const BookletState now = state();
        lock.unlock();
        if ((*poll)(now)) stop_ = true;
        lock.lock();
        if (stop_) break;
      }
      Page* p = nullptr;
      const bool close = closing(), closed = (first_ ? first_->sure : root_->sure) < never;
      for (int i = 0; i < 30 && !p; ++i)
        p = select(close || (closed && i < 2 && random_() % 2), close, closed);
      if (!p) {
        changed_.wait_for(lock, std::chrono::milliseconds(20));
        continue;
      }
      expand(*p, oracle, lock);
      changed_.notify_all();
    }
  }

  struct Found {
    Cells covered = 0;
    Diagram diagram;
  };

  void expand(Page& p, Oracle& oracle, std::unique_lock<std::mutex>& lock) {
    p.busy = true;
    const bool fresh = p.is_open();
    const int effort = p.effort + 1;
    Found best{p.covered, p.diagram};
    std::vector<Diagram> seeds;
    if (fresh)
      for (std::size_t i = 0; i < known_.size() && i < 60; ++i) seeds.push_back(known_[i].first);
    lock.unlock();
    // Early questions take the solver long, and hardly any reply is answered.
    const int empty = plane_.size() - p.ply;
    if (empty <= most_empty + 2 * effort)
      cover(p, oracle, empty <= most_empty - 4 ? limits[effort] : limits[effort] / 4, seeds, best);
    // The moves of the decisions below, before the lock is taken.
    std::vector<std::pair<Pair, Cells>> below;
    const Cells others = plane_.playable(p.pair.occupied()) & ~best.covered;
    for (Cells rest = others; rest; rest &= rest - 1) {
      const Pair pair{p.pair.ours, p.pair.theirs | (rest & -rest)};
      if (plane_.completing(pair.ours) & plane_.playable(pair.occupied())) continue;
      below.push_back({pair, moves(pair, oracle)});
    }
    lock.lock();
    p.effort = effort;
    p.busy = false;
    settle(p, best, below);
    if (fresh) {
      sums_[p.ply] += p.estimate;
      ++counts_[p.ply];
    }
    if (best.covered && p.answers.empty()) remember(best.diagram);
    ++expanded_;
    spread(&p);
  }

  void settle(Page& p, const Found& found, const std::vector<std::pair<Pair, Cells>>& below) {
    for (auto& [reply, next] : p.answers)
      next->parents.erase(std::find(next->parents.begin(), next->parents.end(), &p));
    p.answers.clear();
    p.covered = found.covered;
    p.diagram = found.diagram;
    for (const auto& [pair, kept] : below) {
      Decision* next = decision(pair);
      if (next->moves.empty()) add_moves(*next, next->pair == pair ? kept : plane_.mirrored(kept));
      p.answers.push_back({pair.theirs & ~p.pair.theirs, next});
      next->parents.push_back(&p);
    }
    estimate(p);
  }

  void remember(const Diagram& diagram) {
    for (auto& [known, uses] : known_)
      if (known.reply == diagram.reply && known.before == diagram.before) {
        ++uses;
        return;
      }
    if (known_.size() < 400) known_.push_back({diagram, 1});
    for (std::size_t i = known_.size(); --i > 0;)
      if (known_[i].second > known_[i - 1].second) std::swap(known_[i], known_[i - 1]);
  }

  void cover(const Page& p, Oracle& oracle, std::uint64_t limit, const std::vector<Diagram>& seeds,
             Found& best) {
    const Cells all = plane_.playable(p.pair.occupied());
    Cells wanted = 0;  // replies to which we have no win at once
    for (Cells rest = all; rest; rest &= rest - 1) {
      const Cells reply = rest & -rest;
      if (!(plane_.completing(p.pair.ours) & plane_.playable(p.pair.occupied() | reply)))
        wanted |= reply;
    }
    if (!wanted) return;
    Synthesis synthesis(plane_, oracle, task_.draw_is_enough);
    Diagram plain;
    if (best.covered == 0) {
      Walker walker(plane_, task_.draw_is_enough);
      for (std::size_t s = 0; s <= 2 * seeds.size() && best.covered != wanted; ++s) {
        const Plan plan(s == 0 ? plain : s % 2 ? seeds[s / 2] : seeds[s / 2 - 1].mirrored(plane_));
        Cells held = 0;
        for (Cells rest = wanted; rest; rest &= rest - 1)
          if (walker.walk({{p.pair, rest & -rest}}, plan, 3000, &oracle) == Walk::all)
            held |= rest & -rest;
        if (std::popcount(held) <= std::popcount(best.covered)) continue;
        best = {held, {}};
        walker.walk({{p.pair, held}}, plan, 100000, &oracle, &best.diagram);
      }
      if (best.covered == wanted) return;
    }
    Diagram diagram;
    if (synthesis.run({{p.pair, wanted}}, diagram, limit) == Synthesis::found) {
      best = {wanted, diagram};
      return;
    }
    // One reply at a time, those that took most first.
    std::vector<std::pair<std::uint64_t, Cells>> single;
    for (Cells rest = wanted; rest; rest &= rest - 1) {
      Diagram one;
      if (synthesis.run({{p.pair, rest & -rest}}, one, limit) == Synthesis::found)
        single.push_back({synthesis.steps, rest & -rest});
    }
    std::sort(single.rbegin(), single.rend());
    Cells held = 0;
    Diagram last;
    for (const auto& [steps, reply] : single) {
      Diagram more;
      if (synthesis.run({{p.pair, held | reply}}, more, limit, held ? &last : nullptr) ==
          Synthesis::found) {
        held |= reply;
        last = more;
      }
    }
    if (std::popcount(held) > std::popcount(best.covered) && !(best.covered & ~held))
      best = {held, last};
  }

  // The part that the booklet needs: for each decision the cheapest page.
  std::vector<const Page*> extract() const;
  static const Page* cheapest(const Decision& d) {
    const Page* best = nullptr;
    for (const Page* next : d.moves)
      if (!best || next->sure < best->sure) best = next;
    return best;
  }
};

std::string hex(std::uint64_t number) {
  char text[20];
  std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(number));
  return text;
}

std::string Builder::saved() const {
  std::ostringstream out;
  out << "inarow booklet work 1\n"
      << task_.rules.width << ' ' << task_.rules.height << ' ' << task_.rules.k << ' '
      << task_.we_start << ' ' << task_.draw_is_enough << '\n';
  for (const auto& [id, p] : pages_) {
    if (p->is_open()) continue;
    out << "p " << hex(p->pair.ours) << ' ' << hex(p->pair.theirs) << ' ' << p->effort << ' '
        << hex(p->covered);
    if (p->covered) {
      for (int c = 0; c < reply_count; ++c)
        if (p->diagram.reply[c] != open)
          out << ' ' << c << ':' << static_cast<int>(p->diagram.reply[c]);
      for (int c = 0; c < 64; ++c)
        if (p->diagram.before[c]) out << ' ' << c << '>' << hex(p->diagram.before[c]);
    }
    out << '\n';
    for (const auto& [reply, d] : p->answers) {
      Cells kept = 0;
      bool flipped;
      const Pair pair{p->pair.ours, p->pair.theirs | reply};
      canonical(plane_, pair, flipped);
      for (const Page* next : d->moves) {
        // as the decision's own image has it, which may be the mirror of either
        const Cells playable = plane_.playable(d->pair.occupied());
        for (Cells rest = playable; rest; rest &= rest - 1) {
          bool other;
          const Pair after =
              canonical(plane_, {d->pair.ours | (rest & -rest), d->pair.theirs}, other);
          if (after == next->pair) kept |= rest & -rest;
        }
      }
      out << "d " << hex(d->pair.ours) << ' ' << hex(d->pair.theirs) << ' ' << hex(kept) << '\n';
    }
  }
  return out.str();
}

void Builder::load(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  const auto fail = [] {
    throw std::invalid_argument("expected the work of a booklet for these rules");
  };
  if (!std::getline(in, line) || line != "inarow booklet work 1") fail();
  int w, h, k, first, draw;
  if (!(in >> w >> h >> k >> first >> draw) || w != task_.rules.width || h != task_.rules.height ||
      k != task_.rules.k || first != task_.we_start || draw != task_.draw_is_enough)
    fail();
  std::getline(in, line);
  const auto is_cell = [&](long c) { return c >= 0 && c < 64 && plane_.all >> c & 1; };
  const auto stands = [&](const Pair& pair) {  // discs that lie on each other, on the board
    const Cells occupied = pair.occupied();
    return !(pair.ours & pair.theirs) && !(occupied & ~plane_.all) &&
           !(occupied & ~(occupied << 1 | plane_.bottom));
  };
  std::unordered_map<std::uint64_t, Cells> kept;
  std::vector<Page> all;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string kind;
    Page p;
    words >> kind;
    if (kind == "d") {
      Cells moves;
      if (!(words >> std::hex >> p.pair.ours >> p.pair.theirs >> moves) || !stands(p.pair) ||
          moves & ~plane_.playable(p.pair.occupied()))
        fail();
      kept[key(p.pair)] = moves;
      continue;
    }
    if (kind != "p" || !(words >> std::hex >> p.pair.ours >> p.pair.theirs >> std::dec >>
                         p.effort >> std::hex >> p.covered))
      fail();
    if (!stands(p.pair) || p.effort < 0 || p.effort > max_effort) fail();
    std::string word;
    while (words >> word) {
      int c, arrow;
      unsigned long long before;
      char end;
      if (std::sscanf(word.c_str(), "%d:%d%c", &c, &arrow, &end) == 2) {
        if (c < 0 || c >= reply_count || !(is_cell(arrow) || arrow == above || arrow == crossed))
          fail();
        p.diagram.reply[c] = static_cast<std::int8_t>(arrow);
      } else if (std::sscanf(word.c_str(), "%d>%llx%c", &c, &before, &end) == 2) {
        if (!is_cell(c) || before & ~plane_.all) fail();
        p.diagram.before[c] = before;
      } else {
        fail();
      }
    }
    all.push_back(std::move(p));
  }
  std::sort(all.begin(), all.end(), [](const Page& a, const Page& b) {
    return std::popcount(a.pair.occupied()) > std::popcount(b.pair.occupied());
  });
  for (const Page& from : all) {
    Page* p = page(from.pair);
    std::vector<std::pair<Pair, Cells>> below;
    const Cells others = plane_.playable(from.pair.occupied()) & ~from.covered;
    for (Cells rest = others; rest; rest &= rest - 1) {
      const Pair pair{from.pair.ours, from.pair.theirs | (rest & -rest)};
      if (plane_.completing(pair.ours) & plane_.playable(pair.occupied())) continue;
      bool flipped;
      const Pair image = canonical(plane_, pair, flipped);
      const auto found = kept.find(key(image));
      if (found == kept.end()) fail();
      below.push_back({pair, flipped ? plane_.mirrored(found->second) : found->second});
    }
    p->effort = from.effort;
    settle(*p, {from.covered, from.diagram}, below);
    sums_[p->ply] += p->estimate;
    ++counts_[p->ply];
    if (p->answers.empty() && p->covered) remember(p->diagram);
    spread(p);
  }
  if (first_) {
    if (first_->moves.empty()) open_decision(*first_, *oracles_[0]);
    estimate(*first_);
  }
}

std::vector<const Page*> Builder::extract() const {
  std::vector<const Page*> pages;
  std::unordered_map<const Page*, bool> seen;
  const Page* start = first_ ? cheapest(*first_) : root_;
  pages.push_back(start);
  seen[start] = true;
  for (std::size_t i = 0; i < pages.size(); ++i)
    for (const auto& [reply, next] : pages[i]->answers) {
      const Page* to = cheapest(*next);
      if (!seen[to]) {
        seen[to] = true;
        pages.push_back(to);
      }
    }
  return pages;
}

char name(int number) {
  return static_cast<char>(number < 9 ? '1' + number : 'a' + number - 9);
}

std::string Builder::booklet(double seconds) {
  if ((first_ ? first_->sure : root_->sure) >= never) return "";
  const auto pages = extract();
  std::vector<Root> roots;
  std::vector<Diagram> own;
  std::vector<int> of;  // page -> its place among the roots
  for (const Page* p : pages) {
    Cells covered = p->covered;
    of.push_back(covered ? static_cast<int>(roots.size()) : -1);
    if (!covered) continue;
    roots.push_back({p->pair, covered});
    own.push_back(p->diagram);
  }
  const Shared shared =
      share(plane_, oracles_, task_.draw_is_enough, roots, own, seconds, task_.seed);
  std::unordered_map<const Page*, int> number;
  for (std::size_t i = 0; i < pages.size(); ++i) number[pages[i]] = static_cast<int>(i) + 1;
  auto column = [&](Cells cell, bool flipped) {
    const int c = std::countr_zero(cell) / plane_.stride;
    return name(flipped ? plane_.width - 1 - c : c);
  };
  auto cell = [&](int c) {
    std::string text(1, static_cast<char>('a' + c / plane_.stride));
    return text += std::to_string(c % plane_.stride + 1);
  };
  std::ostringstream out;
  out << "inarow booklet 1\n"
      << "rules " << task_.rules.width << 'x' << task_.rules.height << 'x' << task_.rules.k << '\n'
      << "side " << (task_.we_start ? "first" : "second") << '\n'
      << "goal " << (task_.draw_is_enough ? "draw" : "win") << '\n';
  // A move from a decision in its own orientation: our disc, the page and whether that is mirrored.
  auto step = [&](const Pair& pair, const Page* to) {
    for (Cells rest = plane_.playable(pair.occupied()); rest; rest &= rest - 1) {
      bool flipped;
      const Pair after = canonical(plane_, {pair.ours | (rest & -rest), pair.theirs}, flipped);
      if (after == to->pair)
        return std::string{column(rest & -rest, false)} + " > " + std::to_string(number[to]) +
               (flipped ? "~" : "");
    }
    throw std::logic_error("a page that no move leads to");
  };
  if (first_) out << "start " << step({}, pages[0]) << '\n';
  for (std::size_t i = 0; i < shared.diagrams.size(); ++i) {
    const Diagram& d = shared.diagrams[i];
    out << "diagram " << i + 1 << " |";
    const int cells = plane_.width * plane_.stride;
    std::string crosses;
    for (int c = 0; c < cells; ++c) {
      int i = c;
      for (; i < reply_count && d.reply[i] >= 0; i += 64)
        if (i == c)
          out << ' ' << cell(c) << '-' << cell(d.reply[i]);
        else
          out << '/' << cell(d.reply[i]);
      if (i < reply_count && d.reply[i] == crossed && plane_.all >> (c + 1) & 1)
        crosses.append(" ").append(cell(c));
    }
    out << " |" << crosses;
    out << " |";
    for (int c : shared.lists[i]) out << ' ' << cell(c);
    out << '\n';
  }
  for (std::size_t i = 0; i < pages.size(); ++i) {
    out << "page " << i + 1 << " |";
    if (of[i] >= 0) out << ' ' << shared.diagram[of[i]] + 1 << (shared.flipped[of[i]] ? "~" : "");
    out << " |";
    for (const auto& [reply, next] : pages[i]->answers)
      out << ' ' << column(reply, false) << ':' << [&] {
        std::string text =
            step({pages[i]->pair.ours, pages[i]->pair.theirs | reply}, cheapest(*next));
        std::erase(text, ' ');
        return text;
      }();
    out << '\n';
  }
  return out.str();
}

}  // namespace

bool can_make_booklet(const Rules& rules) {
  return rules.gravity && rules.bits() <= 62;
}

std::unique_ptr<BookletBuilder> make_booklet_builder(const BookletTask& task) {
  task.rules.check();
  if (!can_make_booklet(task.rules))
    throw std::invalid_argument("expected rules with gravity and at most 62 bits for a booklet");
  return std::make_unique<Builder>(task);
}

}  // namespace inarow
