"""A program's commands and their options, as ArgumentParser dumps them."""
import re

import discussion
import roff


def tag(argument):
    value = roff.italic(argument["valueName"]) if argument["kind"] != "flag" else ""
    if argument["kind"] == "positional":
        return value + (" ..." if argument["isRepeating"] else "")
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    return ", ".join(roff.bold(name) for name in names) + (f" {value}" if value else "")


def meaning(argument):
    told = argument.get("abstract", "")
    values = argument.get("allValues")
    if values and not all(re.search(rf"\b{re.escape(value)}\b", told) for value in values):
        told += f" One of {', '.join(values)}."
    default = argument.get("defaultValue")
    if default not in (None, "") and argument["kind"] != "flag":
        told += f" Without it, {default}."
    return discussion.marked(told)


def shown(command):
    """Returns a command's options and arguments; a flag and its inversion count as one."""
    arguments = []
    for argument in command.get("arguments", []):
        before = arguments[-1] if arguments else None
        if before and argument["kind"] == before["kind"] == "flag" and argument.get("abstract") == before.get("abstract"):
            before["names"] = before["names"] + argument["names"]
        elif argument["shouldDisplay"]:
            arguments.append(dict(argument))
    return arguments


def leaves(command, above):
    """Returns the commands that do something, each with the words that call it."""
    words = above + [command["commandName"]]
    below = [one for one in command.get("subcommands", []) if one["shouldDisplay"] and one["commandName"] != "help"]
    if not below:
        return [(words, command)]
    return [leaf for one in below for leaf in leaves(one, words)]


def usage(words, command, is_default):
    name = roff.bold(" ".join(words))
    if is_default:
        name = f"{roff.bold(words[0])} [{roff.bold(words[1])}]"
    pieces = [name]
    options = [argument for argument in shown(command) if argument["kind"] != "positional"]
    for argument in options:
        if argument["kind"] == "option" and not argument["isOptional"]:
            pieces.append(tag(argument))
    if len(options) > 2:
        pieces.append(r"[\fIoptions\fR]")
    for argument in shown(command):
        if argument["kind"] == "positional":
            piece = tag(argument)
            piece = rf"\fB\-\-\fR {piece}" if argument["parsingStrategy"] == "postTerminator" else piece
            pieces.append(f"[{piece}]" if argument["isOptional"] else piece)
    return " ".join(pieces)
