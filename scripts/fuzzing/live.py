"""Random clients of a running daemon, and texts for a running voice: programs of Tests/EndToEnd."""
import os
import re
import subprocess

# Clients of a daemon, by their names in the soak; the texts are another program's.
LIVE = {"live-requests": "requests", "live-ssip": "ssip", "live-texts": None}


def run(target, seconds, seed):
    """Runs random clients against a daemon. Returns a row of the table."""
    programs = subprocess.check_output(["scripts/soak-programs.sh"], text=True).strip()
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
