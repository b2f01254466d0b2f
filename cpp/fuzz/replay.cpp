// What the fuzzers have kept, again, as one of the tests.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/targets.hpp"
#include "tests/check.hpp"

using namespace inarow::fuzz;

TEST("what the fuzzers keep is answered as it should be") {
  for (const auto& [name, target] : targets()) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(INAROW_CORPUS + name)) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
      Input input(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      const int before = failures;
      target(input);
      if (failures != before) std::printf("with %s\n", entry.path().c_str());
      ++files;
    }
    CHECK(files > 0);
  }
}
