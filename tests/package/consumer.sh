#!/usr/bin/env bash
# consumer.sh PREFIX SCENE: a program of somebody else's (consumer/), built against what is installed below PREFIX once by
# find_package and once by pkg-config, says the same of the scene.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
prefix=$1
scene=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S "$here/consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$work/build" >/dev/null
by_cmake=$("$work/build/consumer" "$scene")
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name drawbar.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
c++ $(pkg-config --cflags drawbar) -O2 "$here/consumer/main.cpp" -o "$work/consumer" $(pkg-config --libs --static drawbar)
by_pkg_config=$("$work/consumer" "$scene")
echo "find_package: $by_cmake"
echo "pkg-config:   $by_pkg_config"
[[ -n $by_cmake && $by_cmake == "$by_pkg_config" ]]
