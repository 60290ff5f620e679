"""A line of the link, parsed and checked once. The result is safe to show and to calculate with.

The line comes from outside, so a correct checksum proves nothing: every number is within its
limits and every text can be printed, as firmware/link/link_messages.py describes each message.
"""

from collections import namedtuple

from engine_core.compat import TYPE_CHECKING
from firmware.link import link_line
from firmware.link.link_messages import FROM_BOARD, NUMBER_MOST
from firmware.link.message_fields import fields

LINE_MOST = 1024  # bytes; the longest line of a board has fewer than 256


if TYPE_CHECKING:
    from typing import Any, NamedTuple

    class Message(NamedTuple):
        """A message from a board. `name` is "" if boards of this version send no such message;
        then only its `number` counts."""

        number: int
        name: str
        fields: dict[str, Any]

else:
    Message = namedtuple("Message", ("number", "name", "fields"))


def parse(line: bytes) -> Message | None:
    """Return the message in a line of the link, or None for anything else."""
    if len(line) > LINE_MOST:
        return None
    try:
        parsed = link_line.parse(line)
    except (RuntimeError, UnicodeError):
        return None
    if parsed is None or not 0 <= parsed[0] <= NUMBER_MOST:
        return None
    number, received = parsed
    found = fields(FROM_BOARD, received)
    return Message(number, "", {}) if found is None else Message(number, received[0], found)
