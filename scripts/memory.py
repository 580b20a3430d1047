#!/usr/bin/env python3
"""Measures the memory of announced, its voice and announced-watch, after a few utterances, recordings and notifications, and at rest after
the service manager's watchdog has asked for a sign of life. None of them may wake up then.

Usage: scripts/memory.py PROGRAMS [--maps] [--most KIB] [--most-watch KIB]
PROGRAMS is a folder with the programs, or one below which they are installed. --maps also prints what each process's memory consists of at
rest. It exits with 1 if announced and its voice together have more than --most at rest (PSS), or announced-watch more than --most-watch.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

from memory_at_rest import processes
from memory_at_rest.stage import Stage

PROGRAMS = "announced", "announced-voice", "announced-watch"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs")
    parser.add_argument("--maps", action="store_true")
    parser.add_argument("--most", type=int)
    parser.add_argument("--most-watch", type=int)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        stage = Stage(options.programs, pathlib.Path(work))
        try:
            stage.begin()
            stage.use()
            measured = dict(zip(PROGRAMS, (stage.daemon.pid, stage.voice(), stage.watcher.pid)))
            used = {name: processes.figures(process) for name, process in measured.items()}
            stage.await_watchdog()
            processes.await_rest(measured.values())
            processes.check_sleep(measured)
            rested = {name: processes.figures(process) for name, process in measured.items()}
            print("KiB                 in use: PSS  private dirty      at rest: PSS  private dirty")
            for name, process in measured.items():
                (pss, dirty), (pss_rested, dirty_rested) = used[name], rested[name]
                print(f"{name:16}{pss:15}{dirty:15}{pss_rested:18}{dirty_rested:15}")
                if options.maps:
                    print(*processes.maps(process), sep="\n")
        except (subprocess.CalledProcessError, OSError) as error:
            sys.exit(f"memory: {error}:\n{getattr(error, 'stderr', '')}{(stage.work / 'log').read_text()}")
        finally:
            stage.end()
    for names, most in ((PROGRAMS[:2], options.most), (PROGRAMS[2:], options.most_watch)):
        total = sum(rested[name][0] for name in names)
        print(f"{' and '.join(names)}: {total} KiB PSS at rest")
        if most and total > most:
            sys.exit(f"memory: expected at most {most} KiB")


main()
