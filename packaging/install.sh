#!/bin/sh
# install: builds the files listed by `list`, and puts them below PREFIX (~/.local, or /usr/local for root), in DESTDIR if that is set.
# uninstall: removes them and the folders that install had to make, and nothing else. list: prints the files.
# Environment: PROGRAMS, a folder with the programs, if they are already built.
set -eu
cd "$(dirname "$0")/.."

prefix=${PREFIX:-}
if [ -z "$prefix" ]; then
    if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
fi
# Only bash expands ~ after "PREFIX=".
case $prefix in
    "~") prefix=$HOME ;;
    "~/"*) prefix=$HOME/${prefix#"~/"} ;;
esac
case $prefix in
    /) prefix= ;;
    /*) prefix=${prefix%/} ;;
    *) prefix=$PWD/${prefix%/} ;;
esac
destination=${DESTDIR:-}
root=$destination$prefix
record=libexec/announced/installed

# Debian has separate folders for its own packages and for everyone else's files.
units=share/systemd/user
functions=share/zsh/site-functions
if [ "$prefix" = /usr ]; then
    units=lib/systemd/user
    functions=share/zsh/vendor-completions
fi

# Prints a line for each file: its kind, its path below PREFIX, and its source.
list() {
    echo "program bin/announce announce"
    echo "program bin/announced announced"
    echo "program bin/announced-watch announced-watch"
    echo "program libexec/announced/announced-voice announced-voice"
    for page in docs/man/*.[1-9]; do echo "file share/man/man${page##*.}/${page##*/} $page"; done
    for program in announce announced announced-watch; do
        echo "bash share/bash-completion/completions/$program $program"
        echo "zsh $functions/_$program $program"
        echo "fish share/fish/vendor_completions.d/$program.fish $program"
    done
    for unit in systemd/*; do
        name=${unit##*/}
        echo "unit $units/${name%.in} $unit"
    done
    for file in LICENSE docs/PROTOCOL.md docs/SERVICE.md docs/SPEECH-DISPATCHER.md docs/protocol.schema.json; do echo "file share/doc/announced/${file##*/} $file"; done
    for file in config/*.toml; do echo "file share/doc/announced/examples/${file#config/} $file"; done
    for file in config/words/*.toml; do echo "file share/announced/${file#config/} $file"; done
}

# Makes a folder and its missing parents, and records them.
make_folder() {
    [ -d "$1" ] && return
    make_folder "$(dirname "$1")"
    mkdir -m 755 "$1"
    case $1 in "$destination"/*) echo "folder ${1#"$destination"}" >>"$noted" ;; esac
}

install_one() { # kind place source
    make_folder "$(dirname "$root/$2")"
    case $1 in
        program)
            install -m 755 "$programs/$3" "$root/$2"
            if command -v strip >/dev/null; then strip --strip-unneeded --remove-section=.comment "$root/$2"; fi ;;
        bash | zsh | fish)
            # Shells read this file; it is not a program.
            "$programs/$3" --generate-completion-script "$1" | sed '1{/^#!/d}' >"$made"
            install -m 644 "$made" "$root/$2" ;;
        unit)
            packaging/unit.sh ${destination:+--portable} "$3" "$prefix/bin" "$prefix/libexec" >"$made"
            install -m 644 "$made" "$root/$2" ;;
        file) install -m 644 "$3" "$root/$2" ;;
    esac
    echo "file $prefix/$2" >>"$noted"
}

# Returns whether the user's service manager runs this installation.
managed() {
    [ -z "$destination" ] && systemctl --user show -p FragmentPath announced.service 2>/dev/null | grep -qxF "FragmentPath=$root/$units/announced.service"
}

case ${1-} in
    list) list ;;
    install)
        [ -n "${PROGRAMS-}" ] || scripts/install-packages.sh build
        scripts/build-release.sh
        programs=$(scripts/build-release.sh --show-bin-path)
        umask 022
        work=$(mktemp -d)
        trap 'rm -rf "$work"' EXIT
        made=$work/made noted=$work/noted
        # Folders made by an earlier install still belong to us.
        if [ -f "$root/$record" ]; then grep '^folder ' "$root/$record" >"$noted" || :; else : >"$noted"; fi
        list >"$work/list"
        while read -r kind place source; do install_one "$kind" "$place" "$source"; done <"$work/list"
        echo "file $prefix/$record" >>"$noted"
        if [ -f "$root/$record" ]; then
            grep '^file ' "$root/$record" | grep -vxF -f "$noted" | while read -r _ old; do rm -f "$destination$old"; done || :
        fi
        LC_ALL=C sort -u "$noted" >"$made"
        install -m 644 "$made" "$root/$record"
        echo "Installed below $root."
        [ -z "$destination" ] || exit 0
        if managed; then systemctl --user daemon-reload; fi
        # Only where systemd runs, and looks for units.
        booted=
        [ ! -d /run/systemd/system ] || booted=yes
        case $booted$prefix in
            "yes$HOME/.local" | yes/usr/local | yes/usr) echo "Start it now and at each login: systemctl --user enable --now announced" ;;
            *) echo "Start it: $prefix/bin/announced &" ;;
        esac
        case :$PATH: in *":$prefix/bin:"*) ;; *) echo "Not in PATH: $prefix/bin" ;; esac
        if [ "$prefix" = "$HOME/.local" ] && command -v zsh >/dev/null; then
            echo "For completions in zsh, in ~/.zshrc, before compinit: fpath+=(~/.local/$functions)"
        fi ;;
    uninstall)
        if managed; then systemctl --user disable --now announced.socket announced-speech-dispatcher.socket announced.service 2>/dev/null || :; fi
        if [ -f "$root/$record" ]; then
            files=$(sed -n 's/^file //p' "$root/$record")
            folders=$(sed -n 's/^folder //p' "$root/$record" | LC_ALL=C sort -r)
            # It may have been moved or copied since; its former location no longer matters.
            was=$(sed -n "s|^file \\(.*\\)/$record\$|\\1|p" "$root/$record")
            here() { awk -v was="$was/" -v now="$prefix/" 'index($0, was) == 1 { print now substr($0, length(was) + 1) }'; }
            if [ "$was" != "$prefix" ]; then
                files=$(printf '%s\n' "$files" | here)
                folders=$(printf '%s\n' "$folders" | here)
            fi
        else
            files=$(list | while read -r _ place _; do echo "$prefix/$place"; done)
            folders=$(printf '%s\n' "$prefix/libexec/announced" "$prefix/share/announced/words" "$prefix/share/announced" \
                "$prefix/share/doc/announced/examples" "$prefix/share/doc/announced")
        fi
        found=$(printf '%s\n' "$files" | while read -r file; do
            if [ -n "$file" ] && { [ -e "$destination$file" ] || [ -L "$destination$file" ]; }; then rm -f "$destination$file"; echo yes; fi
        done)
        # Folders with other files in them stay.
        printf '%s\n' "$folders" | while read -r folder; do [ -z "$folder" ] || rmdir "$destination$folder" 2>/dev/null || :; done
        if [ -z "$destination" ]; then systemctl --user daemon-reload 2>/dev/null || :; fi
        if [ -n "$found" ]; then echo "Removed from $root."; else echo "Nothing is installed below $root. If it is elsewhere, set PREFIX."; fi ;;
    *) echo "$0: expected install, uninstall or list" >&2; exit 64 ;;
esac
