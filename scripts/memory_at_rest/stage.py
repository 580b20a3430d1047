"""What is measured, where no one else uses it: a sound server, a session bus, a daemon with its voice, and a watcher."""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

# The watchdog's period in seconds: the daemon asks its voice for a sign of life every half of it.
WATCHDOG = 64


class Stage:
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

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait()
