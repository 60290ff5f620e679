"""The parts of a preset: engine_core.games.presets has all presets.

`deal`, `throw` and `bury` are numbers of cards by seat, from the dealer's left round to the
dealer; `side_of` is the side of each seat, which does not change from deal to deal.
"""

from ..compat import TYPE_CHECKING
from ..count.scoring import STANDARD, Scoring
from ..errors import Illegal
from . import options as opt
from . import phases as at
from .seats import NO_SEAT

if TYPE_CHECKING:
    from typing import Any

CRIBBAGE = "cribbage"
BATTLEFIELD = "battlefield"
SCOREBOARD = "scoreboard"


# By number of players: no cards from anyone. Written out, it takes no memory in an image.
_NONE: tuple[tuple[int, ...], ...] = (
    (),
    (0,),
    (0, 0),
    (0, 0, 0),
    (0, 0, 0, 0),
    (0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0),
)


class Deal:
    """How the cards are dealt for one number of players.

    Rare values stay in the class and derived ones are computed, to save memory: there are many
    deals, and a Pico's heap is small.
    """

    from_deck = 0  # cards dealt straight to the crib
    crib_seat = NO_SEAT  # a seat that plays the crib's cards without pegging for them

    def __init__(
        self,
        deal: tuple[int, ...] = (),
        throw: tuple[int, ...] = (),
        side_of: tuple[int, ...] = (0, 1),
        bury: tuple[int, ...] = (),
        **others: int,
    ) -> None:
        self.deal = deal
        self.throw: tuple[int, ...] = throw or _NONE[len(deal)]
        self.bury: tuple[int, ...] = bury or _NONE[len(deal)]
        self.side_of = side_of
        for key in others:
            setattr(self, key, others[key])

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.side_of)

    @property
    def sides(self) -> int:
        """The number of sides."""
        return max(self.side_of) + 1

    @property
    def hand(self) -> int:
        """The number of cards that each player keeps."""
        return self.deal[0] - self.throw[0] - self.bury[0] if self.deal else 0

    @property
    def crib(self) -> int:
        """The number of cards in the crib, thrown or dealt."""
        return 0 if self.crib_seat != NO_SEAT else sum(self.throw) + self.from_deck


OPTIONS = (
    opt.MUGGINS,
    opt.GIVE_BACK,
    opt.PENALTY_12,
    opt.STRICT_GO,
    opt.NO_HINTS,
    opt.MUGGINS_IN_PLAY,
    opt.RANKS_ALONE,
    opt.SHOW_BY_ITSELF,
)
_TWO_PLAYERS = opt.CRIB_BY_OWNER  # options that a game with more players does not have


class Preset:
    """One game: its code, its name, its deals, and changes to the values below."""

    targets: tuple[int, ...] = (121, 61)  # points to play to, the usual number first
    any_target = False  # whether any target up to 121 is allowed
    scoring: Scoring = STANDARD
    phases: tuple[int, ...] = (at.STARTER, at.PLAY, at.SHOW, at.CRIB)  # of one deal
    one_count = False  # whether the play ends with its first count
    head_start = 0  # points that the pone has before the first deal
    deals_in_game = 0  # number of deals after which the game ends; 0: only at the target
    backward = False  # whether the side that reaches the target loses
    dead_cards = False  # a card held back by a false go is dead, 2 for each opponent (G12)
    machine: str = CRIBBAGE
    options: tuple[int, ...] = OPTIONS + (opt.GO_BY_ITSELF, opt.RENEGE_PENALTY, opt.RENEGE_A_CARD)
    has_payoffs = True  # whether the winner collects from anybody
    # Tracks for a target of 121.
    tracks: tuple[int, ...] = (opt.PLAIN, opt.ONCE_AROUND, opt.CRIB_WARS)
    # (reason, word) for reasons that have another name in this game.
    called: tuple[tuple[int, str], ...] = ()

    def __init__(self, code: int, name: str, *deals: Deal, **changes: "Any"):
        self.code = code  # stands for the preset in journals, so it is never used again
        self.name = name
        self.deals = deals
        for key in changes:
            setattr(self, key, changes[key])

    def plays_to(self, target: int) -> bool:
        """Return whether the game may be played to `target` points."""
        return target in self.targets or (self.any_target and 0 < target <= opt.FULL_TRACK)

    def players(self) -> list[int]:
        """Return the numbers of players that the game allows."""
        return [deal.seats for deal in self.deals]

    def options_for(self, seats: int) -> int:
        """Return the bits of the options that `seats` players may choose."""
        bits = sum(self.options)
        return bits if seats == 2 else bits & ~_TWO_PLAYERS

    def deal_for(self, seats: int) -> Deal:
        """Return the Deal for `seats` players. Raises Illegal if there is none."""
        for deal in self.deals:
            if deal.seats == seats:
                return deal
        raise Illegal(self.name + " cannot be played by " + str(seats))
