#include "tests/support/allocation_count.h"

#include <cstdlib>
#include <new>

#include "tests/support/sanitizers.h"

namespace {
thread_local std::size_t allocations = 0;
}  // namespace

#ifndef DRAWBAR_NEW_IS_TAKEN  // where it is, nothing is counted
void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
// std::stable_sort asks this way and gives back the other way; a sanitizer's own would not match.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* p, const std::nothrow_t&) noexcept {
  std::free(p);
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
#endif

namespace drawbar::test {

std::size_t allocation_count() {
  return allocations;
}

}  // namespace drawbar::test
