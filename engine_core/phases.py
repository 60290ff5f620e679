"""Phases: what the board waits for. The show waits for nothing where the hands are known."""

from .compat import const

IDLE = const(0)  # a game
CUT = const(1)  # the card that a player cut for the deal
STARTER = const(2)
PLAY = const(3)  # a card, or go
SHOW = const(4)
CRIB = const(5)  # the crib's cards
OVER = const(6)  # the next game
KEYED = const(7)  # a side and its points

PHASES = ("idle", "cut", "starter", "play", "show", "crib", "over", "keyed")
