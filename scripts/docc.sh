#!/bin/sh
# Converts the library's documentation; any warning, such as a broken link, is an error. Also compiles its examples as another package's
# code, which sees only what is public. Given a folder's name, leaves the documentation there.
set -eu
archive=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."

swift build --target AnnounceClient --quiet
built=$(swift build --show-bin-path)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
archive=${archive:-$work/archive}
mkdir "$work/graphs"
# The C modules that our modules are built on.
set --
for map in "$built"/*.build/module.modulemap .build/checkouts/swift-*/Sources/*/include/module.modulemap; do
    set -- "$@" -Xcc "-fmodule-map-file=$map"
done
target=$(swiftc -print-target-info | sed -n 's/.*"triple": "\([^"]*\)".*/\1/p' | head -1)
swift symbolgraph-extract -module-name AnnounceClient -target "$target" -I "$built/Modules" -I Sources/C/CExpat "$@" \
    -minimum-access-level public -skip-synthesized-members -output-dir "$work/graphs"
docc convert Sources/Client/AnnounceClient/AnnounceClient.docc --additional-symbol-graph-dir "$work/graphs" --output-dir "$archive" \
    --fallback-display-name AnnounceClient --fallback-bundle-identifier announced.AnnounceClient --warnings-as-errors
swiftc -typecheck -swift-version 6 -package-name elsewhere -I "$built/Modules" -I Sources/C/CExpat "$@" Tests/EndToEnd/Tests/EndToEndTests/Examples/*.swift
echo "docc: in order"
