#!/bin/sh
# Fuzzes every target, or those named, for SECONDS each (default 10) and prints executions and coverage; ends with 1 at
# the first crash. From 60 s on, the last quarter runs by itself, and the line says what coverage it still added: 1200
# is the long run that nothing new in the last five minutes is asked of.
#   run.sh [SECONDS] [--keep] [TARGET...]
# Inputs that add coverage are kept in build/fuzz/corpus; --keep merges them into tests/fuzz/corpus.
set -eu
cd "$(dirname "$0")/../.."
seconds=10
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

cmake --preset fuzz > /dev/null
programs=
for name in $targets; do programs="$programs fuzz_$name"; done
# shellcheck disable=SC2086
cmake --build --preset fuzz --target $programs -- -j"${DRAWBAR_JOBS:-$(nproc)}" > build/fuzz/build.log 2>&1 || {
  tail -40 build/fuzz/build.log
  exit 1
}

# fuzz NAME SECONDS: adds to $executions, sets $coverage and $new.
fuzz() {
  log=build/fuzz/$1.log
  dictionary=tests/fuzz/$1.dict
  if ! "build/fuzz/bin/fuzz_$1" -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 \
      $(test -f "$dictionary" && echo "-dict=$dictionary") -artifact_prefix="build/fuzz/crash-$1-" \
      "build/fuzz/corpus/$1" "tests/fuzz/corpus/$1" > "$log" 2>&1; then
    echo "fuzz $1: FAILED, input and log in build/fuzz/crash-$1-* and $log"
    tail -30 "$log"
    exit 1
  fi
  executions=$((executions + $(sed -n 's/^stat::number_of_executed_units: *//p' "$log")))
  coverage=$(grep -o 'cov: [0-9]*' "$log" | tail -1 | cut -c6-)
  new=$((new + $(sed -n 's/^stat::new_units_added: *//p' "$log")))
}

for name in $targets; do
  kept=tests/fuzz/corpus/$name
  found=build/fuzz/corpus/$name
  mkdir -p "$kept" "$found"
  executions=0
  new=0
  last=$([ "$seconds" -ge 60 ] && echo $((seconds / 4)) || echo 0)
  fuzz "$name" $((seconds - last))
  line="coverage $coverage"
  if [ "$last" -gt 0 ]; then
    before=$coverage
    fuzz "$name" "$last"
    line="coverage $coverage, $((coverage - before)) of it in the last $last s"
  fi
  echo "fuzz $name: $seconds s, $executions executions, $line, $new new inputs"
  if [ -n "$keep" ]; then
    fresh=build/fuzz/kept/$name
    rm -rf "$fresh" && mkdir -p "$fresh"
    "build/fuzz/bin/fuzz_$name" -set_cover_merge=1 -max_len=4200 "$fresh" "$kept" "$found" > /dev/null 2>&1
    rm -rf "$kept" && cp -r "$fresh" "$kept"
  fi
done
