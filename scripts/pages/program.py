"""Makes a program's page from its --help, as dumped by ArgumentParser."""
import collections
import re

import roff

# The headings in the help, and the corresponding sections of a manual page.
HEADINGS = {"SIGNALS": "Signals", "EXIT CODES": "Exit status", "ENVIRONMENT": "Environment", "FILES": "Files", "EXAMPLES": "Examples"}


def parts(discussion):
    """Splits the help into [(heading or None, [block, …])]; blank lines separate the blocks."""
    found, heading, blocks, block = [], None, [], []
    for line in (discussion or "").split("\n") + [""]:
        if re.fullmatch(r"[A-Z][A-Z ]+", line):
            found.append((heading, blocks))
            heading, blocks, block = line, [], []
        elif line:
            block.append(line)
        elif block:
            blocks.append(block)
            block = []
            if heading:
                found.append((heading, blocks))
                heading, blocks = None, []
    found.append((heading, blocks))
    return [(heading, blocks) for heading, blocks in found if blocks]


def marked(plain):
    """Formats prose; text in backticks, options and variables appear as typed text."""
    tokens = re.split(r"(`[^`]+`|(?<![\w-])--?[a-z][\w-]*|\$[A-Z_]+[\w/.]*)", plain)
    return "".join(roff.bold(token.strip("`")) if number % 2 else roff.text(token) for number, token in enumerate(tokens))


def write_block(page, block, heading=None):
    """Writes a block below `heading`: examples as typed text, exit codes as prose unless they are a table."""
    if heading == "EXAMPLES":
        return page.example([line[2:] for line in block])
    rows = [re.fullmatch(r"  (\S.*?)(?:   +| (?<=  ))(\S.*)", line) for line in block]
    is_table = rows[0] and all(row or line.startswith("      ") for row, line in zip(rows, block))
    if not all(line.startswith("  ") for line in block) or (heading == "EXIT CODES" and not is_table):
        return page.paragraph(marked(" ".join(line.strip() for line in block)))
    if is_table:
        items = []
        for row, line in zip(rows, block):
            if row:
                items.append([row[1], row[2]])
            else:
                items[-1][1] += " " + line.strip()
        for tag, meaning in items:
            page.item(roff.bold(tag), marked(meaning))
    else:
        page.example([line[2:] for line in block])


def option_tag(argument):
    value = roff.italic(argument["valueName"]) if argument["kind"] != "flag" else ""
    if argument["kind"] == "positional":
        return value + (" ..." if argument["isRepeating"] else "")
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    return ", ".join(roff.bold(name) for name in names) + (f" {value}" if value else "")


def option_text(argument):
    told = argument.get("abstract", "")
    values = argument.get("allValues")
    if values and not all(re.search(rf"\b{re.escape(value)}\b", told) for value in values):
        told += f" One of {', '.join(values)}."
    default = argument.get("defaultValue")
    if default not in (None, "") and argument["kind"] != "flag":
        told += f" Without it, {default}."
    return marked(told)


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
            pieces.append(option_tag(argument))
    if len(options) > 2:
        pieces.append(r"[\fIoptions\fR]")
    for argument in shown(command):
        if argument["kind"] == "positional":
            tag = option_tag(argument)
            tag = rf"\fB\-\-\fR {tag}" if argument["parsingStrategy"] == "postTerminator" else tag
            pieces.append(f"[{tag}]" if argument["isOptional"] else tag)
    return " ".join(pieces)


def write(page, root):
    """Writes the page without its name."""
    commands = leaves(root, [])
    default = root.get("defaultSubcommand")
    page.section("Synopsis")
    for words, command in commands:
        page.lines += [usage(words, command, words[1:] == [default]), ".br"]
    page.lines.pop()

    page.section("Description")
    page.paragraph(marked(root["abstract"]))
    root_parts = parts(root.get("discussion"))
    for heading, blocks in root_parts:
        for block in blocks if heading is None else []:
            write_block(page, block)

    # Print shared parts once: titled option groups, and options with the same meaning in three or more commands.
    def key(argument):
        return option_tag(argument), option_text(argument)

    count = collections.Counter(key(argument) for _, command in commands for argument in shown(command))
    groups = collections.Counter(title for _, command in commands for title in {a.get("sectionTitle") for a in shown(command)})
    common, titled = {}, {}
    # A program without commands is described already.
    is_alone = commands[0][1] is root
    page.section("Options" if is_alone else "Commands")
    for words, command in commands:
        sections = parts(command.get("discussion"))
        if not is_alone:
            page.subsection(usage(words, command, words[1:] == [default]))
            page.paragraph(marked(command["abstract"]))
            for heading, blocks in sections:
                for block in blocks if heading is None else []:
                    write_block(page, block)
        also = []
        for argument in shown(command):
            title = argument.get("sectionTitle")
            if title and groups[title] > 1:
                titled.setdefault(title, {})[key(argument)] = None
                # "Element" is about the options of elements, "Manner of speaking" about those of the manner of speaking.
                subject = f"the {title.lower()}" if " of " in title else f"{title.lower()}s"
                if roff.text(f"the options of {subject}") not in also:
                    also.append(roff.text(f"the options of {subject}"))
            elif count[key(argument)] > 2 and argument["isOptional"]:
                common[key(argument)] = None
                also.append(key(argument)[0])
            else:
                page.item(*key(argument))
        if also:
            page.paragraph(roff.text("Besides: ") + ", ".join(also) + ".")
        for heading, blocks in sections:
            if heading is None or (heading, blocks) in root_parts:
                continue
            page.paragraph(roff.text(HEADINGS.get(heading, heading.capitalize()) + ":"))
            for block in blocks:
                write_block(page, block, heading)
    for title, items in titled.items():
        page.section(f"Options of the {title.lower()}" if " of " in title else f"Options of {title}s")
        for item in items:
            page.item(*item)
    if common:
        page.section("Common options")
    for item in common:
        page.item(*item)

    for heading, title in HEADINGS.items():
        for name, blocks in root_parts:
            if name == heading:
                page.section(title)
                for block in blocks:
                    write_block(page, block, heading)
