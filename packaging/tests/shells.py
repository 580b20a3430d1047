"""Finds out what shells complete when Tab is pressed."""
import os
import pty
import select
import signal
import subprocess
import tempfile
import time

BASH = r"""
. /usr/share/bash-completion/bash_completion
COMP_LINE=$1 COMP_POINT=${#1}
read -ra COMP_WORDS <<<"$1"
[[ $1 == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_completion_loader "${COMP_WORDS[0]}"
read -ra words <<<"$(complete -p "${COMP_WORDS[0]}")"
for number in "${!words[@]}"; do [[ ${words[number]} == -F ]] && function=${words[number + 1]}; done
"$function" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


def bash(line, environment):
    """Returns all completions by bash for a line with the cursor at its end."""
    run = subprocess.run(
        ["bash", "--norc", "-c", BASH, "bash", line], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return {word.strip() for word in run.stdout.splitlines()}


def fish(line, environment):
    run = subprocess.run(
        ["fish", "-c", "complete -C $argv[1]", line], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return {proposal.split("\t")[0] for proposal in run.stdout.splitlines()}


def zsh(lines, environment, function_path=None):
    """Returns each line as zsh completes it when Tab is pressed at its end."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, ".zshrc"), "w") as rc:
            rc.write((f"fpath+=('{function_path}')\n" if function_path else "") + "autoload -Uz compinit && compinit -u -D\n")
            rc.write("answer() { print -r -- $BUFFER >$ANSWERS; BUFFER= }\nzle -N answer\nbindkey '^X' answer\nPS1='ready> '\n")
        return _typed(["zsh", "-i", "+o", "GLOBAL_RCS"], environment | {"ZDOTDIR": folder}, lines, folder)


def fish_typed(lines, environment):
    """Returns each line as fish completes it when Tab is pressed at its end; fish calls programs only in a terminal."""
    with tempfile.TemporaryDirectory() as folder:
        answer = "function answer; commandline >$ANSWERS; commandline -r ''; end; bind \\cx answer; function fish_prompt; echo 'ready> '; end"
        # Use a separate home, where fish does not start to generate completions from every manual page.
        os.makedirs(f"{folder}/fish/generated_completions")
        shared = f"{environment['XDG_DATA_HOME']}:/usr/local/share:/usr/share"
        home = environment | {"XDG_DATA_HOME": folder, "XDG_DATA_DIRS": shared}
        return _typed(["fish", "-i", "-C", answer], home, lines, folder)


def _typed(command, environment, lines, folder):
    """Types each line, Tab, and Ctrl-X, with which the shell writes its line to $ANSWERS."""
    answers = os.path.join(folder, "answers")
    os.mkfifo(answers)
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(command[0], command, environment | {"ANSWERS": answers, "TERM": "xterm"})
    reader = os.open(answers, os.O_RDWR | os.O_NONBLOCK)
    try:
        shown = b""
        while b"ready> " not in shown:
            if not select.select([terminal], [], [], 20)[0]:
                raise TimeoutError(f"{command[0]} shows no prompt: {shown}")
            shown += os.read(terminal, 65536)
        found = []
        for line in lines:
            os.write(terminal, f"{line}\t\x18".encode())
            answer = b""
            deadline = time.monotonic() + 20
            while not answer.endswith(b"\n") and time.monotonic() < deadline:
                ready, _, _ = select.select([terminal, reader], [], [], 1)
                if terminal in ready:
                    os.read(terminal, 65536)  # discard the output, or the shell would block
                if reader in ready:
                    answer += os.read(reader, 65536)
            found.append(answer.decode().strip())
        return found
    finally:
        os.close(reader)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
