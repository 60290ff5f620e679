"""A four-handed game of Battlefield, in mid game on the board: tests/targets/test_memory.py
measures the heap that it takes."""

from engine_core.battlefield.battle_show import best_drop
from engine_core.games import options as opt
from engine_core.games.phases import CHALLENGE, CLAIM, DROP, OVER, TURN
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from firmware.app import App
from firmware.ports import Ports

# The board's state stays in memory, to be measured.
BOARD = []


class Quiet:
    """Strip and clock with nothing behind them."""

    def show(self, frame):
        pass

    def busy(self):
        return False

    def ms(self):
        return 0


class SmallFlash:
    """The journal's flash, as small as possible, because on a board it takes none of the heap."""

    count = 4
    size = 512

    def __init__(self):
        self.cells = [bytearray(b"\xff" * self.size) for _ in range(self.count)]

    def read(self, sector, offset, length):
        return self.cells[sector][offset : offset + length]

    def program(self, sector, offset, data):
        self.cells[sector][offset : offset + len(data)] = data

    def erase(self, sector):
        self.cells[sector][:] = b"\xff" * self.size


class Link:
    """Nobody listens."""

    def write(self, line):
        pass

    def read(self):
        return None


def laid(state, game):
    """Enter a turn: the end card is taken in every third, and some card laid that may be."""
    turns = len(state.laid)
    if turns % 3 == 2 and state.taken_card == 255:
        return (E.TAKE,)
    if turns > 14 and state.shown_by == NO_SEAT and state.taken_card == 255:
        return (E.SHOWN,)
    return unseen(state)


def unseen(state):
    """Enter a card that was not seen in this skirmish, chosen by the length of the game."""
    for n in range(52):
        card = (n * 5 + state.deal_number * 7) % 52
        elsewhere = bytes(state.seen_cards) + bytes(state.formation)
        if not state.seen(card) and card != state.taken_card and card not in elsewhere:
            return (E.CARD, card)
    raise AssertionError("every card has been seen")


def next_entry(state, game):
    if state.phase == TURN:
        return laid(state, game)
    if state.phase == DROP:
        return (E.DROP, best_drop(state))
    if state.phase == CLAIM:
        return (E.CLAIM, 3)
    return (E.MUGGINS, (state.turn + 1) % 4) if state.phase == CHALLENGE else unseen(state)


def test_a_four_handed_battle_in_mid_game():
    quiet = Quiet()
    app = App(Ports(quiet, SmallFlash(), Link(), quiet))
    app.enter((E.START, 11, 4, 121, 3, opt.MUGGINS, opt.CRIB_WARS))
    state = app.game.state
    while state.deal_number < 4 or state.phase != TURN or len(state.seen_cards) < 4:
        assert state.phase != OVER
        app.enter(next_entry(state, app.game))
        app.tick()
        app.tidy()
    assert max(state.scores) > 20
    BOARD[:] = [app, quiet]
    return "%d entries, at %s, %08x" % (app.game.length, list(state.scores), state.check())
