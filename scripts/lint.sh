#!/bin/sh
# Checks format, arrows between targets, imports, rules, links, figures, manual pages and the library's documentation. Package.swift already
# turns warnings into errors.
# Environment: PROGRAMS, a folder with the programs, if they are already built.
set -eu
cd "$(dirname "$0")/.."

scripts/install-packages.sh build lint
swift format lint --strict --recursive --parallel Package.swift Sources Tests
echo "format: in order"
scripts/arrows.py
scripts/rules.py
if [ -z "${PROGRAMS-}" ]; then
    for product in announced announced-voice announced-watch announce; do swift build --product "$product" --quiet; done
    PROGRAMS=$(swift build --show-bin-path)
    export PROGRAMS
fi
scripts/links.sh
scripts/bench-pages.py --check
scripts/manual.py --check
scripts/docc.sh
