#!/usr/bin/env bash
# Every C++ file of ours is as clang-format writes it; prints those that are not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
find physics protocol scenes server tools python tests -name node_modules -prune -o \
  \( -name '*.cpp' -o -name '*.h' \) -print0 | xargs -0 clang-format --dry-run --Werror
