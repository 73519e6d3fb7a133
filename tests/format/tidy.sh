#!/usr/bin/env bash
# clang-tidy with the repository's own list (.clang-tidy) on the C++ files that differ from a commit, uncommitted ones too.
#
#   tests/format/tidy.sh                 those that differ from origin/main (or main, where there is no such remote)
#   tests/format/tidy.sh COMMIT          those that differ from that commit
#   tests/format/tidy.sh -- FILE...      these
#
# What the files include is looked at, too, where it is ours; a header that has changed by itself through one file that includes
# it. How they are compiled is read from build/tidy, a release build of which nothing but the generated headers is made.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tidy=$(command -v clang-tidy-14 || command -v clang-tidy) || { echo "clang-tidy is not installed" >&2; exit 3; }
cmake --preset release -B build/tidy -DDRAWBAR_TESTS=ON >/dev/null
ninja -C build/tidy -t targets all | sed -nE 's/^([^/][^:]*_generated\.h): CUSTOM_COMMAND$/\1/p' | xargs ninja --quiet -C build/tidy

if [[ ${1:-} == -- ]]; then
  files=("${@:2}")
else
  since=${1:-$(git rev-parse --verify --quiet origin/main || git rev-parse --verify main)}
  mapfile -t files < <(
    git diff --name-only --diff-filter=d "$(git merge-base "$since" HEAD)" -- '*.cpp' '*.h'
    git ls-files --others --exclude-standard -- '*.cpp' '*.h'
  )
fi

# of_header HEADER: the file of its name, or the first that includes it.
of_header() {
  if [[ -f ${1%.h}.cpp ]]; then
    echo "${1%.h}.cpp"
  else
    git grep -lF "#include \"$1\"" -- '*.cpp' | head -n 1
  fi
}
mapfile -t files < <(for file in "${files[@]}"; do if [[ $file == *.h ]]; then of_header "$file"; else echo "$file"; fi; done | sort -u)

# What this build does not compile (fuzzers, benches) has no line to be read with.
wanted=()
for file in "${files[@]}"; do
  if grep -qF "\"file\": \"$PWD/$file\"" build/tidy/compile_commands.json; then
    wanted+=("$file")
  else
    echo "the release build does not compile it, left out: $file"
  fi
done
[[ ${#wanted[@]} -gt 0 ]] || { echo "no C++ file to look at"; exit 0; }
printf '%s\n' "${wanted[@]}" | xargs -P "$(nproc)" -n 1 "$tidy" --quiet -p build/tidy --extra-arg=-Wno-unknown-warning-option
echo "clang-tidy: ${#wanted[@]} files"
