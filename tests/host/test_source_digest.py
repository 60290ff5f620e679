"""The engine's hash is made of these digests: of the effect of the rules, not of their layout."""

import pytest

from host.pico.source_digest import source_digest

SOURCE = '''\
"""What this is."""

from .compat import TYPE_CHECKING, later

if TYPE_CHECKING:
    from . import penalties
else:
    penalties = later("engine_core.penalties")

MOST = 29  # points
NAMES: tuple = ("nobs", b"\\x00", 1.5, None, True, -1)


class Deal:
    """How cards go round."""

    seats: int

    def __init__(self, *deal, **others):
        self.deal = [n for n in deal if n > 0]


def count(hand, starter=None):
    """Return the points."""
    total = 0
    while hand and not total >= MOST:
        total += hand.pop() << 1
    try:
        return {**{"a": total}}, f"{total!r:>4}", lambda x: x[1:]
    except (ValueError, OSError) as why:
        raise why
'''
# The result of every Python from 3.10 on.
DIGEST = "0bd595083bf3ff2e"


def test_the_digest_is_the_same_on_every_python():
    assert source_digest(SOURCE).hex()[:16] == DIGEST


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  # points", "  # of a hand, at most"),
        ('"""Return the points."""', '"""Return how many points the hand is worth."""'),
        ('    """How cards go round."""\n\n', ""),
        ('"""What this is."""\n', ""),
        ("hand, starter=None)", "hand: list, starter: int | None = None) -> int"),
        ("    seats: int\n", "    seats: int\n    sides: int\n"),
        ("NAMES: tuple = ", "NAMES = "),
        ("    from . import penalties\n", "    from . import crib_wars, penalties\n"),
        ("total += hand.pop() << 1", "total += (hand.pop() << 1)"),
        ("\n", "\r\n"),
    ],
)
def test_comments_and_formatting_do_not_change_the_digest(old, new):
    assert old in SOURCE
    assert source_digest(SOURCE.replace(old, new)) == source_digest(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("MOST = 29", "MOST = 28"),
        ("MOST = 29", "MOST = 29.0"),
        ('"nobs"', '"knobs"'),
        ("1.5, None", "1.5, False"),
        ("not total >= MOST", "not total > MOST"),
        ("total += hand", "total -= hand"),
        ("hand, starter=None", "starter, hand=None"),
        ("if n > 0]", "]"),
        ('later("engine_core.penalties")', 'later("engine_core.cribbage.muggins")'),
        ("return {", "yield {"),
    ],
)
def test_a_changed_rule_changes_the_digest(old, new):
    assert old in SOURCE
    assert source_digest(SOURCE.replace(old, new)) != source_digest(SOURCE)
