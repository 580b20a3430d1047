"""Makes a program's page from its --help, as dumped by ArgumentParser."""
import collections

import commands
import discussion
import roff

# The headings in the help, and the corresponding sections of a manual page.
HEADINGS = {"SIGNALS": "Signals", "EXIT CODES": "Exit status", "ENVIRONMENT": "Environment", "FILES": "Files", "EXAMPLES": "Examples"}


def write(page, root):
    """Writes the page without its name."""
    called = commands.leaves(root, [])
    default = root.get("defaultSubcommand")
    page.section("Synopsis")
    for words, command in called:
        page.lines += [commands.usage(words, command, words[1:] == [default]), ".br"]
    page.lines.pop()

    page.section("Description")
    page.paragraph(discussion.marked(root["abstract"]))
    root_parts = discussion.parts(root.get("discussion"))
    for heading, blocks in root_parts:
        for block in blocks if heading is None else []:
            discussion.write_block(page, block)

    # Print shared parts once: titled option groups, and options with the same meaning in three or more commands.
    def key(argument):
        return commands.tag(argument), commands.meaning(argument)

    count = collections.Counter(key(argument) for _, command in called for argument in commands.shown(command))
    groups = collections.Counter(title for _, command in called for title in {a.get("sectionTitle") for a in commands.shown(command)})
    common, titled = {}, {}
    # A program without commands is described already.
    is_alone = called[0][1] is root
    page.section("Options" if is_alone else "Commands")
    for words, command in called:
        sections = discussion.parts(command.get("discussion"))
        if not is_alone:
            page.subsection(commands.usage(words, command, words[1:] == [default]))
            page.paragraph(discussion.marked(command["abstract"]))
            for heading, blocks in sections:
                for block in blocks if heading is None else []:
                    discussion.write_block(page, block)
        also = []
        for argument in commands.shown(command):
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
                discussion.write_block(page, block, heading)
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
                    discussion.write_block(page, block, heading)
