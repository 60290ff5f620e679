"""Events other than counts, as the page shows them among the counts: pegs that slide or go back,
penalties, reneges, wrong claims."""

from engine_core.count import cards, show, words
from engine_core.games.crib_wars_layout import GREEN
from engine_core.games.penalties import PENALTIES
from engine_core.state.events import get
from engine_core.state.state import State

from .counts import COUNT, filled
from .names import listed, seat_name, side_name

# A side can be one player or several: no title has a verb of a side.
_MOVES = {
    "red": ("slide to hole {}", "A peg slides from the first red hole to the second."),
    "box": ("back to hole {}", "The penalty box costs twenty holes."),
    "award": ("ahead to hole {}", "Twenty holes: the other side is in a penalty box."),
    "back peg": ("back to hole {}", "The front peg was displaced: behind the back peg."),
    "minus": ("put back to hole {}", "Points were taken back."),
}


def note(event: tuple, starter: int, state: State) -> dict | None:
    """Return `event` in the form of a count without points; None for events that are not shown."""
    tells = _NOTES.get(event[0])
    return tells(event, starter, state) if tells else None


def _note(title: str, spoken: str, shown: list[int] | None = None) -> dict:
    names = [cards.name(card) for card in shown or []]
    return filled(COUNT, title=title, spoken=spoken, cards=names, items=[])


def _side(event: tuple) -> str:
    return side_name(get(event, "side"))


def _seat(event: tuple, state: State) -> str:
    return seat_name(state, get(event, "seat"))


def _move(event: tuple, starter: int, state: State) -> dict:
    moved, because = _MOVES[get(event, "why")]
    return _note(f"{_side(event)}: {moved.format(get(event, 'hole'))}", because)


def _path(event: tuple, starter: int, state: State) -> dict:
    if get(event, "hole") in [begin for begin, _ in GREEN]:
        return _note(f"{_side(event)}: short cut", "The next points are counted along it.")
    trapped = f"{_side(event)}: time trap"
    return _note(trapped, "The next points are counted along the blue path, backward.")


def _box(event: tuple, starter: int, state: State) -> dict:
    landed = f"{_side(event)}: penalty box"
    out = " The side sits out the next three deals." if state.deals_out[get(event, "side")] else ""
    return _note(landed, "Its hand and crib do not count in this deal." + out)


def _advance(event: tuple, starter: int, state: State) -> dict:
    deals = get(event, "deals")
    left = f"It still sits out {words.number(deals)}." if deals else "It sits out no more."
    return _note(f"{_side(event)}: one deal less to sit out", left)


def _penalty(event: tuple, starter: int, state: State) -> dict:
    text = PENALTIES[get(event, "number") - 1][4]
    return _note(f"Penalty for {_side(event)}", f"{text[0].upper()}{text[1:]}.")


def _again(event: tuple, starter: int, state: State) -> dict:
    return _note("The game is void", "The same dealer begins it again; nothing was scored.")


def _void(event: tuple, starter: int, state: State) -> dict:
    dealer = seat_name(state, get(event, "dealer"))
    return _note("The deal is void", f"{dealer} deals. Points that were pegged stand.")


def _holds(event: tuple, starter: int, state: State) -> dict:
    held = words.number(get(event, "cards"))
    title = f"{_seat(event, state)}'s hand has {held} {'card' if held == 'one' else 'cards'}"
    return _note(title, "It is played and counted as it is.")


def _leave(event: tuple, starter: int, state: State) -> dict:
    return _note(f"{_seat(event, state)} leaves", "That ends the game.")


def _renege(event: tuple, starter: int, state: State) -> dict:
    card = get(event, "card")
    title = f"{_seat(event, state)} said go, and held the {cards.symbol(card)}"
    return _note(title, "That card could have been played.", [card])


def _goes(event: tuple, starter: int, state: State) -> dict:
    seats = listed([seat_name(state, seat) for seat in get(event, "seats")])
    seats = seats.replace(" and The crib", " and the crib")  # of Solitaire
    return _note(f"{seats}: go", "The next card was above 31, so it begins a new count.")


def _dead(event: tuple, starter: int, state: State) -> dict:
    return _note(f"The {cards.symbol(get(event, 'card'))} is dead", "It does not count.")


def _missing(event: tuple, starter: int, state: State) -> dict:
    card = get(event, "card")
    title = f"The {cards.symbol(card)} was not dealt"
    return _note(title, "The last deal's starter goes back on top of the deck.", [card])


def _misclaim(event: tuple, starter: int, state: State) -> dict:
    hand = get(event, "cards")
    items = show.explain(list(hand), starter, False, state.preset.scoring)
    claimed = f"claimed {get(event, 'claimed')} for a hand of {get(event, 'points')}"
    title = f"{_seat(event, state)} {claimed}"
    return _note(title, f"{words.spoken(items)}.", list(hand) + [starter])


def _partners(event: tuple, starter: int, state: State) -> dict:
    dealer, partner = get(event, "dealer"), get(event, "partner")
    opposite = (dealer + 2) % state.seats
    text = "They cut the lowest."
    if partner != opposite:
        text += f" Players {partner + 1} and {opposite + 1} change seats: partners sit opposite."
    return _note(f"Player {dealer + 1} deals, player {partner + 1} is the partner", text)


_NOTES = {
    "partners": _partners,
    "move": _move,
    "path": _path,
    "box": _box,
    "advance": _advance,
    "again": _again,
    "void": _void,
    "holds": _holds,
    "penalty": _penalty,
    "leave": _leave,
    "renege": _renege,
    "goes": _goes,
    "dead": _dead,
    "missing": _missing,
    "misclaim": _misclaim,
}
