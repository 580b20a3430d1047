#!/usr/bin/env python3
"""Draws what `announce monitor` shows on a terminal, as SVG on standard output: docs/examples/monitor.svg.

Usage: scripts/monitor-picture.py FOLDER    FOLDER holds the programs; .build/debug

The daemon is a real one, and its sound goes to a file.
"""
import html
import json
import os
import pty
import re
import socket
import subprocess
import sys
import tempfile

CELL, LINE, MARGIN = 7.25, 18, 14  # of 12-pixel letters
STYLES = {"2": "faint", "31": "red", "32": "green", "33": "yellow", "36": "cyan"}
# Colours for light pages, and for dark ones.
CSS = """
text { font: 12px "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; fill: #24292f }
rect { fill: #f6f8fa; stroke: #d0d7de }
.faint { fill: #6e7781 } .red { fill: #b31d28 } .green { fill: #116329 } .yellow { fill: #7d4e00 } .cyan { fill: #0a5a70 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } rect { fill: #161b22; stroke: #30363d }
.faint { fill: #8b949e } .red { fill: #ff7b72 } .green { fill: #56d364 } .yellow { fill: #e3b341 } .cyan { fill: #56d4dd }
}"""


class Stage:
    """A daemon, a monitor on a terminal, and the lines that it has shown."""

    def __init__(self, programs, folder):
        self.socket = f"{folder}/socket"
        environment = {**os.environ, "LC_ALL": "en_US.UTF-8", "TERM": "xterm", "HOME": folder, "XDG_RUNTIME_DIR": folder}
        environment.pop("NO_COLOR", None)
        ours, its = pty.openpty()
        monitor = [f"{programs}/announce", "monitor", "--socket", self.socket]
        # It waits for the daemon.
        self.processes = [
            subprocess.Popen(monitor, env=environment, stdout=its, stderr=subprocess.PIPE),
            subprocess.Popen(
                [f"{programs}/announced", "--socket", self.socket, "--wav", f"{folder}/heard.wav"], env=environment,
                stderr=subprocess.DEVNULL)]
        os.close(its)
        self.terminal = os.fdopen(ours, newline="")
        self.lines = []

    def begin(self):
        """Waits until the monitor watches."""
        while line := self.processes[0].stderr.readline():
            if b"watching" in line:
                return
        sys.exit("monitor-picture: the monitor has ended")

    def client(self, app):
        """Connects an app, and returns a function that sends its messages."""
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self.socket)

        def send(kind, **fields):
            connection.sendall(json.dumps({"type": kind, **fields}).encode() + b"\n")

        send("hello", app=app, replies="none")
        return send

    def until(self, *words):
        """Reads the monitor's lines up to one with these words."""
        # Without the colours: in ESC [2m10:15 there is an m1.
        while not self.lines or not all(word in re.sub(r"\033\[[0-9;]*m", "", self.lines[-1]) for word in words):
            self.lines.append(self.terminal.readline().rstrip("\r\n"))

    def end(self):
        for process in self.processes:
            process.terminate()
            process.wait()


def perform(stage):
    stage.begin()
    mail, disk, recorder = (stage.client(app) for app in ("mail", "disk", "recorder"))
    mail("announcement", id="m1", text="Three new messages from Ada", priority="low")
    stage.until("started", "m1")
    disk("announcement", id="d1", text="The disk is almost full", priority="high")
    stage.until("finished", "m1")
    recorder("mediaSession", op="begin", mode="record", session="memo")
    stage.until("began")
    mail("announcement", id="m2", text="A message from Bob", priority="low")
    stage.until("held")
    recorder("mediaSession", op="end", session="memo")
    stage.until("finished", "m2")


def drawn(line, row):
    """Returns a line of the terminal as SVG: a text for each run of one colour without a gap, because some viewers drop spaces."""
    texts, column, style = [], 0, None
    for part in re.split(r"(\x1b\[\d+m)", line):
        if escape := re.fullmatch(r"\x1b\[(\d+)m", part):
            style = STYLES.get(escape[1])
            continue
        name = f' class="{style}"' if style else ""
        for word in re.finditer(r"\S+(?: \S+)*", part):
            x, y = MARGIN + (column + word.start()) * CELL, MARGIN + LINE * (row + 0.75)
            texts.append(f'<text{name} x="{x:g}" y="{y:g}" textLength="{len(word[0]) * CELL:g}">{html.escape(word[0])}</text>')
        column += len(part)
    return "\n".join(texts)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(sys.argv[1], folder)
        try:
            perform(stage)
        finally:
            stage.end()
    lines = ["$ announce monitor", *stage.lines]
    width = 2 * MARGIN + CELL * max(len(re.sub(r"\x1b\[\d+m", "", line)) for line in lines)
    height = 2 * MARGIN + LINE * len(lines)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" role="img">')
    print(f"<title>announce monitor</title><style>{CSS}\n</style>")
    print(f'<rect x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="6"/>')
    for row, line in enumerate(lines):
        print(drawn(line, row))
    print("</svg>")


main()
