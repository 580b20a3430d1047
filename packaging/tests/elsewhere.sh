#!/bin/sh
# Runs a command as root in a temporary copy of this machine's file system: an overlay in memory. Where none can be made (in some
# containers), it runs on the machine itself, and says so. Usage: packaging/tests/elsewhere.sh COMMAND…
set -eu
if [ "$(id -u)" != 0 ]; then exec sudo --preserve-env "$0" "$@"; fi

if [ "${1-}" != --inside ]; then
    if unshare -m true 2>/dev/null && unshare -m "$0" --inside --try; then exec unshare -m "$0" --inside "$@"; fi
    echo "elsewhere: no overlay can be mounted: this runs on the machine itself" >&2
    exec "$@"
fi
shift
root=/mnt
mount -t tmpfs overlay $root
mkdir $root/upper $root/work $root/all
mount -t overlay overlay -o "lowerdir=/,upperdir=$root/upper,workdir=$root/work" $root/all
if [ "$1" = --try ]; then exit 0; fi
mount -t tmpfs tmp $root/all/tmp
for folder in /dev /proc /sys "$PWD"; do
    # The checkout may itself be in /tmp.
    mkdir -p "$root/all$folder"
    mount --rbind "$folder" "$root/all$folder"
done
export TMPDIR=/tmp
# Keep away from the machine's own service manager.
exec chroot $root/all sh -c 'cd "$1" && shift && exec "$@"' sh "$PWD" "$@"
