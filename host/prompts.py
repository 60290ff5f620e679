"""What the board waits for, as a sentence."""

from engine_core import phases, play, standing, words
from engine_core.state import State
from firmware.menu import Menu

from .names import listed, seat_name, side_name


def menu_prompt(menu: Menu) -> str:
    """Return what to do in the menu."""
    return f"{menu.title()}: ◀ ▶ or a number to choose, then ENTER."


def prompt(state: State, typed: str, side: int) -> str:
    """Return what the board waits for in a game; `typed` and `side` as the mirror has them."""
    if typed and state.phase != phases.KEYED:
        return "Now the suit: ♠ ♥ ♦ ♣."
    return _PROMPTS[state.phase](state, typed, side)


def over_text(state: State, names: list[str] | None = None) -> str:
    """Return how the game ended: `Blue wins 121 to 58. Orange: double skunk.`

    `names` of the sides, where they have any but their colours.
    """
    names = names or [side_name(side) for side in range(len(state.scores))]
    others = [s for s in range(len(state.scores)) if s != state.winner]
    scores = listed([str(state.scores[s]) for s in others])
    text = f"{names[state.winner]} wins {state.scores[state.winner]} to {scores}."
    for other, loss in enumerate(standing.losses(state)):
        if loss:
            text += f" {names[other]}: {standing.NAMES[loss]}."
    return text


def _cut(state: State, *_) -> str:
    return f"{seat_name(state, state.turn)}: cut for the deal and key your card. Lowest deals."


def _starter(state: State, *_) -> str:
    table = state.table
    dealer = seat_name(state, state.dealer)
    each = f"{dealer} deals {words.number(table.deal[0])} each"
    crib = " and one to the crib" if table.from_deck else ""
    throw = "" if not table.throw[0] else f", everyone throws {words.number(table.throw[0])}"
    return f"{each}{crib}{throw}. Then cut the deck and key the starter."


def _play(state: State, *_) -> str:
    name = seat_name(state, state.turn)
    count = play.total(state.line())
    if count > 31 - 10:
        return f"{name}: play a card, or GO if none fits under 31."
    return f"{name}: play a card." if count else f"{name}: lead a card."


def _crib(state: State, *_) -> str:
    more = state.table.crib - len(state.crib)
    cards = "card" if more == 1 else "cards"
    which = f"{words.number(more)} more" if state.crib else f"the {words.number(more)}"
    return f"{seat_name(state, state.dealer)}: turn up the crib and key {which} {cards}."


def _over(state: State, *_) -> str:
    return over_text(state) + " ENTER for the next game."


def _keyed(state: State, typed: str, side: int) -> str:
    if side < 0:
        suits = [f"{mark} {side_name(n)}" for n, mark in enumerate("♠♥♦♣"[: len(state.scores)])]
        return f"Whose points? {listed(suits)}."
    if typed:
        return f"{side_name(side)}: ENTER to peg {typed}, or more keys to add."
    return f"{side_name(side)}: key the points, then ENTER."


_PROMPTS = {
    phases.CUT: _cut,
    phases.STARTER: _starter,
    phases.PLAY: _play,
    phases.CRIB: _crib,
    phases.OVER: _over,
    phases.KEYED: _keyed,
}
