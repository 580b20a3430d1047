#!/bin/sh
# Prints a unit of systemd/ as it is installed: with the programs' folders filled in, and adapted to this machine's systemd and kernel as
# described in the unit's comments; with --portable, as any machine can use it. Usage: packaging/unit.sh [--portable] FILE BINDIR LIBEXECDIR
set -eu
is_portable=
if [ "$1" = --portable ]; then is_portable=yes; shift; fi

# systemd interprets % and \, and splits words at spaces; sed interprets what remains.
in_units() { printf '%s' "$1" | sed -e 's/%/%%/g' -e 's/\\/\\\\/g' -e 's/ /\\x20/g' | sed 's/[\\&|]/\\&/g'; }

# Returns whether the user's manager sends HUP itself, and waits for the end of the reload.
has_notify_reload() { [ "$(systemctl --version 2>/dev/null | awk 'NR == 1 { print $2 + 0 }')" -ge 253 ] 2>/dev/null; }

# Returns whether a user's service can have a user namespace with rights in it: some systems forbid that.
has_user_namespaces() {
    as_user=
    [ "$(id -u)" != 0 ] || as_user="setpriv --reuid=65534 --regid=65534 --clear-groups"
    $as_user unshare --user --map-root-user --mount true 2>/dev/null
}

set -- "$1" -e "s|@bindir@|$(in_units "$2")|g" -e "s|@libexecdir@|$(in_units "$3")|g"
if [ -z "$is_portable" ]; then
    if has_notify_reload; then set -- "$@" -e 's/^Type=notify$/Type=notify-reload/' -e '/^ExecReload=kill /d'; fi
    if ! has_user_namespaces; then
        ours='PrivateUsers|CapabilityBoundingSet|ProtectKernelLogs|ProtectKernelModules|ProtectClock'
        set -- "$@" -e "s/^($ours)=/# no user namespaces here: &/"
    fi
fi
file=$1
shift
exec sed -E "$@" "$file"
