# shellcheck shell=bash disable=SC2034
# What tools/run, tools/test and the Dockerfile share: the Debian packages of each purpose, and the release build.
# Source it; it only defines things. The caller's working directory must be the top of the checkout.

# Debian 12 packages, one list per purpose. "package:command" counts as present when the command is, so that a
# compiler or a node from elsewhere is left alone.
packages_run=(
  g++:g++ cmake:cmake ninja-build:ninja ccache:ccache pkg-config:pkg-config
  libeigen3-dev libflatbuffers-dev flatbuffers-compiler:flatc libexpected-dev
  libboost1.81-dev libssl-dev libspdlog-dev libfmt-dev
  libzstd-dev zlib1g-dev libxxhash-dev libsqlite3-dev libncurses-dev libpng-dev libcli11-dev libtinyxml2-dev
  nodejs:node npm:npm ca-certificates
)
# The Python module; without them the build leaves it out.
packages_python=(python3:/usr/bin/python3 python3-dev pybind11-dev python3-numpy)
# Formats of models that `drawbar import` reads; a build without one of them says so when it is asked for that format.
packages_import=(liburdfdom-dev libsdformat-dev libmujoco-dev libassimp-dev libtinygltf-dev libbullet-extras-dev)
# The Debian packages and man pages.
packages_packaging=(help2man debhelper dh-python lintian)
# The API page.
packages_docs=(doxygen:doxygen)
packages_test=(
  "${packages_run[@]}" "${packages_python[@]}" "${packages_import[@]}"
  libgtest-dev python3-flatbuffers python3-websockets python3-cryptography python3-pip python3-venv
)
packages_all=(
  "${packages_test[@]}" "${packages_packaging[@]}" "${packages_docs[@]}"
  clang-14:clang++-14 libclang-rt-14-dev clang-format:clang-format
  libfcl-dev chromium:chromium tmux:tmux tshark:tshark
  slurmctld slurmd slurm-client munge prometheus
  kubernetes-client:kubectl python3-yaml systemd:systemd-analyze
)
# What the finished programs need at run time; the Dockerfile's small image installs these alone.
packages_runtime=(libsqlite3-0 libspdlog1.10 libfmt9 libssl3 libzstd1 zlib1g libncursesw6 libpng16-16 libtinyxml2-9)

# Prints those of the given entries that are not installed.
missing_packages() {
  local entry installed
  installed=" $(dpkg-query -W -f='${db:Status-Status}:${Package}\n' 2>/dev/null | sed -n 's/^installed://p' | tr '\n' ' ') "
  for entry in "$@"; do
    if [[ $entry == *:* ]]; then
      command -v "${entry#*:}" >/dev/null || echo "${entry%%:*}"
    elif [[ $installed != *" $entry "* ]]; then
      echo "$entry"
    fi
  done
}

# Installs what is missing of the given entries and removes nothing. Where that is not possible it prints the exact
# line to run and ends the script with 3.
install_packages() {
  local missing as_root=()
  mapfile -t missing < <(missing_packages "$@")
  [[ ${#missing[@]} -eq 0 ]] && return
  local options=(install -y --no-remove --no-install-recommends)
  local line="apt-get update && apt-get ${options[*]} ${missing[*]}"

  if [[ " ${missing[*]} " == *" libboost1.81-dev "* ]] &&
    [[ $(dpkg-query -W -f='${db:Status-Status}' libboost1.74-dev 2>/dev/null) == installed ]]; then
    cat >&2 <<END
drawbar needs Boost 1.81 (libboost1.81-dev), and Debian does not install it beside libboost1.74-dev, which is
installed here. This script removes nothing. If nothing of yours builds against Boost 1.74, run
    apt-get remove libboost1.74-dev
as root and start again; otherwise build drawbar in a container (see the README's Docker section).
END
    exit 3
  fi
  if ! command -v apt-get >/dev/null; then
    echo "drawbar's set-up is made for Debian 12; install what corresponds to these packages: ${missing[*]}" >&2
    exit 3
  fi
  if [[ $(id -u) -ne 0 ]]; then
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
      as_root=(sudo)
    else
      printf 'Packages are missing and this is neither root nor sudo. Run this as root, then start again:\n    %s\n' "$line" >&2
      exit 3
    fi
  fi
  echo "installing ${#missing[@]} packages: ${missing[*]}"
  local log policy=/usr/sbin/policy-rc.d own_policy=false
  log=$(mktemp)
  # What comes with a service (Slurm, Prometheus) is for tests, which start their own: Debian's rule for that.
  if [[ ! -e $policy ]]; then
    own_policy=true
    printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" install -m 755 /dev/stdin "$policy"
    # shellcheck disable=SC2064
    trap "${as_root[*]} rm -f $policy" EXIT
  fi
  if ! { "${as_root[@]}" apt-get update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "${options[@]}" "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 15 "$log" >&2
    printf 'The packages could not be installed (whole log: %s). The line was:\n    %s\n' "$log" "$line" >&2
    exit 3
  fi
  rm -f "$log"
  if $own_policy; then
    "${as_root[@]}" rm -f "$policy"
    trap - EXIT
  fi
}

# Compile jobs that the cores and the memory carry: the largest units of 24 files take up to
# 2.4 GB (g++ 12, release: /usr/bin/time -f %M).
build_jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 2516582) }' /proc/meminfo 2>/dev/null || echo "$cores")
  echo $((memory < 1 ? 1 : memory < cores ? memory : cores))
}

# configure_and_build FOLDER TARGET... -- CONFIGURE OPTIONS: under build/FOLDER, quietly; a failure shows the
# compiler's words. Many files of a target are compiled as one (CMakeLists.txt); who edits one file after the other builds by
# a preset, without. A second one of the same folder waits: ninja does not, and both would write the same files.
configure_and_build() {
  local folder=$1 targets=() log
  shift
  while [[ $# -gt 0 && $1 != -- ]]; do
    targets+=("$1")
    shift
  done
  shift
  mkdir -p build
  log=build/$folder.configure.log
  (
    flock 9
    if ! cmake "$@" -B "build/$folder" -DDRAWBAR_COMPILE_TOGETHER=ON >"$log" 2>&1; then
      cat "$log" >&2
      exit 1
    fi
    # On a terminal ninja rewrites one line; elsewhere its lines are news only when something is wrong.
    if [[ -t 1 ]]; then
      ninja -C "build/$folder" -j "$(build_jobs)" "${targets[@]}"
    else
      ninja --quiet -C "build/$folder" -j "$(build_jobs)" "${targets[@]}" | sed '/^ninja: no work to do/d'
      exit "${PIPESTATUS[0]}"
    fi
  ) 9>"build/$folder.lock"
}
