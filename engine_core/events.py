"""What came of an entry: events, each a tuple `(kind, *fields)`, and what its fields are called.

`event[0]` is the kind; `get` reads a field by its name, so that nobody counts places. Plain
tuples, because a Pico makes and drops some for every key. Seats, sides, cards and reasons are the
numbers that the rest of the engine uses; points and holes are whole numbers.
"""

from .compat import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

# By kind: its fields in order.
FIELDS = {
    # Every game.
    "start": ("game", "players", "target"),  # the preset's name
    "next": ("dealer",),  # another game of the match
    "cut": ("seat", "card"),
    "tie": ("seats",),  # that cut equal cards, and cut again
    "partners": ("dealer", "partner"),  # by four cuts: the partner comes to sit opposite
    "deal": ("number", "dealer"),
    "starter": ("card",),  # in Battlefield: the turn card
    "card": ("seat", "card", "count"),  # laid; the count, or the sum of the line, with it
    "crib": ("card",),  # a card of the crib, or dealt to the reserve
    "claim": ("seat", "points"),
    "count": ("what", "seat", "points", "cards"),  # what: "hand" or "crib"
    "score": ("what", "seat", "side", "points", "hole"),  # hole: of the front peg afterwards
    "move": ("side", "hole", "why"),  # of the front peg, not by a count
    "penalty": ("number", "side"),  # of the booklet; the side at fault
    "over": ("winner", "losses"),  # the side that has won, or NO_SIDE; by side, as in skunks
    # The play that restarts its count.
    "go": ("seat", "count"),
    "restart": ("seat",),  # who leads
    "renege": ("seat", "card"),  # a go with this card in hand, which would have fitted
    "dead": ("seat", "card"),  # that card lies outside the count
    "left": ("seat", "card"),  # that a hand has left over from the play
    "misclaim": ("seat", "claimed", "points", "cards"),  # Noddy: what the hand comes to
    "free": (),  # Solitaire: the free crib is next
    # Battlefield.
    "take": ("seat", "card"),
    "renew": ("seat",),  # whose card began the line anew
    "shown": ("seat",),  # who turned up five
    "cease-fire": (),
    "killed": (),  # a joker is the turn card
    "formation": ("seat", "card"),
    "drop": ("seat", "card"),
    # The Crib Wars track.
    "path": ("side", "hole"),  # where a blue path or a green short cut begins
    "box": ("side", "hole"),
    "moved": ("side", "deals"),  # in a penalty box: deals still to sit out
}


def get(event: tuple, field: str) -> "Any":
    """Return the field of `event` that is called `field`. Raises ValueError if it has none."""
    return event[1 + FIELDS[event[0]].index(field)]
