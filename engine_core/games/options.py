"""The options of a game: option bits, payoff and track of the START entry."""

from ..compat import const

MUGGINS = const(1)
GIVE_BACK = const(2)  # with either muggins: points missed go to the player who missed them
PENALTY_12 = const(4)  # with either muggins: points claimed in excess go to the caller
STRICT_GO = const(8)
NO_HINTS = const(16)
MUGGINS_IN_PLAY = const(32)
RENEGE_PENALTY = const(64)  # a card held back by a false go is dead, 2 for each opponent (G12)
RANKS_ALONE = const(128)  # a card is entered as its rank; flushes and nobs are claimed (G19)
# Options from 256 on are in the last number of a longer START entry, above the payoff.
SHOW_BY_ITSELF = const(256)  # the board goes on from one hand's points to the next without ENTER
CRIB_BY_OWNER = const(512)  # two players: the dealer's cards of the crib are entered first (G23)
GO_BY_ITSELF = const(1024)  # a card above 31 says that nobody can play, and is the next lead (G21)
RENEGE_A_CARD = const(2048)  # the same, but each card held back costs 2, not each false go

OPTIONS = (
    (MUGGINS, "Muggins"),
    (GIVE_BACK, "Muggins gives back"),
    (PENALTY_12, "Too much goes across"),
    (STRICT_GO, "Strict go"),
    (NO_HINTS, "Hints off"),
    (MUGGINS_IN_PLAY, "Muggins in the play"),
    (RENEGE_PENALTY, "Reneges cost 2"),
    (RENEGE_A_CARD, "Reneges cost 2 a card"),
    (RANKS_ALONE, "Ranks alone"),
    (GO_BY_ITSELF, "Go by itself"),
    (SHOW_BY_ITSELF, "Show by itself"),
    (CRIB_BY_OWNER, "Crib by owner"),
)

# Bits of the last number of a longer START entry: the lowest three are the payoff.
PAYOFF_BITS = const(7)
# The winner's payoff from each loser (G13); the amounts are in engine_core.pegs.trackers.
PAYOFFS = ("By the track", "1/2/4", "Once-Around 1/2", "Tournament 2/3", "Plain 1")

PLAIN = const(0)
ONCE_AROUND = const(1)
CRIB_WARS = const(2)
TRACKS = ("Plain", "Once-Around", "Crib Wars")
FULL_TRACK = const(121)  # points; the length of every track except the plain one

_BYTE = const(255)
_HIGHER = const(5)  # how much lower the bits from 256 on are in the last number


def joined(options: int, more: int) -> int:
    """Return the bits of all options, from the two numbers of a START entry, or of a state, that
    hold them."""
    return options | (more & ~PAYOFF_BITS) << _HIGHER


def entry_options(entry: tuple[int, ...]) -> int:
    """Return the bits of all options of a START entry."""
    return joined(entry[5], entry[7] if entry[7:] else 0)


def numbers(options: int, payoff: int) -> tuple[int, int]:
    """Return the two numbers of a START entry that hold the bits of all options and a payoff."""
    return options & _BYTE, payoff | options >> _HIGHER & ~PAYOFF_BITS
