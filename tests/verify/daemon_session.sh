#!/usr/bin/env bash
# A session through the real programs: a controls file played into the daemon gives the state hashes of `simulate`, the
# recording verifies in another process, also after the daemon was killed, and an instructor's restore is a branch that
# verifies too. The recording of `simulate` replays in the daemon.
# usage: daemon_session.sh DRAWBARD DRAWBAR SCENES
set -euo pipefail
drawbard=$1 drawbar=$2 scenes=$3
source "$(dirname "$0")/../support/daemon.sh"

# A machine that holds the console up for long must not make it a dead man's.
sed 's/"timeout_ms": [0-9]*/"timeout_ms": 600000/' "$scenes/krt100_trolley.json" >"$folder/scene.json"
cp "$scenes"/krt100_hills.png "$folder"

# serve RECORDING: standing until the first control.
serve() {
  start_daemon "$drawbard" "$folder/scene.json" --record "$1" --start on-control --no-governor
}

cat >"$folder/drive.csv" <<END
time,name,value
0.1,throttle,0.8
0.5,steer,0.6
1.1,steer,-0.3333333333333333
1.5,throttle,-0.2
END
serve "$folder/whole.mcap"
"$drawbar" drive --connect "127.0.0.1:$port" --controls "$folder/drive.csv" --duration 2
kill -TERM "$daemon"
wait "$daemon"
"$drawbar" verify "$folder/whole.mcap"
"$drawbar" info "$folder/whole.mcap" --hashes "$folder/daemon"
"$drawbar" simulate "$folder/scene.json" --duration 2 --controls "$folder/drive.csv" --output /dev/null --hashes "$folder/simulate"
head -n "$(wc -l <"$folder/simulate")" "$folder/daemon" | cmp - "$folder/simulate"
echo "the daemon's hashes are simulate's"

# simulate's own recording: the same inputs and hashes, and the daemon replays it and seeks in it.
"$drawbar" simulate "$folder/scene.json" --duration 2 --controls "$folder/drive.csv" --output /dev/null --record "$folder/simulated.mcap"
"$drawbar" verify "$folder/simulated.mcap"
"$drawbar" info "$folder/simulated.mcap" --hashes "$folder/simulated"
cmp "$folder/simulated" "$folder/simulate"
start_daemon "$drawbard" --replay "$folder/simulated.mcap" --start frozen
"$drawbar" instructor --connect "127.0.0.1:$port" seek 1.5
"$drawbar" watch --connect "127.0.0.1:$port" --count 1 --json | tee "$folder/sought" | grep -q '"frame": *37,'
kill -TERM "$daemon"
wait "$daemon"
echo "a simulated session replays"

# A first row that acts later than rows are sent ahead.
printf 'time,name,value\n5.6,throttle,0.8\n' >"$folder/late.csv"
serve "$folder/late.mcap"
"$drawbar" drive --connect "127.0.0.1:$port" --controls "$folder/late.csv" --duration 5.8
kill -TERM "$daemon"
wait "$daemon"
"$drawbar" info "$folder/late.mcap" --hashes "$folder/daemon"
"$drawbar" simulate "$folder/scene.json" --duration 5.7 --controls "$folder/late.csv" --output /dev/null --hashes "$folder/simulate"
head -n "$(wc -l <"$folder/simulate")" "$folder/daemon" | cmp - "$folder/simulate"
echo "the daemon runs for a file whose first row is late"

serve "$folder/killed.mcap"
"$drawbar" drive --connect "127.0.0.1:$port" --controls "$folder/drive.csv" --duration 4 >"$folder/drive" 2>&1 &
"$drawbar" watch --connect "127.0.0.1:$port" --count 30 >/dev/null
"$drawbar" instructor --connect "127.0.0.1:$port" save here
"$drawbar" watch --connect "127.0.0.1:$port" --count 10 >/dev/null
"$drawbar" instructor --connect "127.0.0.1:$port" restore here
until "$drawbar" info "$folder/killed.mcap" 2>/dev/null | grep -q '^  1: restored "here"'; do sleep 0.1; done
kill -9 "$daemon"
wait || true
"$drawbar" verify "$folder/killed.mcap" | tee "$folder/report"
grep -q 'on 2 branches' "$folder/report"
echo "a killed daemon's recording verifies up to its last chunk, on both branches"
