#!/usr/bin/env bash
# A session through the real programs: a controls file played into the daemon gives the state hashes of `simulate`, the
# recording verifies in another process, also after the daemon was killed, and an instructor's restore is a branch that
# verifies too.
# usage: daemon_session.sh DRAWBARD DRAWBAR SCENES
set -euo pipefail
drawbard=$1 drawbar=$2 scene=$3/krt100_trolley.json
work=$(mktemp -d)
daemon=''
trap '[[ -z $daemon ]] || kill -9 "$daemon" 2>/dev/null || true; rm -rf "$work"' EXIT

# serve RECORDING: the daemon on a free port, standing until the first control; its address goes to `address`.
serve() {
  : >"$work/ready"
  "$drawbard" "$scene" --record "$1" --start on-control --no-governor --port 0 --web-port 0 >"$work/ready" 2>"$work/log" &
  daemon=$!
  for _ in {1..300}; do
    address=$(sed -n 's/^ready tcp=\([^ ]*\) .*/\1/p' "$work/ready")
    [[ -z $address ]] || return 0
    sleep 0.1
  done
  cat "$work/log"
  return 1
}

cat >"$work/drive.csv" <<END
time,name,value
0.1,throttle,0.8
0.5,steer,0.6
1.1,steer,-0.3333333333333333
1.5,throttle,-0.2
END
serve "$work/whole.mcap"
"$drawbar" drive --connect "$address" --controls "$work/drive.csv" --duration 2
kill -TERM "$daemon"
wait "$daemon"
"$drawbar" verify "$work/whole.mcap"
"$drawbar" info "$work/whole.mcap" --hashes "$work/daemon"
"$drawbar" simulate "$scene" --duration 2 --controls "$work/drive.csv" --output /dev/null --hashes "$work/simulate"
head -n "$(wc -l <"$work/simulate")" "$work/daemon" | cmp - "$work/simulate"
echo "the daemon's hashes are simulate's"

serve "$work/killed.mcap"
"$drawbar" drive --connect "$address" --controls "$work/drive.csv" --duration 4 >"$work/drive" 2>&1 &
"$drawbar" watch --connect "$address" --count 30 >/dev/null
"$drawbar" instructor --connect "$address" save here
"$drawbar" watch --connect "$address" --count 10 >/dev/null
"$drawbar" instructor --connect "$address" restore here
until "$drawbar" info "$work/killed.mcap" 2>/dev/null | grep -q '^  1: restored "here"'; do sleep 0.1; done
kill -9 "$daemon"
wait || true
"$drawbar" verify "$work/killed.mcap" | tee "$work/report"
grep -q 'on 2 branches' "$work/report"
echo "a killed daemon's recording verifies up to its last chunk, on both branches"
