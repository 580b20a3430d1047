#!/bin/sh
# Runs the unit tests of targets with unsafe code, and the fuzz targets, with AddressSanitizer: the inputs that are checked in, and a minute of
# random ones.
set -eu
cd "$(dirname "$0")/.."

SANITIZE=address scripts/test.sh
MINUTES=1 SEED=1 LIVE=0 exec scripts/fuzz.py
