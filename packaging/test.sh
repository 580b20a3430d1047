#!/bin/sh
# Tests what users install: `make install` and `make uninstall` in separate folders, and `make deb`, compared file by file, from one build
# of the programs. Before, their memory at rest is measured. The package is installed in a temporary copy of the system, and on bare Debians.
# Environment: BARE, their versions ("12 13").
set -eu
cd "$(dirname "$0")/.."

scripts/install-packages.sh build test deb package
scripts/build-release.sh
PROGRAMS=$(scripts/build-release.sh --show-bin-path)
export PROGRAMS
version=$("$PROGRAMS/announce" --version)

# A fifth more than was measured (docs/decisions/memory.md).
scripts/memory.py "$PROGRAMS" --most 10000 --most-watch 4400
packaging/tests/prefix.py "$version"
# Stronger compression would take a minute longer.
deb=$(XZ_LEVEL=0 packaging/deb.sh | tail -1)
echo "package: $deb, $(wc -c <"$deb") bytes"
lintian --fail-on error,warning --allow-root "$deb"
echo "lintian: in order"
maintainer=$(dpkg-deb -f "$deb" Maintainer)
case $maintainer in *?" <"?*@?*">") echo "maintainer: $maintainer" ;; *) echo "package: no maintainer: $maintainer" >&2; exit 1 ;; esac
if env -u DEBFULLNAME -u DEBEMAIL GIT_DIR=/nonexistent GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null packaging/deb.sh 2>/dev/null; then
    echo "package: make deb invents a maintainer" >&2
    exit 1
fi
packaging/tests/elsewhere.sh packaging/tests/debian.py "$version" "$deb"
for debian in ${BARE-12 13}; do packaging/tests/bare.sh "$debian" "$version" "$deb"; done
