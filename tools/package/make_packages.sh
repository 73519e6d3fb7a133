#!/usr/bin/env bash
# Builds the release, makes the man pages from the programs' --help, packs the Debian packages into build/packages and asks
# lintian. Needs help2man, dpkg-dev and lintian beside what the build needs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tools/setup.sh
install_packages "${packages_run[@]}" "${packages_python[@]}" help2man dpkg-dev lintian

configure_and_build release drawbar drawbard drawbar_python -- --preset release
manuals=build/release/manuals
rm -rf "$manuals" && mkdir -p "$manuals"
# page NAME SECTION-LESS COMMAND...: one man page of what `COMMAND --help` says.
page() {
  local name=$1
  shift
  help2man --no-info --no-discard-stderr --name "$2" --version-string "$(build/release/bin/drawbard --version)" \
    --output "$manuals/$name.1" "$1"
  gzip --no-name --best "$manuals/$name.1"
}
wrapper=$(mktemp -d)
trap 'rm -rf "$wrapper"' EXIT
page drawbard build/release/bin/drawbard "physics server for training simulators"
page drawbar build/release/bin/drawbar "command line of the drawbar physics server"
for subcommand in $(build/release/bin/drawbar --help | sed -n '/^Subcommands:/,$ s/^  \([a-z]\+\).*/\1/p'); do
  # help2man runs one program: the subcommand under the name that users type.
  printf '#!/bin/sh\nexec %s %s "$@"\n' "$PWD/build/release/bin/drawbar" "$subcommand" >"$wrapper/drawbar-$subcommand"
  chmod +x "$wrapper/drawbar-$subcommand"
  page "drawbar-$subcommand" "$wrapper/drawbar-$subcommand" "drawbar $subcommand"
done

cmake build/release >/dev/null # the man pages are there now
rm -rf build/packages && mkdir -p build/packages
(cd build/release && umask 022 && cpack -B ../packages >/dev/null)
rm -rf build/packages/_CPack_Packages
ls -l build/packages
lintian --fail-on error --suppress-tags no-manual-page build/packages/*.deb
