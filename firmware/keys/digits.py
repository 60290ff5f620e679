"""Numbers entered with the rank keys: 1 2 is twelve, 2 10 is twenty, and 10 J Q K alone are 10 to
13."""

from engine_core.compat import const
from engine_core.count.cards import JACK
from engine_core.errors import Illegal

_TEN = const(9)  # the key of the ten, from 0


def extended(number: int, key: int) -> int:
    """Return `number`, or 0 if none was begun, extended by the rank key `key` (0 to 12).

    Raises Illegal for a jack, queen or king after a digit.
    """
    if not number:
        return key + 1
    if key >= JACK:
        raise Illegal("J, Q and K are eleven, twelve and thirteen, not digits")
    return number * 10 + (0 if key == _TEN else key + 1)
