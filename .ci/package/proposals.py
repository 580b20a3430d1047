"""Checks what the three shells propose, of programs that are installed."""
import json
import pathlib
import subprocess

import shells


def check(prefix, environment, functions=None):
    """`environment`: with the programs in PATH. `functions`: a folder that zsh would not look into by itself. Returns what is wrong."""
    problems = []
    dump = json.loads(subprocess.check_output([f"{prefix}/bin/announce", "--experimental-dump-help"], env=environment))
    commands = {command["commandName"] for command in dump["command"]["subcommands"]}
    for shell in (shells.bash, shells.fish):
        name = shell.__name__
        for line, expected in [
            ("announce ", commands),
            ("announce focus --trait ", {"button", "searchField", "updatesFrequently"}),
            ("announce say --priority ", {"low", "default", "high"}),
            ("announce media ", {"run", "begin", "extend", "end"}),
            ("announced ", {"run", "replay", "check-config"}),
            ("announced run --log-level ", {"debug", "info"}),
        ]:
            missing = expected - shell(line, environment)
            if missing:
                problems.append(f"{name}: {line!r}: does not propose {', '.join(sorted(missing))}")
    cases = [
        ("announce hist", "announce history"),
        ("announce focus --trait searchF", "announce focus --trait searchField"),
        ("announced check-c", "announced check-config"),
    ]
    for (line, expected), found in zip(cases, shells.zsh([line for line, _ in cases], environment, functions)):
        if found != expected:
            problems.append(f"zsh: {line!r}: becomes {found!r}, expected {expected!r}")
    return problems


def check_asking(environment, functions):
    """What the program knows when it is asked: its daemon's voices, for example."""
    problems = []
    found = shells.bash("announce say --language ", environment)
    if not {"de", "en-us"} <= found:
        problems.append(f"bash: languages: found {sorted(found)[:5]}")
    line, expected = "announce settings language en-us-n", "announce settings language en-us-nyc"
    for shell, [became] in (("zsh", shells.zsh([line], environment, functions)), ("fish", shells.fish_typed([line], environment))):
        if became != expected:
            problems.append(f"{shell}: {line!r}: becomes {became!r}, expected {expected!r}")
    return problems


def parse(files):
    """Each script, as its shell reads it."""
    problems = []
    for file in files:
        for shell, mark in (("bash", "bash-completion"), ("zsh", "zsh"), ("fish", "fish")):
            if mark in pathlib.Path(file).parts:
                run = subprocess.run([shell, "-n", file], stderr=subprocess.PIPE, text=True)
                if run.returncode or run.stderr:
                    problems.append(f"{file}: {run.stderr or run.returncode}")
    return problems
