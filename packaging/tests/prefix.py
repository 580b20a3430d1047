#!/usr/bin/env python3
"""Installs into separate folders and uninstalls, comparing file by file. Usage: packaging/tests/prefix.py VERSION, with the programs in PROGRAMS."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import files
import proposals

problems = []
version = sys.argv[1]


def expect(holds, message):
    if not holds:
        problems.append(message)


def make(action, **variables):
    run = subprocess.run(["make", "--silent", action], env=os.environ | variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    expect(run.returncode == 0, f"make {action}: {run.stdout}")
    return run.stdout


def expected_files(prefix):
    listed = subprocess.check_output(["packaging/install.sh", "list"], env=os.environ | {"PREFIX": prefix}, text=True).splitlines()
    return {line.split(" ")[1] for line in listed} | {"libexec/announced/installed"}


def unescaped(path):
    return re.sub(r"\\x(..)", lambda code: chr(int(code[1], 16)), path).replace("%%", "%")


with tempfile.TemporaryDirectory() as work:
    # Other people's files and folders stay: files beside ours, files in our own folder, empty folders.
    prefix = f"{work}/home/.local"
    for neighbour in ("bin/announce-mine", "share/man/man1/other.1", "share/systemd/user/other.service", "share/doc/announced/notes"):
        file = pathlib.Path(prefix, neighbour)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("theirs\n")
    for folder in ("share/zsh/site-functions", "libexec"):
        pathlib.Path(prefix, folder).mkdir(parents=True)
    before = files.snapshot(work)
    make("install", PREFIX=prefix)
    installed = files.snapshot(work)
    added = {os.path.relpath(path, prefix): entry for path, entry in installed.items() if path not in before}
    ours = {path for path, entry in added.items() if files.is_file(entry)}
    expect(ours == expected_files(prefix), f"install: {sorted(ours ^ expected_files(prefix))} are not as listed")
    expect(all(installed.get(path) == entry for path, entry in before.items()), "install: changed what was there")
    for path, (mode, *_) in added.items():
        is_program = path.startswith(("bin/", "libexec/")) and not path.endswith("/installed")
        wanted = "drwxr-xr-x" if mode[0] == "d" else "-rwxr-xr-x" if is_program else "-rw-r--r--"
        expect(mode == wanted, f"install: {path} is {mode}")
    for unit in pathlib.Path(prefix, "share/systemd/user").glob("announced*"):
        text = unit.read_text()
        expect(not re.search(r"@\w+@", text), f"{unit}: a place is not filled in")
        for program in re.findall(r"^ExecStart=-?(\S+)", text, re.M):
            expect(os.access(unescaped(program), os.X_OK), f"{unit}: there is no {program}")
    expect(subprocess.run(["packaging/check-installed.sh", prefix, version]).returncode == 0, "check-installed failed")

    # As for a user whose PREFIX is ~/.local.
    socket = f"{work}/socket"
    environment = os.environ | {
        "HOME": f"{work}/home", "XDG_DATA_HOME": f"{prefix}/share", "PATH": f"{prefix}/bin:{os.environ['PATH']}",
        "ANNOUNCED_SOCKET": socket, "XDG_CACHE_HOME": work, "XDG_CONFIG_HOME": work}
    functions = f"{prefix}/share/zsh/site-functions"
    for page in ("1 announce", "8 announced", "8 announced-watch", "5 announced-config", "7 announced-protocol"):
        section, name = page.split()
        found = subprocess.run(["man", "-w", section, name], env=environment, stdout=subprocess.PIPE, text=True).stdout.strip()
        expect(found == f"{prefix}/share/man/man{section}/{name}.{section}", f"man {page}: found {found!r}")
    problems += proposals.parse(sorted(path for path in installed if files.is_file(installed[path])))
    problems += proposals.check(prefix, environment, functions)
    log = open(f"{work}/log", "w")
    daemon = subprocess.Popen(["announced", "--socket", socket, "--wav", f"{work}/heard.wav"], env=environment, stderr=log)
    try:
        # The voices are known after the first speech. Until the daemon listens, announce exits with 69.
        deadline = time.monotonic() + 30
        while subprocess.run(["announce", "--wait", "--no-start", "Ready"], env=environment, stderr=log).returncode == 69:
            if time.monotonic() > deadline:
                break
            time.sleep(0.05)
        problems += proposals.check_asking(environment, functions)
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait()
        log.close()
    if os.geteuid() == 0:
        # systemctl's advice is for machines that systemd runs.
        for booted in (True, False):
            run = "mount -t tmpfs none /run && " + ("mkdir -p /run/systemd/system && " if booted else "") + "packaging/install.sh install"
            said = subprocess.run(
                ["unshare", "--mount", "sh", "-c", run], env=os.environ | {"PREFIX": prefix, "HOME": f"{work}/home"}, capture_output=True,
                text=True)
            advice = "systemctl --user enable --now announced" if booted else f"{prefix}/bin/announced &"
            expect(said.stdout.splitlines()[1:2] == [f"Start it{' now and at each login' if booted else ''}: {advice}"], f"install: {said}")
    # Install again, over an older version that had one more file.
    record = pathlib.Path(prefix, "libexec/announced/installed")
    pathlib.Path(prefix, "bin/announce-old").write_text("old\n")
    record.write_text(record.read_text() + f"file {prefix}/bin/announce-old\n")
    make("install", PREFIX=prefix)
    again = files.snapshot(prefix)
    for line in files.changes({path: entry for path, entry in installed.items() if path.startswith(f"{prefix}/")}, again):
        expect(False, f"install again: {line}")
    expect("Removed from" in make("uninstall", PREFIX=prefix), "uninstall does not say that it removed something")
    remains = files.snapshot(prefix)
    for line in files.changes({path: entry for path, entry in before.items() if path.startswith(f"{prefix}/")}, remains):
        expect(False, f"uninstall: {line}")
    expect("Nothing is installed below" in make("uninstall", PREFIX=prefix), "a second uninstall does not say that there was nothing")
    print(f"prefix: {len(ours)} files and {len(added) - len(ours)} folders installed, used, installed again, removed; {len(remains)} others stayed")

    # For packagers: nothing outside DESTDIR, and nothing that names it.
    stage = f"{work}/stage"
    make("install", PREFIX="/opt/our speech", DESTDIR=stage)
    staged = files.snapshot(stage)
    ours = {os.path.relpath(path, f"{stage}/opt/our speech") for path, entry in staged.items() if files.is_file(entry)}
    expect(ours == expected_files("/opt/our speech"), f"DESTDIR: {sorted(ours ^ expected_files('/opt/our speech'))} are not as listed")
    expect(not os.path.exists("/opt/our speech"), "DESTDIR: /opt/our speech was made")
    for path, entry in staged.items():
        if files.is_file(entry):
            expect(stage.encode() not in pathlib.Path(path).read_bytes(), f"DESTDIR: {path} names it")
    # Without the record of what was made, the list decides what to remove.
    pathlib.Path(stage, "opt/our speech/libexec/announced/installed").unlink()
    make("uninstall", PREFIX="/opt/our speech", DESTDIR=stage)
    left = [path for path, entry in files.snapshot(stage).items() if files.is_file(entry)]
    expect(not left, f"DESTDIR: uninstall leaves {left}")
    # Of all shells, only bash would have expanded it.
    os.environ["HOME"] = f"{work}/home"
    make("install", PREFIX="~/tilde")
    expect(os.path.exists(f"{work}/home/tilde/bin/announce"), "PREFIX=~/tilde: is not in the home folder")
    make("uninstall", PREFIX="~/tilde")
    make("install", DESTDIR=f"{work}/usual")
    usual = "/usr/local" if os.geteuid() == 0 else f"{os.environ['HOME']}/.local"
    expect(os.path.exists(f"{work}/usual{usual}/bin/announce"), f"without PREFIX: nothing in {usual}")
    make("uninstall", DESTDIR=f"{work}/usual")
    expect(not os.listdir(f"{work}/usual"), "without PREFIX: uninstall leaves something")
    print(f"prefix: {len(ours)} files in DESTDIR, removed; without PREFIX: {usual}")

print("\n".join(problems), end="\n" if problems else "", file=sys.stderr)
sys.exit(bool(problems))
