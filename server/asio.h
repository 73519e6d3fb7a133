// Where the web port still looks for it.
#pragma once

#include "server/system/asio.h"
