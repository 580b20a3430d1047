#!/usr/bin/env python3
"""Measures the memory of announced, its voice and announced-watch, after a few utterances, recordings and notifications, and at rest after
the service manager's watchdog has asked for a sign of life. None of them may wake up then.

Usage: memory PROGRAMS [--maps] [--most KIB] [--most-watch KIB]
PROGRAMS is a folder with the programs, or one below which they are installed. --maps also prints what each process's memory consists of at
rest. It exits with 1 if announced and its voice together have more than --most at rest (PSS), or announced-watch more than --most-watch.
"""
import argparse
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

# A process that has slept for so many seconds is at rest: it keeps what it needed for 5 s.
REST = 7
# How long the processes must then go on sleeping, in seconds: slow polling would show.
SLEEP = 16
# The watchdog's period in seconds: the daemon asks its voice for a sign of life every half of it.
WATCHDOG = 64
PROGRAMS = "announced", "announced-voice", "announced-watch"


class Bench:
    """A sound server, a session bus, a daemon and a watcher that no one else uses."""

    def __init__(self, programs, work):
        self.programs, self.work = pathlib.Path(programs).resolve(), work
        self.processes = []
        (work / "asound.conf").write_text("pcm.!default { type pulse }\nctl.!default { type pulse }\n")
        (work / "config.toml").write_text('[watch]\nnotifications = "all"\n')
        self.environment = os.environ | {
            "HOME": str(work), "XDG_RUNTIME_DIR": str(work), "PULSE_SERVER": f"unix:{work}/native", "PULSE_RUNTIME_PATH": str(work),
            "PULSE_COOKIE": f"{work}/cookie", "ALSA_CONFIG_PATH": f"{work}/alsa.conf", "ANNOUNCED_SOCKET": f"{work}/socket", "LC_ALL": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={work}/bus"}
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(f"{work}/notify")
        (work / "alsa.conf").write_text(f"</usr/share/alsa/alsa.conf>\n<{work}/asound.conf>\n")

    def start(self, *command, **variables):
        process = subprocess.Popen(
            command, env=self.environment | variables, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=(self.work / "log").open("a"), start_new_session=True)
        self.processes.append(process)
        return process

    def run(self, *command):
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True).stdout

    def program(self, name):
        for folder in ("", "bin", "libexec/announced"):
            if (self.programs / folder / name).exists():
                return str(self.programs / folder / name)
        sys.exit(f"memory: {self.programs} has no {name}")

    def wait(self, what, holds):
        deadline = time.monotonic() + 60
        while not holds():
            if time.monotonic() > deadline:
                sys.exit(f"memory: no {what}:\n{(self.work / 'log').read_text()}")
            time.sleep(0.02)

    def begin(self):
        self.start(
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
            "-L", f"module-native-protocol-unix auth-anonymous=1 socket={self.work}/native", "-L", "module-null-sink sink_name=sink rate=22050",
            "-L", "module-null-source source_name=mic")
        self.start("dbus-daemon", "--session", f"--address=unix:path={self.work}/bus", "--nofork")
        self.wait("sound server", (self.work / "native").exists)
        self.wait("session bus", (self.work / "bus").exists)
        self.start("/usr/bin/python3", "-m", "dbusmock", "--template", "notification_daemon", "--session")
        self.run("gdbus", "wait", "--session", "--timeout", "60", "org.freedesktop.Notifications")
        options = ["--config", str(self.work / "config.toml")]
        self.daemon = self.start(
            self.program("announced"), *options, NOTIFY_SOCKET=f"{self.work}/notify", WATCHDOG_USEC=str(WATCHDOG * 1_000_000))
        self.wait("daemon", (self.work / "socket").exists)
        self.watcher = self.start(self.program("announced-watch"), *options)

    def announce(self, *arguments):
        return self.run(self.program("announce"), *arguments)

    def use(self):
        """Has a few texts spoken, and a few recordings and notifications noticed."""
        for text in ("Hello.", "The quick brown fox jumps over the lazy dog.", "Saved.", "17 messages, 3 of them unread."):
            self.announce("--wait", text)
        self.announce("focus", "--label", "Play", "--trait", "button")
        for _ in range(3):
            recorder = self.start("parecord", "-d", "mic", "--raw", "/dev/null")
            self.wait("media session", lambda: "microphone" in self.announce("media", "list"))
            recorder.send_signal(signal.SIGTERM)
            self.wait("end of the session", lambda: "microphone" not in self.announce("media", "list"))
            self.run("notify-send", "--app-name", "Mail", "New message", "From Ada")
            self.announce("--wait", "Next.")

    def voice(self):
        for task in pathlib.Path(f"/proc/{self.daemon.pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                return int(child)
        return sys.exit("memory: no voice")

    def await_watchdog(self):
        """Waits for the next sign of life."""
        self.manager.setblocking(False)
        try:
            while self.manager.recv(4096):
                pass
        except BlockingIOError:
            self.manager.settimeout(WATCHDOG)
        while b"WATCHDOG=1" not in self.manager.recv(4096):
            pass

    def rest(self, processes):
        """Waits until they sleep: what a notification says may be spoken some time after it."""
        woken, since = wake_ups(processes), time.monotonic()
        deadline = since + 60
        while time.monotonic() < since + REST:
            time.sleep(0.2)
            if (now := wake_ups(processes)) != woken:
                if time.monotonic() > deadline:
                    sys.exit("memory: they still wake up after a minute")
                woken, since = now, time.monotonic()

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait()


def wake_ups(processes):
    """Returns how often their threads were woken."""
    states = (task / "status" for process in processes for task in pathlib.Path(f"/proc/{process}/task").iterdir())
    return sum(int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", state.read_text(), re.M)[1]) for state in states)


def check_sleep(processes):
    """Exits if they wake up while nothing happens. They are at rest."""
    before = {name: wake_ups([process]) for name, process in processes.items()}
    time.sleep(SLEEP)
    woken = {name: wake_ups([process]) - before[name] for name, process in processes.items()}
    print(f"wake-ups in {SLEEP} s at rest:", ", ".join(f"{name} {count}" for name, count in woken.items()))
    if any(woken.values()):
        sys.exit("memory: expected none")


def figures(process):
    """Returns PSS and private dirty memory, in KiB."""
    text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
    return [int(re.search(rf"^{name}: +(\d+)", text, re.M)[1]) for name in ("Pss", "Private_Dirty")]


def maps(process):
    """Returns lines for the mappings that take the most memory."""
    found = {}
    name = None
    for line in pathlib.Path(f"/proc/{process}/smaps").read_text().splitlines():
        if head := re.match(r"[0-9a-f]+-[0-9a-f]+ (\S+) \S+ \S+ \S+ *(.*)", line):
            name = (os.path.basename(head[2]) or "anonymous", head[1])
        elif field := re.match(r"(Pss|Private_Dirty|Size): +(\d+)", line):
            entry = found.setdefault(name, {"Pss": 0, "Private_Dirty": 0, "Size": 0})
            entry[field[1]] += int(field[2])
    for (name, access), entry in sorted(found.items(), key=lambda item: -item[1]["Pss"]):
        if entry["Pss"] >= 40:
            yield f"    {entry['Pss']:6} {entry['Private_Dirty']:6} of {entry['Size']:7}  {access} {name}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs")
    parser.add_argument("--maps", action="store_true")
    parser.add_argument("--most", type=int)
    parser.add_argument("--most-watch", type=int)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(options.programs, pathlib.Path(work))
        try:
            bench.begin()
            bench.use()
            processes = dict(zip(PROGRAMS, (bench.daemon.pid, bench.voice(), bench.watcher.pid)))
            used = {name: figures(process) for name, process in processes.items()}
            bench.await_watchdog()
            bench.rest(processes.values())
            check_sleep(processes)
            rested = {name: figures(process) for name, process in processes.items()}
            print("KiB                 in use: PSS  private dirty      at rest: PSS  private dirty")
            for name, process in processes.items():
                (pss, dirty), (pss_rested, dirty_rested) = used[name], rested[name]
                print(f"{name:16}{pss:15}{dirty:15}{pss_rested:18}{dirty_rested:15}")
                if options.maps:
                    print(*maps(process), sep="\n")
        except (subprocess.CalledProcessError, OSError) as error:
            sys.exit(f"memory: {error}:\n{getattr(error, 'stderr', '')}{(bench.work / 'log').read_text()}")
        finally:
            bench.end()
    for names, most in ((PROGRAMS[:2], options.most), (PROGRAMS[2:], options.most_watch)):
        total = sum(rested[name][0] for name in names)
        print(f"{' and '.join(names)}: {total} KiB PSS at rest")
        if most and total > most:
            sys.exit(f"memory: expected at most {most} KiB")


main()
