#!/usr/bin/env bash
# Tries the Dockerfile where there is no Docker engine: every instruction in bare Debian 12 roots, then the image's
# command under its user, its health check and a client from outside. As root, needs debootstrap.
#
# What it does not try: layers, the slim image's own contents (the root is debootstrap's minbase), port publishing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tests/bare/root.sh

work=$(mktemp -d /tmp/drawbar-docker.XXXXXX)
server=''
finish() {
  [[ -z $server ]] || kill "$server" 2>/dev/null || true
  for root in "$work"/stage-*; do [[ ! -d $root ]] || remove_root "$root"; done
  rm -rf --one-file-system "$work"
}
trap finish EXIT

copy_checkout "$work/context"
stage=''         # the root in work
folder=/         # WORKDIR
user=root        # USER
health='' entry='' command=''
declare -A stages

# json_words TEXT: a JSON list of strings, one word per line, NUL-separated.
json_words() { /usr/bin/python3 -c 'import json, sys; print(*json.loads(sys.argv[1]), sep="\0", end="\0")' "$1"; }

# exec_as_user COMMAND...: in the image, as its user in its folder.
exec_as_user() {
  # shellcheck disable=SC2016  # expanded by the inner bash
  exec_in_root "$stage" setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs \
    bash -c 'cd "$0" && exec "$@"' "$folder" "$@"
}
as_user() { (exec_as_user "$@"); }

copy() {
  local from=$work/context words=() target
  read -ra words <<<"$1"
  if [[ ${words[0]} == --from=* ]]; then
    from=${stages[${words[0]#--from=}]}
    words=("${words[@]:1}")
  fi
  target=${words[-1]}
  [[ $target == /* ]] || target=$folder/$target
  [[ ${#words[@]} -eq 2 && $target != */ && -f $from/${words[0]} ]] || mkdir -p "$stage/$target"
  local source
  for word in "${words[@]:0:${#words[@]}-1}"; do
    compgen -G "$from/$word" >/dev/null || { echo "COPY: there is no $word" >&2 && return 1; }
    for source in $from/$word; do  # unquoted: COPY takes patterns
      # Docker copies what a folder holds, not the folder.
      if [[ -d $source ]]; then cp -a "$source/." "$stage/$target/"; else cp -a "$source" "$stage/$target"; fi
    done
  done
}

while IFS= read -r line; do
  [[ -n $line && $line != \#* ]] || continue
  instruction=${line%% *}
  rest=${line#* }
  echo "== ${line:0:110}"
  case $instruction in
    FROM)
      read -r image _ name <<<"$rest"
      [[ $image == debian:12-slim ]] || { echo "FROM $image: only debian:12-slim can be tried here" >&2 && exit 1; }
      stage=$work/stage-${name:-final}
      stages[${name:-final}]=$stage
      new_root "$stage"
      folder=/ user=root
      size_before=$(du -smx "$stage" | cut -f 1)
      ;;
    WORKDIR) folder=$rest && mkdir -p "$stage/$folder" ;;
    COPY) copy "$rest" ;;
    RUN) in_root "$stage" bash -c "cd $folder && $rest" >"$work/log" 2>&1 || { tail -n 40 "$work/log" && exit 1; } ;;
    USER) user=$rest ;;
    HEALTHCHECK) health=${rest#*CMD } ;;
    ENTRYPOINT) entry=$rest ;;
    CMD) command=$rest ;;
    EXPOSE | STOPSIGNAL) ;;
    *) echo "$instruction is not tried by this script" >&2 && exit 1 ;;
  esac
done <Dockerfile
echo "runtime stage: $(($(du -smx "$stage" | cut -f 1) - size_before)) MB on top of the base image"

mkdir -p "$stage/run/secrets"
(umask 077 && head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$stage/run/secrets/drawbar")
chown 10001 "$stage/run/secrets/drawbar"
mapfile -d '' -t start < <(json_words "$entry" && json_words "$command")
mapfile -d '' -t check < <(json_words "$health")
exec_as_user "${start[@]}" >"$work/log" 2>&1 &
server=$!
for _ in {1..100}; do
  grep -q '^ready ' "$work/log" && break
  sleep 0.1
done
cat "$work/log"
as_user "${check[@]}" && echo "health check: healthy"
cp "$stage/run/secrets/drawbar" "$work/token"
"$stage/usr/local/bin/drawbar" watch --connect 127.0.0.1:4040 --token-file "$work/token" --json --count 2 | cut -c 1-160
kill -TERM "$server"
wait "$server"
server=''
if as_user "${check[@]}" 2>/dev/null; then echo "the health check says healthy though nothing runs" >&2 && exit 1; fi
echo "stopped cleanly; health check: unhealthy"
