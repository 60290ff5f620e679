"""`pegboard image` in a page, on MicroPython in a worker: host/site/page/image_worker.js calls it
with the names of files in the VM, and gets JSON."""

import json

from host.errors import HostError
from host.pico import blocks_file
from host.pico.joined_image import Stock


def look(stock: str) -> str:
    """Return {name, version} of the MicroPython in the UF2 file `stock`, name: of its board; or
    {why}, why it cannot be joined."""
    try:
        read = Stock(_contents(stock))
    except HostError as why:
        return json.dumps({"why": str(why)})
    return json.dumps({"name": read.name, "version": read.version})


def join(stock: str, blocks: str, new: bool, layout: str, output: str) -> str:
    """Write the file `output`: the MicroPython in `stock` with the program in the file `blocks`,
    see host.pico.blocks_file. Return {} or {why}."""
    try:
        read = Stock(_contents(stock))
        found = blocks_file.read(_contents(blocks), read.blocks, new, layout)
        data = read.joined(found)
    except HostError as why:
        return json.dumps({"why": str(why)})
    with open(output, "wb") as file:
        file.write(data)
    return json.dumps({})


def _contents(name: str) -> bytes:
    with open(name, "rb") as file:
        return file.read()
