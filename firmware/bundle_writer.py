"""Writes the file of modules that firmware.bundle reads. No board has this module."""

from .bundle import FORM, WORD, key_of


def bundle(files: dict) -> bytes:
    """Return the bundle of `files`: contents by path, with forward slashes and one at the front.

    Raises ValueError if two paths have the same CRC-32; one of them must be renamed.
    """
    paths = sorted(files)
    keys = [key_of(path) for path in paths]
    if len(set(keys)) < len(keys):
        raise ValueError("two paths have the same CRC-32")
    slashes = [(path, at) for path in paths for at, letter in enumerate(path) if letter == "/"]
    folders = "".join([name + " " for name in sorted({path[:at] for path, at in slashes if at})])
    at = WORD + 3 * WORD * len(paths) + len(folders)
    offsets = []
    for path in paths:
        offsets.append(at)
        at += len(files[path])
    numbers = [FORM + len(paths)], offsets, [len(files[path]) for path in paths]
    words = [[number.to_bytes(WORD, "little") for number in row] for row in numbers]
    head, offsets, sizes = [b"".join(row) for row in words]
    contents = b"".join([files[path] for path in paths])
    return head + b"".join(keys) + offsets + sizes + folders.encode() + contents
