"""The keys pressed so far of an entry that takes several keys."""

from engine_core.compat import TYPE_CHECKING, later
from engine_core.count import cards
from engine_core.errors import Illegal
from engine_core.games import phases
from engine_core.games.options import CRIB_WARS, MUGGINS_IN_PLAY, NO_HINTS
from engine_core.games.options import MUGGINS as WITH_MUGGINS
from engine_core.games.seats import NO_SEAT
from engine_core.state.entries import (
    CARD,
    CLAIM,
    DROP,
    GO,
    MOST,
    MOVED,
    MUGGINS,
    PASS,
    POINTS,
    SHOWN,
    TAKE,
)
from engine_core.state.state import NO_SIDE, State

from ..link.link_messages import SIDES_MOST
from . import keymap
from .digits import extended

# Needed only in one game, track or option, so imported when first used.
if TYPE_CHECKING:
    from engine_core.battlefield import battle_show
    from engine_core.pegs import crib_wars
else:
    battle_show = later("engine_core.battlefield.battle_show")
    crib_wars = later("engine_core.pegs.crib_wars")

NONE = -1
# In place of a side: points are being keyed for a card, where a rank alone would be a card.
CLAIMING = SIDES_MOST - 1


class KeyEntry:
    """A card is its rank, then its suit. Points are entered as `digits` describes, then ENTER; on
    the scoreboard a suit chooses a side."""

    def __init__(self):
        self.rank = NONE
        self.side = NONE
        self.points = 0
        # How many PASS entries the last key also made, see `implied_pass`.
        self.passed = 0

    def text(self) -> str:
        """Return the keys pressed so far as text."""
        if self.rank != NONE and self.points in (0, self.rank + 1):
            return cards.RANKS[self.rank]
        return str(self.points) if self.points else ""

    def to_wire(self) -> list:
        """Return the side, rank and points from which `from_wire` makes the same key entry."""
        return [self.side, self.rank, self.points]

    def clear(self) -> bool:
        """Forget the keys pressed so far; return whether there were any."""
        had = self.rank != NONE or self.points > 0 or self.side == CLAIMING
        if self.side == CLAIMING:
            self.side = NONE
        self.rank = NONE
        self.points = 0
        self.passed = 0
        return had

    def press(self, key: int, state):
        """Handle a rank, suit, Joker, GO or ENTER key; return the entry that it completes, or
        None. With ranks alone, `rank_keys.press` does this.

        Raises Illegal if the key makes no sense here; the keys before it are kept.
        """
        return _BY_PHASE.get(state.phase, KeyEntry.card_key)(self, key, state)

    def card_key(self, key, state):
        if key < keymap.RANK_KEYS:
            self.rank = key
            return None
        if key < keymap.SUIT_KEYS:
            if self.rank == NONE:
                raise Illegal("enter the rank first, then the suit")
            card = self.rank * 4 + key - keymap.RANK_KEYS
        elif key == keymap.JOKER:
            card = cards.JOKER
        else:
            entry = _WORDS.get((state.phase, key)) or self._peg_move(key, state)
            if entry is None:
                raise Illegal("enter a card: first its rank, then its suit")
            self.clear()
            return entry
        self.clear()
        return (CARD, card)

    def _peg_move(self, key, state):
        """With ENTER a side in a penalty box moves its peg, once in a deal (C3)."""
        if key != keymap.ENTER or self.rank != NONE or state.track != CRIB_WARS:
            return None
        side = crib_wars.peg_to_move(state)
        return None if side == NO_SIDE else (MOVED, side)

    def _play_key(self, key, state):
        """With muggins in the play, a rank key may begin a card or a number of points. The next
        key decides: a suit, or ENTER for a claim, or Joker for the number of the player who calls
        muggins."""
        if not state.options & MUGGINS_IN_PLAY:
            return self.card_key(key, state)
        if key < keymap.RANK_KEYS:
            self.rank = key
            self._points_or(key, state)
            return None
        if key == keymap.ENTER or key == keymap.JOKER:
            return self.after_play_key(key, state)
        return self.card_key(key, state)

    def _points_or(self, key, state):
        """Add a digit, or begin a new number if that makes no number of points."""
        try:
            self._digit(key, state.preset.scoring.most)
        except Illegal:
            self.points = key + 1

    def after_play_key(self, key, state):
        """After the play: points and ENTER claim the last card's points, a number and Joker call
        muggins, and ENTER alone goes on (G14b)."""
        points = self.points
        if key < keymap.RANK_KEYS:
            self._digit(key, state.preset.scoring.most)
            return None
        if key == keymap.JOKER:
            entry = (MUGGINS, points - 1 if points else _other(state))
        elif key == keymap.ENTER and points:
            entry = (CLAIM, points)
        elif key == keymap.ENTER and state.phase == phases.AFTER_PLAY:
            entry = (PASS,)
        else:
            raise Illegal("enter points, then ENTER; or for muggins a player's number, then Joker")
        self.clear()
        return entry

    def _drop_key(self, key, state):
        """Choose the card to drop; ENTER drops the one that the board proposes (B8)."""
        if key != keymap.ENTER:
            entry = self.card_key(key, state)
            return None if entry is None else (DROP,) + entry[1:]
        if state.options & NO_HINTS:
            raise Illegal("hints are off: enter the card that goes to the reserve")
        self.clear()
        return (DROP, battle_show.best_drop(state))

    def _digit(self, key, most):
        points = extended(self.points, key)
        if points > most:
            raise Illegal(str(most) + " points are the most that can be entered at once")
        self.points = points

    def claim_key(self, key, state):
        """Points and ENTER claim, or points alone if they need no ENTER. GO claims none, so that a
        stray ENTER does not claim nothing (G14)."""
        if key < keymap.RANK_KEYS:
            self._digit(key, state.preset.scoring.most)
            # The points are kept, which shows that ENTER was not pressed.
            return (CLAIM, self.points) if needs_no_enter(state, self.points) else None
        points = self.points
        if key == keymap.GO and not points:
            return (CLAIM, 0)
        if key != keymap.ENTER or not points:
            raise Illegal("enter your points (1 2 is twelve), then ENTER; or GO for none")
        self.clear()
        return (CLAIM, points)

    def challenge_key(self, key, state):
        """Joker calls muggins; with more than two players the number of the one who calls it does.
        ENTER if nobody does, but not straight after points that needed no ENTER: there it only
        confirms them (G14)."""
        two = state.seats == 2
        if two and key == keymap.JOKER:
            self.clear()
            return (MUGGINS, 1 - state.turn)
        if not two and key < state.seats:
            return (MUGGINS, key)
        if key == keymap.ENTER:
            return None if self.clear() else (PASS,)
        how = "Joker" if two else "enter that player's number"
        raise Illegal("does anyone call muggins? Then " + how + "; ENTER if nobody does")

    def _points_key(self, key, state):
        if key < keymap.RANK_KEYS:
            self._digit(key, MOST)
        elif key < keymap.SUIT_KEYS:
            if key - keymap.RANK_KEYS >= len(state.scores):
                raise Illegal("there is no such side")
            self.side = key - keymap.RANK_KEYS
        elif key != keymap.ENTER:
            raise Illegal("enter a side by its suit, then points, then ENTER")
        elif self.side == NONE:
            raise Illegal("whose points? Press spades for the first side, hearts for the second")
        elif not self.points:
            raise Illegal("how many points? A is one, 1 2 is twelve")
        else:
            entry = (POINTS, self.side, self.points)
            self.points = 0
            return entry
        return None


def needs_no_enter(state: State, points: int) -> bool:
    """Return whether `points`, as keyed so far, are a claim without ENTER: no digit can follow.
    With more players a number that is pressed next would call muggins (G14)."""
    two = state.seats == 2 and state.options & WITH_MUGGINS
    return bool(two) and points * 10 > state.preset.scoring.most


def _other(state):
    """Return the seat that calls muggins if only one can: the opponent of the player of the
    card."""
    seat = state.open_by if state.phase == phases.AFTER_PLAY else state.missed_by
    if state.seats != 2 or seat == NO_SEAT:
        raise Illegal("who calls muggins? Enter that player's number, then Joker")
    return 1 - seat


def from_wire(side: int, rank: int, points: int) -> KeyEntry:
    """Return the key entry whose `to_wire` returned these values. Raises Illegal if none can
    have."""
    if not (NONE <= side < SIDES_MOST and NONE <= rank < keymap.RANK_KEYS and points >= 0):
        raise Illegal("this cannot be a key entry")
    entry = KeyEntry()
    entry.side = side
    entry.rank = rank
    entry.points = points
    return entry


_BY_PHASE = {
    phases.PLAY: KeyEntry._play_key,
    phases.AFTER_PLAY: KeyEntry.after_play_key,
    phases.POINTS: KeyEntry._points_key,
    phases.CLAIM: KeyEntry.claim_key,
    phases.CHALLENGE: KeyEntry.challenge_key,
    phases.DROP: KeyEntry._drop_key,
}
# By phase: the entries that keys other than cards make.
_WORDS = {
    (phases.PLAY, keymap.GO): (GO,),
    (phases.TURN, keymap.GO): (TAKE,),
    (phases.TURN, keymap.ENTER): (SHOWN,),
}
