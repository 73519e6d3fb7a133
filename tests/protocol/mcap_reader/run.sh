#!/bin/sh
# Recordings read by MCAP's own library and by Lichtblick's FlatBuffers parser. Needs npm; packages go to build/.
set -eu
cd "$(dirname "$0")/../../.."
work=build/mcap_reader
write=${1:-build/release/bin/write_sample_recording}
mkdir -p "$work"
cp tests/protocol/mcap_reader/package.json tests/protocol/mcap_reader/package-lock.json "$work"
npm ci --prefix "$work" --ignore-scripts --no-audit --no-fund --loglevel=error > /dev/null
cp tests/protocol/mcap_reader/check.mjs "$work"
"$write" "$work/plain.mcap" plain 100
"$write" "$work/zstd.mcap" zstd 100
"$write" "$work/cut.mcap" zstd 100 cut
"$write" "$work/marked.mcap" zstd 100 marked
"$write" "$work/cut_marked.mcap" zstd 100 cut-marked
node "$work/check.mjs" "$work/plain.mcap" "$work/zstd.mcap" "$work/cut.mcap" "$work/marked.mcap" "$work/cut_marked.mcap"
