"""The tables of the page, in Markdown."""
from bench_pages.figures import MEASURES, quantile


def number(value):
    return f"{value:,.0f}" if value >= 100 or value == 0 else f"{value:.1f}"


def cell(values):
    return " / ".join(number(quantile(values, share)) for share in (0.5, 0.95, 1)) if values else "–"


def table(head, rows, alignment="--:"):
    rule = ["---"] + [alignment] * (len(head) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, rule, *rows]) + "\n"


def ratio(part, group, title, over, under):
    """A row: the ratio of the best medians, unless the denominator is below the resolution."""
    row = [title]
    for measure in part.latencies(group):
        tops, bottoms = ([quantile(values, 0.5) for name in part.systems(group) if name.startswith(prefix) and "SSIP" not in name
                          and (values := part.values(group, name, measure))] for prefix in (over, under))
        row.append(number(min(tops) / min(bottoms)) if tops and bottoms and min(bottoms) >= 0.5 else "–")
    return row


def latencies(part):
    """For each group a heading, its plot, and a row for each system."""
    text = ""
    for group, plot in part.plots().items():
        measures = part.latencies(group)
        rows = [[system] + [cell(part.values(group, system, measure)) for measure in measures]
                for system in part.systems(group)]
        rows.append(ratio(part, group, "announced ÷ bare loop", "announced", "bare loop"))
        rows.append(ratio(part, group, "speech-dispatcher ÷ announced", "speech-dispatcher", "announced"))
        text += f"### {group}\n\n![Distributions, {group}](benchmarks/{plot.name})\n\n"
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
