#!/usr/bin/env bash
# try.sh BUILD: installs BUILD's component `development` into a folder of its own and builds this program against it, by
# find_package and by pkg-config.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$(cd "$1" && pwd)
scene=$here/../../../scenes/krt100_trolley.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --component development --prefix "$work/prefix" >/dev/null
cmake -S "$here" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release >/dev/null
ninja --quiet -C "$work/build"
by_cmake=$("$work/build/consumer" "$scene")
pkgconfig=$(dirname "$(find "$work/prefix" -name drawbar.pc)")
# shellcheck disable=SC2046
c++ $(PKG_CONFIG_PATH=$pkgconfig pkg-config --cflags drawbar) -O2 "$here/main.cpp" -o "$work/consumer" \
  $(PKG_CONFIG_PATH=$pkgconfig pkg-config --libs --static drawbar)
by_pkg_config=$("$work/consumer" "$scene")
echo "$by_cmake"
[[ $by_cmake == "$by_pkg_config" && -n $by_cmake ]]
