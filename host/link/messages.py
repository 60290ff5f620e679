"""A line of the link, parsed and checked once: what comes out is safe to show and to count with.

It comes from outside, so a checksum that is right proves nothing: every number is within bounds
and every text can be printed, as firmware/link_messages.py describes each message.
"""

from typing import Any, NamedTuple

from firmware import link_line
from firmware.link_messages import FROM_BOARD, NUMBER_MOST, fields

LINE_MOST = 1024  # bytes; the board's longest has under 256


class Message(NamedTuple):
    """What a board sent. `name` is "" where no board of this version sends such a message: only
    its `number` counts then."""

    number: int
    name: str
    fields: dict[str, Any]


def parse(line: bytes) -> Message | None:
    """Return the message in a line of the link; None for whatever else the line is."""
    if len(line) > LINE_MOST:
        return None
    try:
        parsed = link_line.parse(line)
    except (RecursionError, UnicodeError):
        return None
    if parsed is None or not 0 <= parsed[0] <= NUMBER_MOST:
        return None
    number, received = parsed
    found = fields(FROM_BOARD, received)
    return Message(number, "", {}) if found is None else Message(number, received[0], found)
