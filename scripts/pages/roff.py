"""Manual pages in the format of man(7)."""
import re
import textwrap

_SAFE = {"\\": r"\(rs", "~": r"\(ti", "^": r"\(ha"}
_LITERAL = _SAFE | {"-": r"\-", "'": r"\(aq", "`": r"\(ga"}


def text(plain):
    """Escapes prose."""
    return "".join(_SAFE.get(character, character) for character in plain)


def literal(plain):
    """Escapes text that is typed or that programs read, so that each character stays as it is."""
    return "".join(_LITERAL.get(character, character) for character in plain)


def bold(plain):
    return rf"\fB{_unbroken(plain)}\fR"


def italic(plain):
    return rf"\fI{_unbroken(plain)}\fR"


def _unbroken(plain):
    """Prevents hyphenation, because a reader may type these words."""
    return " ".join(r"\%" + word if word else "" for word in literal(plain).split(" "))


def _guarded(line):
    """Protects a line that would be taken for a request."""
    return r"\&" + line if line[:1] in (".", "'") else line


def filled(marked):
    """Returns the lines of a paragraph that already has markup."""
    lines = textwrap.wrap(marked, 110, break_long_words=False, break_on_hyphens=False)
    return [_guarded(line) for line in lines]


class Page:
    """A page under construction."""

    def __init__(self, name, section, abstract, version, date):
        self.lines = [
            rf'.\" Made by scripts/manual.py from what the comment in it says: do not edit.',
            f'.TH {name.upper()} {section} {date} "announced {version}" "announced"',
            ".ad l",
            ".SH NAME",
            rf"{name} \- {text(abstract)}",
        ]

    def section(self, title):
        title = title if title.startswith("[") else title.upper()
        self.lines.append('.SH "' + text(title).replace('"', r"\(dq") + '"')

    def subsection(self, marked):
        self.lines += [".SS " + '"' + marked.replace('"', r"\(dq") + '"']

    def paragraph(self, marked):
        if not self.lines[-1].startswith((".SH", ".SS", ".TP")):
            self.lines.append(".PP")
        self.lines += filled(marked)

    def item(self, tag, *marked):
        """Adds a tag and its meaning: one or more paragraphs."""
        self.lines += [".TP", _guarded(tag)]
        for number, paragraph in enumerate(marked or (r"\&",)):
            if number:
                self.lines.append(".IP")
            self.lines += filled(paragraph)

    def bullet(self, marked):
        self.lines += [r".IP \(bu 2"] + filled(marked)

    def example(self, lines):
        self.lines += [".PP", ".RS 4", ".EX"] if not self.lines[-1].startswith((".SH", ".SS")) else [".RS 4", ".EX"]
        self.lines += [_guarded(literal(line.rstrip())) for line in lines]
        self.lines += [".EE", ".RE"]

    def see_also(self, pages):
        self.section("See also")
        self.lines.append(",\n".join(rf"\fB{literal(name)}\fR({section})" for name, section in pages))

    def __str__(self):
        return "\n".join(self.lines) + "\n"
