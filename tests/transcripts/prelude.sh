# Read by the shell of every transcript before its first command.
. "$SOURCE/tests/support/daemon.sh"
scenes=$SOURCE/scenes

# serve ARGUMENT...: a daemon, frozen, that does not mind how slow its machine is; what it says is in $folder/log.
serve() { start_daemon drawbard --start frozen --no-governor "$@"; }
# Ends it: its recording is whole from here on.
end_daemon() {
  kill -TERM "$daemon"
  wait "$daemon"
  daemon=
}
instructor() { drawbar instructor --connect "127.0.0.1:$port" --name instructor "$@"; }
# get PATH [TOKEN]: what the web port answers.
get() {
  /usr/bin/python3 - "http://127.0.0.1:$web_port$1" "${2-}" <<'END'
import sys, urllib.error, urllib.request
request = urllib.request.Request(sys.argv[1], headers={"Authorization": "Bearer " + sys.argv[2]} if sys.argv[2] else {})
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as error:
    answer = error
print(answer.status, answer.headers["Content-Type"])
sys.stdout.flush()
sys.stdout.buffer.write(answer.read())
END
}
# What a viewer is shown.
viewer() { drawbar watch --connect "127.0.0.1:$port" --name viewer "$@" | grep -v 'the schedule moved on'; }
# What the daemon logged, but for who came and went, and how late it ran.
said() {
  sed -E -e 's/^[^ ]+ //' -e 's/(tcp|udp|web)=[^ ]*|127\.0\.0\.1:[0-9]+/ADDRESS/g' "$folder/log" | grep -v -e 'joined as' -e 'good-bye' -e realtime -e RLIMIT | steady
}
glb() { /usr/bin/python3 "$SOURCE/tests/transcripts/glb_parts.py" "$1"; }
mcap() { /usr/bin/python3 "$SOURCE/tests/transcripts/mcap_records.py" "$1"; }
# messages [--untimed] FILE [TOPIC...]: what a recording's messages say.
messages() { /usr/bin/python3 "$SOURCE/tests/transcripts/mcap_messages.py" "$@"; }
# The words of a page.
page() { sed -e '/<style>/,/<\/style>/d' -e 's/<[^>]*>/ /g' -e 's/  */ /g' -e '/^ *$/d' -e '/^ Build /d' "$1" | steady; }
# Takes out what is of this build, machine, its load or the day.
steady() {
  sed -E -e 's/"build": "[^"]*"/"build": "BUILD"/g; s/,[^,]+(,[0-9]{4}-[0-9]{2}-[0-9]{2}T)/,BUILD\1/' -e 's/drawbard? [0-9.]+(-dev)? \(revision .*, started/drawbar BUILD, started/' \
    -e 's/numerics [0-9a-f]{16}, state layout.*/numerics NUMERICS/' \
    -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?( UTC|Z)?/TIME/g' \
    -e 's/[0-9]+\.[0-9]+ MB,/N MB,/; s/[0-9]+\.[0-9]+ s( of wall time|$)/N s\1/' \
    -e 's/\{[^{}]*the schedule moved on[^{}]*\}(, )?//g; s/, \]/]/g; /the schedule moved on/d' "$@"
}
# wire < SCRIPT: several people at the daemon by the protocol's schemas alone; what each is sent.
wire() { /usr/bin/python3 "$SOURCE/tests/transcripts/wire.py" "$port"; }
