#!/usr/bin/env bash
# renew.sh [NAME...]: gives the commands of all transcripts, or of those named, anew, and writes what they answer in place of
# what stood there. Read the difference before committing it: every line of it is something that a user will see.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tools/setup.sh

configure_and_build release test_transcripts -- --preset release -DDRAWBAR_TESTS=ON
wanted='*'
if [[ $# -gt 0 ]]; then
  wanted=$(printf '*/%s:' "$@")
fi
DRAWBAR_RENEW_TRANSCRIPTS=1 build/release/bin/test_transcripts --gtest_brief=1 --gtest_filter="$wanted"
git --no-pager diff --stat -- tests/transcripts
