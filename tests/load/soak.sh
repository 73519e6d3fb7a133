#!/bin/sh
# The soak that the daemon promises to stand: ten KRT100, 64 viewers over TCP and UDP, 8 WebSocket viewers, 4 operators,
# clients that come and go, and for the first minute random bytes at full speed. Prints a table of verdicts; ends with
# 1 when one is wrong. On a quiet machine, as root for real-time priority:
#   tests/load/soak.sh [SECONDS]        default 900
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-900}
ninja --quiet -C build/release drawbard drawbar_load

. tests/support/daemon.sh
tests/load/make_fleet.py 10 "$folder/fleet.json"
start_daemon build/release/bin/drawbard "$folder/fleet.json"
flood=60
[ "$seconds" -ge 300 ] || flood=$((seconds / 5))

good=0
build/release/bin/drawbar_load --port "$port" --web-port "$web_port" --pid "$daemon" --seconds "$seconds" \
  --flood-seconds "$flood" || good=$?
kill "$daemon"
wait "$daemon" || good=1
echo "warnings and errors in the log: $(grep -c ' warning \| error ' "$folder/log" || true), by kind:"
sed -n 's/^[^ ]* \(warning\|error\) //p' "$folder/log" | sed 's/[0-9][0-9.:]*/N/g' | sort | uniq -c | sort -rn | head -12
exit "$good"
