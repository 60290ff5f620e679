"""The words that a player says: numbers, reasons and counts in English."""

from ..compat import const
from . import reasons

# By the codes of engine_core.count.reasons.
REASONS = (
    "fifteen",
    "twenty-five",
    "thirty-one",
    "a pair",
    "three of a kind",
    "four of a kind",
    "a run of",
    "a flush",
    "nobs",
    "nibs",
    "go",
    "last card",
)

_UNITS = (
    "nothing,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,"
    "fourteen,fifteen,sixteen,seventeen,eighteen,nineteen"
).split(",")
_TENS = "twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety".split(",")
_TWENTY = const(20)


def number(n: int) -> str:
    """Return `n`, 0 to 999, in words."""
    if n < _TWENTY:
        return _UNITS[n]
    if n >= 100:
        rest = n % 100
        return _UNITS[n // 100] + " hundred" + (" and " + number(rest) if rest else "")
    return _TENS[n // 10 - 2] + ("-" + _UNITS[n % 10] if n % 10 else "")


def reason(item: tuple[int, int, tuple[int, ...]]) -> str:
    """Return the reason of an item `(reason, points, cards)`: `fifteen`, `a run of three`."""
    text = REASONS[item[0]]
    return text + " " + number(len(item[2])) if item[0] == reasons.RUN else text


def spoken(items: list[tuple[int, int, tuple[int, ...]]]) -> str:
    """Return the items of a count as a player says them, with the total so far after each.

    `fifteen two, fifteen four, and a pair is six`; `nothing` if there are no items.
    """
    said = []
    so_far = 0
    for item in items:
        so_far += item[1]
        link = " " if item[0] <= reasons.THIRTY_ONE else " is "
        said.append(reason(item) + link + number(so_far))
    if len(said) > 1:
        said[-1] = "and " + said[-1]
    return ", ".join(said) or "nothing"
