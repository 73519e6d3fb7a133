#!/usr/bin/env bash
# Installs the Debian packages of build/packages (tools/package/make_packages.sh) in a bare Debian 12 root: installed, upgraded
# from an older version, used, removed and purged. usage: tests/bare/packages.sh   (as root, needs debootstrap)
#
# What it does not try: that systemd starts the service; the root has none that runs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tests/bare/root.sh
source tests/package/installed.sh

work=$(mktemp -d /tmp/drawbar-packages.XXXXXX)
root=$work/root
finish() {
  remove_root "$root"
  rm -rf --one-file-system "$work"
}
trap finish EXIT
new_root "$root"
mkdir "$root/new" "$root/old"
cp build/packages/*.deb "$root/new/"
cp -r tests/package "$root/root/package"
version=$(dpkg-deb -f "$root"/new/drawbar_*.deb Version)
packages=(drawbar drawbar-dev python3-drawbar)

# The older version: the same files but for one that is gone since, and another configuration.
for package in "$root"/new/*.deb; do
  dpkg-deb -R "$package" "$work/repacked"
  sed -i 's/^Version: .*/Version: 0.1.0/' "$work/repacked/DEBIAN/control"
  if [[ -d $work/repacked/etc/drawbar ]]; then
    echo '{}' >"$work/repacked/usr/share/drawbar/scenes/gone.json"
    echo '// of 0.1.0' >>"$work/repacked/etc/drawbar/drawbard.json"
  fi
  dpkg-deb --root-owner-group -b "$work/repacked" "$root/old/" >/dev/null
  rm -rf "$work/repacked"
done

apt() { in_root "$root" env DEBIAN_FRONTEND=noninteractive apt-get -y --no-install-recommends "$@"; }
# Every path, but for what apt, dpkg and man-db keep for themselves.
files() { in_root "$root" find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /var/log -o -path /var/cache \
  -o -path /var/lib/apt -o -path /var/lib/dpkg \) -prune -o -print | sort; }
version_is() { says "$1" in_root "$root" dpkg-query -W -f '${Version}\n' "$2"; }
keeps_bare() { diff "$work/bare" <(files); }
is_in() { in_root "$root" test -e "$1"; }
is_gone() { ! is_in "$1"; }

check "apt-get update" apt update
check "what is needed to try them" apt install man-db bash-completion g++ cmake make pkg-config
dependencies=$(for package in "$root"/new/*.deb; do dpkg-deb -f "$package" Depends; done | paste -sd,)
check "the dependencies are Debian's" apt satisfy "$dependencies"
files >"$work/bare"

check "0.1.0 installs" apt install /old/drawbar_0.1.0_amd64.deb /old/drawbar-dev_0.1.0_amd64.deb /old/python3-drawbar_0.1.0_amd64.deb
check "the service's user is there" in_root "$root" getent passwd drawbar
check "the configuration is there" is_in /etc/drawbar/drawbard.json
check "$version upgrades it" apt install /new/drawbar_"$version"_amd64.deb /new/drawbar-dev_"$version"_amd64.deb \
  /new/python3-drawbar_"$version"_amd64.deb
for package in "${packages[@]}"; do check "$package is $version" version_is "${version//./\\.}" "$package"; done
check "a file of the old version is gone" is_gone /usr/share/drawbar/scenes/gone.json
check "an untouched configuration is the new one" says '0' in_root "$root" grep -c 'of 0.1.0' /etc/drawbar/drawbard.json || true
