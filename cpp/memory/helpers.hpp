// Threads that work beside the one that calls.
#pragma once

#include <system_error>
#include <thread>
#include <vector>

namespace inarow {

// Runs body(1), body(2), ... elsewhere, together with the caller as many as *threads*, or fewer if
// the system has no more. They must be joined.
template <class Body>
std::vector<std::thread> helpers(int threads, const Body& body) {
  std::vector<std::thread> started;
  started.reserve(threads);
  try {
    for (int i = 1; i < threads; ++i) started.emplace_back(body, i);
  } catch (const std::system_error&) {  // whoever is there does the work
  }
  return started;
}

}  // namespace inarow
