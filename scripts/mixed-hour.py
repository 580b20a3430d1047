#!/usr/bin/env python3
"""Writes an hour of mixed use for `announced replay`, the same lines on every run; or counts the words of its trace.

Usage: mixed-hour > hour.jsonl
       announced replay hour.jsonl --seconds-per-word 0.35 | mixed-hour --count [FILE]
"""
import collections
import fileinput
import json
import random
import sys

HOUR = 3600
RANDOM = random.Random(13)
LINES = []
SUBJECTS = "Lunch tomorrow,The report,Your order has shipped,Minutes of the meeting,Photos,Invoice,Train tickets,Happy birthday".split(",")


def post(at, client, kind, **fields):
    LINES.append({"at": round(at, 2), "client": client, "type": kind, **fields})


def say(at, client, text, priority="default", **fields):
    post(at, client, "announcement", text=text, priority=priority, **fields)


def every(seconds, first=0.0):
    """Moments about so many seconds apart."""
    at = first + RANDOM.uniform(0, seconds)
    while at < HOUR:
        yield at
        at += RANDOM.uniform(0.5, 1.5) * seconds


def row(index, count):
    return {
        "id": f"row-{index}", "label": SUBJECTS[index % len(SUBJECTS)], "traits": ["button"],
        "container": {"type": "list", "label": "Messages", "index": index + 1, "count": count},
    }


def mail(at, end):
    """The user reads mail: moves through a list, opens messages, and hears what became of them."""
    post(at, "mail", "screenChanged", title="Inbox", elements=[row(index, 8) for index in range(8)])
    while (at := at + RANDOM.uniform(1, 4)) < end:
        index = RANDOM.randrange(8)
        post(at, "mail", "elementFocused", element=f"row-{index}")
        if RANDOM.random() < 0.3:
            at += RANDOM.uniform(0.5, 1.5)
            post(at, "mail", "elementActivated", element=f"row-{index}")
            if RANDOM.random() < 0.5:
                say(at + 0.1, "mail", "Message moved to the archive")
                post(at + 0.2, "mail", "screenChanged", title="Inbox", elements=[row(index, 8) for index in range(8)])
            else:
                post(at + 0.2, "mail", "layoutChanged", element="row-0")
                say(at + 0.5, "mail", "Message deleted")


def write(at, end):
    """The user writes: types, and what was written is saved, searched and counted."""
    post(at, "editor", "screenChanged", title="Letter", elements=[{"id": "text", "label": "Text", "traits": ["textEntry", "isEditing"]}])
    text = ""
    at += 3
    while at < end:
        for key in RANDOM.choice(["Dear Ada, ", "thank you for your letter. ", "See you soon, "]):
            text += key
            at += RANDOM.uniform(0.12, 0.3)
            post(at, "editor", "elementUpdated", element="text", value=text)
        if RANDOM.random() < 0.5:
            say(at + 0.2, "editor", f"{RANDOM.randrange(2, 9)} suggestions", "low", group="suggestions", supersede="pending")
        if RANDOM.random() < 0.3:
            say(at + 0.4, "editor", "Letter saved")
        at += RANDOM.uniform(1, 5)


def cook(at, end):
    """A timer runs in the foreground."""
    length = int(end - at)
    post(at, "timer", "screenChanged", title="Timer", element={
        "id": "time", "label": "Time left", "value": clock(length), "traits": ["updatesFrequently"], "milestones": ["60s", "10s", "0s"]})
    for second in range(1, length + 1):
        post(at + second, "timer", "elementUpdated", element="time", value=clock(length - second))
    say(end + 0.1, "timer", "The time is over", "high")


def listen(at, end):
    """Music plays; the user presses the player's button, and later presses it again."""
    post(at, "player", "screenChanged", title="Player", elements=[
        {"id": "play", "label": "Play", "value": "0", "traits": ["toggleButton", "button", "startsMediaSession"]}])
    for value, moment in (("1", at + 2), ("0", end)):
        post(moment, "player", "elementActivated", element="play")
        post(moment + 0.1, "player", "elementUpdated", element="play", value=value)
    for moment in every(45, at + 5):
        if moment >= end:
            break
        say(moment, "player", f"Now playing song {RANDOM.randrange(1, 30)}")


def record(at, end):
    """A memo is recorded; the user opens the recorder and begins at once."""
    post(at, "recorder", "screenChanged", title="Recorder", elements=[{"id": "record", "label": "Record", "traits": ["button"]}])
    post(at + 0.6, "recorder", "mediaSession", op="begin", session="memo", mode="record", lease=min(600, end - at + 10))
    post(end, "recorder", "mediaSession", op="end", session="memo")
    say(end + 0.1, "recorder", "Memo saved")


def copy(at, end):
    """Files are copied; the user looks at the bar, then elsewhere."""
    bar = {"id": "bar", "label": "Copying", "value": "0", "valueKind": "percent", "traits": ["updatesFrequently"]}
    post(at, "files", "screenChanged", title="Copy", elements=[bar, {"id": "cancel", "label": "Cancel", "traits": ["button"]}])
    post(at + (end - at) / 2, "files", "elementFocused", element="cancel")
    for percent in range(1, 101):
        post(at + (end - at) * percent / 100, "files", "elementUpdated", element="bar", value=str(percent))


def clock(seconds):
    return f"{seconds // 60}:{seconds % 60:02}"


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


def count():
    """Prints how many words were heard to their end and how many were not, of announcements and screens, and why."""
    spoken, lost = collections.Counter(), collections.Counter()
    for line in map(json.loads, fileinput.input(sys.argv[2:])):
        if line["event"] != "finished":
            continue
        words = len(line["text"].split())
        if line["reason"] == "spoken":
            spoken[line["class"]] += words
        elif line["class"] in ("high", "default", "low", "screen") and line["rule"] != "Q9":
            lost[line["class"], line["reason"], line["rule"]] += words
    print("spoken", sum(spoken.values()), dict(spoken.most_common()))
    print("lost", sum(lost.values()))
    for (kind, reason, rule), words in sorted(lost.items()):
        print(f"  {kind} {reason} {rule}: {words}")


count() if "--count" in sys.argv[1:2] else hour()
