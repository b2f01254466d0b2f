// A plain opponent for the engine: alpha-beta to a fixed depth that counts the discs of both sides
// in every line, central columns first, and knows nothing else.
//
// plain_alpha_beta WIDTH HEIGHT K DEPTH reads games with gravity from its input, one in a line, as
// columns from 0 with spaces between them; it answers each with a column.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

class PlainAlphaBeta {
 public:
  PlainAlphaBeta(int width, int height, int k) : width_(width), height_(height), k_(k) {
    through_.resize(width * height);
    const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (const auto& [right, up] : directions)
      for (int column = 0; column < width; ++column)
        for (int row = 0; row < height; ++row) {
          const int x = column + right * (k - 1), y = row + up * (k - 1);
          if (x >= width || y < 0 || y >= height) continue;
          for (int i = 0; i < k; ++i)
            through_[(column + i * right) * height + row + i * up].push_back(lines_);
          ++lines_;
        }
    for (int column = 0; column < width; ++column) order_.push_back(column);
    std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) {
      return std::abs(2 * a - width + 1) < std::abs(2 * b - width + 1);
    });
    weights_.assign(k + 1, 0);
    for (int discs = 1, weight = 1; discs < k; ++discs, weight *= 4) weights_[discs] = weight;
  }

  int choose(const std::vector<int>& moves, int depth) {
    counts_[0].assign(lines_, 0);
    counts_[1].assign(lines_, 0);
    heights_.assign(width_, 0);
    value_ = ply_ = 0;
    for (int column : moves) play(column);
    int best = -1, alpha = -2 * win;
    for (int column : order_) {
      if (heights_[column] == height_) continue;
      const int value = value_of(column, depth, -2 * win, -alpha);
      if (best < 0 || value > alpha) {
        alpha = value;
        best = column;
      }
    }
    return best;
  }

 private:
  static constexpr int win = 1'000'000;

  int width_, height_, k_, lines_ = 0;
  std::vector<std::vector<int>> through_;  // lines by cell
  std::vector<int> order_, weights_, heights_;
  std::vector<int> counts_[2];
  int value_ = 0, ply_ = 0;  // value for the first side

  // Of a move for the side that plays it; the window is the opponent's.
  int value_of(int column, int depth, int alpha, int beta) {
    const bool won = play(column);
    const int value = won ? win - ply_ : -search(depth - 1, alpha, beta);
    undo(column);
    return value;
  }

  int search(int depth, int alpha, int beta) {
    if (ply_ == width_ * height_) return 0;
    if (depth == 0) return ply_ % 2 == 0 ? value_ : -value_;
    for (int column : order_) {
      if (heights_[column] == height_) continue;
      alpha = std::max(alpha, value_of(column, depth, -beta, -alpha));
      if (alpha >= beta) break;
    }
    return alpha;
  }

  bool play(int column) {
    const int side = ply_++ % 2;
    bool won = false;
    for (int line : through_[column * height_ + heights_[column]++]) {
      value_ -= worth(line);
      won |= ++counts_[side][line] == k_;
      value_ += worth(line);
    }
    return won;
  }
  void undo(int column) {
    const int side = --ply_ % 2;
    for (int line : through_[column * height_ + --heights_[column]]) {
      value_ -= worth(line);
      --counts_[side][line];
      value_ += worth(line);
    }
  }
  int worth(int line) const {
    const int first = counts_[0][line], second = counts_[1][line];
    return second == 0 ? weights_[first] : first == 0 ? -weights_[second] : 0;
  }
};

int main(int, char** arguments) {
  PlainAlphaBeta player(std::atoi(arguments[1]), std::atoi(arguments[2]), std::atoi(arguments[3]));
  const int depth = std::atoi(arguments[4]);
  for (std::string game; std::getline(std::cin, game);) {
    std::istringstream words(game);
    std::vector<int> moves;
    for (int column; words >> column;) moves.push_back(column);
    std::printf("%d\n", player.choose(moves, depth));
    std::fflush(stdout);
  }
}
