#!/bin/sh
# Checks an installation below a prefix: the programs start and print their version, the configuration samples are correct, the words are
# there, and the voice is found and makes sound. Usage: packaging/check-installed.sh PREFIX VERSION
set -eu
prefix=$1 version=$2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Use nothing of this user's, not even a running daemon.
run() { env -i PATH=/usr/bin:/bin HOME="$work" XDG_RUNTIME_DIR="$work" LC_ALL=C.UTF-8 "$@"; }
expect() { # what, found, expected
    [ "$2" = "$3" ] || { echo "check-installed: $1: found \"$2\", expected \"$3\"" >&2; exit 1; }
}

for program in announce announced announced-watch; do expect "$program --version" "$(run "$prefix/bin/$program" --version)" "$version"; done
for sample in announced dictionary; do [ -s "$prefix/share/doc/announced/examples/$sample.toml" ] || expect "$sample.toml" none one; done
expect "check-config" "$(run "$prefix/bin/announced" check-config "$prefix/share/doc/announced/examples/announced.toml")" \
    "$prefix/share/doc/announced/examples/announced.toml: no mistakes"
expect "check-words" "$(run "$prefix/bin/announced" check-words | grep -c ': no mistakes$')" "$(ls config/words | wc -l)"
expect "describe" "$(run "$prefix/bin/announce" describe --label Play --trait button)" "Play. Button."
run "$prefix/bin/announce" --wav "$work/heard.wav" "Installed" 2>"$work/complaints" || { cat "$work/complaints" >&2; exit 1; }
# Expect more than half a second of sound: 22050 samples a second of two bytes each.
[ "$(wc -c <"$work/heard.wav")" -gt 22050 ] || expect "the sound of a word" "$(wc -c <"$work/heard.wav") bytes" "more than 22050"
echo "check-installed: $prefix/bin/announce $version speaks"
