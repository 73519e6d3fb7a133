#!/bin/sh
# Fuzzes every target for SECONDS each (default 10) and prints executions and coverage; ends with 1 at the first crash.
# Inputs that add coverage are kept in build/fuzz/corpus; `run.sh SECONDS --keep` merges them into tests/fuzz/corpus.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-10}
keep=${2:-}

cmake --preset fuzz > /dev/null
cmake --build --preset fuzz --target drawbar_fuzzers -- -j"${DRAWBAR_JOBS:-$(nproc)}" > build/fuzz/build.log 2>&1 || {
  tail -40 build/fuzz/build.log
  exit 1
}

for source in tests/fuzz/*.cpp; do
  name=$(basename "$source" .cpp)
  program=build/fuzz/bin/fuzz_$name
  kept=tests/fuzz/corpus/$name
  found=build/fuzz/corpus/$name
  log=build/fuzz/$name.log
  dictionary=tests/fuzz/$name.dict
  mkdir -p "$kept" "$found"
  if ! "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 \
      $(test -f "$dictionary" && echo "-dict=$dictionary") -artifact_prefix="build/fuzz/crash-$name-" "$found" "$kept" > "$log" 2>&1; then
    echo "fuzz $name: FAILED, input and log in build/fuzz/crash-$name-* and $log"
    tail -30 "$log"
    exit 1
  fi
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  coverage=$(grep -o 'cov: [0-9]* ft: [0-9]* corp: [0-9]*' "$log" | tail -1)
  new=$(sed -n 's/^stat::new_units_added: *//p' "$log")
  echo "fuzz $name: $seconds s, $executions executions, $coverage, $new new inputs"
  if [ "$keep" = --keep ]; then
    fresh=build/fuzz/kept/$name
    rm -rf "$fresh" && mkdir -p "$fresh"
    "$program" -set_cover_merge=1 -max_len=4200 "$fresh" "$kept" "$found" > /dev/null 2>&1
    rm -rf "$kept" && cp -r "$fresh" "$kept"
  fi
done
