"""A finding of the doctor."""

from typing import NamedTuple

FINE, LOOK, FAULT = "fine", "look", "fault"


class Finding(NamedTuple):
    """state: FINE; LOOK if something may be missing, such as a board that is not attached; FAULT
    if something cannot work. text: the observation; advice: what to do about it, "" for nothing.
    """

    subject: str
    state: str
    text: str
    advice: str = ""
