#!/usr/bin/env bash
# `drawbar drive` in a real terminal (tmux) against the real daemon: keys become motion, the dead man's handle and the
# instructor's hand on time are seen, his malfunctions are not, a daemon that starts anew is found again, q gives the terminal back.
# usage: tests/console/in_terminal.sh [FOLDER/WITH/PROGRAMS]   default: build/release/bin
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
programs=$PWD/${1:-build/release/bin}
work=$(mktemp -d)
screen() { tmux -S "$work/tmux" "$@"; }
daemon=''
finish() {
  screen kill-server 2>/dev/null || true
  [[ -z $daemon ]] || kill "$daemon" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

# start PORT: the daemon; its port goes to `port`.
start() {
  : >"$work/daemon"
  "$programs/drawbard" scenes/krt100_trolley.json --port "$1" --web-port 0 >"$work/daemon" 2>"$work/daemon.log" &
  daemon=$!
  for _ in {1..200}; do
    port=$(sed -n 's/^ready tcp=[^ ]*:\([0-9]*\) .*/\1/p' "$work/daemon")
    [[ -z $port ]] || return 0
    sleep 0.1
  done
  cat "$work/daemon.log"
  return 1
}

# expect TEXT: within 20 s the screen shows it (a regular expression).
expect() {
  for _ in {1..200}; do
    if screen capture-pane -p | grep -qE "$1"; then
      echo "ok    $1"
      return 0
    fi
    sleep 0.1
  done
  echo "FAIL  the screen never showed: $1"
  screen capture-pane -p
  exit 1
}

instruct() { "$programs/drawbar" instructor --connect "127.0.0.1:$port" --name teacher "$@"; }

start 0
screen -u -f /dev/null new-session -d -x 100 -y 34 \
  "LANG=C.UTF-8 $programs/drawbar drive --connect 127.0.0.1:$port --name pupil; echo ended with \$?; cat"
expect 'throttle .* you'
expect 'all levers neutral'
for _ in 1 2 3; do
  screen send-keys w
  sleep 0.7
done
expect 'throttle +\+0\.30 .* acts +\+0\.30'
expect 'without any key they go to neutral in [1-9]'
expect '^ +0\.[1-9][0-9] m/s'
expect 'throttle +\+0\.00 .* acts +\+0\.00'  # no key for a while
instruct fault motor_rear_left off
instruct freeze
expect 'FROZEN'
if screen capture-pane -p | grep -qE 'OFF|switched off'; then
  echo 'FAIL  the trainee is told of a malfunction' && exit 1
fi
echo 'ok    the trainee is not told of a malfunction'
instruct run
expect 'RUNNING'
screen resize-window -x 60 -y 10
expect 'the console needs'
screen resize-window -x 80 -y 24
expect '\[q\] quit'
kill "$daemon"
wait "$daemon"
expect 'reconnecting'
start "$port"
expect 'RUNNING'
screen send-keys q
expect 'ended with 0'

if "$programs/drawbar" drive --connect "127.0.0.1:$port" </dev/null >"$work/out" 2>&1; then
  echo 'FAIL  drive without a terminal must be refused' && exit 1
fi
grep -q 'must be a terminal' "$work/out" && echo 'ok    without a terminal: one clear error'
