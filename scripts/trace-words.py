#!/usr/bin/env python3
"""Counts the words of a trace of `announced replay`: how many were heard to their end, and how many of announcements and screens were not, and
why. So two versions of the rules can be compared.

Usage: announced replay hour.jsonl --seconds-per-word 0.35 | trace-words [FILE]
"""
import collections
import fileinput
import json

spoken, lost = collections.Counter(), collections.Counter()
for line in map(json.loads, fileinput.input()):
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
