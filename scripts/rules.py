#!/usr/bin/env python3
"""Checks that every rule and case of docs/RULES.md is tested: its id occurs in a test's name (the display name, the function's name in
backticks, or an argument's name). Also checks that every id in sources or tests is defined there."""
import os
import pathlib
import re
import sys

os.chdir(pathlib.Path(__file__).resolve().parent.parent)

rules = pathlib.Path("docs/RULES.md").read_text()
defined = re.findall(r"^- \*\*([A-Z]\d+)\*\* ", rules, re.M) + re.findall(r"^\| (V\d+) \|", rules, re.M)
families = "".join(sorted({rule[0] for rule in defined}))
# "Q1", or a range such as "V1–V8"; not part of another word or of an escape such as \u{E4}.
mention = re.compile(rf"(?<![\w{{#.])([{families}])([1-9]\d?)(?:[–-]\1([1-9]\d?))?(?![\w}}])(?![.:]\d)")


def ids(text):
    for family, first, last in mention.findall(text):
        for number in range(int(first), int(last or first) + 1):
            yield f"{family}{number}"


names = re.compile(
    r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"'  # a display name
    r"|func `([^`]*)`"  # a function's name in backticks
    r'|\bname: "((?:[^"\\]|\\.)*)"'  # an argument's name
    r'|^\s*\(\s*"([A-Z]\d+)",',  # an argument that begins with a case's id
    re.M,
)
problems = [f"docs/RULES.md: {rule} is defined twice" for rule in sorted(set(defined)) if defined.count(rule) > 1]
tested = set()
for folder in ("Sources", "Tests"):
    for file in sorted(pathlib.Path(folder).rglob("*.swift")):
        if ".build" in file.parts:
            continue  # what a package below Tests depends on
        text = file.read_text()
        if folder == "Tests":
            for match in names.findall(text):
                tested.update(ids(" ".join(match)))
        for number, line in enumerate(text.splitlines(), 1):
            for rule in dict.fromkeys(ids(line)):
                if rule not in defined:
                    problems.append(f"{file}:{number}: names {rule}, which docs/RULES.md does not define")
problems += [f"docs/RULES.md: no test is named after {rule}" for rule in defined if rule not in tested]
print("\n".join(problems) or f"rules: {len(defined)}, each with a test", file=sys.stderr if problems else sys.stdout)
sys.exit(bool(problems))
