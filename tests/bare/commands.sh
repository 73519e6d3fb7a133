#!/usr/bin/env bash
# Proves the README's two commands in a bare Debian 12 root: tools/run serves frames, tools/test passes; prints the
# seconds each took. usage: tests/bare/commands.sh [run|test|fast|all]   (default: run and test; as root, needs debootstrap)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tests/bare/root.sh

work=$(mktemp -d /tmp/drawbar-bare.XXXXXX)
root=$work/root
daemon=''
finish() {
  [[ -z $daemon ]] || kill "$daemon" 2>/dev/null || true
  remove_root "$root"
  rm -rf --one-file-system "$work"
}
trap finish EXIT
new_root "$root"

# The checkout as a new user has it, and the project's shared folder beside it where there is one.
copy_checkout "$root/root/drawbar"
[[ ! -d ../shared ]] || cp -rL ../shared "$root/root/shared"

try_run() {
  local began=$SECONDS
  exec_in_root "$root" /root/drawbar/tools/run --port 0 --web-port 0 >"$work/run.log" 2>&1 &
  daemon=$!
  until grep -q '^ready ' "$work/run.log"; do
    kill -0 "$daemon" 2>/dev/null || { cat "$work/run.log" && return 1; }
    sleep 0.2
  done
  echo "$1: ready after $((SECONDS - began)) s"
  until [[ -x $root/root/drawbar/build/release/bin/drawbar ]]; do # it is built while the daemon serves
    kill -0 "$daemon" 2>/dev/null || { cat "$work/run.log" && return 1; }
    ! grep -q '^drawbar could not be built' "$work/run.log" || { cat "$work/run.log" && return 1; }
    sleep 0.2
  done
  echo "$1: drawbar is there after $((SECONDS - began)) s"
  local address
  address=$(sed -n 's/^ready tcp=\([^ ]*\) .*/\1/p' "$work/run.log")
  in_root "$root" /root/drawbar/build/release/bin/drawbar watch --connect "$address" --json --count 3 | tail -n 1 | cut -c 1-200
  kill -TERM "$daemon"
  wait "$daemon" || { echo "tools/run ended with $?" && return 1; }
  daemon=''
}

case ${1:-both} in
  run | both)
    try_run "tools/run, first time"
    cat "$work/run.log"
    try_run "tools/run, second time"
    ;;&
  test | both)
    began=$SECONDS
    in_root "$root" /root/drawbar/tools/test
    echo "tools/test: $((SECONDS - began)) s"
    ;;
  fast | all)
    began=$SECONDS
    in_root "$root" /root/drawbar/tools/test "--$1"
    echo "tools/test --$1: $((SECONDS - began)) s"
    ;;
esac
