// Wins by threats and by threats of such wins, without gravity: the attacker's disc must make a
// threat, or leave a win by threats alone (forcing.hpp) should the defender pass. In gomoku: fours
// and open threes.
//
// Against a threat there is one reply; against a threatened win there are the defences that
// forcing.hpp gives, so a proof is sound. The tree is searched by proof numbers, depth first: pn
// and dn are how many positions at least must still be proved, or disproved, to settle a node. No
// position comes twice on a path, for discs are only added.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/best_line.hpp"
#include "engine/forcing.hpp"

namespace inarow::engine {

template <class Board>
class Attack {
 public:
  using Cells = typename Board::Cells;

  // *entries* is a power of two.
  Attack(Board& board, Pulse& pulse, Forcing<Board>& forcing, std::size_t entries)
      : board_(board), pulse_(pulse), forcing_(forcing), table_(entries) {}

  // Forgets everything, at no cost.
  void clear() {
    salt_ = mixed(salt_);
    root_ = {};
  }

  // Whether the side to move is proved to win, by looking at no more than *budget* positions. What
  // was found is kept: asking again goes on from there.
  bool wins(int budget) {
    attacker_ = board_.turn();
    budget_ = budget;
    root_ = search(infinite_number, infinite_number);
    return root_.pn == 0;
  }

  // Whether the last search has shown that there is no such win.
  bool is_refuted() const { return root_.dn == 0; }

  // After a win: the plies it takes at most, and how it goes as far as the table knows.
  int plies() const { return root_.plies; }
  BestLine line() {
    BestLine line;
    budget_ = line_budget;
    const int from = board_.ply();
    for (int cell; (cell = best_move(line)) >= 0;) {
      line.add(cell);
      board_.play(cell);
    }
    while (board_.ply() > from) board_.undo();
    return line;
  }

 private:
  using Number = std::uint32_t;
  static constexpr Number infinite_number = 1u << 28;
  static constexpr int most_attacks = 12, forcing_budget = 100;
  static constexpr int line_budget = 20'000;  // to find again what the table has lost

  struct Proof {
    Number pn = 1, dn = 1;
    int plies = 0;  // to the end, when proved

    static Proof proved(int plies) { return {0, infinite_number, plies}; }
    static Proof disproved() { return {infinite_number, 0, 0}; }
  };
  struct Entry {
    std::uint64_t check = 0;
    Proof proof;
  };

  Board& board_;
  Pulse& pulse_;
  Forcing<Board>& forcing_;
  std::vector<Entry> table_;
  std::uint64_t salt_ = 0;
  int attacker_ = 0;
  int budget_ = 0;
  Proof root_;

  bool attacking() const { return board_.turn() == attacker_; }

  INAROW_NOINLINE Proof search(Number pn_limit, Number dn_limit) {
    const Key key = board_.key();
    if (--budget_ < 0 || pulse_.tick()) return known(key, attacking());
    Cells moves;
    Proof proof;
    if (!settle(moves, proof)) {
      do {
        Choice choice = choose(key, moves);
        proof = choice.proof;
        if (proof.pn >= pn_limit || proof.dn >= dn_limit || proof.pn == 0 || proof.dn == 0) break;
        const auto [pn, dn] = limits(choice, pn_limit, dn_limit);
        board_.play(choice.cell);
        search(pn, dn);
        board_.undo();
      } while (budget_ > 0 && !pulse_.stopped());
    }
    if (!pulse_.stopped()) remember(key, proof);
    return proof;
  }

  // What needs no search: gives the proof, or the moves that are left.
  INAROW_NOINLINE bool settle(Cells& moves, Proof& proof) {
    const int defender = 1 - attacker_;
    const Cells& playable = board_.playable();
    const Cells attacks = board_.threats(attacker_) & playable;
    const Cells counters = board_.threats(defender) & playable;
    proof = Proof::disproved();
    if (attacking()) {
      if (attacks.any()) return proof = Proof::proved(1), true;
      if (counters.count() > 1) return true;
      if (forcing_.wins(attacker_, most_attacks, forcing_budget))
        return proof = Proof::proved(forcing_.length()), true;
      moves = counters.any() ? counters : (board_.pairs(attacker_) & playable) | openings();
      return !moves.any();
    }
    if (counters.any() || !playable.any()) return true;
    if (attacks.count() > 1) return proof = Proof::proved(2), true;
    if (attacks.any()) return moves = attacks, false;
    if (!forcing_.wins(attacker_, most_attacks, forcing_budget)) return true;
    moves = forcing_.defences(attacker_);
    return forcing_.wins(defender, most_attacks, forcing_budget);
  }

  // Cells of open lines that lack three discs: one there leaves a pair.
  INAROW_NOINLINE Cells openings() const {
    Cells found;
    const auto wanted = static_cast<std::uint8_t>((board_.rules().k - 3) * one_disc[attacker_]);
    (board_.near() & board_.playable()).for_each([&](int cell) {
      bool opens = false;
      board_.for_each_count(cell, [&](std::uint8_t count) { opens |= count == wanted; });
      if (opens) found |= Cells::single(cell);
    });
    return found;
  }

  struct Choice {
    Proof proof;                      // of the node
    int cell = -1;                    // the move to look into
    Proof child;                      // what is known of it
    Number second = infinite_number;  // the next best number of the kind that counts
  };

  // Sums up the children. For the attacker one proved child is enough: pn is the least of theirs
  // and dn the sum; for the defender it is the other way round.
  INAROW_NOINLINE Choice choose(const Key& key, const Cells& moves) const {
    const bool mine = attacking();
    const int side = board_.turn();
    Choice choice;
    Number least = infinite_number + 1, sum = 0;
    int shortest = 1 << 20, longest = 0;
    moves.for_each([&](int cell) {
      const Proof child = known(board_.key_after(key, cell, side), !mine);
      const Number number = mine ? child.pn : child.dn;
      sum = std::min(infinite_number, sum + (mine ? child.dn : child.pn));
      if (number < least) {
        choice.second = std::min(least, infinite_number);
        least = number;
        choice.cell = cell;
        choice.child = child;
      } else {
        choice.second = std::min(choice.second, number);
      }
      if (child.pn == 0) {
        shortest = std::min(shortest, child.plies);
        longest = std::max(longest, child.plies);
      }
    });
    choice.proof = mine ? Proof{least, sum, 1 + shortest} : Proof{sum, least, 1 + longest};
    if (choice.proof.pn == 0) choice.proof.dn = infinite_number;
    if (choice.proof.dn == 0) choice.proof.pn = infinite_number;
    return choice;
  }

  // How far to look into the chosen child: until another becomes better, with a margin that saves
  // coming back too often.
  std::pair<Number, Number> limits(const Choice& choice, Number pn_limit, Number dn_limit) const {
    const Number margin = choice.second + choice.second / 4 + 1;
    if (attacking())
      return {std::min(pn_limit, margin), dn_limit - (choice.proof.dn - choice.child.dn)};
    return {pn_limit - (choice.proof.pn - choice.child.pn), std::min(dn_limit, margin)};
  }

  // The attacker's positions have one half of the table and the defender's the other: a position
  // never takes the place of its own children.
  std::size_t place(const Key& key, bool attackers) const {
    return (key.place & (table_.size() / 2 - 1)) + (attackers ? table_.size() / 2 : 0);
  }
  std::uint64_t name(const Key& key) const { return (key.check + attacker_) ^ salt_; }
  Proof known(const Key& key, bool attackers) const {
    const Entry& entry = table_[place(key, attackers)];
    return entry.check == name(key) ? entry.proof : Proof{};
  }
  void remember(const Key& key, const Proof& proof) {
    table_[place(key, attacking())] = {name(key), proof};
  }

  // The next move of a proved win; the last ones, which need no search, go into *line*.
  INAROW_NOINLINE int best_move(BestLine& line) {
    Cells moves;
    Proof proof;
    if (settle(moves, proof)) {
      if (proof.pn == 0) add_end(line);
      return -1;
    }
    int best = proved_move(moves);
    if (best < 0) {  // the table has lost it
      search(infinite_number, infinite_number);
      best = proved_move(moves);
    }
    return best;
  }

  // The shortest proved win of the attacker, or the longest resistance; -1 if none is known.
  int proved_move(const Cells& moves) const {
    const Key key = board_.key();
    int best = -1, best_plies = 0;
    moves.for_each([&](int cell) {
      const Proof child = known(board_.key_after(key, cell, board_.turn()), !attacking());
      if (child.pn != 0) return;
      if (best < 0 || (attacking() ? child.plies < best_plies : child.plies > best_plies)) {
        best = cell;
        best_plies = child.plies;
      }
    });
    return best;
  }

  void add_end(BestLine& line) const {
    Cells attacks = board_.threats(attacker_) & board_.playable();
    if (!attacks.any())
      for (int i = 0; i < forcing_.length(); ++i) line.add(forcing_.path(i));
    for (int left = attacking() ? 1 : 2; left > 0 && attacks.any(); --left) {
      line.add(attacks.lowest());
      attacks ^= Cells::single(attacks.lowest());
    }
  }
};

}  // namespace inarow::engine
