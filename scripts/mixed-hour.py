#!/usr/bin/env python3
"""Writes an hour of mixed use for `announced replay`, the same lines on every run.

Usage: scripts/mixed-hour.py > hour.jsonl
"""
import json

from mixed_hour.lines import HOUR, LINES, RANDOM, every, post, say
from mixed_hour.tasks import SUBJECTS, cook, copy, listen, mail, record, write


def background():
    """Announcements that don't depend on the user: mail, chat, builds from a shell, warnings."""
    for at in every(50):
        say(at, "mail", f"New mail: {RANDOM.choice(SUBJECTS)}")
    for at in every(25):
        say(at, "chat", f"{RANDOM.choice(['Ada', 'Ben', 'Cleo'])} writes: see you at {RANDOM.randrange(1, 12)} o'clock", "low")
    for number, at in enumerate(every(80)):
        run = f"shell-{number}"
        post(at, run, "hello", app="announce")
        say(at, run, RANDOM.choice(["Build finished", "Two tests have failed", "Backup done"]))
        post(at, run, "disconnect")
    for at in every(400):
        say(at, "system", RANDOM.choice(["The battery is at ten percent", "The network is gone"]), "high")


def hour():
    for app in ("mail", "editor", "timer", "player", "recorder", "files", "chat", "system"):
        post(0, app, "hello", app=app)
    at, tasks = 1.0, [mail, write, copy, mail, listen, cook, mail, record, write]
    while at < HOUR - 60:
        for task in tasks:
            end = min(at + RANDOM.uniform(40, 120), HOUR)
            task(at, end)
            at = end + RANDOM.uniform(1, 5)
            if at >= HOUR - 60:
                break
    post(1800, "user", "pause")
    post(1980, "user", "resume")
    background()
    # Python's sort is stable: what one app posts at one moment keeps its order.
    for line in sorted(LINES, key=lambda line: line["at"]):
        print(json.dumps(line))


hour()
