"""Count the key presses of a deal in each game: with whole cards, with go by itself too, and with
ranks alone and go by itself.

The games are the records of tests/conformance/records, entered on a virtual board from the first
deal on; the cut for the deal and corrections by hand are left out. A game that offers ranks alone
is also entered in that way, with the claims of nobs and flushes that its cards make. Games with
muggins, in which every count is claimed, also have a separate line.
"""

import argparse
from pathlib import Path

from engine_core.count import reasons, show
from engine_core.count.cards import SUITLESS, name
from engine_core.errors import PegboardError
from engine_core.game.fold import fold
from engine_core.game.game import Game
from engine_core.games.options import (
    GO_BY_ITSELF,
    MUGGINS,
    RANKS_ALONE,
    entry_options,
    numbers,
)
from engine_core.games.phases import CHALLENGE, CLAIM, CUT, OVER, SUITS
from engine_core.games.presets import PRESETS, SCOREBOARD
from engine_core.records.record import parse
from engine_core.state import entries as E
from engine_core.state.events import get
from engine_core.state.state import State
from tests.conformance.support.keying import key
from tests.conformance.support.virtual_ports import RANKS, Board, claim_keys

TRADITIONAL = 1
RECORDS = Path(__file__).parents[1] / "conformance" / "records"


NOTHING = (E.CLAIM, 0)
# What can follow at once where muggins may be called.
_NEXT = (E.CARD, E.CLAIM, E.NOBS, E.FLUSH)


class Fingers(Board):
    """A board that counts the keys pressed on it."""

    presses = 0

    def press(self, key):
        """Press the key with this name."""
        self.presses += 1
        super().press(key)


def as_ranks(entries):
    """Return a game of whole cards as the entries of a game with ranks alone."""
    start = entries[0]
    whole, ranks = Game(), Game()
    whole.apply(start)
    ranks.apply((*start[:5], start[5] | RANKS_ALONE, *start[6:]))
    starter = None
    counted = {}  # by the kind of count and the player: the cards and the starter
    for entry in entries[1:]:
        for event in whole.apply(entry):
            if event[0] == "starter":
                starter = get(event, "card")
            elif event[0] == "count":
                held = list(get(event, "cards"))
                counted[get(event, "what"), get(event, "seat")] = (held, starter)
        card = entry[0] == E.CARD
        ranks.apply((E.CARD, SUITLESS + entry[1] // 4 * 4) if card else entry)
        while ranks.state.phase == SUITS:
            ranks.apply(claim(ranks.state, counted))
    return ranks.entries()


def claim(state, counted):
    """Return the points from the suits of the cards being counted."""
    crib = state.hands_counted == state.seats or state.turn == state.seating.crib_seat
    seat = 0 if state.preset.deals_in_game and state.crib else state.turn
    hand, starter = counted["crib" if crib else "hand", seat]
    found = {item[0]: item for item in show.explain(hand, starter, crib)}
    if reasons.FLUSH in found:
        return (E.FLUSH, len(found[reasons.FLUSH][2]))
    return (E.NOBS,) if reasons.NOBS in found else (E.PASS,)


def presses(entries):
    """Enter a game; return the keys pressed from the first deal on, and the number of deals."""
    board = Fingers(step=60)
    board.app.enter(entries[0])
    game = board.app.game
    deals = pressed = 0
    for n, entry in enumerate(entries[1:], 1):
        state = game.state
        if game.length > n:
            continue  # entered together with the one before
        in_play = state.phase != CUT and entry[0] not in E.BY_HAND and entry[0] != E.NEXT
        if goes_on(state, entry, entries[n + 1 :]):
            if repeats(board, entries[n + 1 :]):
                board.press("ENTER")
                pressed += 1
            continue
        before = board.presses
        key(board, entry)
        pressed += board.presses - before if in_play else 0
        deals = deals + state.deal_number if state.phase == OVER else deals
    assert game.length == len(entries)
    return pressed, deals or game.state.deal_number


def goes_on(state, entry, following):
    """Return whether the next entry means that there is neither nobs nor a flush, or that nobody
    calls muggins."""
    asks = state.phase == SUITS or (state.phase == CHALLENGE and state.seats == 2)
    if entry[0] != E.PASS or not following or not asks:
        return False
    if state.phase == CHALLENGE and following[0] == NOTHING and not state.claim:
        return False  # GO again would be a slip
    if state.phase == CHALLENGE and following[0][0] in _NEXT:
        return True
    then = next((one for one in following if one[0] != E.PASS), None)
    trial = State()
    trial.restore(state.pack())
    fold(trial, entry, [])
    while trial.phase == SUITS:
        fold(trial, entry, [])
    if trial.phase == OVER or not then:
        return False
    return bool(then[0] == E.CLAIM and then[1]) if trial.phase == CLAIM else then[0] == E.CARD


def repeats(board, following):
    """Return whether the key that has just made a claim begins the next entry too: it is refused
    until ENTER says that it is no slip."""
    then = next(one for one in following if one[0] != E.PASS)
    if then[0] not in (E.CARD, E.CLAIM) or then == NOTHING:
        return False
    first = name(then[1])[0] if then[0] == E.CARD else claim_keys(then[1])[0]
    points = board.app.key_entry.points
    return bool(points) and RANKS.index(first) + 1 in (points, points % 10 or 10)


def by_itself(entries):
    """Return the entries of a game with go by itself: without the goes that a card implies."""
    start = entries[0]
    low, more = numbers(entry_options(start) | GO_BY_ITSELF, 0)
    game = Game()
    game.apply((*start[:5], low, start[6], more))
    left = entries[1:]
    while left:
        goes = next((n for n, entry in enumerate(left) if entry[0] != E.GO), len(left))
        if goes and left[goes:] and said_by(game.state, left[: goes + 1]):
            left = left[goes:]
        game.apply(left.pop(0))
    return game.entries()


def said_by(state, entries):
    """Return whether the last of `entries` alone has the effect of all of them."""
    states = []
    for some in (entries, entries[-1:]):
        trial = State()
        trial.restore(state.pack())
        try:
            for entry in some:
                fold(trial, entry, [])
        except PegboardError:
            return False
        states.append(trial.pack())
    return states[0] == states[1]


def of(row, claims=None):
    """Return the key presses of a deal of the game `row` with whole cards, also with go by itself,
    and with ranks alone; None for a way that it does not offer.

    claims: whether only of games with muggins, or only of those without; None for all.
    """
    keys = [0, 0, 0]
    deals = [0, 0, 0]
    for path in RECORDS.glob("*.txt"):
        entries = parse(path.read_text(encoding="utf-8")).entries
        if entries[0][1] != row.code or entries[0][5] & RANKS_ALONE:
            continue
        if claims is not None and claims != bool(entries[0][5] & MUGGINS):
            continue
        kinds = [entries, None, None]
        alone = GO_BY_ITSELF in row.options
        if alone:
            kinds[1] = by_itself(entries)
        if RANKS_ALONE in row.options:
            ranks = as_ranks(entries)
            kinds[2] = by_itself(ranks) if alone else ranks
        for n, each in enumerate(kinds):
            if each:
                pressed, dealt = presses(each)
                keys[n] += pressed
                deals[n] += dealt
    return [keys[n] / deals[n] if deals[n] else None for n in range(len(keys))]


def main():
    argparse.ArgumentParser(description=__doc__.split("\n\n")[0]).parse_args()
    print(f"{'key presses a deal':<26}{'whole cards':>12}{'go by itself':>14}{'ranks alone':>13}")
    for row in PRESETS:
        if row.machine == SCOREBOARD:
            continue
        lines = [(row.name, None)]
        if row.code == TRADITIONAL:
            lines += [("  without muggins", False), ("  with muggins", True)]
        for label, claims in lines:
            found = ["" if each is None else f"{each:.1f}" for each in of(row, claims)]
            print(f"{label:<26}{found[0]:>12}{found[1]:>14}{found[2]:>13}")


if __name__ == "__main__":
    main()
