"""The view for the page: a complete state of the game, ready for JSON."""

from engine_core.compat import TYPE_CHECKING
from engine_core.count import cards, play, words
from engine_core.count.cards import NO_CARD
from engine_core.games import phases
from engine_core.games.crib_wars_layout import GREEN
from engine_core.games.options import CRIB_WARS, ONCE_AROUND, TRACKS
from engine_core.games.phases import CHALLENGE, DROP, FORMATION, OVER, PLAY, TURN
from engine_core.games.presets import BATTLEFIELD, SCOREBOARD
from engine_core.games.seats import NO_SEAT
from engine_core.pegs.crib_wars import deals_out, on_path, sits_out
from engine_core.pegs.payoffs import debts
from engine_core.pegs.trackers import TRACKERS, tracker
from engine_core.state.entries import CARD, text
from engine_core.state.state import NO_SIDE, State
from firmware.keys.key_entry import NONE
from firmware.lights.bar import acting
from firmware.menus.start_menu import StartMenu

from .names import (
    called,
    choice_names,
    colour,
    names_of,
    once,
    seat_name,
    side_name,
    with_names,
)
from .option_texts import option_text
from .prompts import menu_prompt, over_text, prompt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .mirror import Mirror
    from .names import Names

# The game's words for line, starter and so on.
_WORDS = {"starter": "starter", "count": "count", "fresh": "a new count", "crib": "crib"}
_BATTLE_WORDS = {"starter": "turn card", "count": "line", "fresh": "a new line", "crib": "reserve"}


def view(mirror: "Mirror", players: "Sequence[str]" = ()) -> dict:
    """Return everything that the page shows apart from the board's lights. players: their names by
    seat, for sides without a name from the table."""
    state = mirror.game.state
    seating = state.seating
    players = mirror.seated(players)
    names = names_of(mirror.names, seating.side_of, seating.crib_seat, players)
    told = _view(mirror)
    menu = called(told.pop("menu"), *_menu_names(mirror, names, players))
    told = called(told, *names) | {"menu": menu}
    if told["game"]:
        told["game"]["counts"] = mirror.named_counts(names)
        if told["game"]["over"]:  # partners, who "win"
            told["game"]["over"]["text"] = over_text(state, names.sides)
    return told


def _menu_names(mirror: "Mirror", names: "Names", players: "Sequence[str]") -> "Names":
    """Return the names for the open menu: the players of a game being chosen may be others."""
    sides = mirror.menu.sides() if isinstance(mirror.menu, StartMenu) else ()
    return names_of(mirror.names, sides, NO_SEAT, players) if sides else names


def _view(mirror: "Mirror") -> dict:
    """Return the view with marks in place of the sides' names, and without the counts."""
    state = mirror.game.state
    on = bool(mirror.game.length)
    menu = mirror.menu
    return {
        "mode": "menu" if menu else "over" if state.phase == OVER else "game",
        "prompt": menu_prompt(menu) if menu else _prompt(mirror, state),
        "menu": None
        if menu is None
        else {
            "title": menu.title(),
            "choices": choice_names(menu, mirror.saved_names),
            "texts": [option_text(choice) for choice in menu.choices()],
            "at": menu.at,
            "page": list(menu.page()),
        },
        "key_entry": mirror.key_entry.text(),
        "rank_waits": mirror.key_entry.rank != NONE,
        "game": _game(mirror, state) if on else None,
        "refusal": with_names(state, mirror.refusal) or None,
        "differs": mirror.differs,
        "length": mirror.game.length,
        "undo": on,
        "redo": mirror.undone > 0,
        "redo_list": _redo_list(mirror),
        "replaced": _names(mirror.game.undone.replaced()),
        "left_out": _names(mirror.game.undone.left_out()),
        "layout": mirror.layout,
    }


def _prompt(mirror: "Mirror", state: State) -> str:
    """Return the board's prompt, and the effects of ENTER and UNDO before it."""
    text = prompt(state, mirror.key_entry)
    shown = mirror.hand_shown()
    if shown is not None:
        then = text[0].lower() + text[1:] if text.startswith("The ") else text
        text = f"The bar shows a hand of {shown}: ENTER goes on to the next. Then {then}"
    if mirror.refusal and state.phase != OVER:
        return f"UNDO takes back the refused key. {text}"
    return text


def _redo_list(mirror: "Mirror") -> dict | None:
    """Return the entries for ▶ to redo: the next one, and how many there are; None if there are
    none."""
    known = mirror.game.undone
    if not mirror.undone or known.count != mirror.undone:
        return None
    return {"next": _names([known.entry(0)])[0], "count": known.count}


def _names(entries: "Iterable[tuple]") -> list[str]:
    return [cards.symbol(entry[1]) if entry[0] == CARD else text(entry) for entry in entries]


def _game(mirror: "Mirror", state: State) -> dict:
    return {
        "preset": state.preset.name,
        "target": state.target,
        "track": TRACKS[state.track],
        "deal": state.deal_number if state.preset.machine != SCOREBOARD else 0,
        "words": _BATTLE_WORDS if state.preset.machine == BATTLEFIELD else _WORDS,
        "phase": phases.name(state.phase),
        "sides": [_side(mirror, state, side) for side in range(len(state.scores))],
        "seats": [_seat(state, seat) for seat in range(state.seats)],
        "starter": None if state.starter == NO_CARD else cards.name(state.starter),
        "count": play.total(state.line()),
        "line": [cards.name(card) for card in state.line()],
        "crib": [cards.name(card) for card in state.crib],
        "thrown": _thrown(state),
        "counts": [],
        "match": _match(state),
        "debts": [
            {"from": side_name(loser), "to": side_name(winner), "amount": amount}
            for loser, winner, amount in (debts(state) if state.phase == OVER else ())
        ],
        "over": {"winner": state.winner, "text": over_text(state)}
        if state.phase == OVER
        else None,
    }


def _thrown(state: State) -> list[dict]:
    """Return the cards of the crib that are entered, by the player who threw them (G23)."""
    throwers = [state.thrower(place) for place in range(len(state.crib))]
    if NO_SEAT in throwers:
        return []
    return [
        {
            "name": seat_name(state, seat),
            "side": state.side(seat),
            "cards": [
                cards.name(card) for card, thrower in zip(state.crib, throwers) if thrower == seat
            ],
        }
        for seat in once(throwers)
    ]


def _match(state: State) -> list[dict] | None:
    """Return each side's totals of the match, or None before there are any."""
    if not any(state.running_points) and state.track != ONCE_AROUND:
        return None
    return [
        {name: tracker(state, name, side) for name in TRACKERS}
        for side in range(len(state.scores))
    ]


def _side(mirror: "Mirror", state: State, side: int) -> dict:
    scores = mirror.scores if len(mirror.scores) == len(state.scores) else state.scores
    return {
        "name": side_name(side),
        "colour_name": colour(side),
        "colour": side,
        "score": scores[side],
        "back": state.back_pegs[side],
        "away": _away(state, side),
        "seats": [seat for seat in range(state.seats) if state.side(seat) == side],
    }


def _away(state: State, side: int) -> str:
    """Return why a peg is not moving along the Crib Wars track as usual; "" if it is."""
    if state.track != CRIB_WARS:
        return ""
    deals = deals_out(state, side)
    if deals:
        return "sits out this deal" if deals == 1 else f"sits out {words.number(deals)} deals"
    if not on_path(state, side):
        return ""
    shortcut = state.scores[side] in [begin for begin, _ in GREEN]
    return "on a short cut" if shortcut else "on a blue path"


def _seat(state: State, seat: int) -> dict:
    hand, left = _hand(state, seat)
    return {
        "name": seat_name(state, seat),
        "side": state.side(seat),
        "dealer": seat == state.dealer and state.preset.machine != SCOREBOARD,
        "turn": _acts(state, seat),
        "played": [cards.name(card) for card in hand],
        "left": left,
    }


def _acts(state: State, seat: int) -> bool:
    """Return whether the board waits for the player on `seat`, perhaps among others."""
    if state.phase == OVER or state.preset.machine == SCOREBOARD:
        return False
    if state.phase == CHALLENGE:
        return state.side(seat) not in (state.side(state.turn), NO_SIDE)
    return seat == acting(state)


def _hand(state: State, seat: int) -> tuple[list[int], int]:
    """Return the cards of a hand that everyone has seen, and the number of its other cards."""
    if state.preset.machine != BATTLEFIELD:
        return state.hand(seat), state.cards_left(seat) if state.phase == PLAY else 0
    if seat == state.turn and state.phase in (FORMATION, DROP):
        seen = list(state.formation)
    else:
        both = zip(state.seen_cards, state.seen_seats)
        seen = [card for card, holder in both if holder == seat]
    return seen, state.seating.deal[0] - len(seen) if _holds_five(state, seat) else 0


def _holds_five(state: State, seat: int) -> bool:
    """Return whether a formation has all its five cards, seen or not: none has been dropped."""
    if state.track == CRIB_WARS and sits_out(state, state.side(seat)):
        return False
    counted = (seat - state.dealer - 1) % state.seats < state.hands_counted
    return state.phase == TURN or (state.phase == FORMATION and not counted)
