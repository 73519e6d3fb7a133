#!/usr/bin/env bash
# One hash for the 60 s drive from every build: g++ -O0 with assertions, g++ -O3 -march=native, clang++, and the
# release build under a C library that was told the CPU lacks AVX2 and FMA.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tools/setup.sh

program_only=(-DDRAWBAR_TESTS=OFF -DDRAWBAR_PAGE=OFF)
configure_and_build debug drawbar -- --preset debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 "${program_only[@]}"
# With AVX-512 g++ 12 warns of its own intrinsics where xxHash uses them.
configure_and_build native drawbar -- --preset release -DCMAKE_CXX_FLAGS=-march=native -DDRAWBAR_WARNINGS_AS_ERRORS=OFF \
  "${program_only[@]}"
configure_and_build clang drawbar -- --preset release -DCMAKE_CXX_COMPILER=clang++-14 "${program_only[@]}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# drive NAME PROGRAM: the hash of every frame, one line each.
drive() {
  "$2" simulate scenes/krt100_trolley.json --duration 60 --controls scenes/krt100_trolley.csv \
    --output /dev/null --hashes "$work/$1"
  echo "$(sha256sum <"$work/$1" | cut -c 1-16)  $(wc -l <"$work/$1") lines  $1"
}
drive release build/release/bin/drawbar
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA drive without_avx2_and_fma build/release/bin/drawbar
drive debug build/debug/bin/drawbar
drive native build/native/bin/drawbar
drive clang build/clang/bin/drawbar

for other in without_avx2_and_fma debug native clang; do
  if ! cmp -s "$work/release" "$work/$other"; then
    echo "the builds differ: $other first at line $(diff <(cat "$work/release") "$work/$other" | head -n 1)"
    exit 1
  fi
done
