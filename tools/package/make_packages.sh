#!/usr/bin/env bash
# Builds the release, packs the Debian packages of it (debian/, debhelper) into build/packages and asks lintian.
# usage: make_packages.sh [--build FOLDER]   --build: takes what is built there (drawbar, drawbard, drawbar_python and
# drawbar_manuals), installs nothing
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tools/setup.sh
case ${1:-} in
  '')
    build=$PWD/build/release
    install_packages "${packages_run[@]}" "${packages_python[@]}" "${packages_import[@]}" "${packages_packaging[@]}"
    configure_and_build release drawbar drawbard drawbar_python drawbar_manuals -- --preset release
    ;;
  --build) build=$(cd "$2" && pwd) ;;
  *) sed -n 's/^# usage: //p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
esac

version=$("$build/bin/drawbar" --version | sed -n '1s/^drawbar //p')
output=$PWD/build/packages
work=$output/work
rm -rf "$output" && mkdir -p "$work"
cp -r tools/package/debian "$work/"
printf 'drawbar\n\n%s\n' "$(cat LICENSE)" >"$work/debian/copyright"
# 0.2.0-dev comes before 0.2.0, for Debian by a tilde. Files are as old as the commit, so that packages are the same again.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
printf 'drawbar (%s) stable; urgency=medium\n\n  * See the Changes in the README.\n\n -- %s  %s\n' "${version/-/\~}" \
  "$(sed -n 's/^Maintainer: //p' "$work/debian/control")" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" >"$work/debian/changelog"
if ! (cd "$work" && umask 022 && BUILD=$build OUTPUT=$output dpkg-architecture --command debian/rules binary) >"$output/log" 2>&1; then
  tail -n 30 "$output/log" >&2
  exit 1
fi
rm -rf "$work"
ls -l "$output"/*.deb
lintian --fail-on error "$output"/*.deb
