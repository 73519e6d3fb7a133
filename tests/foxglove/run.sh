#!/bin/sh
# The daemon as Foxglove's own client sees it. Needs npm; packages go to build/.
# usage: tests/foxglove/run.sh [FOLDER OF DRAWBARD]
set -eu
cd "$(dirname "$0")/../.."
programs=${1:-build/release/bin}
bench=build/foxglove_client
mkdir -p "$bench"
if ! cmp -s tests/foxglove/package-lock.json "$bench/package-lock.json" || [ ! -d "$bench/node_modules" ]; then
  cp tests/foxglove/package.json tests/foxglove/package-lock.json "$bench"
  npm ci --prefix "$bench" --ignore-scripts --no-audit --no-fund --loglevel=error > /dev/null
fi
cp tests/foxglove/*.mjs "$bench"
DRAWBAR_DRAWBARD=$PWD/$programs/drawbard DRAWBAR_SCENES=$PWD/scenes node --test --test-reporter spec "$bench"/*.test.mjs
