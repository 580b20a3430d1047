#!/usr/bin/env python3
"""Makes the manual pages in docs/man: announce(1), announced(8) and announced-watch(8) from the programs' help, announced-config(5) from the
comments in config/, and announced-protocol(7) from docs/PROTOCOL.md. With --check it changes nothing, and fails if a page is out of date or
if mandoc or groff complains about it."""
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

os.chdir(pathlib.Path(__file__).resolve().parent.parent)

sys.path.insert(0, str(pathlib.Path(__file__).parent / "pages"))
import configuration
import discussion
import markdown
import program
import roff

FOLDER = pathlib.Path("docs/man")
PROGRAMS = ["announce", "announced", "announced-watch"]
PAGES = [("announce", 1), ("announced-config", 5), ("announced-protocol", 7), ("announced", 8), ("announced-watch", 8)]


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def make():
    """Yields each page's name, section and text, with DATE as a placeholder."""
    programs = os.environ.get("PROGRAMS") or output("swift", "build", "--show-bin-path")
    version = output(f"{programs}/announce", "--version")
    if not re.search(rf"^## {re.escape(version)}( |$)", pathlib.Path("CHANGELOG.md").read_text(), re.M):
        sys.exit(f"manual: CHANGELOG.md has no heading for {version}, which Sources/System/System/Release.swift names")
    roots = {name: json.loads(output(f"{programs}/{name}", "--experimental-dump-help"))["command"] for name in PROGRAMS}
    abstracts = {
        "announced-config": "how announced speaks: its configuration file and pronunciation dictionary",
        "announced-protocol": "the protocol of announced's socket",
    }
    for name, root in roots.items():
        abstracts[name] = root["abstract"][:1].lower() + root["abstract"][1:].rstrip(".")
    for name, section in PAGES:
        page = roff.Page(name, section, abstracts[name], version, "DATE")
        if name in roots:
            program.write(page, roots[name])
        elif section == 5:
            files = [blocks for heading, blocks in discussion.parts(roots["announced"]["discussion"]) if heading == "FILES"]
            configuration.write(
                page, pathlib.Path("config/announced.toml").read_text(), pathlib.Path("config/dictionary.toml").read_text(), files[0])
        else:
            markdown.write(page, pathlib.Path("docs/PROTOCOL.md").read_text())
        page.see_also([other for other in PAGES if other != (name, section)])
        yield name, section, str(page)


def complaints(file):
    """Returns the formatters' complaints about a page."""
    said = []
    for command in (["mandoc", "-Tlint", "-Wwarning", file], ["groff", "-ww", "-z", "-k", "-t", "-man", "-Tutf8", file]):
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said += run.stdout.splitlines()
    return said


problems = []
for name, section, made in make():
    file = FOLDER / f"{name}.{section}"
    held = file.read_text() if file.exists() else ""
    date = re.search(r"^\.TH \S+ \d (\S+) ", held, re.M)
    if date and made.replace("DATE", date[1], 1) == held:
        pass
    elif "--check" in sys.argv[1:]:
        problems.append(f"{file}: out of date; run `make manual`")
        continue
    else:
        FOLDER.mkdir(exist_ok=True)
        file.write_text(made.replace("DATE", datetime.date.today().isoformat(), 1))
    if "--check" in sys.argv[1:]:
        problems += complaints(str(file))
print("\n".join(problems) or f"manual: {len(PAGES)} pages, current", file=sys.stderr if problems else sys.stdout)
sys.exit(bool(problems))
