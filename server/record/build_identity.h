// What this program was built from, for recordings.
#pragma once

#include "protocol/record_generated.h"

namespace drawbar::server {

record::BuildIdentityT build_identity();

}  // namespace drawbar::server
