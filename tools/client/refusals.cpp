#include "tools/client/refusals.h"

namespace drawbar::tools {

ErrorKind kind_of(stream::ErrorCode code) {
  using Code = stream::ErrorCode;
  switch (code) {
    case Code::NoSuchId:
    case Code::NoSuchName:
    case Code::NoSuchMoment:
    case Code::NotHeld:
    case Code::Held:
    case Code::Unsupported:
    case Code::SceneInvalid:
      return ErrorKind::wrong;
    case Code::BadValue:
      return ErrorKind::usage;
    case Code::Unknown:
    case Code::Version:
    case Code::BadMessage:
    case Code::TooLarge:
    case Code::Token:
    case Code::NotAllowed:
    case Code::Busy:
    case Code::TooSlow:
    case Code::HelloTimeout:
    case Code::ResumeExpired:
    case Code::TakenOver:
    case Code::Cancelled:
      return ErrorKind::environment;
  }
  return ErrorKind::environment;  // of a newer server
}

}  // namespace drawbar::tools
