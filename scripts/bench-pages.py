#!/usr/bin/python3
"""Makes docs/BENCHMARKS.md and its plots from the figures that `bench` has measured.

Usage: bench-pages [FIGURES.json | --check]

The parts in FIGURES.json replace those in docs/benchmarks/figures.json, unless those are of another machine: then they are dropped.
Without FIGURES.json the pages are made again from what is there. --check only fails if docs/BENCHMARKS.md says something else, or a plot is
missing. Debian's Python, because it has Debian's matplotlib.
"""
import json
import math
import os
import pathlib
import platform
import re
import subprocess
import sys

CHECKS = sys.argv[1:] == ["--check"]
if not CHECKS:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({
        "svg.hashsalt": "announced", "svg.fonttype": "none", "font.sans-serif": ["DejaVu Sans"], "font.size": 9,
        "axes.spines.top": False, "axes.spines.right": False,
    })
    import matplotlib.pyplot as plt
    from matplotlib.ticker import LogLocator, NullLocator

FOLDER = pathlib.Path("docs/benchmarks")
KEPT = FOLDER / "figures.json"
PACKAGES = "speech-dispatcher libespeak-ng1 libasound2 libasound2-plugins pulseaudio pipewire".split()
MEASURES = {
    "rest": '"a" after a rest', "char": '"a"', "word": '"OK"', "sentence": "sentence", "silence": "stop → silence",
    "replacement": "stop + speak → the new one",
}
# The systems took turns in a random order.
ORDER = ["announce", "announced", "announced, SSIP", "announced, typed", "announced, focused", "spd-say", "speech-dispatcher", "espeak-ng", "tee", "bare loop"]


def machine():
    """What the figures depend on."""
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    models = [line.split(":")[1].strip() for line in lines if line.startswith("model name")] or [platform.machine()]
    memory = int(pathlib.Path("/proc/meminfo").read_text().split()[1]) // 1_000_000
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    kernel = pathlib.Path("/proc/sys/kernel/osrelease").read_text().strip()
    names = ["dpkg-query", "-W", "-f", "${Package} ${Version}\n", *PACKAGES]
    versions = subprocess.run(names, stdout=subprocess.PIPE, text=True).stdout.split("\n")
    return {"processor": f"{models[0]}, {os.cpu_count()} cores, {memory} GB", "system": f"{system}, Linux {kernel}",
            "versions": ", ".join(filter(None, versions))}


def quantile(values, share):
    """The smallest value that this share of the values does not exceed."""
    return sorted(values)[max(math.ceil(share * len(values)) - 1, 0)]


def number(value):
    return f"{value:,.0f}" if value >= 100 or value == 0 else f"{value:.1f}"


def cell(values):
    return " / ".join(number(quantile(values, share)) for share in (0.5, 0.95, 1)) if values else "–"


def table(head, rows, alignment="--:"):
    rule = ["---"] + [alignment] * (len(head) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, rule, *rows]) + "\n"


class Part:
    """The series of one part."""

    def __init__(self, part):
        self.series = part["series"]
        self.rows = part["rows"]
        self.origin = f"{part['runs']} runs, seed {part['seed']}, load average before {part['loadBefore']:.2f}"
        self.groups = list(dict.fromkeys(one["group"] for one in self.series))

    def values(self, group, system, measure):
        found = [one["values"] for one in self.series if (one["group"], one["system"], one["measure"]) == (group, system, measure)]
        return found[0] if found else []

    def measures(self, group):
        return list(dict.fromkeys(one["measure"] for one in self.series if one["group"] == group))

    def systems(self, group=None):
        names = {one["system"] for one in self.series if group is None or one["group"] == group}
        return sorted(names, key=lambda name: (max(place for place, known in enumerate(ORDER) if name.startswith(known)), name))


def plot(name, part, group, measures):
    """The picture of the distributions, drawn unless the page is only checked."""
    path = FOLDER / f"{name}.svg"
    if not CHECKS:
        draw(path, part, group, measures)
    elif not path.exists():
        sys.exit(f"bench-pages: {path} is missing; make it with scripts/bench-pages.py")
    return f"![Distributions, {group}](benchmarks/{path.name})\n"


def draw(path, part, group, measures):
    """Draws the distributions: for each measure the share of values that are at most so long."""
    columns = min(len(measures), 3)
    rows = math.ceil(len(measures) / columns)
    figure, axes = plt.subplots(rows, columns, figsize=(3.3 * columns, 2.3 * rows + 0.5), squeeze=False, sharex=True, sharey=True)
    systems = part.systems(group)
    styles = {system: {"color": f"C{index}", "linestyle": "--" if system == "bare loop" else "-"} for index, system in enumerate(systems)}
    for axis in axes.flat[len(measures):]:
        axis.axis("off")
    for axis, measure in zip(axes.flat, measures):
        for system in systems:
            values = sorted(part.values(group, system, measure))
            if values:
                shares = [(index + 1) / len(values) for index in range(len(values))]
                axis.plot([max(value, 0.5) for value in values], shares, linewidth=1.3, label=system, **styles[system])
        axis.set_xscale("log")
        axis.set_title(MEASURES[measure], fontsize=9)
        axis.set_ylim(0, 1.02)
        axis.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.xaxis.set_minor_locator(NullLocator())
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axis.grid(True, linewidth=0.3)
    axes[-1][0].set_xlabel("milliseconds, logarithmic")
    axes[0][0].set_ylabel("share of the runs")
    lines = {line.get_label(): line for axis in axes.flat for line in axis.get_lines()}
    figure.legend(lines.values(), lines.keys(), loc="lower center", ncol=4, frameon=False)
    figure.tight_layout(rect=(0, 0.13 / rows, 1, 1))
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    # Tenths of a point are enough.
    short = re.sub(r"(\d+\.\d)\d+", r"\1", path.read_text())
    short = re.sub(r' transform="rotate\(-0 [^"]*"', "", short)
    path.write_text("\n".join(line.rstrip() for line in short.splitlines()) + "\n")


def ratio(part, group, title, over, under):
    """A row: the ratio of the best medians, unless the denominator is below the resolution."""
    row = [title]
    for measure in [name for name in MEASURES if name in part.measures(group)]:
        tops, bottoms = ([quantile(values, 0.5) for name in part.systems(group) if name.startswith(prefix) and "SSIP" not in name
                          and (values := part.values(group, name, measure))] for prefix in (over, under))
        row.append(number(min(tops) / min(bottoms)) if tops and bottoms and min(bottoms) >= 0.5 else "–")
    return row


def latencies(part, prefix):
    text = ""
    for index, group in enumerate(part.groups):
        measures = [name for name in MEASURES if name in part.measures(group)]
        rows = [[system] + [cell(part.values(group, system, measure)) for measure in measures]
                for system in part.systems(group)]
        rows.append(ratio(part, group, "announced ÷ bare loop", "announced", "bare loop"))
        rows.append(ratio(part, group, "speech-dispatcher ÷ announced", "speech-dispatcher", "announced"))
        text += f"### {group}\n\n{plot(f'{prefix}-{index + 1}', part, group, measures)}\n"
        text += table([""] + [MEASURES[measure] for measure in measures], rows) + "\n"
    return text


def by_system(part):
    """A row for each measure, a column for each system, whatever protocol or output it was used with."""
    columns = list(dict.fromkeys(name.split(",")[0] for name in part.systems()))
    rows = []
    for group in part.groups:
        for measure in part.measures(group):
            cells = {name.split(",")[0]: cell(part.values(group, name, measure)) for name in part.systems(group)
                     if part.values(group, name, measure)}
            rows.append([f"{group}: {measure}" if group else measure] + [cells.get(column, "–") for column in columns])
    return table([""] + columns, rows)


def growth(part):
    """Rows with the ratio to the smallest size of the same kind."""
    rows = []
    for kind in dict.fromkeys(group.split(":")[0] for group in part.groups):
        groups = [group for group in part.groups if group.split(":")[0] == kind]
        for measure in part.measures(groups[0]):
            series = [[one["values"] for one in part.series if (one["group"], one["measure"]) == (group, measure)][0] for group in groups]
            smallest = quantile(series[0], 0.5)
            for group, values in zip(groups, series):
                times = f"{quantile(values, 0.5) / smallest:.1f}" if smallest >= 2 else "–"
                rows.append([measure, group, cell(values), times])
    return table(["", "with", "p50 / p95 / max", "× the smallest"], rows)


SECTIONS = [
    ("latency", "## From the request to the sound", lambda part: latencies(part, "latency"), """
Milliseconds, p50 / p95 / max, and the share of requests that were heard within that time, from 0.5 ms on. "After a rest" means after at
least 7 s of silence, when announced has closed or paused its stream and returned memory; all else follows the last sound by a tenth of a
second. The bare loop is a program in C that does nothing else: it opens the device for each text in the first column, and keeps it open in
the others. `espeak-ng` is started for each text.
"""),
    ("load", "## Under load", lambda part: latencies(part, "load"), """
The same while four programs compute in endless loops. The sound server and the capture have real-time priority, as on a desktop. Systemd
gives each service and application a control group; announced's has ten times the usual weight. Plainly started programs have none, nor
has `espeak-ng` here.
"""),
    ("processes", "## Processes", by_system, """
p50 / p95 / max. Memory is that of all processes of the system, right after it spoke and 7 s later: PSS counts shared pages by their share,
private dirty is what the kernel can't evict. Wake-ups are a second's, in intervals of 250 ms.
"""),
    ("commands", "## Commands", by_system, """
p50 / p95 / max.
"""),
    ("growth", "## Growth", growth, """
How costs change as more waits, more clients are connected or a screen has more elements; and the daemon's memory after an app's messages of
so many hours, sent as fast as it takes them. The costs in µs are the daemon's processor time, as are those of single requests in ms.
"""),
    ("waits", "## Waits", by_system, """
p50 / p95 / max, in ms: the longest wait for the answer to a ping while the daemon handles another client's longest text. Announcements and
values have 250 kB of what costs most to prepare for speech.
"""),
    ("faults", "## Faults", lambda part: table(part.rows[0], part.rows[1:], "---"), """
Captured on PulseAudio: what was heard when something went wrong while a sentence was spoken, another waited, and a third was posted
afterwards.
"""),
]


def main():
    page = pathlib.Path("docs/BENCHMARKS.md")
    if CHECKS:
        if text(json.loads(KEPT.read_text())) != page.read_text():
            sys.exit(f"bench-pages: {page} does not say what {KEPT} has; make it again with scripts/bench-pages.py")
        print("bench-pages: in order")
        return
    here = machine()
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {"machine": here, "parts": {}}
    if len(sys.argv) > 1:
        if kept["machine"] != here:
            kept = {"machine": here, "parts": {}}
        kept["parts"].update(json.loads(pathlib.Path(sys.argv[1]).read_text()))
    FOLDER.mkdir(exist_ok=True)
    # One series a line: short, and differences can be read.
    lines = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).replace('{"group"', '\n{"group"').replace('],"seed"', '],\n"seed"')
    KEPT.write_text(lines + "\n")
    page.write_text(text(kept))


def text(kept):
    """The page."""
    about = kept["machine"]
    page = f"""# Measured

`make bench` has made this page, in about 26 minutes; "Under load" and "Faults" are of `ONLY="load faults" make bench`. Both do the same on
your machine.

{about["processor"]}; {about["system"]}; {about["versions"]}. No sound card: each sound server has a null sink.

"""
    for name, title, make, words in SECTIONS:
        if name in kept["parts"]:
            part = Part(kept["parts"][name])
            page += f"{title}\n{words}\n{make(part).strip()}\n\n<sub>{part.origin}</sub>\n\n"
    return page + METHOD


METHOD = """## Method

Each sound server has one null sink, which keeps real time, at 22,050 Hz mono. `parec --latency-msec=5` listens to its monitor. A sample is
loud above 100 of 32,768. A sample is played when its block arrived at the capture, and as much later as it stands in the block; of 12
blocks the earliest counts, so that a late reader does not. So no sample is heard before it was written, and the error of a value is the
transport to the capture: 0.3 ms, which is not taken off, and more only if all 12 are late. After a stop, PulseAudio's monitor also hears
up to 5 ms that its sink takes back. Sinks take sound about every 5 ms and requests come at any moment, so single values differ by that.
Every time is CLOCK_MONOTONIC, from just before the request is written, or from just before the process is started. The new sound after
stop + speak is found by its likeness (0.85) to the system's own. PipeWire mixes 32 samples at a time, its minimum.

The systems take turns in a random order. The bare loop's buffer is 40 ms, announced has its default configuration, without the notice of
missed announcements. All speak with eSpeak NG, voice en-us+michel. announced and speech-dispatcher receive the same SSIP from the same
client, which awaits the answer to each command; announced also receives its own protocol, without replies. Wake-ups are voluntary context
switches of all threads: before the first word, and from 7 s after the last one. The raw values are in
[benchmarks/figures.json](benchmarks/figures.json).
"""

if __name__ == "__main__":
    main()
