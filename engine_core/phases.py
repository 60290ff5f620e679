"""Phases: what the board waits for."""

from .compat import const

IDLE = const(0)  # a game
CUT = const(1)  # the card that a player cut for the deal
STARTER = const(2)
PLAY = const(3)  # a card, or go
SHOW = const(4)  # the cards that a hand has left over from the play
CRIB = const(5)  # the crib's cards
OVER = const(6)  # the next game
KEYED = const(7)  # a side and its points
CLAIM = const(8)  # what a player counts in a hand
CHALLENGE = const(9)  # whether an opponent says muggins
FREE = const(10)  # the cards left over from a whole deck, then their starter
LINE = const(11)  # the first card of a Battlefield line
TURN = const(12)  # a Battlefield turn: the end card taken or not, then the card laid
FORMATION = const(13)  # the five cards of a formation
DROP = const(14)  # the card of five that goes to the reserve
RESERVE = const(15)  # the cards that were dealt to the reserve
AFTER_PLAY = const(16)  # what the last card's player claims, and what was missed

PHASES = (
    "idle,cut,starter,play,show,crib,over,keyed,claim,challenge,free,line,turn,formation,drop,"
    "reserve,after play"
).split(",")
