#!/usr/bin/env bash
# deploy/: promtool accepts configuration and rules, each alert fires for its fault, and a real Prometheus scrapes a real
# daemon: every metric of the rules and of the dashboard is there, the recorded figures have values, and the daemon's end
# is told of.
#   prometheus.sh [PROGRAMS]    the folder of drawbard and drawbar (default: build/release/bin)
set -eu
cd "$(dirname "$0")/../.."
programs=$(realpath "${1:-build/release/bin}")
deploy=$PWD/deploy

promtool check config "$deploy/prometheus/prometheus.yml"
promtool test rules "$deploy/prometheus/test/alerts_test.yml"

source tests/support/daemon.sh
prometheus=
trap 'for p in $prometheus $daemon; do kill -9 "$p" 2> /dev/null && wait "$p" 2> /dev/null || true; done; rm -rf "$folder"' EXIT
start_daemon "$programs/drawbard" scenes/pendulum_spring.json --record "$folder/session.mcap"
get() { /usr/bin/python3 -c 'import sys, urllib.request; sys.stdout.write(urllib.request.urlopen(sys.argv[1], timeout=5).read().decode())' "$1"; }

until get "http://127.0.0.1:$web_port/metrics" > "$folder/metrics" && grep -q ^drawbar_disk_free_bytes "$folder/metrics"; do sleep 0.2; done
# The names first: what is misspelt would otherwise be waited for.
/usr/bin/python3 tests/deploy/metric_names.py "$folder/metrics" "$deploy"/prometheus/rules/*.yml "$deploy/grafana/hall.json"
sed 's/^drawbar_frames_total/drawbar_frame_total/; s/drawbar_frames_total counter/drawbar_frame_total counter/' "$folder/metrics" > "$folder/other"
if /usr/bin/python3 tests/deploy/metric_names.py "$folder/other" "$deploy"/prometheus/rules/*.yml "$deploy/grafana/hall.json" > "$folder/said"; then
  echo "a metric that the daemon does not have went unnoticed"
  exit 1
fi
grep -q 'drawbar_frames_total is no metric' "$folder/said"
# What promtool says of the exposition: its errors end with 1, its remarks on style with 3.
promtool check metrics < "$folder/metrics" || [ $? -eq 3 ]

cp -r "$deploy/prometheus" "$folder/prometheus"
sed "s/127.0.0.1:8040/127.0.0.1:$web_port/" "$deploy/prometheus/stations/hall.yml" > "$folder/prometheus/stations/hall.yml"
at=$(/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
prometheus --config.file="$folder/prometheus/prometheus.yml" --storage.tsdb.path="$folder/data" \
  --web.listen-address="127.0.0.1:$at" > "$folder/prometheus.log" 2>&1 &
prometheus=$!

# has QUERY: whether it has a value now.
has() {
  get "http://127.0.0.1:$at/api/v1/query?query=$(/usr/bin/python3 -c 'import sys, urllib.parse; print(urllib.parse.quote(sys.argv[1]))' "$1")" \
    2> /dev/null | grep -q '"value":\['
}
# within SECONDS QUERY: waits for its value.
within() {
  local end=$((SECONDS + $1))
  until has "$2"; do
    if [ $SECONDS -ge $end ] || ! kill -0 "$prometheus"; then
      echo "no value within $1 s: $2"
      tail -n 20 "$folder/prometheus.log"
      exit 1
    fi
    sleep 0.5
  done
  echo "scraped: $2"
}
within 60 'up{job="drawbar",station="station-1"} == 1'
for name in $(sed -n 's/^      - record: //p' "$deploy/prometheus/rules/recording.yml"); do within 60 "$name{station=\"station-1\"}"; done
within 10 'drawbar_recording == 1'
kill -9 "$daemon"
within 60 'ALERTS{alertname="StationGone",station="station-1"}'
