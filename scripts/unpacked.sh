#!/bin/sh
# Prints a folder with programs for the tests from packages that are not installed: they would start services on this machine, or can't be
# installed beside PulseAudio. Fetches and unpacks them once, without root.
# Usage: unpacked.sh servers: an MQTT broker, an SSH server, a program that writes a journal, cron, NetworkManager's dispatcher, GNOME's
#            settings, and another message bus
#        unpacked.sh pipewire: ALSA's plugin, and the configuration of PipeWire's PulseAudio server
set -eu

case $1 in
    servers)
        packages="mosquitto openssh-server openssh-sftp-server systemd-journal-remote libsystemd-shared cron network-manager libnm0
            gnome-settings-daemon-common dbus-broker"
        # Debian 13's OpenSSH needs a library that Debian 12 does not have.
        packages="$packages $(apt-cache pkgnames libwtmpdb0)"
        name=servers-5 ;;
    pipewire)
        version=$(dpkg-query -W -f '${Version}' pipewire)
        packages="pipewire-alsa=$version pipewire-pulse=$version"
        name=pipewire-$version ;;
    *) echo "$0: $1: expected servers or pipewire" >&2; exit 64 ;;
esac

# Makes the folder `ready` from what is in `unpacked`.
arrange() {
    case $1 in
        servers)
            # As in Debian 13: all below /usr; and the dispatcher where Debian 12 has it.
            if [ -d unpacked/lib ]; then
                cp -a unpacked/lib/. unpacked/usr/lib/
                rm -r unpacked/lib
            fi
            if [ -e unpacked/usr/libexec/nm-dispatcher ]; then
                mkdir -p unpacked/usr/lib/NetworkManager
                ln -s ../../libexec/nm-dispatcher unpacked/usr/lib/NetworkManager/nm-dispatcher
            fi
            mv unpacked ready ;;
        pipewire)
            mkdir ready
            cp unpacked/usr/lib/*/alsa-lib/libasound_module_???_pipewire.so unpacked/usr/share/pipewire/pipewire-pulse.conf ready ;;
    esac
}

folder=${XDG_CACHE_HOME:-$HOME/.cache}/announced/$name
if [ ! -d "$folder" ]; then
    echo "Fetching" $packages "into $folder" >&2
    mkdir -p "${folder%/*}"
    work=$(mktemp -d "${folder%/*}/fetching.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    cd "$work"
    # shellcheck disable=SC2086
    get() { apt-get download -qq $packages 2>errors; }
    # The package lists may be old: update them, and retry.
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    get || { $sudo apt-get update -qq && get; } || { cat errors >&2; exit 1; }
    for package in ./*.deb; do dpkg -x "$package" unpacked; done
    arrange "$1"
    # Another process may have been quicker.
    mv -T ready "$folder" 2>/dev/null || [ -d "$folder" ]
fi
echo "$folder"
