#!/bin/bash
# The command line over TLS: joins a daemon whose certificate it is told to trust, and no other.
# tls_command.sh DRAWBARD DRAWBAR SCENES
set -euo pipefail
drawbard=$1 drawbar=$2 scenes=$3
source "$(dirname "$0")/../support/daemon.sh"

for name in good other; do
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=drawbard \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout "$folder/$name.key" -out "$folder/$name.crt" 2>/dev/null
done
start_daemon "$drawbard" "$scenes/krt100_trolley.json" --realtime off \
  --tls-cert "$folder/good.crt" --tls-key "$folder/good.key"

host=127.0.0.1
# expect CODE ARGUMENT...: what `drawbar watch` ends with.
expect() {
  local wanted=$1 code=0
  shift
  timeout 30 "$drawbar" watch --connect "$host:$port" --count 1 "$@" >"$folder/out" 2>&1 || code=$?
  [[ $code == "$wanted" ]] || { echo "watch $* ended with $code, not $wanted:"; cat "$folder/out"; exit 1; }
}
expect 0 --tls-ca "$folder/good.crt"
grep -q robot "$folder/out"
expect 3 --tls-ca "$folder/other.crt"
grep -q 'no TLS that can be trusted' "$folder/out"
expect 3 --tls
expect 3
grep -q 'does it speak TLS' "$folder/out"
# A good certificate of somebody else: 127.1 is the same address under a name that it does not have.
host=127.1
expect 3 --tls-ca "$folder/good.crt"
grep -q 'the certificate must name 127.1' "$folder/out"
