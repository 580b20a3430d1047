"""The targets in Tests/Fuzz: built with libFuzzer and AddressSanitizer, run with random input, and their inputs reduced."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TARGETS = ["json", "ssip", "ssml", "markdown", "configuration", "dictionary", "replay", "journal", "voice", "text", "icon"]
# The maximum length of an input, and the maximum number checked in for a target.
LONGEST, MOST = 4096, 48

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS, GROWN, FINDINGS = ROOT / "Tests/Fuzz/Corpus", ROOT / ".build/fuzz-corpus", ROOT / ".build/fuzz-findings"


def build():
    """Builds the targets with AddressSanitizer, as `scripts/test.sh` builds the sanitized tests, and with libFuzzer."""
    if not shutil.which("swift"):
        sys.exit("make fuzz: Swift 6.3 is missing; get it from https://swift.org/install")
    subprocess.run(["scripts/install-packages.sh", "build", "test"], check=True, stdout=sys.stderr)
    info = json.loads(subprocess.check_output(["swift", "-print-target-info"]))
    library = f"{info['paths']['runtimeResourcePath']}/clang/lib/linux/libclang_rt.fuzzer_no_main-{os.uname().machine}.a"
    # Nothing but a weak reference asks for libFuzzer.
    linked = [library, "-u", "LLVMFuzzerRunDriver", "-lstdc++"]
    options = (ROOT / "scripts/address-options").read_text().split()
    for flag in linked:
        options += ["-Xlinker", flag]
    subprocess.run(["swift", "build", "--product", "fuzz-targets", *options], check=True, stdout=sys.stderr)
    return ROOT / ".build/address/debug/fuzz-targets"


def environment(target):
    return os.environ | {
        "FUZZ_TARGET": target,
        # Swift's backtracer can wait forever for a process that libFuzzer is ending; libFuzzer prints a backtrace itself.
        "SWIFT_BACKTRACE": "enable=no",
        # Swift keeps some memory on purpose. Recording where memory was allocated would take long.
        "ASAN_OPTIONS": "detect_leaks=0:malloc_context_size=0:suppressions=" + f"{ROOT}/scripts/address-suppressions:"
        + os.environ.get("ASAN_OPTIONS", ""),
    }


def words(target):
    """Writes a dictionary for libFuzzer: the words of the checked-in inputs."""
    text = b"\n".join(file.read_bytes() for file in sorted((CORPUS / target).iterdir()))
    found = sorted({word.decode() for word in re.findall(rb"[A-Za-z][A-Za-z_-]{2,30}", text)})
    file = tempfile.NamedTemporaryFile("w", suffix=".dict")
    file.write("".join(f'"{word}"\n' for word in found))
    file.flush()
    return file


def run(program, target, seconds, seed):
    """Runs one target. Returns its row of the table, and the findings."""
    folder = FINDINGS / target
    for each in (folder, GROWN / target):
        each.mkdir(parents=True, exist_ok=True)
    before = set(folder.iterdir())
    with words(target) as dictionary:
        options = [
            f"-max_total_time={max(1, round(seconds))}", f"-seed={seed}", f"-max_len={LONGEST}", "-timeout=10", "-rss_limit_mb=2048",
            f"-dict={dictionary.name}", f"-artifact_prefix={folder}/", "-print_final_stats=1", "-reload=0",
        ]
        log = subprocess.run(
            [program, *options, GROWN / target, CORPUS / target], env=environment(target), stdout=subprocess.PIPE,
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
    return [target, executions[-1], *covered[-1], len(list((CORPUS / target).iterdir())), len(found)], found, text


def minimize(program, target):
    """Reduces the inputs to the fewest and shortest of the same coverage, and checks in as many as the limits allow."""
    with tempfile.TemporaryDirectory() as folder:
        merged = pathlib.Path(folder)
        command = [program, "-set_cover_merge=1", f"-max_len={LONGEST}", merged, CORPUS / target, GROWN / target]
        subprocess.run(command, env=environment(target), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        kept = sorted(merged.iterdir(), key=lambda file: file.stat().st_mtime_ns)[:MOST]
        for file in (CORPUS / target).iterdir():
            file.unlink()
        for file in kept:
            shutil.copyfile(file, CORPUS / target / file.name[:12])
        print(f"{target}: {len(kept)} inputs, {sum(file.stat().st_size for file in kept)} bytes")
