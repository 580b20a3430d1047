#!/bin/sh
# Builds the Debian package announced_VERSION_ARCHITECTURE.deb in .build/deb, and checks it: its programs, unpacked elsewhere, must start
# and speak.
# Environment: DEBFULLNAME and DEBEMAIL, the packager, otherwise git's user or the last commit's author; SOURCE_DATE_EPOCH, the date;
# PROGRAMS, a folder with the programs, if they are already built; XZ_LEVEL, 0 to 9: how much time to spend on compression.
set -eu
cd "$(dirname "$0")/.."

from_git() { { git config "user.$1" || git log -1 --format="$2"; } 2>/dev/null || :; }
name=${DEBFULLNAME:-$(from_git name %an)}
email=${DEBEMAIL:-$(from_git email %ae)}
if [ -z "$name" ] || [ -z "$email" ]; then
    echo "make deb: the package needs a maintainer: set DEBFULLNAME and DEBEMAIL, your name and your address" >&2
    exit 1
fi

command -v dpkg-shlibdeps >/dev/null || scripts/install-packages.sh deb
[ -n "${PROGRAMS-}" ] || scripts/install-packages.sh build
scripts/build-release.sh
programs=$(scripts/build-release.sh --show-bin-path)
umask 022
work=.build/deb
rm -rf "$work"
mkdir -p "$work/package/DEBIAN" "$work/debian"
package=$work/package
share=$package/usr/share
doc=$share/doc/announced

DESTDIR=$PWD/$package PREFIX=/usr PROGRAMS=$programs packaging/install.sh install >/dev/null
# dpkg keeps its own record of installed files, and Debian has its own place for licenses.
rm "$package/usr/libexec/announced/installed" "$doc/LICENSE"

version=$("$programs/announce" --version)
architecture=$(dpkg --print-architecture)
maintainer="$name <$email>"
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
# Enable only the daemon's own socket: no one wants an idle daemon in each session, or one that replaces speech-dispatcher unasked.
units=$(cd "$package/usr/lib/systemd/user" && echo *)
enabled=$(for unit in $units; do case $unit in announced.socket) printf '%s ' "$unit" ;; esac done)

filled() {
    sed -e "s|@version@|$version|" -e "s|@architecture@|$architecture|" -e "s|@maintainer@|$maintainer|" -e "s|@depends@|${depends-}|" \
        -e "s|@size@|${size-}|" -e "s|@date@|$(date -u -R -d "@$epoch")|" -e "s|@units@|$units|" -e "s|@enabled@|$enabled|" "packaging/debian/$1"
}

# The required packages follow from what the programs link.
printf 'Source: announced\n\nPackage: announced\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O package/usr/bin/announce package/usr/bin/announced package/usr/bin/announced-watch package/usr/libexec/announced/announced-voice)
depends=${depends#shlibs:Depends=}

cp packaging/debian/copyright "$doc/copyright"
filled changelog >"$doc/changelog"
cp CHANGELOG.md "$doc/CHANGELOG.md"
# The libraries are checked out where the programs were built, or where `swift build` puts them.
for checkouts in "$programs/../../checkouts" .build/checkouts; do [ ! -d "$checkouts" ] || break; done
cat "$checkouts"/*/NOTICE.txt >"$doc/NOTICE"
gzip -9n "$doc/changelog" "$doc/CHANGELOG.md" "$doc/NOTICE" "$doc/PROTOCOL.md" "$share"/man/man?/*
for script in postinst prerm postrm; do
    filled "$script" >"$package/DEBIAN/$script"
    chmod 755 "$package/DEBIAN/$script"
done
(cd "$package" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
size=$(du -k -s "$package/usr" | cut -f1)
filled control >"$package/DEBIAN/control"

# The programs have much in common, and level 8 looks back from one to the next: 11 MB instead of 22 at level 6, for 33 MiB of memory when it
# is unpacked.
deb=$work/announced_${version}_$architecture.deb
SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group -Zxz -z"${XZ_LEVEL:-8}" --build "$package" "$deb" >/dev/null
dpkg-deb -x "$deb" "$work/unpacked"
packaging/check-installed.sh "$work/unpacked/usr" "$version"
rm -rf "$work/unpacked" "$package" "$work/debian"
echo "$deb"
