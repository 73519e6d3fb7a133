#!/usr/bin/env bash
# renew.sh "REASON" [WORLD...]: writes the golden hashes of all worlds, or of those named, anew, and prints what to commit
# them with: the reason, and which worlds moved from which frame on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tools/setup.sh

if [[ $# -lt 1 || -z $1 ]]; then
  echo 'usage: tests/golden/renew.sh "why the motion may differ" [WORLD...]' >&2
  exit 2
fi
reason=$1
shift
configure_and_build release renew_golden -- --preset release -DDRAWBAR_TESTS=ON
changes=$(build/release/bin/renew_golden "$@")
printf '%s\n\nGolden hashes renewed:\n%s\n' "$reason" "$changes"
