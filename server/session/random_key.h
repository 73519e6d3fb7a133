// Secrets of 128 bits from the kernel's random source.
#pragma once

#include "protocol/control_generated.h"

namespace drawbar::server {

control::Key random_key();

/// Equal or not, in a time that does not tell how much of a guess was right.
bool same_key(const control::Key& a, const control::Key& b);

}  // namespace drawbar::server
