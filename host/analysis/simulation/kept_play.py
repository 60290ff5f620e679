"""The average points of the play by the four cards kept: each set of ranks, many times in each
role."""

import numpy as np

from .deals import Play, Random, throw
from .hand_points import SETS_OF_FOUR

_PART = 182  # sets at a time: a tenth


def averages(random: Random, times: int, cribs: np.ndarray, tell) -> np.ndarray:
    """Return the points pegged on average: [role, set of SETS_OF_FOUR, own or the other's].

    Role 0 is the dealer. The other player's six cards are dealt from what is left, and thrown
    from as usual.
    """
    out = np.zeros((2, len(SETS_OF_FOUR), 2))
    for role in (0, 1):
        for first in range(0, len(SETS_OF_FOUR), _PART):
            sets = SETS_OF_FOUR[first : first + _PART]
            kept = np.repeat(np.array([_real(ranks) for ranks in sets], np.uint8), times, axis=0)
            pegged = _pegged(random, kept, role, cribs)
            sums = pegged.reshape(len(sets), times, 2).sum(axis=1)
            out[role, first : first + _PART] = sums / times
            done = role * len(SETS_OF_FOUR) + first + len(sets)
            tell(f"the play by hand: {done * 50 // len(SETS_OF_FOUR)} %")
    return out


def _real(ranks):
    """Return cards of these ranks, in any suits: the play ignores suits."""
    return [rank * 4 + ranks[:at].count(rank) for at, rank in enumerate(ranks)]


def _pegged(random, kept, role, cribs):
    cards = random.decks(len(kept), 9, known=kept)
    theirs = cards[:, 4:10]
    other = 1 - role
    their_kept, _ = throw(theirs, cribs[other], 1 - 2 * other)
    ours = np.concatenate([cards[:, :4], cards[:, 10:12]], axis=1)
    # Seats from the dealer's left: the pone, then the dealer.
    hands, seen = (
        ([their_kept, kept], [theirs, ours]) if role == 0 else ([kept, their_kept], [ours, theirs])
    )
    play = Play(np.stack(hands, axis=1), np.stack(seen, axis=1), cards[:, 12])
    seat = 1 - role
    out = np.zeros((len(kept), 2), dtype=np.int64)
    for event in play.events:
        np.add.at(out, (event.deals, (event.seats != seat).astype(np.int64)), event.points)
    return out
