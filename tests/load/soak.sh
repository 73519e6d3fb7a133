#!/bin/sh
# The soak that the daemon promises to stand: ten KRT100, 64 viewers over TCP and UDP, 8 WebSocket viewers, 4 operators,
# clients that come and go, and for the first minute random bytes at full speed. Prints a table of verdicts; ends with
# 1 when one is wrong. On a quiet machine, as root for real-time priority:
#   tests/load/soak.sh [--record FILE] [SECONDS]
#                                       default 900; with a recording, the tick that came late can be played again
#   tests/load/soak.sh --tsan [SECONDS] default 60: daemon and clients under ThreadSanitizer, one machine, recorded, with
#                                       an instructor who saves, restores, rewinds and reloads. In slow motion: deadlines
#                                       are not judged, races are.
set -eu
cd "$(dirname "$0")/../.."
. tests/support/daemon.sh
judge_speed=yes
if [ "${1:-}" = --tsan ]; then
  judge_speed=
  shift
fi
record=
if [ "${1:-}" = --record ]; then
  record="--record $(realpath "$2")"
  shift 2
fi
seconds=${1:-$([ "$judge_speed" ] && echo 900 || echo 60)}
flood=60
[ "$seconds" -ge 300 ] || flood=$((seconds / 5))

# load BUILD: the clients on the daemon that runs.
load() {
  "$1/bin/drawbar_load" --port "$port" --web-port "$web_port" --pid "$daemon" --seconds "$seconds" --flood-seconds "$flood"
}

# instruct BUILD: what makes the daemon's other threads work, again and again, until $folder/done.
instruct() {
  until [ -e "$folder/done" ]; do
    for command in "save here" "fault r0_motor_front_left off" "restore here" "rewind 0.2" "speed 2" "reload" "freeze" "run" "speed 1"; do
      # shellcheck disable=SC2086
      echo "$command: $("$1/bin/drawbar" instructor --connect "127.0.0.1:$port" $command 2>&1 || true)"
      sleep 0.3
    done
  done > "$folder/instructor" 2>&1
}

good=0
if [ "$judge_speed" ]; then
  ninja --quiet -C build/release drawbard drawbar_load
  tests/load/make_fleet.py 10 "$folder/fleet.json"
  # shellcheck disable=SC2086
  start_daemon build/release/bin/drawbard "$folder/fleet.json" --max-joins 1000000 $record
  load build/release || good=$?
else
  cmake --preset tsan > /dev/null
  ninja --quiet -C build/tsan drawbard drawbar_load drawbar
  export TSAN_OPTIONS="log_path=$folder/race exitcode=66"
  tests/load/make_fleet.py 1 "$folder/fleet.json"
  start_daemon build/tsan/bin/drawbard "$folder/fleet.json" --max-joins 1000000 --record "$folder/session.mcap" --realtime off
  instruct build/tsan &
  instructor=$!
  load build/tsan | sed -n 1,3p  # its verdicts are about speed
  touch "$folder/done"
  wait "$instructor"
fi
kill "$daemon"
wait "$daemon" || good=1
if [ ! "$judge_speed" ]; then
  echo "the instructor's commands and what was wrong with them:"
  sort "$folder/instructor" | uniq -c
  echo "races: $(cat "$folder"/race* 2> /dev/null | grep -c 'WARNING: ThreadSanitizer' || true)"
  ! cat "$folder"/race* 2> /dev/null || good=1
fi
echo "warnings and errors in the log: $(grep -c ' warning \| error ' "$folder/log" || true), by kind:"
sed -n 's/^[^ ]* \(warning\|error\) //p' "$folder/log" | sed 's/[0-9][0-9.:]*/N/g' | sort | uniq -c | sort -rn | head -12
exit "$good"
