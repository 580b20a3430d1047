#!/bin/sh
# Runs random apps and faults against the programs for a while, and checks the invariants from the daemon's own events; before that, a flood
# of 1,000,000 messages. Prints what it saw; a violation ends it with exit code 1.
# Environment: MINUTES, how long (10); SEED, as printed by an earlier run; SOAK_BUILD=debug for the programs that `make test` builds;
# MESSAGES, how many messages the flood has (1000000; 0: no flood); SOUND=pipewire for PipeWire instead of PulseAudio.
set -eu
cd "$(dirname "$0")/.."

command -v swift >/dev/null || { echo "make soak: Swift 6.3 is missing; get it from https://swift.org/install" >&2; exit 1; }
scripts/install-packages.sh build test >&2
programs=$(scripts/soak-programs.sh)
swift build --package-path Tests/EndToEnd --product soak --quiet >&2
# The default seed is the time: random enough, and easy to copy.
[ "${SOUND-}" != pipewire ] || scripts/unpacked.sh pipewire >/dev/null
exec "$(swift build --package-path Tests/EndToEnd --show-bin-path)/soak" apps "$programs" "${MINUTES:-10}" "${SEED:-$(date +%s)}" "${SOUND:-pulseaudio}" "${MESSAGES:-1000000}"
