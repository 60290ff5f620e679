"""What the board is waiting for, as a sentence."""

from engine_core.battlefield import battle_show, battle_turn
from engine_core.count import cards, play, words
from engine_core.count.cards import NO_CARD
from engine_core.cribbage import play_phase, show_count, show_phase
from engine_core.games import phases
from engine_core.games.options import (
    CRIB_WARS,
    MUGGINS,
    MUGGINS_IN_PLAY,
    NO_HINTS,
    RANKS_ALONE,
)
from engine_core.games.preset_types import Deal
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.pegs import crib_wars, peg_moves, skunks
from engine_core.state.state import NO_SIDE, State
from firmware.keys.key_entry import CLAIMING, KeyEntry
from firmware.keys.rank_keys import suit_keys
from firmware.menus.game_menu import GameMenu
from firmware.menus.start_menu import GAME, OPTION, TITLES, StartMenu

from .names import crib_name, listed, seat_name, side_name

# Phases in which rank keys enter points.
_POINTS = (phases.POINTS, phases.CLAIM, phases.CHALLENGE, phases.AFTER_PLAY)


def menu_prompt(menu: StartMenu | GameMenu) -> str:
    """Return what a person can do in the menu."""
    more = " MENU for options." if menu.title() == TITLES[GAME] else ""
    if menu.title() == TITLES[OPTION]:
        return "Options: ENTER switches one on or off, MENU goes back."
    return f"{menu.title()}: ◀ ▶ or a number to choose, then ENTER.{more}"


def prompt(state: State, key_entry: KeyEntry) -> str:
    """Return what the board is waiting for in a game, given the unfinished entry."""
    is_number = state.phase in _POINTS
    typed = str(key_entry.points or "") if is_number else key_entry.text()
    if key_entry.side == CLAIMING or (
        typed and state.phase == phases.PLAY and state.options & MUGGINS_IN_PLAY
    ):
        return _claim_in_play(state, key_entry)
    if typed and not is_number:
        return "Now the suit: ♠ ♥ ♦ ♣."
    return _PROMPTS[state.phase](state, typed, key_entry.side)


def over_text(state: State, names: list[str] | None = None) -> str:
    """Return how the game ended: `{Blue} wins 121 to 58. {Orange}: double skunk.`

    `names` of the sides, where they are known, in the place of the marks.
    """
    names = names or [side_name(side) for side in range(len(state.scores))]
    others = [s for s in range(len(state.scores)) if s != state.winner]
    scores = listed([str(state.scores[s]) for s in others])
    if state.winner == NO_SIDE:
        return f"The deck is used up: {state.scores[0]} points; more than 120 would have won."
    winner = names[state.winner]
    several = " and " in winner
    wins = "win" if several else "wins"
    if state.offender != NO_SIDE:
        return f"{winner} {wins} against {names[state.offender]}: one game, no skunk."
    text = f"{winner} {wins} with {state.scores[state.winner]}."
    if others:
        text = f"{winner} {wins} {state.scores[state.winner]} to {scores}."
    for other, loss in enumerate(skunks.losses(state)):
        if loss:
            text += f" {names[other]}: {skunks.NAMES[loss]}."
    if state.preset.backward and len(others) > 1:
        ranks = [names[side] for side in peg_moves.ranking(state)]
        text += f" After {winner}: {', then '.join(ranks[1:])}."
    return text


def _idle(*_) -> str:
    return "Waiting for the board."


def _cut(state: State, *_) -> str:
    if state.dealer == PARTNERS:
        who = f"Player {state.turn + 1}: cut, and enter your card."
        return f"{who} The two lowest cards are partners, and the lowest deals."
    return f"{seat_name(state, state.turn)}: cut for the deal, and enter your card. Lowest deals."


def _starter(state: State, *_) -> str:
    seating = state.seating
    if state.preset.deals_in_game:
        last = "Deal six to your hand and two to the crib, throw two"
        deals = state.preset.deals_in_game
        return f"Deal {state.deal_number} of {deals}. {last}, turn up the starter."
    dealer = seat_name(state, state.dealer)
    if _sitting_out(state):
        return f"{_dealt_in(state)} Then cut the deck and enter the starter."
    text = f"{dealer} deals {_by_seat(seating.deal)}"
    if seating.from_deck:
        text += f" and {words.number(seating.from_deck)} to the crib"
    if any(seating.bury):
        text += f", {dealer} and the partner bury {words.number(max(seating.bury))} under the deck"
    if any(seating.throw):
        text += f", {_throws(seating)}"
    if seating.crib:
        return f"{text}. Then cut the deck and enter the starter."
    return f"{text}. Then enter the card turned up."


def _sitting_out(state: State) -> list[int]:
    """Return the sides that sit out this deal in a penalty box (C3)."""
    if state.track != CRIB_WARS:
        return []
    return [side for side in range(len(state.scores)) if crib_wars.sits_out(state, side)]


def _sitting(state: State) -> str:
    """Return which side sits in a penalty box, for how long, and how its peg is moved."""
    side = _sitting_out(state)[0]
    deals = crib_wars.deals_out(state, side)
    count = "this deal" if deals == 1 else f"{words.number(deals)} deals"
    moves = crib_wars.peg_to_move(state) == side
    return f"{side_name(side)} sits out {count}{' (ENTER moves its peg)' if moves else ''}"


def _dealt_in(state: State) -> str:
    """Return who is dealt how many cards, and throws how many, while a side sits out (C3b)."""
    dealer = seat_name(state, state.dealer)
    who = listed([seat_name(state, seat) for seat in crib_wars.dealt_in(state)])
    deal, throw = crib_wars.deal_sizes(state)
    return (
        f"{_sitting(state)}. {dealer} deals {words.number(deal)} each to {who}, who throw"
        f" {words.number(throw)}: four in the crib."
    )


def _by_seat(numbers: tuple) -> str:
    if len(set(numbers)) == 1:
        return f"{words.number(numbers[0])} each"
    fewer = numbers.count(min(numbers))
    who = "the dealer" if fewer == 1 else "the dealer and the player on the right"
    return f"{words.number(max(numbers))} each, {words.number(min(numbers))} to {who}"


def _throws(seating: Deal) -> str:
    most = words.number(max(seating.throw))
    if min(seating.throw):
        return f"everyone throws {most}"
    if any(seating.bury):
        return f"the others throw {most}"
    return f"those with {words.number(max(seating.deal))} throw {most}"


def _play(state: State, *_) -> str:
    name = seat_name(state, state.turn)
    count = play.total(state.line())
    text = f"{name}: play a card." if count else f"{name}: lead a card."
    if count > play.COUNT_MOST - 10:
        text = f"{name}: play a card, or GO if none fits within {play.COUNT_MOST}."
        if play_phase.goes_by_itself(state):
            text += " If nobody can play, the next lead alone is enough."
    if state.options & MUGGINS_IN_PLAY and state.open_by != NO_SEAT:
        first = "a suit, " if state.options & RANKS_ALONE else ""
        who = seat_name(state, state.open_by)
        text += f" {who}: {first}points and ENTER to claim for the last card."
    return text


def _claim_in_play(state: State, key_entry: KeyEntry) -> str:
    """Return what can follow a key of points, or of a card, with muggins in the play."""
    points = key_entry.points
    claims = state.open_by != NO_SEAT
    if not points:
        claim = "points, then ENTER, to claim; or " if claims else ""
        return f"Key {claim}a player's number, then Joker: muggins."
    does = [] if key_entry.side == CLAIMING else ["Now the suit"]
    if claims:
        does.append(f"ENTER to claim {points}")
    return _or(does, _caller(state, points))


def _caller(state: State, points: int) -> list[str]:
    """Return what Joker does after this number, if it is a player's."""
    return [f"Joker: player {points} calls muggins"] if points <= state.seats else []


def _or(does: list[str], more: list[str]) -> str:
    """Return what the next key can do, as a sentence."""
    return "; or ".join(does + more or ["UNDO clears the number"]) + "."


def _after_play(state: State, typed: str, side: int) -> str:
    name = seat_name(state, state.last_player)
    claims = state.open_by != NO_SEAT
    if typed:
        does = [f"ENTER to claim {typed} for the last card"] if claims else []
        return f"{name}: {_or(does, _caller(state, int(typed)))}"
    number = "" if state.seats == 2 and claims else "a player's number and "
    claim = "points and ENTER for the last card; " if claims else ""
    return f"{name}: {claim}{number}Joker for muggins; ENTER goes on."


def _crib(state: State, *_) -> str:
    more = state.seating.crib - len(state.crib)
    cards = "card" if more == 1 else "cards"
    thrower = state.thrower(len(state.crib))
    if thrower != NO_SEAT:
        return _crib_by_owner(state, thrower)
    which = f"{words.number(more)} more" if state.crib else f"the {words.number(more)}"
    return f"{seat_name(state, state.dealer)}: turn up the crib and enter {which} {cards}."


def _crib_by_owner(state: State, thrower: int) -> str:
    """Return which cards of the crib to enter now, and who threw them (G23)."""
    own = state.seating.throw[0]
    name = seat_name(state, thrower)
    more = own - len(state.crib) % own
    first = not len(state.crib) % own
    which = f"the {words.number(own)} cards" if first else f"{words.number(more)} more card"
    if thrower != state.dealer:
        return f"Now enter {which} that {name} threw."
    other = seat_name(state, state.thrower(own))
    before = f"{name}: turn up the crib" if first else name
    return f"{before}. Enter {which} that {name} threw; those of {other} come after."


def _left_over(state: State, *_) -> str:
    return f"{seat_name(state, state.turn)}: enter the cards left in your hand, {_more(state)}."


def _more(state: State) -> str:
    left = state.cards_left(state.turn)
    return f"{words.number(left)} {'card' if left == 1 else 'cards'}"


def _free(state: State, *_) -> str:
    left = 4 - len(state.crib)
    if left:
        return f"The four cards left over are the free crib: enter {words.number(left)}."
    free = listed([cards.symbol(card) for card in state.crib])
    return f"The free crib is {free}. Enter the card that is face up below it: it is the starter."


def _claim(state: State, typed: str, side: int) -> str:
    name = seat_name(state, state.turn)
    two = state.seats == 2 and state.options & MUGGINS  # who need ENTER only after 1 or 2
    if typed:
        return f"{name}: ENTER claims {typed}{', or a second digit follows' if two else ''}."
    what = crib_name(state) if state.hands_counted == state.seats else "hand"
    points = " and enter the points" if two else ", enter the points, then ENTER"
    return f"{name}: count your {what}{points}; GO claims nothing."


def _challenge(state: State, typed: str, side: int) -> str:
    side = state.side(state.turn)
    callers = [
        f"{seat + 1} for {seat_name(state, seat)}"
        for seat in range(state.seats)
        if state.side(seat) != side
    ]
    claimed = f"{seat_name(state, state.turn)} claims {state.claim}"
    if state.seats == 2:
        caller = seat_name(state, 1 - state.turn)
        nobody = "the next entry, or ENTER twice," if typed else "ENTER or the next entry"
        return f"{claimed}. Muggins? Joker if {caller} calls it; {nobody} if not."
    return f"{claimed}. Muggins? {listed(callers)}, or ENTER if nobody calls it."


def _suits(state: State, *_) -> str:
    what, hand = show_phase.counting(state)
    name = f"{seat_name(state, state.turn)}'s {crib_name(state) if what == 'crib' else 'hand'}"
    if what == "crib" and state.seating.crib_seat != NO_SEAT:
        name = "The crib"
    claims = ("♠ nobs", "♥ a flush of the hand", "♦ a flush with the starter")
    offered = [text for text, claim in zip(claims, suit_keys(state)) if claim is not None]
    points = show_count.points(state, what, hand)
    following = "points claimed" if state.options & MUGGINS else "card"
    if what == "crib":
        following = "starter"
    return f"{name}: {points} so far. {listed(offered)}; ENTER or the next {following} if none."


def _line(state: State, *_) -> str:
    dealer = seat_name(state, state.dealer)
    crib = state.seating.from_deck
    who = "each"
    sitting = ""
    if _sitting_out(state):
        seats = crib_wars.dealt_in(state)
        crib = 4 - len(seats)
        who = f"each to {listed([seat_name(state, seat) for seat in seats])}"
        sitting = f"{_sitting(state)}. "
    reserve = f" and {words.number(crib)} to the reserve" if crib else ""
    return f"{sitting}{dealer} deals five {who}{reserve}. Enter the card turned up."


def _turn(state: State, *_) -> str:
    name = seat_name(state, state.turn)
    if state.taken_card != NO_CARD:
        return f"{name} has taken the {cards.symbol(state.taken_card)}: enter the card laid."
    if state.shown_by != NO_SEAT:
        return f"{name}, last turn: enter the card laid, or GO first if the end card was taken."
    text = f"{name}: enter the card laid; GO first to take the end card"
    if not battle_turn.may_show(state):
        return f"{text}."
    return f"{text}; ENTER if five cards are face up before {seat_name(state, state.last_player)}."


def _formation(state: State, *_) -> str:
    more = 5 - len(state.formation)
    cards_ = "card" if more == 1 else "cards"
    return f"{seat_name(state, state.turn)}: enter your formation, {words.number(more)} {cards_}."


def _drop(state: State, *_) -> str:
    name = seat_name(state, state.turn)
    if state.options & NO_HINTS:
        return f"{name}: enter the card that goes to the reserve."
    best = cards.symbol(battle_show.best_drop(state))
    return f"{name}: ENTER drops the {best}, or enter another card to drop."


def _reserve(state: State, *_) -> str:
    more = 4 - len(state.crib)
    count = f"{words.number(more)} {'card' if more == 1 else 'cards'}"
    name = seat_name(state, state.dealer)
    return f"{name}: enter the cards that were dealt to the reserve, {count}."


def _over(state: State, *_) -> str:
    return over_text(state) + " ENTER for the next game."


def _scoreboard(state: State, typed: str, side: int) -> str:
    if side < 0:
        suits = [f"{mark} {side_name(n)}" for n, mark in enumerate("♠♥♦♣"[: len(state.scores)])]
        return f"Whose points? {listed(suits)}."
    if typed:
        return f"{side_name(side)}: ENTER pegs {typed}."
    return f"{side_name(side)}: enter the points, then ENTER."


_PROMPTS = {
    phases.IDLE: _idle,
    phases.CUT: _cut,
    phases.STARTER: _starter,
    phases.PLAY: _play,
    phases.CRIB: _crib,
    phases.OVER: _over,
    phases.POINTS: _scoreboard,
    phases.SHOW: _left_over,
    phases.FREE: _free,
    phases.CLAIM: _claim,
    phases.AFTER_PLAY: _after_play,
    phases.CHALLENGE: _challenge,
    phases.SUITS: _suits,
    phases.LINE: _line,
    phases.TURN: _turn,
    phases.FORMATION: _formation,
    phases.DROP: _drop,
    phases.RESERVE: _reserve,
}
