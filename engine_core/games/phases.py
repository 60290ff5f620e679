"""The phases of a game, by the entry that the board waits for."""

from ..compat import const

IDLE = const(0)  # a choice of game
CUT = const(1)  # the card that a player cut for the deal
STARTER = const(2)  # the starter
PLAY = const(3)  # a card, or go
SHOW = const(4)  # the cards of a hand that were left unplayed
CRIB = const(5)  # the crib's cards
OVER = const(6)  # the next game
POINTS = const(7)  # a side and its points
CLAIM = const(8)  # the points that a player claims for a hand
CHALLENGE = const(9)  # whether an opponent says muggins
FREE = const(10)  # Solitaire's free crib, then its starter
LINE = const(11)  # the first card of a Battlefield line
TURN = const(12)  # a Battlefield turn: whether the end card is taken, then the card laid
FORMATION = const(13)  # the five cards of a formation
DROP = const(14)  # the card of the five that goes to the reserve
RESERVE = const(15)  # the cards that were dealt to the reserve
AFTER_PLAY = const(16)  # muggins in the play: claims and calls for the last card
SUITS = const(17)  # ranks alone: nobs or a flush of the hand that is being counted

COUNT = const(18)  # of phases

# Their names, in order. A saved game with other names cannot be read: see state_layout.LAYOUT.
NAMES = (
    "idle,cut,starter,play,show,crib,over,keyed,claim,challenge,free,line,turn,formation,drop,"
    "reserve,after play,suits"
)


def name(phase: int) -> str:
    """Return the name of a phase."""
    return NAMES.split(",")[phase]  # in one piece they take less of a Pico's memory
