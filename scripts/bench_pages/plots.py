"""The plots of the page: distributions of latencies. Loaded only to draw, because not every machine has matplotlib."""
import math
import re

import matplotlib
from matplotlib import pyplot
from matplotlib.ticker import LogLocator, NullLocator

from bench_pages.figures import MEASURES

matplotlib.use("svg")
matplotlib.rcParams.update({
    "svg.hashsalt": "announced", "svg.fonttype": "none", "font.sans-serif": ["DejaVu Sans"], "font.size": 9,
    "axes.spines.top": False, "axes.spines.right": False,
})


def draw(path, part, group):
    """Draws the distributions: for each measure the share of values that are at most so long."""
    measures = part.latencies(group)
    columns = min(len(measures), 3)
    rows = math.ceil(len(measures) / columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(3.3 * columns, 2.3 * rows + 0.5), squeeze=False, sharex=True, sharey=True)
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
    pyplot.close(figure)
    # Tenths of a point are enough.
    short = re.sub(r"(\d+\.\d)\d+", r"\1", path.read_text())
    short = re.sub(r' transform="rotate\(-0 [^"]*"', "", short)
    path.write_text("\n".join(line.rstrip() for line in short.splitlines()) + "\n")
