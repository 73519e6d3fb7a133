#!/usr/bin/env bash
# install_tree.sh BUILD: what BUILD (drawbar, drawbard, drawbar_python) installs into a folder of its own runs from there, and
# other people's programs build against it. Needs no root.
set -euo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")"
source installed.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
check "cmake --install" cmake --install "$build" --prefix "$prefix"
check "cmake --install, the Python module" cmake --install "$build" --prefix "$prefix" --component python
check_installed "$prefix" "$prefix/lib/systemd/system"
check "nothing names the sources or the build" bash -c "! grep -rlF -e '$build' -e '$(cd ../.. && pwd)/' '$prefix/lib/cmake' '$prefix/lib/pkgconfig' '$prefix/lib/systemd' '$prefix/share' '$prefix/include'"
check "find_package and pkg-config" ./consumer.sh "$prefix" "$prefix/share/drawbar/scenes/krt100_trolley.json"
check "import drawbar" env PYTHONPATH="$prefix/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c \
  "import drawbar; drawbar.World('$prefix/share/drawbar/scenes/krt100_trolley.json').step(25)"
# The daemon with the configuration that ships, on ports of its own.
"$prefix/bin/drawbard" --config "$prefix/share/drawbar/drawbard.json" --port 0 --web-port 0 >"$work/daemon" 2>&1 &
daemon=$!
trap 'kill "$daemon" 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in {1..100}; do grep -q '^ready ' "$work/daemon" && break || sleep 0.1; done
check "the configuration that ships serves frames" "$prefix/bin/drawbar" watch --count 2 --json \
  --connect "$(sed -n 's/^ready tcp=\([^ ]*\) .*/\1/p' "$work/daemon")"
kill -TERM "$daemon"
wait "$daemon"
echo "ok    and ends when it is told"
