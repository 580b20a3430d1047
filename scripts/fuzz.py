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
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

TARGETS = ["json", "ssip", "ssml", "configuration", "dictionary", "replay", "journal", "voice", "text", "icon"]
# Clients of a running daemon, by their names in the soak, and texts for a running voice.
LIVE = {"live-requests": "requests", "live-ssip": "ssip", "live-texts": None}
# The maximum length of an input, and the maximum number checked in for a target.
LONGEST, MOST = 4096, 48

root = pathlib.Path(__file__).resolve().parent.parent
os.chdir(root)
corpus, grown, findings = root / "Tests/Fuzz/Corpus", root / ".build/fuzz-corpus", root / ".build/fuzz-findings"


def build():
    """Builds the targets with AddressSanitizer, as `scripts/test.sh` builds the sanitized tests, and with libFuzzer."""
    if not shutil.which("swift"):
        sys.exit("make fuzz: Swift 6.3 is missing; get it from https://swift.org/install")
    subprocess.run(["scripts/install-packages.sh", "build", "test"], check=True, stdout=sys.stderr)
    info = json.loads(subprocess.check_output(["swift", "-print-target-info"]))
    library = f"{info['paths']['runtimeResourcePath']}/clang/lib/linux/libclang_rt.fuzzer_no_main-{os.uname().machine}.a"
    # Nothing but a weak reference asks for libFuzzer.
    linked = [library, "-u", "LLVMFuzzerRunDriver", "-lstdc++"]
    options = (root / "scripts/address-options").read_text().split()
    for flag in linked:
        options += ["-Xlinker", flag]
    subprocess.run(["swift", "build", "--product", "fuzz-targets", *options], check=True, stdout=sys.stderr)
    return root / ".build/address/debug/fuzz-targets"


def environment(target):
    return os.environ | {
        "FUZZ_TARGET": target,
        # Swift's backtracer can wait forever for a process that libFuzzer is ending; libFuzzer prints a backtrace itself.
        "SWIFT_BACKTRACE": "enable=no",
        # Swift keeps some memory on purpose. Recording where memory was allocated would take long.
        "ASAN_OPTIONS": "detect_leaks=0:malloc_context_size=0:suppressions=" + f"{root}/scripts/address-suppressions:"
        + os.environ.get("ASAN_OPTIONS", ""),
    }


def words(target):
    """Writes a dictionary for libFuzzer: the words of the checked-in inputs."""
    text = b"\n".join(file.read_bytes() for file in sorted((corpus / target).iterdir()))
    found = sorted({word.decode() for word in re.findall(rb"[A-Za-z][A-Za-z_-]{2,30}", text)})
    file = tempfile.NamedTemporaryFile("w", suffix=".dict")
    file.write("".join(f'"{word}"\n' for word in found))
    file.flush()
    return file


def run(program, target, seconds, seed):
    """Runs one target. Returns its row of the table, and the findings."""
    folder = findings / target
    for each in (folder, grown / target):
        each.mkdir(parents=True, exist_ok=True)
    before = set(folder.iterdir())
    with words(target) as dictionary:
        options = [
            f"-max_total_time={max(1, round(seconds))}", f"-seed={seed}", f"-max_len={LONGEST}", "-timeout=10", "-rss_limit_mb=2048",
            f"-dict={dictionary.name}", f"-artifact_prefix={folder}/", "-print_final_stats=1", "-reload=0",
        ]
        log = subprocess.run(
            [program, *options, grown / target, corpus / target], env=environment(target), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
    text = log.stdout.decode(errors="replace")
    covered = re.findall(r"cov: (\d+) ft: (\d+)", text) or [("0", "0")]
    executions = re.findall(r"number_of_executed_units: (\d+)", text) or ["0"]
    found = sorted(set(folder.iterdir()) - before | {pathlib.Path(name) for name in re.findall(r"Test unit written to (\S+)", text)})
    # A run that ends early without naming an input is also a finding.
    if log.returncode and not found:
        found = [folder / "no-input"]
    for file in found:
        (folder / (file.name + ".log")).write_text(text)
    return [target, executions[-1], *covered[-1], len(list((corpus / target).iterdir())), len(found)], found, text


def run_live(target, seconds, seed):
    """Runs random clients against a daemon. Returns a row of the table."""
    if os.environ.get("SOAK_BUILD") == "debug":
        for product in ("announced", "announced-voice"):
            subprocess.run(["swift", "build", "--product", product, "--quiet"], check=True)
        programs = subprocess.check_output(["swift", "build", "--show-bin-path"], text=True).strip()
    else:
        subprocess.run(["scripts/build-release.sh"], check=True, stdout=sys.stderr)
        programs = subprocess.check_output(["scripts/build-release.sh", "--show-bin-path"], text=True).strip()
    mode = LIVE[target]
    product = "soak" if mode else "voice-texts"
    package = ["swift", "build", "--package-path", "Tests/EndToEnd"]
    subprocess.run([*package, "--product", product, "--quiet"], check=True)
    client = subprocess.check_output([*package, "--show-bin-path"], text=True).strip() + f"/{product}"
    arguments = [mode, programs, str(seconds / 60), str(seed), "pulseaudio"] if mode else [f"{programs}/announced-voice"]
    variables = os.environ | {"SEED": str(seed), "SECONDS": str(seconds), "TEXTS": str(10**9)}
    log = subprocess.run(
        [client, *arguments], env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace")
    sent = sum(int(count) for count in re.findall(r"^(?:  (?:lines|answers .*): )?(\d+)(?: texts.*)?$", log.stdout, re.M))
    if log.returncode:
        print(log.stdout)
    return [target, str(sent), "-", "-", "-", int(log.returncode != 0)]


def minimize(program, target):
    """Reduces the inputs to the fewest and shortest of the same coverage, and checks in as many as the limits allow."""
    with tempfile.TemporaryDirectory() as folder:
        merged = pathlib.Path(folder)
        command = [program, "-set_cover_merge=1", f"-max_len={LONGEST}", merged, corpus / target, grown / target]
        subprocess.run(command, env=environment(target), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        kept = sorted(merged.iterdir(), key=lambda file: file.stat().st_mtime_ns)[:MOST]
        for file in (corpus / target).iterdir():
            file.unlink()
        for file in kept:
            shutil.copyfile(file, corpus / target / file.name[:12])
        print(f"{target}: {len(kept)} inputs, {sum(file.stat().st_size for file in kept)} bytes")


def main():
    chosen = os.environ.get("ONLY", " ".join(TARGETS if os.environ.get("LIVE") == "0" else [*TARGETS, *LIVE])).split()
    for target in chosen:
        if target not in TARGETS and target not in LIVE:
            sys.exit(f"make fuzz: there is no target {target}; there are {', '.join([*TARGETS, *LIVE])}")
    targets, live = [each for each in chosen if each in TARGETS], [each for each in chosen if each in LIVE]
    program = build() if targets else None
    if os.environ.get("MINIMIZE"):
        for target in targets:
            minimize(program, target)
        return
    seed = int(os.environ.get("SEED") or random.randrange(1, 1 << 31))
    cores = os.cpu_count() or 1
    # Clients of a daemon run one after another, because their checks include timely answers.
    share = float(os.environ.get("MINUTES", "10")) * 60 / (len(targets) / cores + len(live))
    print(f"fuzz: SEED={seed}, {share:.0f} seconds for each of {len(chosen)} targets", flush=True)
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        results = list(pool.map(lambda target: run(program, target, share, seed), targets))
    lived = [run_live(target, share, seed) for target in live]
    rows = [["target", "executions", "edges", "features", "corpus", "findings"]] + [row for row, _, _ in results] + lived
    for row in rows:
        print("  " + str(row[0]).ljust(15) + "".join(str(cell).rjust(12) for cell in row[1:]))
    for row, found, text in results:
        for file in found:
            reasons = re.findall(r"^.*(?:Fatal error: |ERROR: |SUMMARY: |run interrupted).*$", text, re.M)
            print(f"  FOUND: {reasons[0][:500] if reasons else 'the program ended'}")
            print(f"    FUZZ_TARGET={row[0]} SWIFT_BACKTRACE=enable=no {program.relative_to(root)} {file.relative_to(root)}")
    if any(row[-1] for row in rows[1:]):
        sys.exit(f"fuzz: FAILED; SEED={seed}")


main()
