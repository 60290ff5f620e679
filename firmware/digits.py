"""Numbers as people type them: 1 2 is twelve, 2 10 is twenty; 10 J Q K alone are 10 to 13."""

from engine_core.cards import JACK
from engine_core.compat import const
from engine_core.errors import Illegal

_TEN = const(9)  # the keys of these ranks, from 0


def extended(number: int, key: int) -> int:
    """Return `number`, 0 where none is begun, with the rank key `key` (0 to 12) typed after it.

    Raises Illegal for a jack, queen or king after a digit.
    """
    if not number:
        return key + 1
    if key >= JACK:
        raise Illegal("J Q K are eleven, twelve and thirteen, and no digits")
    return number * 10 + (0 if key == _TEN else key + 1)
