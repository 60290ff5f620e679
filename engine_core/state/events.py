"""Events, the results of an entry: tuples `(kind, *fields)`, and the names of their fields.

`event[0]` is the kind; `get` reads a field by name, so no code depends on positions. They are
plain tuples because a Pico creates and discards some for every key. Seats, sides and cards are
the engine's usual numbers; points and holes are whole numbers.
"""

from ..compat import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    Event = tuple[Any, ...]

# By kind: the names of its fields, in order.
FIELDS: dict[str, tuple[str, ...]] = {
    # Every game.
    "start": ("game", "players", "target"),  # the preset's name
    "next": ("dealer",),  # another game of the match; NO_SEAT if the players cut for the deal
    "cut": ("seat", "card"),
    "tie": ("seats",),  # seats that cut equal cards and cut again
    "partners": ("dealer", "partner"),  # after four cuts; the partner sits opposite
    "deal": ("number", "dealer"),
    "starter": ("card",),  # in Battlefield: the turn card
    "card": ("seat", "card", "count"),  # a card laid; the count or the line's sum, with it
    "crib": ("card",),  # a card of the crib, or dealt to the reserve
    "claim": ("seat", "points"),
    "count": ("what", "seat", "points", "cards"),  # what: "hand" or "crib"
    "score": ("what", "seat", "side", "points", "hole"),  # hole of the front peg afterwards
    "move": ("side", "hole", "why"),  # the front peg moves, but not by a count
    "penalty": ("number", "side"),  # number in the booklet; the side at fault
    "again": ("dealer",),  # the game is void and begins again
    "void": ("dealer",),  # the deal is void; who deals again
    "holds": ("seat", "cards"),  # its hand is short or long: how many cards it has in this deal
    "leave": ("seat",),  # its player leaves, and the game ends
    "left_out": ("entries",),  # undone entries that can no longer be redone (G16b)
    "over": ("winner", "losses"),  # a side or NO_SIDE; by side, as in engine_core.pegs.skunks
    # The cribbage family.
    "go": ("seat", "count"),
    "passed": ("seat", "count"),  # known to be unable to play, so its go is not entered (G17)
    "goes": ("seats",),  # a card above 31 says so of these; their "go" and that card follow (G21)
    "restart": ("seat",),  # the count restarts; this seat leads
    "renege": ("seat", "card"),  # the seat said go although it held this card, which fitted
    "dead": ("seat", "card"),  # the card of a renege, which lies outside the count
    "left": ("seat", "card"),  # a card that was left unplayed
    "misclaim": ("seat", "claimed", "points", "cards"),  # Noddy; points: the true count
    "missing": ("card",),  # Solitaire: the last starter, which is not among the deal's cards (S3)
    "free": (),  # Solitaire: the free crib is next
    "nobs": ("seat",),  # ranks alone: claimed for the hand whose "count" follows
    "flush": ("seat", "cards"),  # ranks alone, likewise: how many cards are of one suit
    # Battlefield.
    "take": ("seat", "card"),
    "renew": ("seat",),  # the seat whose card renewed the line
    "shown": ("seat",),  # the seat that showed five cards
    "cease-fire": (),
    "killed": (),  # the turn card is the joker
    "formation": ("seat", "card"),
    "drop": ("seat", "card"),
    # The Crib Wars track.
    "path": ("side", "hole"),  # the hole where a blue path or a green short cut begins
    "box": ("side", "hole"),
    "moved": ("side", "deals"),  # a peg moved in a penalty box; deals still to sit out
    "advance": ("side", "deals"),  # another side has landed in a box: one deal less to sit out
}


def get(event: "Event", field: str) -> "Any":
    """Return the field of `event` named `field`. Raises ValueError if it has no such field."""
    return event[1 + FIELDS[event[0]].index(field)]
