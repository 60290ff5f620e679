"""The file system of a board with the program, as a file of the static site from which a page
joins what `pegboard image` writes.

It begins with a line of JSON: count, how many blocks the file system has; blocks, the numbers of
those that any file has; games, of those that a file for a new board has as well; erased, which of
all these are erased, and so not here; layouts, for each layout but the usual one its name and the
numbers of the blocks that are others. Then come the blocks, in that order.

This file runs on MicroPython too.
"""

import json

from .joined_image import BLOCK, ImageError

_ERASED = b"\xff" * BLOCK


def packed(
    count: int,
    new: dict[int, bytes],
    kept: dict[int, bytes],
    layouts: dict[str, dict[int, bytes]],
) -> bytes:
    """Return such a file. new, kept: what host.pico.file_system returns for a new board and for
    one that keeps its games; layouts: `new` for each other layout, by its name."""
    others = [
        [name, [n for n in sorted(blocks) if blocks[n] != new.get(n)]]
        for name, blocks in layouts.items()
    ]
    numbers = sorted(kept), sorted(set(new) - set(kept))
    index = {
        "count": count,
        "blocks": numbers[0],
        "games": numbers[1],
        "erased": sorted([n for n, data in new.items() if data == _ERASED]),
        "layouts": others,
    }
    here = [new[n] for n in numbers[0] + numbers[1] if new[n] != _ERASED]
    here += [layouts[name][n] for name, changed in others for n in changed]
    return json.dumps(index).encode() + b"\n" + b"".join(here)


def read(data: bytes, count: int, new: bool, layout: str) -> dict[int, bytes]:
    """Return the blocks for a file system of `count` blocks, by number, as host.pico.file_system
    does. Raises ImageError if there are none for that size."""
    line, _, body = data.partition(b"\n")
    index = json.loads(line)
    if index["count"] != count:
        raise ImageError(
            f"this MicroPython has {count * BLOCK} bytes for files, and this page knows a board "
            f"with {index['count'] * BLOCK}: pegboard image on a computer joins them"
        )
    found = {}
    at = 0
    for n in index["blocks"] + index["games"]:
        if n in index["erased"]:
            block = _ERASED
        else:
            block = body[at : at + BLOCK]
            at += BLOCK
        if new or n not in index["games"]:
            found[n] = block
    for name, changed in index["layouts"]:
        for n in changed:
            if name == layout:
                found[n] = body[at : at + BLOCK]
            at += BLOCK
    return found
