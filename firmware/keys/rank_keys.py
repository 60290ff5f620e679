"""The keys of a game that is played with ranks alone (ruling G19): a card is one key, its rank.

The suits are free for claims: at the show ♠ says nobs, ♥ a flush of the hand, ♦ a flush with the
starter; with muggins in the play any suit begins the points that are claimed for a card.
"""

from engine_core.count.cards import SUITLESS
from engine_core.cribbage import show_phase, suit_claims
from engine_core.errors import Illegal
from engine_core.games import phases
from engine_core.games.options import MUGGINS_IN_PLAY
from engine_core.state.entries import CARD, FLUSH, NOBS, PASS
from engine_core.state.state import State

from . import keymap
from .key_entry import CLAIMING, KeyEntry


def press(entry: KeyEntry, key: int, state: State):
    """Handle a key like `KeyEntry.press`; return the entry that it completes, or None.

    Raises Illegal if the key makes no sense here; the keys before it are kept.
    """
    return _BY_PHASE.get(state.phase, _card_key)(entry, key, state)


def _card_key(entry, key, state):
    if key < keymap.RANK_KEYS:
        return (CARD, SUITLESS + key * 4)
    if key < keymap.SUIT_KEYS:
        raise Illegal("this game is played with ranks alone: enter the rank of a card, no suit")
    return entry.card_key(key, state)


def _play_key(entry, key, state):
    if not state.options & MUGGINS_IN_PLAY:
        return _card_key(entry, key, state)
    if keymap.RANK_KEYS <= key < keymap.SUIT_KEYS:
        entry.clear()
        entry.side = CLAIMING
        return None
    if entry.side != CLAIMING and (key < keymap.RANK_KEYS or key == keymap.GO):
        return _card_key(entry, key, state)
    return entry.after_play_key(key, state)


def _after_play_key(entry, key, state):
    if keymap.RANK_KEYS <= key < keymap.SUIT_KEYS:
        return None  # only points can follow here
    return entry.after_play_key(key, state)


def _suits_key(entry, key, state):
    if key in (keymap.ENTER, keymap.GO):
        return (PASS,)
    place = key - keymap.RANK_KEYS
    claims = suit_keys(state)
    if not 0 <= place < len(claims):
        raise Illegal("spades are nobs, hearts a flush, diamonds a flush with the starter")
    claim = claims[place]
    if claim is None:
        raise Illegal(_REFUSED[place])
    return claim


_REFUSED = (
    "nobs needs a jack, and is not there twice, nor where the starter is a jack",
    "a flush of the hand needs different ranks, and in the crib the starter too: diamonds",
    "a flush with the starter needs different ranks",
)


def suit_keys(state: State) -> tuple:
    """Return the claims of ♠, ♥ and ♦ for the cards that are counted: an entry each, or None if
    the ranks do not allow it."""
    what, cards = show_phase.counting(state)
    offered = suit_claims.offered(state, what, cards)
    claims = ((NOBS,), (FLUSH, len(cards)), (FLUSH, len(cards) + 1))
    return tuple([claim if claim in offered else None for claim in claims])


_BY_PHASE = {
    phases.PLAY: _play_key,
    phases.AFTER_PLAY: _after_play_key,
    phases.SUITS: _suits_key,
    phases.CLAIM: KeyEntry.claim_key,
    phases.CHALLENGE: KeyEntry.challenge_key,
}
