"""What the sides are called, for laptops to show: the board itself only keeps it.

Port: `names.read()` gives what is kept, b"" where there is nothing, and `names.write(data)` keeps
it in place of that. It is a line of UTF-8 for each side, in order, empty where it has no name.
"""

from engine_core.compat import const
from engine_core.errors import Illegal
from hardware.board import SIDES

MOST = const(48)  # bytes of a name


def kept(names) -> list:
    """Return the names that the port `names` keeps, as bytes, one for each side that a board may
    have; b"" where there is none, or none that is fit to be sent."""
    lines = bytes(names.read()).split(b"\n")[: len(SIDES)]
    fit = [line if _is_name(line) else b"" for line in lines]
    return fit + [b""] * (len(SIDES) - len(fit))


def keep(names, side: int, name: bytes) -> None:
    """Keep `name` for `side`; b"" for none. Raises Illegal, having changed nothing, for what is
    no name or no side, and OSError where it cannot be kept."""
    if not 0 <= side < len(SIDES):
        raise Illegal("there is no side " + str(side + 1))
    if name and not _is_name(name):
        raise Illegal(
            "a name has at most " + str(MOST) + " bytes of UTF-8, and no control characters"
        )
    lines = kept(names)
    lines[side] = name
    names.write(b"\n".join(lines))


def _is_name(data):
    if not 0 < len(data) <= MOST or min(data) < 32 or 127 in data:
        return False
    try:
        str(data, "utf-8")
    except UnicodeError:
        return False
    return True
