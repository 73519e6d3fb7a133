#!/usr/bin/env bash
# One hash for the 60 s drive and for a pile that falls from every build of physics: the release build, alone and under a C library that
# was told the CPU lacks AVX2 and FMA, g++ -O3 -march=native, g++ -O0 with assertions, and clang++.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tools/setup.sh

# One program for all: only physics is compiled anew, as a shared library.
configure_and_build native simulate_alone -- --preset release -DDRAWBAR_SHARED_PHYSICS=ON -DDRAWBAR_PHYSICS_FLAGS=-march=native \
  -DCMAKE_EXE_LINKER_FLAGS=-Wl,--enable-new-dtags -DDRAWBAR_PAGE=OFF
configure_and_build debug drawbar_physics -- --preset debug -DDRAWBAR_SHARED_PHYSICS=ON -DDRAWBAR_PHYSICS_FLAGS=-O0 -DDRAWBAR_PAGE=OFF
configure_and_build tsan drawbar_physics -- --preset tsan  # clang++'s; not instrumented

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Bodies without joints have sweeps of their own, which are built for more than one kind of processor.
/usr/bin/python3 - >"$work/pile.json" <<'END'
import json
boxes = [{"name": f"box_{i}", "mass": 1,
          "position": [1.1 * (i % 3) + 0.3 * (i // 9 % 2), 1.1 * (i // 3 % 3), 0.6 + 1.1 * (i // 9)],
          "shapes": [{"type": "box", "size": [1, 1, 1], "material": "stone"}]} for i in range(27)]
ground = {"name": "ground", "static": True, "shapes": [{"type": "plane", "normal": [0, 0, 1], "material": "stone"}]}
print(json.dumps({"name": "pile", "materials": [{"name": "stone", "friction": 0.5}], "bodies": [ground] + boxes}))
END
# drive NAME PROGRAM: the hash of every frame, one line each.
drive() {
  "$2" simulate scenes/krt100_trolley.json --duration 60 --controls scenes/krt100_trolley.csv \
    --output /dev/null --hashes "$work/$1"
  "$2" simulate "$work/pile.json" --duration 2 --output /dev/null --hashes "$work/$1.pile"
  cat "$work/$1.pile" >>"$work/$1"
  echo "$(sha256sum <"$work/$1" | cut -c 1-16)  $(wc -l <"$work/$1") lines  $1"
}
drive release build/release/bin/drawbar
GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA drive without_avx2_and_fma build/release/bin/drawbar
drive native build/native/bin/simulate_alone
LD_LIBRARY_PATH=build/debug/physics drive debug build/native/bin/simulate_alone
LD_LIBRARY_PATH=build/tsan/physics drive clang build/native/bin/simulate_alone

for other in without_avx2_and_fma debug native clang; do
  if ! cmp -s "$work/release" "$work/$other"; then
    echo "the builds differ: $other first at line $(diff <(cat "$work/release") "$work/$other" | head -n 1)"
    exit 1
  fi
done
