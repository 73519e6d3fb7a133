#!/usr/bin/env bash
# make_manuals.sh PROGRAMS FOLDER: the man pages of drawbard, drawbar and each of its subcommands, made of what their --help
# says (help2man). PROGRAMS is the folder of the two.
set -euo pipefail
programs=$(cd "$1" && pwd)
manuals=$2
rm -rf "$manuals" && mkdir -p "$manuals"
version=$("$programs/drawbar" --version | sed -n '1s/^drawbar //p')
wrappers=$(mktemp -d)
trap 'rm -rf "$wrappers"' EXIT

# page NAME ABOUT PROGRAM: one man page.
page() {
  help2man --no-info --no-discard-stderr --name "$2" --version-string "$1 $version" --source "drawbar $version" \
    --manual "drawbar" --output "$manuals/$1.1" "$3"
}

page drawbard "physics server for training simulators" "$programs/drawbard"
page drawbar "command line of the drawbar physics server" "$programs/drawbar"
# help2man runs one program: the subcommand under the name of its page.
"$programs/drawbar" --help | sed -n '/^Subcommands:/,$ s/^  \([a-z][a-z-]*\)  *\(.*\)/\1 \2/p' | while read -r name about; do
  printf '#!/bin/sh\nexec %q %s "$@"\n' "$programs/drawbar" "$name" >"$wrappers/drawbar-$name"
  chmod +x "$wrappers/drawbar-$name"
  page "drawbar-$name" "$about" "$wrappers/drawbar-$name"
done
