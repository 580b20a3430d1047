"""Converts a Markdown document into a page: headings, paragraphs, lists, tables, code."""
import re

import roff


def inline(plain):
    tokens = re.split(r"(`[^`]+`|\*\*.+?\*\*|\[[^\]]+\]\([^)]+\))", plain)
    return "".join(_token(token) if number % 2 else roff.text(token) for number, token in enumerate(tokens))


def _token(token):
    if token.startswith("`"):
        return roff.bold(token[1:-1])
    if token.startswith("**"):
        return rf"\fB{inline(token[2:-2])}\fR"
    name, target = re.fullmatch(r"\[([^\]]+)\]\(([^)]+)\)", token).groups()
    return f"{roff.text(name)} <{roff.literal(target)}>" if "://" in target else roff.text(name)


def cells(row):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def write(page, document):
    """Writes `document` without its title."""
    lines = document.split("\n")
    page.section("Description")
    number = 1
    while number < len(lines):
        line = lines[number]
        number += 1
        if not line.strip():
            continue
        if line.startswith("### "):
            page.subsection(inline(line[4:]))
        elif line.startswith("## "):
            page.section(line[3:])
        elif line.startswith("```"):
            end = lines.index("```", number)
            page.example(lines[number:end])
            number = end + 1
        elif line.startswith("    "):
            block = [line]
            while number < len(lines) and lines[number].startswith("    "):
                block.append(lines[number])
                number += 1
            page.example([one[4:] for one in block])
        elif line.startswith("|"):
            head, rows = cells(line), []
            number += 1  # the line below the header row
            while number < len(lines) and lines[number].startswith("|"):
                rows.append(cells(lines[number]))
                number += 1
            for row in rows:
                meaning = inline(row[1]) if row[1] else r"\&"
                if len(row) > 2 and row[2] not in ("", "–"):
                    meaning += roff.text(f" ({head[2]}: ") + inline(row[2]) + ")"
                page.item(inline(row[0]), meaning)
        else:
            block = [line]
            while number < len(lines) and lines[number].strip() and not re.match(r"- |\||#|```|    ", lines[number]):
                block.append(lines[number])
                number += 1
            joined = " ".join(one.strip() for one in block)
            if joined.startswith("- "):
                page.bullet(inline(joined[2:]))
            else:
                page.paragraph(inline(joined))
