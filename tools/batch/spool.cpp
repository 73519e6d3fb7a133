#include "tools/batch/spool.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace drawbar::tools {
namespace {

tl::unexpected<Error> spool_failed() {
  return fail(ErrorKind::environment,
              std::string("the temporary file of the results: ") + std::strerror(errno));
}

}  // namespace

Result<Spool> Spool::create(std::size_t count) {
  File file(std::tmpfile(), &std::fclose);
  if (!file) return spool_failed();
  return Spool(std::move(file), count);
}

Result<void> Spool::put(std::size_t index, const Outcome& outcome) {
  const std::string bytes = packed(outcome);
  const ssize_t put = pwrite(fileno(file_.get()), bytes.data(), bytes.size(), static_cast<off_t>(end_));
  if (put != static_cast<ssize_t>(bytes.size())) return spool_failed();
  places_[index] = {end_, bytes.size()};
  end_ += bytes.size();
  return {};
}

Result<Outcome> Spool::get(std::size_t index) const {
  const Place& place = places_[index];
  std::string bytes(place.size, '\0');
  const ssize_t got =
      pread(fileno(file_.get()), bytes.data(), bytes.size(), static_cast<off_t>(place.offset));
  if (got != static_cast<ssize_t>(bytes.size())) return spool_failed();
  auto outcome = unpacked(bytes);
  if (!outcome) return fail(ErrorKind::environment, "the temporary file of the results is damaged");
  return std::move(*outcome);
}

}  // namespace drawbar::tools
