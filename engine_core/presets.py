"""The games, as data: a preset is one row, and a row that only changes numbers needs no code.

`deal`, `throw` and `bury` list cards by seat from the dealer's left round to the dealer;
`sides` gives the side of each seat, which stays the same from deal to deal.
"""

from . import phases
from .errors import Illegal
from .scoring import STANDARD

CRIBBAGE = "cribbage"
SCOREBOARD = "scoreboard"


class Deal:
    """How the cards go round for one number of players."""

    def __init__(self, deal=(), throw=(), sides=(0, 1), bury=(), from_deck=0):
        self.deal = deal
        self.throw = throw
        self.bury = bury or (0,) * len(deal)
        self.from_deck = from_deck
        self.side_of = sides
        self.seats = len(sides)
        self.sides = max(sides) + 1
        self.hand = deal[0] - throw[0] - self.bury[0] if deal else 0
        self.crib = sum(throw) + from_deck


class Preset:
    """One game: its name, its deals, and whatever it changes of the figures below."""

    targets = (121, 61)  # points to play to, the usual one first
    scoring = STANDARD
    phases = (phases.STARTER, phases.PLAY, phases.SHOW, phases.CRIB)  # of one deal
    machine = CRIBBAGE

    def __init__(self, code, name, *deals, **changes):
        self.code = code  # names the preset in journals: never given to another one
        self.name = name
        self.deals = deals
        for key in changes:
            setattr(self, key, changes[key])

    def players(self) -> list:
        """Return the numbers of players it can be played by."""
        return [deal.seats for deal in self.deals]

    def deal_for(self, seats):
        """Return the Deal for so many players. Raises Illegal if there is none."""
        for deal in self.deals:
            if deal.seats == seats:
                return deal
        raise Illegal(self.name + " is not played by " + str(seats))


_TWO = Deal((6, 6), (2, 2))
_THREE = Deal((5, 5, 5), (1, 1, 1), sides=(0, 1, 2), from_deck=1)
_FOUR = Deal((5, 5, 5, 5), (1, 1, 1, 1), sides=(0, 1, 0, 1))

PRESETS = (
    Preset(1, "Traditional", _TWO),
    Preset(2, "Three-handed", _THREE),
    Preset(3, "Four-handed", _FOUR),
    Preset(
        0,
        "Scoreboard",
        Deal(sides=(0, 1)),
        Deal(sides=(0, 1, 2)),
        Deal(sides=(0, 1, 2, 3)),
        machine=SCOREBOARD,
    ),
)


def preset(code):
    """Return the preset with this code. Raises Illegal if there is none."""
    for row in PRESETS:
        if row.code == code:
            return row
    raise Illegal("there is no preset " + str(code))


def named(name: str):
    """Return the preset called `name`, in any case. Raises Illegal if there is none."""
    for row in PRESETS:
        if row.name.lower() == name.strip().lower():
            return row
    known = ", ".join([row.name for row in PRESETS])
    raise Illegal("there is no game '" + name + "': there are " + known)
