"""A game deal by deal and entry by entry, for pages and the terminal."""

from engine_core.count import cards
from engine_core.count.cards import NO_CARD
from engine_core.game.game import Game
from engine_core.state.entries import CARD, text
from engine_core.state.events import get
from engine_core.state.state import State

from .entry_texts import entry_text
from .names import hand_name
from .score_log import before, counted

_PLAY = ("play", "go", "last card", "nibs", "line", "knobs")


def deals_of(entries: list[tuple]) -> list[dict]:
    """Return the deals of the game, ready for JSON: number, dealer (a seat, None if nobody deals),
    starter, the points pegged by each seat, the hands and cribs counted, and the scores after the
    deal. The titles of hands have marks for the names of sides; host.mirror.names.called replaces
    them.
    """
    game = Game()
    deals: list[dict] = [_deal(0, None, [])]
    for entry in entries:
        events = game.apply(entry)
        for event in events:
            if event[0] == "deal":
                number, dealer = get(event, "number"), get(event, "dealer")
                # The entry that ends a deal, such as the crib's last card, also begins the next
                # one.
                deals[-1]["scores"] = list(game.state.scores)
                deals.append(_deal(number, dealer, list(game.state.scores)))
            else:
                _note(deals[-1], event, game.state)
        deals[-1]["scores"] = list(game.state.scores)
    return [deal for deal in deals if deal["number"] or deal["pegged"] or deal["counts"]]


def _deal(number: int, dealer: int | None, scores: list[int]) -> dict:
    return {
        "number": number,
        "dealer": dealer,
        "starter": None,
        "pegged": {},
        "counts": [],
        "scores": scores,
    }


def _note(deal: dict, event: tuple, state: State) -> None:
    if event[0] == "starter":
        deal["starter"] = cards.name(get(event, "card"))
    elif event[0] == "count":
        shown = [cards.name(card) for card in get(event, "cards")]
        seat, what = get(event, "seat"), get(event, "what")
        points = get(event, "points")
        title = hand_name(state, seat, what)
        deal["counts"].append(
            {"seat": seat, "what": what, "title": title, "points": points, "cards": shown}
        )
    elif event[0] == "score" and get(event, "what") not in ("hand", "crib"):
        what = "pegged" if get(event, "what") in _PLAY else "other"
        seat = str(get(event, "seat"))
        deal.setdefault(what, {})[seat] = deal.get(what, {}).get(seat, 0) + get(event, "points")


def steps_of(entries: list[tuple]) -> list[dict]:
    """Return the cards on the table after each entry, ready for JSON. The texts have marks for the
    names of sides; host.mirror.names.called replaces them."""
    game = Game()
    steps = []
    for number, entry in enumerate(entries):
        was = before(game.state)
        events = game.apply(entry)
        state = game.state
        counts = counted(events, was, state, number + 1).counts
        steps.append(
            {
                "entry": text(entry) if entry[0] == CARD else entry_text(state, entry),
                "deal": state.deal_number,
                "scores": list(state.scores),
                "back": list(state.back_pegs),
                "starter": None if state.starter == NO_CARD else cards.name(state.starter),
                "line": [cards.name(card) for card in state.line()],
                "counts": [
                    {key: count[key] for key in ("title", "points", "spoken", "cards")}
                    for count in counts
                ],
            }
        )
    return steps
