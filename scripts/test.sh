#!/bin/sh
# Installs what is missing, builds, and runs all tests, several suites at a time.
# Environment: ANNOUNCED_PROGRAMS, a folder with programs to test instead of those beside the tests; SANITIZE=address or SANITIZE=thread runs
# the unit tests of targets with unsafe code or threads with that sanitizer instead; with BUILD=only they are built and not run.
# DEBIAN=12 or 13: in a fresh Debian of that version, what is committed.
set -eu
cd "$(dirname "$0")/.."

if [ -n "${DEBIAN-}" ]; then
    scripts/install-packages.sh package
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    git clone -q . "$folder"
    # Swift's packages come from where this machine gets them, and not from its cache, which is not visible there.
    for package in . Tests/EndToEnd; do swift package --package-path "$folder/$package" --disable-dependency-cache resolve; done
    # What Swift needs itself (https://www.swift.org/install), and make.
    needed="make git binutils libcurl4 libedit2 libncurses6 libsqlite3-0 libxml2 tzdata zlib1g-dev"
    scripts/debian.sh "$DEBIAN" "$folder" sh -ec "apt-get update -qq && apt-get install -y -qq $needed >/dev/null && DEBIAN= make test"
    exit
fi

command -v swift >/dev/null || { echo "make test: Swift 6.3 is missing; get it from https://swift.org/install" >&2; exit 1; }
scripts/install-packages.sh build test
if [ -n "${SANITIZE-}" ]; then
    # Swift leaks some memory on purpose. Where memory was allocated is not recorded: that would take a quarter of the time. For a failing
    # test, give ASAN_OPTIONS=malloc_context_size=30.
    export ASAN_OPTIONS="detect_leaks=0:malloc_context_size=0:suppressions=$PWD/scripts/address-suppressions:${ASAN_OPTIONS-}"
    export TSAN_OPTIONS=halt_on_error=1 SWIFT_BACKTRACE=enable=no
    # With the coverage for libFuzzer, whose targets `scripts/fuzz.py` builds in the same folder.
    options="--sanitize=$SANITIZE --scratch-path .build/$SANITIZE"
    [ "$SANITIZE" != address ] || options=$(cat scripts/address-options)
    # shellcheck disable=SC2086
    swift build --build-tests $options
    [ "${BUILD-}" != only ] || exit 0
    # Targets with unsafe code or threads that need none of announced's programs and no sound. The pure core and most codecs have neither: the
    # compiler rejects unsafe code that does not say so. ReplaySpeedTests measure speed, which a sanitizer changes.
    tested='Narration|Wire|System|Configuration|Continuity|VoiceSupervision|Replay|AnnounceDaemon|Client'
    # shellcheck disable=SC2086
    exec swift test --skip-build $options --no-parallel --filter "^($tested)Tests\." --skip ReplaySpeedTests
fi
scripts/unpacked.sh pipewire >/dev/null
scripts/unpacked.sh servers >/dev/null
swift build --build-tests
swift build --package-path Tests/EndToEnd --build-tests
exec scripts/test-suites.py
