#!/usr/bin/env bash
# clang-tidy with the repository's own list (.clang-tidy) on the C++ files that differ from a commit, uncommitted ones too.
#
#   tests/format/tidy.sh                 those that differ from origin/main (or main, where there is no such remote)
#   tests/format/tidy.sh COMMIT          those that differ from that commit
#   tests/format/tidy.sh -- FILE...      these
#
# What the files include is looked at, too, where it is ours. It reads how they are compiled from build/release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tidy=$(command -v clang-tidy-14 || command -v clang-tidy) || { echo "clang-tidy is not installed" >&2; exit 3; }
if [[ ! -f build/release/compile_commands.json ]]; then
  cmake --preset release -DDRAWBAR_TESTS=ON >/dev/null
fi

if [[ ${1:-} == -- ]]; then
  files=("${@:2}")
else
  since=${1:-$(git rev-parse --verify --quiet origin/main || git rev-parse --verify main)}
  mapfile -t files < <(git diff --name-only --diff-filter=d "$(git merge-base "$since" HEAD)" -- '*.cpp')
fi

# What is generated when it is built is there only then; what no target compiles (fuzzers of another preset, benches) has
# no line to be read with.
wanted=()
for file in "${files[@]}"; do
  if grep -qF "\"file\": \"$PWD/$file\"" build/release/compile_commands.json; then
    wanted+=("$file")
  else
    echo "not compiled by the release build, left out: $file"
  fi
done
[[ ${#wanted[@]} -gt 0 ]] || { echo "no C++ file to look at"; exit 0; }
printf '%s\n' "${wanted[@]}" | xargs -P "$(nproc)" -n 1 "$tidy" --quiet -p build/release --extra-arg=-Wno-unknown-warning-option
echo "clang-tidy: ${#wanted[@]} files"
