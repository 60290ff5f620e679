"""The table's choices for the dealer of the next game of a match (ruling G15).

A choice is one number: a way, or SEAT and a seat; with MATCH it holds for every next game of the
match. Without a choice it goes by the game's rules: mostly the loser deals.
"""

from ..compat import const

LOSER = const(1)
WINNER = const(2)
IN_TURN = const(3)  # the player at the left of the one who dealt this game first
CUT = const(4)
SEAT = const(8)
MATCH = const(128)
# Each way, in the order of their numbers from 1: its word in a record.
WAYS = ("loser", "winner", "turn", "cut")
