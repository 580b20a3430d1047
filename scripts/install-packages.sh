#!/bin/sh
# Installs missing Debian packages for a purpose: "build" for building and speaking, "test" for the tests, "lint", "deb" and "package" for
# checking, making a Debian package and testing the installation, "clients" for the programs that speak through
# speech-dispatcher, "bench" for the systems to compare with. Prints which; uses sudo unless it is root.
set -eu

build="pkg-config libespeak-ng-dev libasound2-dev libutf8proc-dev libexpat1-dev libmd4c-dev libpcre2-dev libsndfile1-dev libsamplerate0-dev libpulse-dev libsystemd-dev"
build="$build libasound2-plugins g++"
test="espeak-ng pulseaudio pulseaudio-utils alsa-utils socat jq python3 python3-jsonschema python3-pytest procps util-linux sox"
test="$test pipewire wireplumber dbus-daemon make mosquitto-clients libdlt2 libmicrohttpd12|libmicrohttpd12t64 libwebsockets17|libwebsockets19t64 openssh-client systemd"
test="$test emacs-nox vim curl git less tmux xvfb xclip sway wl-clipboard wtype libglib2.0-bin python3-dbusmock dunst libnotify-bin"
test="$test speech-dispatcher speech-dispatcher-espeak-ng speech-dispatcher-audio-plugins python3-speechd"
clients="chromium firefox-esr libspeechd-dev emacs-nox speechd-el orca python3-gi gir1.2-gtk-3.0 at-spi2-core dbus xvfb openbox xdotool"
clients="$clients pavucontrol pipewire wireplumber"
bench="speech-dispatcher speech-dispatcher-espeak-ng speech-dispatcher-audio-plugins python3-matplotlib"
lint="python3 mandoc groff-base"
deb="dpkg-dev binutils"
package="lintian mmdebstrap bash-completion zsh fish man-db python3 procps util-linux"

wanted=
for purpose in "$@"; do
    case $purpose in
        build) wanted="$wanted $build" ;;
        test) wanted="$wanted $test" ;;
        lint) wanted="$wanted $lint" ;;
        deb) wanted="$wanted $deb" ;;
        package) wanted="$wanted $package" ;;
        clients) wanted="$wanted $clients" ;;
        bench) wanted="$wanted $bench" ;;
        *) echo "$0: $purpose: expected build, test, lint, deb, package, clients or bench" >&2; exit 64 ;;
    esac
done

# Other systems have other names for the packages, but the same libraries.
if ! command -v dpkg-query >/dev/null; then
    missing=
    for library in espeak-ng alsa libutf8proc expat md4c libpcre2-8 sndfile samplerate libpulse libsystemd; do
        pkg-config --exists "$library" 2>/dev/null || missing="$missing $library"
    done
    if [ -n "$missing" ]; then
        echo "Missing for pkg-config:$missing. docs/INSTALLING.md names the packages of some systems; install them, and try again." >&2
        exit 1
    fi
    if [ "$wanted" != " $build" ]; then echo "If a program is missing, install what your system calls these Debian packages:$wanted" >&2; fi
    exit 0
fi

is_installed() { dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii'; }
exists() { apt-cache show --no-all-versions "$1" 2>/dev/null | grep -q '^Filename:'; }
missing=
for package in $wanted; do
    found=
    # Of names with | between them, a Debian has one.
    for name in $(echo "$package" | tr '|' ' '); do ! is_installed "$name" || found=$name; done
    [ -n "$found" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
# The package lists may be missing.
case $missing in *"|"*)
    exists libc6 || $sudo apt-get update -qq
    for package in $missing; do
        case $package in *"|"*) ;; *) continue ;; esac
        for name in $(echo "$package" | tr '|' ' '); do ! exists "$name" || break; done
        missing=$(echo "$missing" | sed "s/ $package/ $name/")
    done ;;
esac
echo "Installing$missing${sudo:+ (with sudo)}"
export DEBIAN_FRONTEND=noninteractive
install() { $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null; }
# The package lists may be missing or old: update them, and retry.
install 2>/dev/null || { $sudo apt-get update -qq && install; }
