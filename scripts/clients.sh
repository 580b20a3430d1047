#!/bin/sh
# Runs unmodified programs that speak through speech-dispatcher (Orca, browsers, Emacs …) and has them speak through announced instead: what
# they say, what they are told and what is heard. Also runs programs that record, as announced-watch notices them. FILTER in the environment: a
# regular expression for the tests to run.
set -eu
cd "$(dirname "$0")/.."

command -v swift >/dev/null || { echo "make clients: Swift 6.3 is missing; get it from https://swift.org/install" >&2; exit 1; }
scripts/install-packages.sh build test clients
for product in announced announced-voice announced-watch announce; do swift build --product "$product" --quiet; done
ANNOUNCED_PROGRAMS=$(swift build --show-bin-path)
export ANNOUNCED_PROGRAMS

exec swift test --package-path Tests/Clients --scratch-path .build/clients --no-parallel ${FILTER:+--filter "$FILTER"}
