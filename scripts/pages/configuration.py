"""announced-config(5), from the comments in config/announced.toml and config/dictionary.toml."""
import re

import discussion
import roff


def told(comments):
    return discussion.marked(" ".join(comments))


def write(page, sample, dictionary, files):
    """Writes the page without its name. `files` is that section of announced's help."""
    page.section("Description")
    comments, is_first = [], True
    for line in sample.splitlines():
        heading = re.fullmatch(r"(?:# )?\[([\w.\"-]+)\]", line)
        key = re.fullmatch(r"(# )?([\w.-]+) = (.*?)(?:   # (.*))?", line)
        if not line and is_first:
            page.paragraph(told(comments))
            comments, is_first = [], False
        elif heading:
            page.section(f"[{heading[1]}]")
            if comments:
                page.paragraph(told(comments))
            comments = []
        elif key:
            about = [discussion.marked(key[4][:1].upper() + key[4][1:] + "." if key[4] else "")] if key[4] else [told(comments)]
            value = roff.bold(key[3])
            if key[1]:
                page.item(roff.bold(key[2]), *about, f"Not set. For example: {value}")
            else:
                page.item(f"{roff.bold(key[2])} = {value}", *about)
            comments = []
        elif line.startswith("#"):
            comments.append(line.lstrip("# "))

    page.section("The dictionary")
    preamble, _, entries = dictionary.partition("\n\n[[entry]]")
    blocks = [block.splitlines() for block in re.sub(r"^# ?", "", preamble, flags=re.M).split("\n\n")]
    for block in blocks:
        program_block(page, block)
    page.example(("[[entry]]" + entries).splitlines())
    page.section("Files")
    for block in files:
        discussion.write_block(page, [line for line in block if "socket" not in line])


def program_block(page, block):
    """Writes prose, in which indented lines are a table of words and meanings."""
    prose, items = [], []
    for line in block:
        row = re.fullmatch(r"  (\w+) +(\S.*)", line)
        if row:
            if prose:
                page.paragraph(told(prose))
                prose = []
            items.append([row[1], row[2]])
        elif line.startswith("   ") and items:
            items[-1][1] += " " + line.strip()
        else:
            for tag, meaning in items:
                page.item(roff.bold(tag), discussion.marked(meaning))
            items = []
            prose.append(line)
    for tag, meaning in items:
        page.item(roff.bold(tag), discussion.marked(meaning))
    if prose:
        page.paragraph(told(prose))
