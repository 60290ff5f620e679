"""The counts for the page: the player, the points, and the items in words."""

from collections import namedtuple

from engine_core.battlefield import battle_line
from engine_core.compat import TYPE_CHECKING
from engine_core.count import cards, play, reasons, show, words
from engine_core.count.cards import NO_CARD
from engine_core.games.options import MUGGINS
from engine_core.games.phases import CHALLENGE, SUITS
from engine_core.games.presets import BATTLEFIELD
from engine_core.state.events import get
from engine_core.state.state import State

from .counts import COUNT, ITEM, filled
from .names import hand_name, seat_name, side_name
from .notes import note

# Scores without a combination: the reason, and its wording.
_REASONS = {
    "go": (reasons.GO, "has the go"),
    "last card": (reasons.LAST_CARD, "played last"),
    "nibs": (reasons.NIBS, "turns up a jack"),
    "knobs": (reasons.NIBS, "has the jack turned up"),
}
_LINE_ENDS = ("renew", "deal")
# Scores of a side rather than of one of its players.
_OF_SIDES = ("by hand", "penalty", "renege")


if TYPE_CHECKING:
    from typing import NamedTuple

    class Before(NamedTuple):
        """The position before an entry: the cards of the line, the starter, the number of the
        deal, and the points claimed for a hand, or None."""

        line: list[int]
        starter: int
        deal: int
        claim: int | None

    class Counted(NamedTuple):
        """The counts of an entry, in order, and whether it put the previous line out of play."""

        counts: list[dict]
        ends_line: bool

else:
    Before = namedtuple("Before", ("line", "starter", "deal", "claim"))
    Counted = namedtuple("Counted", ("counts", "ends_line"))


def newest(log: "list[Counted]", most: int, all_seen: bool) -> list[dict]:
    """Return the newest `most` counts of `log`, newest first.

    The cards of a line that is out of play are left out, because nobody may look at them for the
    rest of the game (rulebook 002), except with `all_seen`, when they may be shown again.
    """
    found: list[dict] = []
    gone = False
    for entry in reversed(log):
        if len(found) >= most:
            break
        if entry.counts:  # most entries have none
            found += [_out_of_play(one) if gone else one for one in reversed(entry.counts)]
        gone = not all_seen and (gone or entry.ends_line)
    return found[:most]


def _out_of_play(count: dict) -> dict:
    """Return `count` without its cards if they were those of a line."""
    if not count["on_line"]:
        return count
    items = [item | {"cards": []} for item in count["items"]]
    return count | {"title": count["on_line"], "cards": [], "items": items}


def before(state: State) -> Before:
    """Return the values that `counted` needs from `state`, which may change afterwards."""
    settled = state.phase == CHALLENGE or (state.phase == SUITS and state.options & MUGGINS)
    claim = state.claim if settled else None
    return Before(list(state.line()), state.starter, state.deal_number, claim)


def counted(events: list, was: Before, state: State, entry: int) -> Counted:
    """Return a count for each score in the `events` of entry number `entry`; `state` is the state
    after them."""
    line, starter = was.line, was.starter
    counts: list[dict] = []
    claims = any(event[0] == "claim" for event in events)
    suits: list[tuple] = []  # events of claims for the hand whose count comes next
    for event in events:
        if event[0] == "card":
            line = line + [get(event, "card")]
        elif event[0] == "starter":
            starter = get(event, "card")
        elif event[0] == "count":
            shown = _shown(event, starter, state, suits)
            counts.append(shown | {"claimed": was.claim, "hand": True})
        elif event[0] in ("flush", "nobs"):
            suits.append(event)
        elif event[0] == "score" and claims and get(event, "what") == "play":
            # Only the claim is shown, not the card's true points (G14b).
            counts.append(_claimed(event, state))
        elif event[0] == "score":
            _add_score(counts, event, line, starter, state)
        else:
            told = note(event, starter, state)
            counts += [told] if told else []
    ends = state.preset.machine == BATTLEFIELD and any(e[0] in _LINE_ENDS for e in events)
    made = [
        count | {"deal": was.deal, "entry": entry, "part": part}
        for part, count in enumerate(counts)
    ]
    return Counted(made, ends)


def _shown(event: tuple, starter: int, state: State, suits: list[tuple]) -> dict:
    what, seat, hand = get(event, "what"), get(event, "seat"), get(event, "cards")
    turned = None if starter == NO_CARD else starter
    items = show.explain(list(hand), turned, what == "crib", state.preset.scoring)
    items += [_suit_item(claim, hand) for claim in suits]
    lying = list(hand) + ([] if starter == NO_CARD else [starter])
    return _count(hand_name(state, seat, what), get(event, "points"), items, lying)


def _suit_item(event: tuple, hand: tuple) -> tuple:
    """Return the item for a claim of nobs or a flush when suits are not known."""
    if event[0] == "flush":
        flush = get(event, "cards")
        return reasons.FLUSH, len(flush), flush
    jacks = [card for card in hand if cards.rank(card) == cards.JACK]
    return reasons.NOBS, 1, tuple(jacks[:1])


def _claimed(event: tuple, state: State) -> dict:
    points = get(event, "points")
    title = f"{seat_name(state, get(event, 'seat'))} claims {points} in the play"
    return _plain(title, points)


def _add_score(
    counts: list[dict], event: tuple, line: list[int], starter: int, state: State
) -> None:
    what, seat, side = get(event, "what"), get(event, "seat"), get(event, "side")
    points = get(event, "points")
    name = side_name(side) if seat == state.seating.crib_seat else seat_name(state, seat)
    if what == "play":
        items = play.explain(line, state.preset.scoring)
        counts.append(_count(f"{name} plays {cards.symbol(line[-1])}", points, items, line))
    elif what == "line":
        items = battle_line.explain(line)
        count = _count(f"{name} lays {cards.symbol(line[-1])}", points, items, line)
        counts.append(count | {"on_line": f"{name} scores on the line"})
    elif what in _REASONS:
        reason, said = _REASONS[what]
        hand = [starter] if reason == reasons.NIBS else line[-1:]
        count = _count(f"{name} {said}", points, [(reason, points, tuple(hand))], hand)
        on_line = state.preset.machine == BATTLEFIELD and reason != reasons.NIBS
        counts.append(count | {"on_line": count["title"] if on_line else ""})
    elif what not in ("hand", "crib"):
        # The points of muggins may go to a player other than the one who called it.
        whose = name if side == state.side(seat) and what not in _OF_SIDES else side_name(side)
        title = f"{whose}: {points} pegged" if what == "by hand" else f"{whose}: {what}"
        counts.append(_plain(title, points))


def _plain(title: str, points: int) -> dict:
    """Return a count that has points but no items."""
    return _count(title, points, [], []) | {"spoken": ""}


def _count(title: str, points: int, items: list, hand: list[int]) -> dict:
    return filled(
        COUNT,
        title=title,
        points=points,
        spoken=words.spoken(items),
        cards=[cards.name(card) for card in hand],
        items=[
            filled(
                ITEM,
                text=words.reason(item),
                points=item[1],
                cards=[cards.name(card) for card in item[2]],
            )
            for item in items
        ],
    )
