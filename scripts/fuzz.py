#!/usr/bin/env python3
"""Feeds random input to every parser and protocol.

The targets in Tests/Fuzz run under libFuzzer with AddressSanitizer: an input that reaches new code is mutated further. They begin with the
inputs in Tests/Fuzz/Corpus; inputs that reach more are kept in .build/fuzz-corpus. Then clients that follow the protocols' grammars talk to
a running daemon, and a voice speaks hostile texts (programs of Tests/EndToEnd). Prints a table at the end. If anything is found, the exit code
is 1, the input is in .build/fuzz-findings, and the command that reproduces it is printed.

Environment: MINUTES, the time for all targets together (10); ONLY, the names of targets, separated by spaces (all); LIVE=0, without the
clients of a daemon; SEED, as an earlier run printed it; SOAK_BUILD=debug, as for the soak; MINIMIZE=1, to replace the inputs in
Tests/Fuzz/Corpus with the smallest set of the same coverage instead."""
import concurrent.futures
import os
import random
import re
import sys

from fuzzing import live, targets

ALL = [*targets.TARGETS, *live.LIVE]


def main():
    os.chdir(targets.ROOT)
    chosen = os.environ.get("ONLY", " ".join(targets.TARGETS if os.environ.get("LIVE") == "0" else ALL)).split()
    for target in chosen:
        if target not in ALL:
            sys.exit(f"make fuzz: there is no target {target}; there are {', '.join(ALL)}")
    parsers, clients = [each for each in chosen if each in targets.TARGETS], [each for each in chosen if each in live.LIVE]
    program = targets.build() if parsers else None
    if os.environ.get("MINIMIZE"):
        for target in parsers:
            targets.minimize(program, target)
        return
    seed = int(os.environ.get("SEED") or random.randrange(1, 1 << 31))
    cores = os.cpu_count() or 1
    # Clients of a daemon run one after another, because their checks include timely answers.
    share = float(os.environ.get("MINUTES", "10")) * 60 / (len(parsers) / cores + len(clients))
    print(f"fuzz: SEED={seed}, {share:.0f} seconds for each of {len(chosen)} targets", flush=True)
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        results = list(pool.map(lambda target: targets.run(program, target, share, seed), parsers))
    lived = [live.run(target, share, seed) for target in clients]
    rows = [["target", "executions", "edges", "features", "corpus", "findings"]] + [row for row, _, _ in results] + lived
    for row in rows:
        print("  " + str(row[0]).ljust(15) + "".join(str(cell).rjust(12) for cell in row[1:]))
    for row, found, text in results:
        for file in found:
            reasons = re.findall(r"^.*(?:Fatal error: |ERROR: |SUMMARY: |run interrupted).*$", text, re.M)
            print(f"  FOUND: {reasons[0][:500] if reasons else 'the program ended'}")
            print(f"    FUZZ_TARGET={row[0]} SWIFT_BACKTRACE=enable=no {program.relative_to(targets.ROOT)} {file.relative_to(targets.ROOT)}")
    if any(row[-1] for row in rows[1:]):
        sys.exit(f"fuzz: FAILED; SEED={seed}")


main()
