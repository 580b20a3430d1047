"""The lines of the hour, and when they come: random, but the same on every run."""
import random

HOUR = 3600
RANDOM = random.Random(13)
LINES = []


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
