#!/usr/bin/env python3
"""Installs a Debian package, uses it, installs it again, removes and purges it, and compares all folders where packages install files. This
changes the system it runs on, and restores it; use `elsewhere` to run it in a copy. Usage: packaging/tests/debian.py VERSION PACKAGE"""
import os
import pathlib
import re
import subprocess
import sys

import files
import proposals

version, package = sys.argv[1:]
problems = []


def dpkg(*arguments):
    # Some images leave out manual pages.
    run = subprocess.run(["dpkg", "--path-include=/usr/share/*", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        sys.exit(f"dpkg {' '.join(arguments)}: {run.stdout}")


def expect(holds, message):
    if not holds:
        problems.append(message)


def snapshot():
    """Records all folders where packages install files, and what is new beside them; other folders may change meanwhile."""
    found = {f"/{name}": ("d", 0, 0, None) for name in os.listdir("/")}
    for folder in ("/boot", "/etc", "/opt", "/srv", "/usr", "/var"):
        found |= files.snapshot(folder, {"/var/tmp", os.getcwd()}, hashed=False)
    return found


def is_bookkeeping(path):
    """Returns whether dpkg and its triggers write this file for any package."""
    return re.match(r"/var/(lib/dpkg|log|cache/man|cache/debconf|cache/ldconfig)(/|$)", path)


if subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Abbrev}", "announced"], capture_output=True, text=True).stdout.startswith("ii"):
    sys.exit("debian: announced is installed here already")
before = snapshot()
dpkg("-i", package)
installed = snapshot()
listed = {line for line in subprocess.check_output(["dpkg", "-L", "announced"], text=True).splitlines() if not os.path.isdir(line)}
units = {path for path in listed if path.startswith("/usr/lib/systemd/user/")}
added = {path for path, entry in installed.items() if path not in before and files.is_file(entry) and not is_bookkeeping(path)}
# What the package's scripts create: the daemon's socket is enabled in each session; the one for speech-dispatcher's clients is up to the
# user.
enabled = {path for path in added - listed if "/systemd/" in path}
expect(added - enabled == listed, f"dpkg -i: {sorted((added - enabled) ^ listed)} are not as dpkg -L says")
for path in sorted(path for path in units if path.endswith("/announced.socket")):
    link = f"/etc/systemd/user/sockets.target.wants/{os.path.basename(path)}"
    expect(link in enabled, f"dpkg -i: {link} is missing")
for unit in sorted(units):
    for program in re.findall(r"^ExecStart=-?(\S+)", pathlib.Path(unit).read_text(), re.M):
        expect(os.access(program, os.X_OK), f"{unit}: there is no {program}")
for line in files.changes(before, installed):
    if line.startswith(("removed", "changed")) and not is_bookkeeping(line.split(" ")[1].rstrip(":")):
        expect(False, f"dpkg -i: {line}")
expect(subprocess.run(["packaging/check-installed.sh", "/usr", version]).returncode == 0, "check-installed failed")

environment = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": "/tmp", "XDG_CONFIG_HOME": "/tmp"}
for page in ("1 announce", "8 announced", "8 announced-watch", "5 announced-config", "7 announced-protocol"):
    section, name = page.split()
    run = subprocess.run(["man", "-w", section, name], env=environment, stdout=subprocess.PIPE, text=True)
    expect(run.stdout.strip() == f"/usr/share/man/man{section}/{name}.{section}.gz", f"man {page}: found {run.stdout!r}")
problems += proposals.check("/usr", environment)

dpkg("-i", package)
expect(all(map(os.path.lexists, listed | enabled)), "dpkg -i again: files are missing")
dpkg("-r", "announced")
left = sorted(filter(os.path.lexists, listed))
expect(not left, f"dpkg -r: leaves {left}")
dpkg("-P", "announced")
after = snapshot()
for line in files.changes(before, after):
    expect(is_bookkeeping(line.split(" ")[1].rstrip(":")), f"dpkg -P: {line}")
print(f"debian: {len(listed)} files installed, used, installed again, removed; {len(after)} others compared")
print("\n".join(problems), end="\n" if problems else "", file=sys.stderr)
sys.exit(bool(problems))
