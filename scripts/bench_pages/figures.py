"""The figures that `bench` has measured, by parts, and the machine that they are of."""
import json
import math
import os
import pathlib
import platform
import subprocess

FOLDER = pathlib.Path("docs/benchmarks")
KEPT = FOLDER / "figures.json"
PACKAGES = "speech-dispatcher libespeak-ng1 libasound2 libasound2-plugins pulseaudio pipewire".split()
# The measures of latencies, and what the page calls them.
MEASURES = {
    "rest": '"a" after a rest', "char": '"a"', "word": '"OK"', "sentence": "sentence", "silence": "stop → silence",
    "replacement": "stop + speak → the new one",
}
# The systems took turns in a random order.
ORDER = [
    "announce", "announced", "announced, SSIP", "announced, typed", "announced, focused", "spd-say", "speech-dispatcher", "espeak-ng", "tee",
    "bare loop",
]


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


def read():
    """Returns what is kept: the machine, and the parts that were measured on it."""
    return json.loads(KEPT.read_text()) if KEPT.exists() else {"machine": machine(), "parts": {}}


def replace(measured):
    """Returns what is kept, with the parts in the file `measured` instead of older ones. Figures of another machine can't be compared with
    these, so they are dropped."""
    here = machine()
    kept = read()
    if kept["machine"] != here:
        kept = {"machine": here, "parts": {}}
    kept["parts"].update(json.loads(pathlib.Path(measured).read_text()))
    return kept


def keep(kept):
    FOLDER.mkdir(exist_ok=True)
    # One series a line: short, and differences can be read.
    lines = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).replace('{"group"', '\n{"group"').replace('],"seed"', '],\n"seed"')
    KEPT.write_text(lines + "\n")


def quantile(values, share):
    """The smallest value that this share of the values does not exceed."""
    return sorted(values)[max(math.ceil(share * len(values)) - 1, 0)]


class Part:
    """The series of one part."""

    def __init__(self, name, part):
        self.name = name
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

    def latencies(self, group):
        """The group's measures that are latencies, in the page's order."""
        return [name for name in MEASURES if name in self.measures(group)]

    def plots(self):
        """The file of each group's plot."""
        return {group: FOLDER / f"{self.name}-{number}.svg" for number, group in enumerate(self.groups, 1)}
