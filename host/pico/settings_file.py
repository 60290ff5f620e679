"""Changes the settings on a board, the file board.cfg, for `pegboard flash`."""

import re

from firmware.settings.config_file import ConfigError, parse

from .device import Device, DeviceError

PATH = "/board.cfg"
_LINE = re.compile(r"^[ \t]*layout[ \t]*=.*$", re.MULTILINE)


def with_layout(text: str, layout: str) -> str:
    """Return the settings `text` with the layout `layout`; all other lines stay.

    Raises ConfigError if a board could not use them.
    """
    line = f"layout = {layout}"
    if _LINE.search(text):
        changed = _LINE.sub(line, text, count=1)
    else:
        changed = text + ("\n" if text and not text.endswith("\n") else "") + line + "\n"
    parse(changed)
    return changed


def set_layout(device: Device, layout: str) -> bool:
    """Set the layout in the device's settings; return whether it was another before. Raises
    DeviceError if the settings are damaged or do not suit the layout."""
    there = device.read(PATH) if device.digests([PATH]) else b""
    try:
        text = there.decode()
        changed = with_layout(text, layout).encode()
    except (UnicodeDecodeError, ConfigError) as why:
        raise DeviceError(f"the layout was not set because of the settings: {why}") from None
    if changed == there:
        return False
    device.write(PATH, changed, [changed])
    return True
