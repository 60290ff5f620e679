"""A match in bytes, as a laptop gives it back: read whole, or refused by its documented error."""

from engine_core.count.cards import JOKER, NO_CARD, SUITLESS
from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.game.match_base import unpack_match
from engine_core.games.phases import COUNT, IDLE
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.state import entries as E
from engine_core.state.state import State
from engine_core.state.state_layout import LAYOUT, MATCH_ROWS, NUMBERS, ROWS
from tests.conformance.support.kit import raises, scale

BEFORE = 4  # entries before the state


def four(number):
    return bytes((0, 0, number >> 8, number & 255))


def whole(state, layout=LAYOUT):
    """Return the bytes of a match with `state` after so many entries, and one entry after it."""
    base = layout + state
    head = four(BEFORE) + four(0) + len(base).to_bytes(2, "big")
    return head + base + E.pack((E.CARD, 0))


def played():
    """Return a game that waits for the fourth card of the play."""
    game = Game()
    for entry in ((E.START, 1, 2, 61, 1, 0, 0), (E.CARD, 5), (E.CARD, 9), (E.CARD, 20)):
        game.apply(entry)
    return game


def test_a_match_with_a_state_goes_on_from_it():
    game = unpack_match(whole(played().state.pack()))
    assert game.length == BEFORE + 1
    assert len(game.state.laid) == 3


def test_the_state_may_be_of_an_earlier_version():
    state = played().state.pack()
    last = len(NUMBERS)
    for _ in ROWS[:-1]:
        last += 1 + state[last]
    assert not state[last]  # the row that the earlier version lacks is empty
    older = state[:last] + state[last + 1 :]
    game = unpack_match(whole(older, bytes((len(NUMBERS), 0, 0, 0))))
    assert game.length == BEFORE + 1
    assert game.state.pack() == unpack_match(whole(state)).state.pack()


def test_a_match_cut_anywhere_before_its_entries_is_refused():
    data = whole(played().state.pack())
    for end in range(len(data) - 1):
        raises(PegboardError, unpack_match, data[:end])
    # Also one without entries before it, whatever the length of the state that it lacks.
    for length in (b"\x00\x05", b"\x01\x00"):
        raises(PegboardError, unpack_match, bytes(8) + length)


def test_a_state_that_no_game_has_is_refused_without_any_entry():
    state = played().state.pack()
    assert unpack_match(whole(state)[:-1]).length == BEFORE
    for name, value in (("seats", 7), ("phase", IDLE), ("phase", COUNT), ("winner", 2)):
        at = NUMBERS.index(name)
        wrong = state[:at] + bytes([value]) + state[at + 1 :]
        raises(PegboardError, unpack_match, whole(wrong)[:-1])
    for name in ("dealer", "turn"):
        for seat in (2, PARTNERS, NO_SEAT):
            at = NUMBERS.index(name)
            wrong = state[:at] + bytes([seat]) + state[at + 1 :]
            raises(PegboardError, unpack_match, whole(wrong)[:-1])
    at = NUMBERS.index("starter")
    for starter, is_one in (
        (JOKER - 1, True),
        (JOKER, False),
        (SUITLESS, False),
        (NO_CARD, True),
    ):
        data = whole(state[:at] + bytes([starter]) + state[at + 1 :])[:-1]
        if is_one:
            assert unpack_match(data).state.starter == starter
        else:
            raises(PegboardError, unpack_match, data)
    for name in MATCH_ROWS:
        longer = played().state
        setattr(longer, name, getattr(longer, name) + b"\x00")
        raises(PegboardError, unpack_match, whole(longer.pack())[:-1])
    for length in (0, 1, 4):  # the last as before a game that may be void
        before = played().state
        before.match_before = bytearray(length)
        data = whole(before.pack())[:-1]
        if length == 1:
            raises(PegboardError, unpack_match, data)
        else:
            assert len(unpack_match(data).state.match_before) == length
    for name in ("scores", "back_pegs"):
        for hole, is_on_track in ((61, True), (62, False)):
            ahead = played().state
            getattr(ahead, name)[1] = hole
            data = whole(ahead.pack())[:-1]
            if is_on_track:
                assert getattr(unpack_match(data).state, name)[1] == hole
            else:
                raises(PegboardError, unpack_match, data)


def test_the_dealer_may_be_unknown_while_cards_are_cut():
    for dealer in (NO_SEAT, PARTNERS):
        game = Game()
        game.apply((E.START, 3, 4, 121, dealer, 0, 0))
        assert unpack_match(whole(game.state.pack())[:-1]).state.dealer == dealer


def test_a_game_that_begins_after_its_own_entries_is_refused():
    data = bytearray(whole(played().state.pack()))
    data[4] = 1  # the highest of the four bytes
    raises(PegboardError, unpack_match, data)


def test_a_state_cut_anywhere_is_not_restored():
    state = played().state.pack()
    State().restore(state)
    for wrong in [state[:end] for end in range(len(state))] + [state + b"\x00"]:
        raises(PegboardError, State().restore, wrong)


def test_no_number_of_a_state_leads_to_another_error():
    state = played().state.pack()
    for at in range(0, len(NUMBERS), scale(1, 5)):
        for value in (0, 1, 7, 254, 255):
            changed = state[:at] + bytes([value]) + state[at + 1 :]
            try:
                assert unpack_match(whole(changed)).length == BEFORE + 1
            except PegboardError:
                pass
