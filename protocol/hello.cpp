// The first message of a connection.
#include "protocol/hello.h"

#include <memory>
#include <utility>

#include "protocol/encode.h"

namespace drawbar::protocol {

control::HelloT make_hello(std::string name, control::Role role, std::string token,
                           const std::optional<control::Key>& resume_key) {
  control::HelloT hello;
  hello.major = kProtocolMajor;
  hello.minor = kProtocolMinor;
  hello.name = std::move(name);
  hello.role = role;
  hello.token = std::move(token);
  if (resume_key) hello.resume_key = std::make_unique<control::Key>(*resume_key);
  return hello;
}

}  // namespace drawbar::protocol
