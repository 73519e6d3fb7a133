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
# Every path, but for what a start empties (/run, /tmp) and what apt, dpkg and man-db keep for themselves.
files() { in_root "$root" find / -xdev \( -path /proc -o -path /dev -o -path /run -o -path /tmp -o -path /var/log -o -path /var/cache \
  -o -path /var/lib/apt -o -path /var/lib/dpkg \) -prune -o -print | sort; }
version_is() { says "$1" in_root "$root" dpkg-query -W -f '${Version}\n' "$2"; }
keeps_bare() { diff "$work/bare" <(files); }
is_in() { in_root "$root" test -e "$1"; }
is_gone() { ! is_in "$1"; }
lacks() { ! grep -H "$1" "$2"; }

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
check "an untouched configuration is the new one" lacks 'of 0.1.0' "$root/etc/drawbar/drawbard.json"

in_root "$root" bash -c 'cd /root/package && source installed.sh && check_installed /usr /lib/systemd/system'
check "man finds a subcommand" in_root "$root" man -w drawbar-cigi-terrain
check "bash-completion loads ours" in_root "$root" bash -c \
  'source /usr/share/bash-completion/bash_completion; _completion_loader drawbar; complete -p drawbar'
check "the unit is good" in_root "$root" systemd-analyze verify /lib/systemd/system/drawbard.service
check "the service is off" says 'disabled' in_root "$root" bash -c 'systemctl is-enabled drawbard || true'
scene=/usr/share/drawbar/scenes/krt100_trolley.json
check "find_package and pkg-config" in_root "$root" /root/package/consumer.sh /usr "$scene"
check "import drawbar" in_root "$root" python3 -c "import drawbar; drawbar.World('$scene').step(25)"
check "the daemon serves under its user, as the unit starts it" in_root "$root" bash -c '
  mkdir -p /var/lib/drawbar && chown drawbar: /var/lib/drawbar && cd /var/lib/drawbar
  start=$(sed -n "s/^ExecStart=//p" /lib/systemd/system/drawbard.service)
  setpriv --reuid drawbar --regid drawbar --clear-groups --no-new-privs $start --port 0 --web-port 0 --record /var/lib/drawbar >/tmp/daemon 2>&1 &
  for _ in {1..100}; do grep -q "^ready " /tmp/daemon && break || sleep 0.1; done
  drawbar watch --count 2 --connect "$(sed -n "s/^ready tcp=\([^ ]*\) .*/\1/p" /tmp/daemon)" && kill -TERM $! && wait $! || { cat /tmp/daemon; exit 1; }'
check "it recorded where it may" in_root "$root" bash -c 'drawbar verify /var/lib/drawbar/*.mcap'

# An administrator's own configuration outlives an upgrade, unasked.
echo '{ "scene": "/usr/share/drawbar/scenes/bouncing_ball.json" }' >"$root/etc/drawbar/drawbard.json"
echo 'instructor secret' >"$root/etc/drawbar/tokens"
check "0.1.0 again" apt install --allow-downgrades -o Dpkg::Options::=--force-confold /old/drawbar_0.1.0_amd64.deb
check "$version upgrades it again" apt install -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold \
  /new/drawbar_"$version"_amd64.deb
check "the administrator's configuration is as it was" grep -q bouncing_ball "$root/etc/drawbar/drawbard.json"

check "all three are removed" apt remove "${packages[@]}"
check "programs are gone" is_gone /usr/bin/drawbard
check "the Python module is gone" is_gone /usr/lib/python3/dist-packages/drawbar
check "configuration stays" is_in /etc/drawbar/drawbard.json
check "recordings stay" in_root "$root" bash -c 'ls /var/lib/drawbar/*.mcap'
# Of the others nothing was left to purge.
check "drawbar is purged" apt purge drawbar
check "no file is left" keeps_bare
check "no package is left" lacks drawbar "$root/var/lib/dpkg/status"
check "the user stays, and cannot log in" says 'drawbar:.*/nologin' in_root "$root" getent passwd drawbar
