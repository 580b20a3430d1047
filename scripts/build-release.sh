#!/bin/sh
# Builds the programs as they are installed. With --show-bin-path, only prints their folder.
# Environment: PROGRAMS, a folder with the programs, if they are already built.
set -eu
cd "$(dirname "$0")/.."

if [ -n "${PROGRAMS-}" ]; then
    [ "${1-}" != --show-bin-path ] || echo "$PROGRAMS"
    exit
fi
# In a folder of their own, so that the tests can be built at the same time. The programs have no libraries beside them, so they need not
# look there. What is installed has no debug information, so none is made.
# So that a package fits releases of Debian in which utf8proc has other names, the programs hold it: pkg-config names the static library.
if [ -e "$(pkg-config --variable=libdir libutf8proc)/libutf8proc.a" ]; then
    mkdir -p .build/static
    printf '%s\n' "Name: libutf8proc" "Description: held by the programs" "Version: 1" "Libs: -l:libutf8proc.a" >.build/static/libutf8proc.pc
    export PKG_CONFIG_PATH="$PWD/.build/static${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
fi
build="swift build -c release -debug-info-format none --static-swift-stdlib --disable-local-rpath --scratch-path .build/programs"
if [ "${1-}" = --show-bin-path ]; then exec $build --show-bin-path; fi
for product in announced announced-voice announced-watch announce; do
    echo "Building $product"
    $build --product "$product"
done
