"""Checks the completions of the installed programs in three shells."""
import json
import pathlib
import subprocess

import shells


def check(prefix, environment, functions=None):
    """Returns the problems. `environment` has the programs in PATH; `functions` is a folder that zsh does not search by default."""
    problems = []
    dump = json.loads(subprocess.check_output([f"{prefix}/bin/announce", "--experimental-dump-help"], env=environment))
    commands = {command["commandName"] for command in dump["command"]["subcommands"]}
    for shell in (shells.bash, shells.fish):
        name = shell.__name__
        for line, expected in [
            ("announce ", commands),
            ("announce focus --trait ", {"button", "searchField", "updatesFrequently"}),
            ("announce say --priority ", {"low", "default", "high"}),
            # A text needs no command, and the socket may come before one.
            ("announce --pri", {"--priority"}),
            ("announce --priority ", {"low", "default", "high"}),
            ("announce --wait text --pri", {"--priority"}),
            ("announce --socket /x history --l", {"--limit"}),
            ("announce --app x history --l", {"--limit"}),
            ("announce media ", {"run", "begin", "extend", "end"}),
            # After --, the line goes on with a command of its own.
            ("announce run -- mkdi", {"mkdir"}),
            ("announce media run --lease 9 -- announced ", {"replay", "check-config"}),
            ("announced ", {"run", "replay", "check-config"}),
            ("announced run --log-level ", {"debug", "info"}),
        ]:
            missing = expected - shell(line, environment)
            if missing:
                problems.append(f"{name}: {line!r}: does not propose {', '.join(sorted(missing))}")
    cases = [
        ("announce hist", "announce history"),
        ("announce focus --trait searchF", "announce focus --trait searchField"),
        ("announce --prio", "announce --priority"),
        ("announce --wait --prio", "announce --wait --priority"),
        ("announce say --prio", "announce say --priority"),
        ("announce media run --mod", "announce media run --mode"),
        ("announce text --priority lo", "announce text --priority low"),
        ("announce --socket /x history --l", "announce --socket /x history --limit"),
        ("announce --app x history --l", "announce --app x history --limit"),
        ("announce run -- mkfif", "announce run -- mkfifo"),
        ("announce media run -- announced check-c", "announce media run -- announced check-config"),
        ("announced check-c", "announced check-config"),
    ]
    for (line, expected), found in zip(cases, shells.zsh([line for line, _ in cases], environment, functions)):
        if found != expected:
            problems.append(f"zsh: {line!r}: becomes {found!r}, expected {expected!r}")
    return problems


def check_asking(environment, functions):
    """Checks completions that the program computes, such as the daemon's voices."""
    problems = []
    found = shells.bash("announce say --language ", environment)
    if not {"de", "en-us"} <= found:
        problems.append(f"bash: languages: found {sorted(found)[:5]}")
    if "en-us-nyc" not in shells.bash("announce text --language en-us-n", environment):
        problems.append("bash: languages without a command: en-us-nyc is not found")
    lines = {
        "announce settings language en-us-n": "announce settings language en-us-nyc",
        "announce --wait --language en-us-n": "announce --wait --language en-us-nyc"}
    for shell, answers in (("zsh", shells.zsh(list(lines), environment, functions)), ("fish", shells.fish_typed(list(lines), environment))):
        for (line, expected), became in zip(lines.items(), answers):
            if became != expected:
                problems.append(f"{shell}: {line!r}: becomes {became!r}, expected {expected!r}")
    return problems


def parse(files):
    """Checks that each shell can read its script."""
    problems = []
    for file in files:
        for shell, mark in (("bash", "bash-completion"), ("zsh", "zsh"), ("fish", "fish")):
            if mark in pathlib.Path(file).parts:
                run = subprocess.run([shell, "-n", file], stderr=subprocess.PIPE, text=True)
                if run.returncode or run.stderr:
                    problems.append(f"{file}: {run.stderr or run.returncode}")
    return problems
