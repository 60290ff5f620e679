"""A finding of the doctor."""

from typing import NamedTuple

FINE, LOOK, FAULT = "fine", "look", "fault"


class Finding(NamedTuple):
    """state: FINE; LOOK where something may be missing, as a board is that is not attached; FAULT
    where something cannot work. text: what was seen; advice: what to do about it, "" for nothing.
    """

    subject: str
    state: str
    text: str
    advice: str = ""
