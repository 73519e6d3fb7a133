#!/usr/bin/env bash
# Instructions (callgrind, within World::step_frame) of each machine of bench_instructions, in millions, beside those of
# another build, and whether both end in the same motion.
#
#   tests/bench/instructions.sh [OTHER PROGRAM [MACHINE...]]     after `ninja -C build/bench bench_instructions`
#
# valgrind knows no AVX-512: programs choose their narrower variants in it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
ours=${PROGRAM:-build/bench/bin/bench_instructions}
other=${1:-}
shift || true
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# count PROGRAM MACHINE: "MILLIONS HASH"
count() {
  local hash
  hash=$(valgrind --tool=callgrind --callgrind-out-file="$work/out" --collect-atstart=no \
    --toggle-collect='drawbar::physics::World::step_frame(int)' "$1" "$2" 2>"$work/log") || { cat "$work/log" >&2; exit 1; }
  awk -v hash="$hash" '/^(totals|summary):/ { printf "%.3f %s\n", $2 / 1e6, hash; exit }' "$work/out"
}

machines=("$@")
[[ ${#machines[@]} -gt 0 ]] || mapfile -t machines < <("$ours")
printf '%-16s %10s %s\n' machine millions "${other:+     other  change  motion}"
for machine in "${machines[@]}"; do
  read -r new hash < <(count "$ours" "$machine")
  if [[ -z $other ]]; then
    printf '%-16s %10s\n' "$machine" "$new"
    continue
  fi
  read -r old other_hash < <(count "$other" "$machine")
  [[ $hash == "$other_hash" ]] && motion=same || motion=DIFFERENT
  awk -v m="$machine" -v a="$new" -v b="$old" -v s="$motion" \
    'BEGIN { printf "%-16s %10.3f %10.3f %+6.2f%%  %s\n", m, a, b, 100 * (a / b - 1), s }'
done
