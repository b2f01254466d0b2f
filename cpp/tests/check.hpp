// The smallest test harness that reports where and what: TEST("name") { CHECK(...); }
#pragma once

#include <cstdio>
#include <string>
#include <vector>

struct Test {
  const char* name;
  void (*body)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}
inline int failures = 0;

struct Register {
  Register(const char* name, void (*body)()) { tests().push_back({name, body}); }
};

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define TEST(name)                                                              \
  static void JOIN(test_, __LINE__)();                                          \
  static const Register JOIN(register_, __LINE__)(name, JOIN(test_, __LINE__)); \
  static void JOIN(test_, __LINE__)()
#define CHECK(condition)                                                        \
  do {                                                                          \
    if (!(condition)) {                                                         \
      ++failures;                                                               \
      std::printf("%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #condition); \
    }                                                                           \
  } while (false)
