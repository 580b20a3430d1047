#!/bin/sh
# The daemon and the client must not load libraries that may crash: only announced-voice links eSpeak NG and ALSA, only announced-watch
# PulseAudio's and systemd's.
set -eu
cd "$(dirname "$0")/.."

programs=${PROGRAMS:-$(swift build --show-bin-path)}
for program in announced announce; do
    if ldd "$programs/$program" | grep -E 'libespeak|libasound|libsndfile|libpulse|libsystemd'; then
        echo "links: $program must not link these" >&2
        exit 1
    fi
done
ldd "$programs/announced-voice" | grep -q libespeak-ng || { echo "links: announced-voice does not link libespeak-ng" >&2; exit 1; }
ldd "$programs/announced-watch" | grep -q libpulse || { echo "links: announced-watch does not link libpulse" >&2; exit 1; }
readelf -d "$programs/announced-watch" | grep -q libsystemd || { echo "links: announced-watch does not link libsystemd" >&2; exit 1; }
if ldd "$programs/announced-watch" | grep -E 'libespeak|libasound\.'; then
    echo "links: announced-watch must not link these" >&2
    exit 1
fi
echo "links: in order"
