"""A player who finds in the play that a hand has a card too few or too many (ruling G24)."""

from engine_core.games import phases as at
from engine_core.games.presets import CRIBBAGE
from engine_core.state import entries as E


def found(player, state):
    """Take a card from one of the player's hands, or add one from the deck; return the entry that
    says so, or None if it cannot be done."""
    if state.phase != at.PLAY or state.preset.machine != CRIBBAGE or state.preset.deals_in_game:
        return None
    seat = player.rand.below(state.seats)
    hand, kept = player.hands[seat], player.kept[seat]
    if player.rand.below(2):
        if len(kept) == E.HAND_MOST or not state.plays(seat):
            return None
        card = player.deck.pop(0)  # the last one is the starter
        hand.append(card)
        kept.append(card)
    elif len(kept) > 1 and hand:
        kept.remove(hand.pop())
    else:
        return None
    return (E.HOLDS, seat, len(kept))
