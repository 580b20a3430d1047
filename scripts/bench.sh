#!/bin/sh
# Builds the programs as they are installed, and the benchmark, measures, and makes docs/BENCHMARKS.md with its plots. What was not measured
# stays on the page, if it was measured on this machine.
# With --check, only compares announced with a bare loop for a minute, and fails if it is much slower.
# Environment: RUNS, how often each system does each thing (30); ONLY, the parts: latency, processes, commands, growth, waits, load, faults
# (all but the last two); SEED, the order of the systems, as printed by an earlier run.
set -eu
cd "$(dirname "$0")/.."

command -v swift >/dev/null || { echo "make bench: Swift 6.3 is missing; get it from https://swift.org/install" >&2; exit 1; }
if [ "${1-}" = --check ]; then
    scripts/install-packages.sh build test
else
    scripts/install-packages.sh build test bench
    scripts/unpacked.sh pipewire >/dev/null
fi
scripts/build-release.sh
swift build --package-path Tests/Benchmarks --quiet
figures=.build/bench/figures.json
mkdir -p .build/bench
[ "${1-}" != --check ] || : "${RUNS:=27}"
set -- "$@" --programs "$(scripts/build-release.sh --show-bin-path)" --output "$figures" ${RUNS:+--runs "$RUNS"} ${SEED:+--seed "$SEED"}
for part in ${ONLY-}; do set -- "$@" --only "$part"; done
"$(swift build --package-path Tests/Benchmarks --show-bin-path)/bench" "$@"
case " $* " in *" --check "*) ;; *) scripts/bench-pages.py "$figures" ;; esac
