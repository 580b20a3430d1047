#!/bin/sh
# Runs a command in a fresh Debian of another version, in a folder that is visible there under its own path, with this machine's Swift.
# What that Debian starts from is fetched once, and kept in ~/.cache (124 MB); afterwards it is thrown away. Needs mounts of its own.
# Usage: scripts/debian.sh VERSION FOLDER COMMAND [ARGUMENT...], with 12 or 13 as VERSION
set -eu
if [ "$(id -u)" != 0 ]; then exec sudo --preserve-env "$0" "$@"; fi
version=$1 folder=$2
shift 2
case $version in
    12) suite=bookworm ;;
    13) suite=trixie ;;
    *) echo "$0: $version: expected 12 or 13" >&2; exit 64 ;;
esac

kept=${XDG_CACHE_HOME:-$HOME/.cache}/announced/debian-$version.tar
if [ ! -f "$kept" ]; then
    echo "Fetching Debian $version into $kept" >&2
    mkdir -p "${kept%/*}"
    mmdebstrap --quiet --variant=minbase "$suite" "$kept.$$.tar"
    mv "$kept.$$.tar" "$kept"
fi
root=$(mktemp -d)
trap 'rm -rf --one-file-system "$root"' EXIT
trap 'exit 130' INT TERM
tar -C "$root" -xf "$kept"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
swift=
if command -v swift >/dev/null; then
    swift=$(dirname "$(readlink -f "$(command -v swift)")")
    swift=${swift%/usr/bin}
fi
for shared in "$folder" $swift; do mkdir -p "$root$shared"; done
# shellcheck disable=SC2016 # The shell inside reads its own arguments.
unshare --mount --pid --fork --kill-child sh -ec '
    root=$1 folder=$2 swift=$3
    shift 3
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    for shared in /dev /sys "$folder" $swift; do mount --rbind "$shared" "$root$shared"; done
    # Below chroot(2) alone, which is left where pivot_root(2) is refused, nobody may make a user namespace, as some tests do.
    cd "$root"
    mkdir .old
    pivot_root . .old && umount -l .old && rmdir .old
    # The process group of this shell is none there, and who connects is told apart by its group.
    exec setsid chroot . env -i PATH="${swift:+$swift/usr/bin:}/usr/sbin:/usr/bin:/sbin:/bin" HOME=/root DEBIAN_FRONTEND=noninteractive \
        sh -c "cd \"\$0\" && exec \"\$@\"" "$folder" "$@"' debian "$root" "$folder" "$swift" "$@"
