"""What Linux tells of processes: how often they wake up, and what their memory consists of."""
import os
import pathlib
import re
import sys
import time

# A process that has slept for so many seconds is at rest: it keeps what it needed for 5 s.
REST = 7
# How long the processes must then go on sleeping, in seconds: slow polling would show.
SLEEP = 16


def wake_ups(processes):
    """Returns how often their threads were woken."""
    states = (task / "status" for process in processes for task in pathlib.Path(f"/proc/{process}/task").iterdir())
    return sum(int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", state.read_text(), re.M)[1]) for state in states)


def await_rest(processes):
    """Waits until they sleep: what a notification says may be spoken some time after it."""
    woken, since = wake_ups(processes), time.monotonic()
    deadline = since + 60
    while time.monotonic() < since + REST:
        time.sleep(0.2)
        if (now := wake_ups(processes)) != woken:
            if time.monotonic() > deadline:
                sys.exit("memory: they still wake up after a minute")
            woken, since = now, time.monotonic()


def check_sleep(processes):
    """Exits if they wake up while nothing happens. They are at rest."""
    before = {name: wake_ups([process]) for name, process in processes.items()}
    time.sleep(SLEEP)
    woken = {name: wake_ups([process]) - before[name] for name, process in processes.items()}
    print(f"wake-ups in {SLEEP} s at rest:", ", ".join(f"{name} {count}" for name, count in woken.items()))
    if any(woken.values()):
        sys.exit("memory: expected none")


def figures(process):
    """Returns PSS and private dirty memory, in KiB."""
    text = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
    return [int(re.search(rf"^{name}: +(\d+)", text, re.M)[1]) for name in ("Pss", "Private_Dirty")]


def maps(process):
    """Returns lines for the mappings that take the most memory."""
    found = {}
    name = None
    for line in pathlib.Path(f"/proc/{process}/smaps").read_text().splitlines():
        if head := re.match(r"[0-9a-f]+-[0-9a-f]+ (\S+) \S+ \S+ \S+ *(.*)", line):
            name = (os.path.basename(head[2]) or "anonymous", head[1])
        elif field := re.match(r"(Pss|Private_Dirty|Size): +(\d+)", line):
            entry = found.setdefault(name, {"Pss": 0, "Private_Dirty": 0, "Size": 0})
            entry[field[1]] += int(field[2])
    for (name, access), entry in sorted(found.items(), key=lambda item: -item[1]["Pss"]):
        if entry["Pss"] >= 40:
            yield f"    {entry['Pss']:6} {entry['Private_Dirty']:6} of {entry['Size']:7}  {access} {name}"
