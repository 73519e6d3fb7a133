// Counts heap allocations, for tests that forbid them.
#pragma once

#include <cstddef>

namespace drawbar::test {

/// Calls of operator new by this thread since it started.
std::size_t allocation_count();

}  // namespace drawbar::test
