"""The names of the sides, which laptops show; the board only stores them.

Port: `names.read()` returns what is stored, or b"" if there is nothing, and `names.write(data)`
replaces it. The data are a line of UTF-8 for each side, in order, empty for a side without a name.
"""

from engine_core.compat import const
from engine_core.errors import Illegal
from hardware.board import SIDES

MOST = const(48)  # the most bytes of a name


def kept(names) -> list:
    """Return the names stored at the port `names`, as bytes, one for each possible side; b"" if
    there are none, or none that can be sent."""
    lines = bytes(names.read()).split(b"\n")[: len(SIDES)]
    fit = [line if _is_name(line) else b"" for line in lines]
    return fit + [b""] * (len(SIDES) - len(fit))


def keep(names, side: int, name: bytes) -> None:
    """Store `name` for `side`; b"" removes it. Raises Illegal if the name or the side is not
    valid, and OSError if it cannot be stored; then nothing has changed."""
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
