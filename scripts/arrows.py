#!/usr/bin/env python3
"""Checks that dependencies between targets point one way: in Package.swift, each target stands below those it uses, and it declares exactly
the modules of this package that it imports. Also checks that no source file imports Foundation, and which write to standard error."""
import json
import os
import pathlib
import re
import subprocess
import sys

os.chdir(pathlib.Path(__file__).resolve().parent.parent)

package = json.loads(subprocess.check_output(["swift", "package", "dump-package"]))
targets = [target["name"] for target in package["targets"]]
problems = []
for position, target in enumerate(package["targets"]):
    declared = {dependency["byName"][0] for dependency in target["dependencies"] if "byName" in dependency}
    for name in declared & set(targets):
        if targets.index(name) > position:
            problems.append(f"Package.swift: {target['name']} uses {name}, which stands below it")
    folder = target.get("path") or ("Tests/" if target["type"] == "test" else "Sources/") + target["name"]
    imported = set()
    for file in sorted(pathlib.Path(folder).rglob("*.swift")):
        if any(parent.suffix == ".docc" for parent in file.parents):
            continue  # a link to a test's example, for the documentation
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if folder.startswith("Sources") and "write(STDERR_FILENO" in line and file.name not in ("StandardError.swift", "StandardErrorQueue.swift"):
                problems.append(f"{file}:{number}: writes to standard error; StandardError keeps controls from a terminal")
            match = re.match(r"\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal |private )?import (?:\w+ )?(\w+)", line)
            if not match:
                continue
            imported.add(match[1])
            if match[1] == "Foundation":
                problems.append(f"{file}:{number}: imports Foundation; FoundationEssentials starts faster and is smaller")
            if match[1] in targets and match[1] not in declared:
                problems.append(f"{file}:{number}: imports {match[1]}, which {target['name']} does not declare in Package.swift")
    if target["type"] == "test":
        continue  # tests also name the programs that they run
    for name in sorted((declared & set(targets)) - imported):
        problems.append(f"Package.swift: {target['name']} declares {name} and never imports it")
print("\n".join(problems) or "arrows: in order", file=sys.stderr if problems else sys.stdout)
sys.exit(bool(problems))
