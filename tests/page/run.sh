#!/usr/bin/env bash
# Tests of the web page: first those that need no browser, then the page in headless Chromium against the real daemon.
# usage: tests/page/run.sh                    the tests
#        tests/page/run.sh --pictures FOLDER  the README's pictures instead
#        tests/page/run.sh --measure [MINUTES]  what the page costs instead; minutes of its memory part (2)
# Works on build/release (or DRAWBAR_BUILD), which must be built. Installs no system packages.
set -euo pipefail
pictures=
measure=
if [[ ${1:-} == --pictures && $# -eq 2 ]]; then
  pictures=$(realpath "$2")
elif [[ ${1:-} == --measure && $# -le 2 ]]; then
  measure=${2:-2}
elif [[ $# -ne 0 ]]; then
  sed -n '3,6s/^# //p' "$0" >&2
  exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=${DRAWBAR_BUILD:-build/release}

missing=()
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
[[ -x /usr/bin/chromium ]] || missing+=(chromium)
if [[ ${#missing[@]} -gt 0 ]]; then
  echo "The page's tests need packages that are not installed: apt-get install --no-install-recommends ${missing[*]}" >&2
  exit 3
fi
workshop=$build/tools/page/workshop
for built in "$build/bin/drawbard" "$build/bin/drawbar" "$workshop/dist"; do
  if [[ ! -e $built ]]; then
    echo "$built does not exist; build it first: cmake --preset release && ninja -C build/release drawbard drawbar" >&2
    exit 3
  fi
done

[[ -n $pictures$measure ]] || (cd "$workshop" && npm test --silent)

# node_modules stays in the build tree, so the tests run from a copy there.
bench=$build/tests/page_browser
mkdir -p "$bench"
if ! cmp -s tests/page/package-lock.json "$bench/package-lock.json" || [[ ! -d $bench/node_modules ]]; then
  cp tests/page/package.json tests/page/package-lock.json "$bench"
  npm ci --prefix "$bench" --ignore-scripts --no-audit --no-fund --loglevel=error
fi
cp tests/page/*.mjs "$bench"
# Parts of the page itself, for tests that need no picture.
bundle() {
  "$workshop/node_modules/.bin/esbuild" "${@:2}" --bundle --platform=node --format=esm --log-level=warning --outfile="$bench/page_$1.mjs"
}
bundle messages "$workshop/src/protocol/messages.ts"
bundle motion "$workshop/src/motion/motion_buffer.ts"
parts='export { Outcome } from "./protocol/exercises"; export { speak } from "./words"; export { outcomeName } from "./words/outcomes";'
(bench=$(realpath "$bench"); workshop=$(realpath "$workshop"); cd "$workshop/src" && bundle outcomes --loader=ts <<<"$parts")
export DRAWBAR_EXAMPLE=$PWD/tools/page/example/viewer.html DRAWBAR_PAGE_DIST=$PWD/$workshop/dist
export DRAWBAR_DRAWBAR=${DRAWBAR_DRAWBAR:-$PWD/$build/bin/drawbar}
export DRAWBAR_DRAWBARD=${DRAWBAR_DRAWBARD:-$PWD/$build/bin/drawbard} DRAWBAR_SCENES=${DRAWBAR_SCENES:-$PWD/scenes}
if [[ -n $pictures ]]; then
  node "$bench/pictures.mjs" "$pictures"
elif [[ -n $measure ]]; then
  node "$bench/measures.mjs" "$measure"
else
  # This reporter ends with the failures, which is what tools/test shows of a log.
  node --test --test-reporter spec "$bench"/*.test.mjs
fi
