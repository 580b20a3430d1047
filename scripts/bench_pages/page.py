"""What the page says: its words, with the tables of the parts that were measured."""
from bench_pages import tables
from bench_pages.figures import Part

SECTIONS = [
    ("latency", "## From the request to the sound", tables.latencies, """
Milliseconds, p50 / p95 / max, and the share of requests that were heard within that time, from 0.5 ms on. "After a rest" means after at
least 7 s of silence, when announced has closed or paused its stream and returned memory; all else follows the last sound by a tenth of a
second. The bare loop is a program in C that does nothing else: it opens the device for each text in the first column, and keeps it open in
the others. `espeak-ng` is started for each text.
"""),
    ("load", "## Under load", tables.latencies, """
The same while four programs compute in endless loops. The sound server and the capture have real-time priority, as on a desktop. Systemd
gives each service and application a control group; announced's has ten times the usual weight. Plainly started programs have none, nor
has `espeak-ng` here.
"""),
    ("processes", "## Processes", tables.by_system, """
p50 / p95 / max. Memory is that of all processes of the system, right after it spoke and 7 s later: PSS counts shared pages by their share,
private dirty is what the kernel can't evict. Wake-ups are a second's, in intervals of 250 ms.
"""),
    ("commands", "## Commands", tables.by_system, """
p50 / p95 / max.
"""),
    ("growth", "## Growth", tables.growth, """
How costs change as more waits, more clients are connected or a screen has more elements; and the daemon's memory after an app's messages of
so many hours, sent as fast as it takes them. The costs in µs are the daemon's processor time, as are those of single requests in ms.
"""),
    ("waits", "## Waits", tables.by_system, """
p50 / p95 / max, in ms: the longest wait for the answer to a ping while the daemon handles another client's longest text. Announcements and
values have 250 kB of what costs most to prepare for speech.
"""),
    ("faults", "## Faults", lambda part: tables.table(part.rows[0], part.rows[1:], "---"), """
Captured on PulseAudio: what was heard when something went wrong while a sentence was spoken, another waited, and a third was posted
afterwards.
"""),
]

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


def plots(kept):
    """Yields what the page shows as plots: the file, the part and the group."""
    for name, _, make, _ in SECTIONS:
        if make is tables.latencies and name in kept["parts"]:
            part = Part(name, kept["parts"][name])
            for group, path in part.plots().items():
                yield path, part, group


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
            part = Part(name, kept["parts"][name])
            page += f"{title}\n{words}\n{make(part).strip()}\n\n<sub>{part.origin}</sub>\n\n"
    return page + METHOD
