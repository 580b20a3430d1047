#!/usr/bin/python3
"""Makes docs/BENCHMARKS.md and its plots from the figures that `bench` has measured.

Usage: scripts/bench-pages.py [FIGURES.json | --check]

The parts in FIGURES.json replace those in docs/benchmarks/figures.json, unless those are of another machine: then they are dropped.
Without FIGURES.json the pages are made again from what is there. --check only fails if docs/BENCHMARKS.md says something else, or a plot is
missing. Debian's Python, because it has Debian's matplotlib.
"""
import os
import pathlib
import sys

from bench_pages import figures, page

os.chdir(pathlib.Path(__file__).resolve().parent.parent)

PAGE = pathlib.Path("docs/BENCHMARKS.md")


def check():
    kept = figures.read()
    for path, _, _ in page.plots(kept):
        if not path.exists():
            sys.exit(f"bench-pages: {path} is missing; make it with scripts/bench-pages.py")
    if page.text(kept) != PAGE.read_text():
        sys.exit(f"bench-pages: {PAGE} does not say what {figures.KEPT} has; make it again with scripts/bench-pages.py")
    print("bench-pages: in order")


def make(measured=None):
    from bench_pages import plots

    kept = figures.replace(measured) if measured else figures.read()
    figures.keep(kept)
    for path, part, group in page.plots(kept):
        plots.draw(path, part, group)
    PAGE.write_text(page.text(kept))


if sys.argv[1:] == ["--check"]:
    check()
else:
    make(*sys.argv[1:2])
