#!/bin/sh
# Installs a Debian package with apt on a bare Debian, and has it speak there: a word, and marks that end some of eSpeak NG's voices if they
# are given to it as they are. Usage: packaging/tests/bare.sh DEBIAN VERSION PACKAGE, with 12 or 13 as DEBIAN
set -eu
if [ "$(id -u)" != 0 ]; then exec sudo --preserve-env "$0" "$@"; fi
debian=$1 version=$2 package=$3

if ! unshare --mount true 2>/dev/null; then
    echo "bare: no mounts of its own are possible here: skipped"
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r --parents packaging/check-installed.sh config/words "$folder"
cp "$package" "$folder"
scripts/debian.sh "$debian" "$folder" sh -ec "
    { apt-get update && apt-get install -y ./${package##*/}; } >log 2>&1 || { cat log >&2; exit 1; }
    packaging/check-installed.sh /usr $version
    for language in da gu hi ml mr vi; do
        for level in none all; do
            announce --wav heard.wav --language \$language --punctuation \$level 'a, b! % ♥ /. %'
            announce --wav heard.wav --language \$language --punctuation \$level '%'
        done
    done
    espeak-ng --version 2>/dev/null || dpkg-query -W libespeak-ng1"
echo "bare: installed and spoken on a bare Debian $debian"
