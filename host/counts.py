"""Each count as the page shows it: whose, how many points, and the items as they are said."""

from engine_core import cards, play, reasons, show, words
from engine_core.state import State

from .names import seat_name, side_name

# What a point that no card makes is for.
_REASONS = {"go": reasons.GO, "last card": reasons.LAST_CARD}


def counts_of(events: list, line: list[int], starter: int, state: State) -> list[dict]:
    """Return a count for each thing that `events` counted, in order.

    `line` and `starter` are those of the table before the events; `state` is after them.
    """
    counts: list[dict] = []
    for event in events:
        if event[0] == "card":
            line = [*line, event[2]]
        elif event[0] == "starter":
            starter = event[1]
        elif event[0] == "count":
            counts.append(_shown(event, starter, state))
        elif event[0] == "score":
            _add_score(counts, event, line, starter, state)
    return counts


def _shown(event: tuple, starter: int, state: State) -> dict:
    _, what, seat, points, hand = event
    items = show.explain(list(hand), starter, what == "crib", state.preset.scoring)
    return _count(f"{seat_name(state, seat)}'s {what}", points, items, [*hand, starter])


def _add_score(
    counts: list[dict], event: tuple, line: list[int], starter: int, state: State
) -> None:
    _, what, seat, side, points, _ = event
    name = seat_name(state, seat) if what != "keyed" else side_name(side)
    if what == "play":
        items = play.explain(line, state.preset.scoring)
        counts.append(_count(f"{name} plays {cards.symbol(line[-1])}", points, items, line))
    elif what == "nibs":
        items = [(reasons.NIBS, points, (starter,))]
        counts.append(_count(f"{name} turns up {cards.symbol(starter)}", points, items, [starter]))
    elif what in _REASONS:
        items = [(_REASONS[what], points, tuple(line[-1:]))]
        counts.append(_count(f"{name} played last", points, items, line))
    elif what == "keyed":
        counts.append(_count(name, points, [(reasons.KEYED, points, ())], []))


def _count(title: str, points: int, items: list, hand: list[int]) -> dict:
    return {
        "title": title,
        "points": points,
        "spoken": words.spoken(items),
        "cards": [cards.name(card) for card in hand],
        "items": [
            {
                "text": words.reason(item),
                "points": item[1],
                "cards": [cards.name(card) for card in item[2]],
            }
            for item in items
        ],
    }
