# shellcheck shell=bash
# Bare Debian 12 roots to try the set-up in, for the scripts beside this file. Source it; needs root and debootstrap.

# What this machine needs to reach the network, such as a name server and certificates of its own, goes into the
# roots, and no package.
bare_mirror=${DRAWBAR_DEBIAN_MIRROR:-http://deb.debian.org/debian}
bare_cache=${DRAWBAR_BARE_CACHE:-/var/cache/drawbar-bare-debian-12}

# new_root FOLDER: a fresh minimal Debian 12. The first one is kept to copy the others from.
new_root() {
  local root=$1
  if [[ ! -d $bare_cache ]]; then
    debootstrap --variant=minbase bookworm "$bare_cache.part" "$bare_mirror" >"/tmp/debootstrap.$$.log" 2>&1 || {
      cat "/tmp/debootstrap.$$.log" >&2
      return 1
    }
    rm "/tmp/debootstrap.$$.log"
    mv "$bare_cache.part" "$bare_cache"
  fi
  mkdir -p "$(dirname "$root")"
  cp -a "$bare_cache" "$root"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  [[ ! -f /etc/apt/sources.list.d/debian.sources ]] || {
    cp /etc/apt/sources.list.d/debian.sources "$root/etc/apt/sources.list.d/"
    : >"$root/etc/apt/sources.list"
  }
  [[ -z ${NODE_EXTRA_CA_CERTS:-} ]] || install -D -m 644 "$NODE_EXTRA_CA_CERTS" "$root/usr/local/share/host-certificates.crt"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount --make-rslave "$root/dev"
}

# in_root FOLDER COMMAND...: with a clean environment, as a new machine's root has it. For the background use
# `exec_in_root FOLDER COMMAND... &`, whose process number is the command's own.
exec_in_root() {
  local root=$1
  shift
  exec chroot "$root" env -i HOME=/root TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=/usr/local/share/host-certificates.crt} "$@"
}
in_root() { (exec_in_root "$@"); }

remove_root() {
  local root=$1
  umount -l "$root/dev" "$root/proc" 2>/dev/null
  rm -rf --one-file-system "$root"
}

# copy_checkout FOLDER: the files that git knows or would take, without anything that was built.
copy_checkout() {
  mkdir -p "$1"
  git ls-files -co --exclude-standard -z | while IFS= read -r -d '' file; do
    [[ ! -e $file ]] || printf '%s\0' "$file"
  done | tar -c --null -T - | tar -x -C "$1"
}
