#!/bin/sh
# From nothing to a spoken word: packages, build, and an announcement by a temporary daemon. Without a sound device it writes hello.wav.
set -eu
cd "$(dirname "$0")/.."

command -v swift >/dev/null || { echo "make hello: Swift 6.3 is missing; get it from https://swift.org/install" >&2; exit 1; }
log=$PWD/.build/hello.log
mkdir -p .build
echo "Installing what is missing, and building announced. This takes a few minutes; $log shows how far it is."
{ scripts/install-packages.sh build && scripts/build-release.sh; } >"$log" 2>&1 || { tail -n 20 "$log" >&2; echo "make hello: failed; see $log" >&2; exit 1; }
programs=$(scripts/build-release.sh --show-bin-path)

text="Hello. This is announced, speaking."
status=0
"$programs/announce" --wait "$text" || status=$?
case $status in
    0) echo "You should have heard: $text" ;;
    4)
        "$programs/announce" --wav hello.wav "$text"
        echo "No sound device can be used here (see above), so the sound is in $(pwd)/hello.wav: $text" ;;
    *) exit "$status" ;;
esac
echo "Next: \`make install\`, then \`announce \"anything\"\`."
