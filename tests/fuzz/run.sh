#!/usr/bin/env bash
# Fuzzes every target, or those named, for SECONDS each (default 8), one on each processor, and prints executions, coverage and when it last
# grew; begins no further ones after a crash, and ends with 1. 1200 is the long run, after which nothing new in the last 300 s is asked of.
#   run.sh [SECONDS] [--keep] [TARGET...]
# Begins from the inputs in tests/fuzz/corpus/TARGET.tar. Inputs that add coverage are left in build/fuzz/found; --keep
# packs those that together reach all of it into that archive.
set -eu
cd "$(dirname "$0")/../.."
source tools/setup.sh
seconds=8
keep=
targets=
for argument in "$@"; do
  case $argument in
    --keep) keep=yes ;;
    *[!0-9]*) targets="$targets $argument" ;;
    *) seconds=$argument ;;
  esac
done
if [ -z "$targets" ]; then
  for source in tests/fuzz/*.cpp; do targets="$targets $(basename "$source" .cpp)"; done
fi

mkdir -p build/fuzz
programs=
for name in $targets; do programs="$programs fuzz_$name"; done
# shellcheck disable=SC2086
configure_and_build asan $programs -- --preset asan

# What a target needs besides its inputs. Without entropic scheduling, which costs more than half of the time where one
# input has thousands of features; no longer than what holds every kind of content.
options_of() {
  case $1 in
    cigi | foxglove) echo "-max_len=4096" ;;
    hub) echo "-entropic=0 -max_len=500" ;;
    scene) echo "-entropic=0 -max_len=6000 -dict=tests/fuzz/scene.dict" ;;
    scene_buffer) echo "-entropic=0 -max_len=8192" ;;
    *) echo "-max_len=16384" ;;
  esac
}

# Where memory was allocated is noted by no run, at a fifth of its time: running the crashing input alone shows it.
export ASAN_OPTIONS=malloc_context_size=0

# UBSan remembers by address which dynamic types it has checked. At random addresses others collide in every run, and
# what it checks anew counts as coverage: twelve edges of hub came and went.
same_addresses=
if setarch -R true 2> /dev/null; then same_addresses="setarch -R"; fi

# pack FOLDER ARCHIVE: the same files give the same bytes, wherever and whenever.
pack() {
  (cd "$1" && find . -type f -printf '%P\n' | LC_ALL=C sort) |
    tar --create --file="$2" --directory="$1" --files-from=- --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644
}

# fuzz TARGET: in a shell of its own.
fuzz() {
  local name=$1 archive=tests/fuzz/corpus/$1.tar kept=build/fuzz/kept/$1 found=build/fuzz/found/$1 log=build/fuzz/$1.log
  rm -rf "$kept" && mkdir -p "$kept" "$found"
  if [ -e "$archive" ]; then tar --extract --file="$archive" --directory="$kept"; fi
  # shellcheck disable=SC2046,SC2086
  if ! $same_addresses "build/asan/bin/fuzz_$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
      -print_final_stats=1 $(options_of "$name") -artifact_prefix="build/fuzz/crash-$name-" "$found" "$kept" \
      > "$log" 2>&1; then
    echo "fuzz $name: FAILED, input and log in build/fuzz/crash-$name-* and $log"
    tail -30 "$log"
    return 1
  fi
  local processor
  times > "build/fuzz/$name.times"  # of this shell: that of a command substitution is another
  processor=$(awk 'END { for (i = 1; i <= 2; ++i) { split($i, t, /[ms]/); sum += t[1] * 60 + t[2] } printf "%.0f", sum }' "build/fuzz/$name.times")
  # "#EXECUTIONS NEW cov: EDGES ... exec/s: RATE": the executions over their rate are the seconds since the start.
  awk -v name="$name" -v seconds="$seconds" -v processor="$processor" '
    match($0, / cov: [0-9]+/) {
      edges = substr($0, RSTART + 6, RLENGTH - 6) + 0
      if (/INITED/) first = most = edges
      if (edges > most) last = substr($1, 2) / (rate_of() ? rate_of() : substr($1, 2))
      if (edges > most) most = edges
    }
    /^stat::number_of_executed_units/ { executions = $2 }
    /^stat::new_units_added/ { inputs = $2 }
    function rate_of() { return match($0, /exec\/s: [0-9]+/) ? substr($0, RSTART + 8, RLENGTH - 8) + 0 : 0 }
    END {
      printf "fuzz %s: %d s (%d s of processor time), %d executions, coverage %d to %d, the last of it after %d s, %d new inputs\n",
        name, seconds, processor, executions, first, most, last, inputs
    }' "$log"
  if [ -n "$keep" ]; then
    merged=build/fuzz/merged/$name
    rm -rf "$merged" && mkdir -p "$merged"
    # shellcheck disable=SC2046,SC2086
    $same_addresses "build/asan/bin/fuzz_$name" -set_cover_merge=1 -use_counters=0 $(options_of "$name") "$merged" "$kept" "$found" \
      > /dev/null 2>&1
    pack "$merged" "$archive"
  fi
}

# As many side by side as there are processors, each in a process group of its own, so that none outlives this script.
set -m
running=()
failed=0
trap 'for group in "${running[@]}"; do kill -- "-$group" 2> /dev/null || true; done' EXIT
end_first() {
  wait "${running[0]}" || failed=1
  running=("${running[@]:1}")
}
for name in $targets; do
  if [ ${#running[@]} -ge "$(nproc)" ]; then end_first; fi
  if [ $failed -ne 0 ]; then break; fi
  fuzz "$name" &
  running+=($!)
done
while [ ${#running[@]} -gt 0 ]; do end_first; done
exit $failed
