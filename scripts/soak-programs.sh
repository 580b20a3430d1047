#!/bin/sh
# Builds the programs that the soak and the fuzzing clients talk to, and prints their folder.
# Environment: SOAK_BUILD=debug for the programs that `make test` builds, instead of those that are installed.
set -eu
cd "$(dirname "$0")/.."

if [ "${SOAK_BUILD-}" = debug ]; then
    for product in announced announced-voice; do swift build --product "$product" --quiet >&2; done
    exec swift build --show-bin-path
fi
scripts/build-release.sh >&2
exec scripts/build-release.sh --show-bin-path
