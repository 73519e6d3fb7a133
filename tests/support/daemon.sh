# A daemon for the scripts that source this: $folder goes away with them, and so does the daemon.
folder=$(mktemp -d)
daemon=
trap 'test -z "$daemon" || { kill -9 "$daemon"; wait "$daemon"; } 2> /dev/null || true; rm -rf "$folder"' EXIT

# start_daemon DRAWBARD ARGUMENT...: on free ports; once it is ready they are in $port and $web_port. Its log is $folder/log.
start_daemon() {
  : > "$folder/ready"
  "$@" --port 0 --web-port 0 > "$folder/ready" 2> "$folder/log" &
  daemon=$!
  until grep -q ^ready "$folder/ready"; do
    kill -0 "$daemon" || { cat "$folder/log"; exit 3; }
    sleep 0.05
  done
  port=$(sed 's/.*tcp=[^ ]*:\([0-9]*\).*/\1/' "$folder/ready")
  web_port=$(sed 's/.*web=[^ ]*:\([0-9]*\).*/\1/' "$folder/ready")
}
