#!/usr/bin/env bash
# wheel.sh BUILD: pip makes and installs the wheel in an environment of its own, without the network; the module then runs from
# there, and says the hash that the programs say.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
/usr/bin/python3 -m venv --system-site-packages "$work/venv"
cp -r "$top/pyproject.toml" "$top/LICENSE" "$top/CMakeLists.txt" "$work/"
mkdir "$work/python" && cp -r "$top/python/." "$work/python/"
(cd "$work" && DRAWBAR_BUILD=$build venv/bin/pip install --no-index --no-build-isolation . >pip.log 2>&1) || { cat "$work/pip.log"; exit 1; }
cd "$work/venv"
found=$(bin/python -c "
import drawbar, sys
world = drawbar.World(sys.argv[1])
world.step(10)
assert drawbar.__file__.startswith(sys.prefix), drawbar.__file__
print(f'{world.hash:016x}')" "$top/scenes/krt100_trolley.json")
"$build/bin/drawbar" simulate "$top/scenes/krt100_trolley.json" --duration 0.4 --hashes "$work/hashes" --output "$work/table"
[[ $(tail -n 1 "$work/hashes") == "10,$found" ]]
echo "installed and ran: $found"
