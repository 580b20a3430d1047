"""The prose of a program's help, in blocks below headings."""
import re

import roff


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
