#!/usr/bin/env python3
"""Runs all tests that `swift build --build-tests` has built here and in Tests/EndToEnd, several suites at a time, each in its own process.
Prints what failed and what was skipped, and fails if a test was skipped that could have run.

Usage: scripts/test-suites.py [PATTERN], a regular expression for the suites to run. In the environment: JOBS, how many run at a time;
STRICT=1, to fail too if this machine can't run a test. Each suite's output is in .build/test-logs, and so are the sounds in which a test did
not find what it sought.
"""
import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import time

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
LOGS = ".build/test-logs"
# Capturing a backtrace of each thrown error, which is never printed, would take half the time of some suites.
os.environ["SWT_SWIFT_ERROR_BACKTRACING_ENABLED"] = "0"
# Many suites wait for sound that plays in real time. Together they keep the processors busy.
JOBS = int(os.environ.get("JOBS") or min(3 * (os.cpu_count() or 1) + 1, 16))
STRICT = os.environ.get("STRICT") == "1"
# How long a suite may take, in seconds: ten times as long as the slowest one. One that hangs is killed, and its log shows where.
LIMIT = 900
# How long each suite took the last time: the slowest begin first, so that none of them runs alone at the end.
TIMES = ".build/test-times.json"


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def suites(binary):
    """Returns, for each suite that runs by itself, its number of tests and a pattern that matches only these."""
    count = collections.Counter()
    for line in output(binary, "--testing-library", "swift-testing", "--list-tests").splitlines():
        # TARGET.SUITE/test, or TARGET.OUTER/SUITE/test
        if match := re.match(r"\w+\.\w+/(?:\w+/)?", line):
            count[match[0]] += 1
    return count


def run(binary, suite):
    log = f"{LOGS}/{re.sub('[./]+', '-', suite).strip('-')}.log"
    start = time.monotonic()
    with open(log, "w", encoding="utf-8") as file:
        command = [binary, "--testing-library", "swift-testing", "--no-parallel", "--filter", "^" + re.escape(suite)]
        command += ["--attachments-path", LOGS]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)
        try:
            code = process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
    with open(log, encoding="utf-8", errors="replace") as file:
        # Remove the colours.
        text = re.sub(r"\033\[[0-9;]*m", "", file.read())
    ran = re.search(r"^. Test run with (\d+) tests?", text, re.MULTILINE)
    skipped = re.findall(r'^➜ (?:Test|Suite) (.+?) skipped(?:: "(.*)")?', text, re.MULTILINE)
    # The failed expectations, with what was found.
    issues = re.findall(r"^.*recorded an issue.*\n(?:↳.*\n)*", text, re.MULTILINE)
    return code, int(ran[1]) if ran else 0, time.monotonic() - start, "".join(issues) or text, skipped


def binaries():
    """Returns the test bundles of both packages."""
    for package in (".", "Tests/EndToEnd"):
        yield from glob.glob(output("swift", "build", "--package-path", package, "--show-bin-path").strip() + "/*.xctest")


def main():
    os.makedirs(LOGS, exist_ok=True)
    for old in os.listdir(LOGS):
        os.remove(f"{LOGS}/{old}")
    pattern = sys.argv[1] if sys.argv[1:] else ""
    count = {(binary, suite): tests for binary in binaries() for suite, tests in suites(binary).items() if re.search(pattern, suite)}
    times = json.load(open(TIMES)) if os.path.exists(TIMES) else {}
    order = sorted(count, key=lambda key: times.get(key[1], 1000), reverse=True)
    failed, start, total = [], time.monotonic(), 0
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        running = {pool.submit(run, *key): key for key in order}
        try:
            for done in concurrent.futures.as_completed(running):
                key = running[done]
                name = key[1][:-1]
                code, ran, took, text, skipped = done.result()
                total += ran
                times[key[1]] = round(took, 1)
                for test, reason in skipped:
                    print(f"skipped  {name}: {test}: {reason}", flush=True)
                    # What can't be installed is no failure, nor, for a user, what this machine can't do. CI's machine can do all.
                    if not reason.startswith("this release of Debian") and (STRICT or not reason.startswith("this machine")):
                        failed.append(f"{name}: {test} was skipped: {reason}")
                if sys.stdout.isatty():
                    print(f"{total} of {sum(count.values())} tests", end="\r", flush=True)
                if code == 0 and ran == count[key]:
                    continue
                print(f"FAILED  {took:5.1f} s  {name}, exit code {code}, {ran} of {count[key]} tests:\n{text}", flush=True)
                tests = re.findall(r"^. Test (?!run with)(.+?) (?:with \d+ test cases? )?recorded an issue", text, re.MULTILINE)
                failed += [f"{name}: {test}" for test in dict.fromkeys(tests)] or [f"{name}: exit code {code}, {ran} of {count[key]} tests"]
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            sys.exit(130)
    json.dump(times, open(TIMES, "w"))
    print(f"{total} tests, {time.monotonic() - start:.0f} s")
    if failed or not total:
        sys.exit("\n".join(["make test: failed:"] + [f"  {test}" for test in failed]))


main()
