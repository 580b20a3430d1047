"""Records a folder's content, file by file, and finds changes."""
import hashlib
import os
import stat


def snapshot(folder, without=(), hashed=True):
    """Returns each path below `folder` with its kind, mode, owner and content (or its size and time if the content is not to be read),
    without other file systems and the folders in `without`."""
    found = {}
    device = os.lstat(folder).st_dev
    waiting = [folder]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.path in without:
                    continue
                status = entry.stat(follow_symlinks=False)
                content = None
                if stat.S_ISDIR(status.st_mode):
                    if status.st_dev == device:
                        waiting.append(entry.path)
                elif stat.S_ISLNK(status.st_mode):
                    content = os.readlink(entry.path)
                elif stat.S_ISREG(status.st_mode) and hashed:
                    with open(entry.path, "rb") as file:
                        content = hashlib.sha256(file.read()).hexdigest()
                else:
                    content = (status.st_size, status.st_mtime_ns)
                found[entry.path] = (stat.filemode(status.st_mode), status.st_uid, status.st_gid, content)
    return found


def changes(before, after):
    """Returns what was added, removed and changed, one line each."""
    lines = [f"added {path}" for path in after.keys() - before.keys()]
    lines += [f"removed {path}" for path in before.keys() - after.keys()]
    lines += [f"changed {path}: {before[path]} to {after[path]}" for path in before.keys() & after.keys() if before[path] != after[path]]
    return sorted(lines)


def is_file(entry):
    return not entry[0].startswith("d")
