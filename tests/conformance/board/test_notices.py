"""Notices on the bar: offences, refusals, 31, the last turns."""

from engine_core.count.cards import card, cards
from engine_core.game.game import Game
from engine_core.games.options import GO_BY_ITSELF, NO_HINTS, numbers
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from firmware.keys.key_entry import KeyEntry
from firmware.lights import bar_refusal
from firmware.lights.levels import BRIGHT, DIM, RED, WHITE
from hardware.board import BAR, KEYS
from tests.conformance.support.canvases import Bar, seen
from tests.conformance.support.text_game import TextGame
from tests.conformance.support.virtual_ports import Board

TWO = (E.START, 1, 2, 121, 1, 0, 0)
NODDY = (E.START, 8, 2, 31, 1, 0, 0)
BATTLE = (E.START, 11, 2, 121, 1, 0, 0)
FOUR = (E.START, 12, 4, 121, 3, 0, 0)


def board_at(start, text):
    """Return a board at rest with a game that began with `start`, after the keys of `text`."""
    board = Board(step=20)
    board.start(start)
    board.keys(text)
    board.run(8000)
    return board


def looks(board, ms=1700):
    """Return the states of the bar within `ms`."""
    found = set()
    for _ in range(ms // 20):
        board.run(20)
        found.add(tuple(board.bar()))
    return found


def red(bar):
    return [n for n, colour in enumerate(bar) if colour[0] and not any(colour[1:])]


def renege():
    return board_at(TWO, "2S KH 9S QD GO GO 2D")


def cease_fire():
    return board_at(BATTLE, "JK")


def killed():
    board = board_at(BATTLE, "7H KC GO 8C")
    board.app.game.state.turns = bytearray([3, 3])
    board.keys("ENTER JK")
    board.run(8000)
    return board


def missing():
    t = TextGame("Solitaire", dealer=0)
    t.deal("2S", "KH 5C 9H QD", "5D JS 6C 7S")
    t.deal("3S", "3H KC 9C QC", "8C TC AS 4C")  # without the two of spades
    board = Board(step=20)
    for entry in t.game.entries():
        board.app.enter(entry)
    board.run(8000)
    return board


def left_out():
    return board_at(TWO, "2S KH 9S 5D UNDO UNDO 9D")


def stays_until_a_key(board):
    """The notice must be the same for a long time, and go with the next key; return its look."""
    notice = looks(board)
    board.run(60000)
    assert looks(board) == notice
    board.press("A")
    after = looks(board)
    assert not notice & after
    return notice


def test_g12b_a_renege_has_a_pattern_that_stays_until_the_next_key():
    notice = stays_until_a_key(renege())
    assert sorted([len(red(bar)) for bar in notice]) == [0, 8]


def test_s3_a_deal_without_the_last_starter_has_a_pattern_until_the_next_key():
    notice = stays_until_a_key(missing())
    assert sorted([len(red(bar)) for bar in notice]) == [0, 8]


def test_g12b_a_false_claim_shows_what_the_hand_comes_to():
    board = Board()
    board.start(NODDY)
    board.keys("TS A ENTER T ENTER 2D 5H 3S KD 4S")
    before = looks(board)
    board.keys("5C")
    board.run(8000)
    notice = looks(board)
    assert not notice & before
    # Ten were claimed for fourteen: those in between blink.
    lit = sorted([len([n for n in range(28) if any(bar[n])]) for bar in notice])
    assert lit == [10, 14]
    assert [red(bar) for bar in notice] == [[28, 29, 30]] * 2
    stays_until_a_key(board)


def test_b9_a_cease_fire_has_a_pattern_until_the_next_key():
    stays_until_a_key(cease_fire())


def test_b7_the_card_that_kills_every_hand_has_a_pattern_until_the_next_key():
    stays_until_a_key(killed())


def test_g16b_what_was_left_out_has_a_pattern_until_the_next_key():
    notice = stays_until_a_key(left_out())
    assert sorted([len(red(bar)) for bar in notice]) == [0, 3]
    board = board_at(TWO, "2S KH 9S 5D UNDO UNDO")
    before = looks(board)
    board.press("LEFT")
    assert looks(board) == notice
    board.press("UNDO")
    assert looks(board) == before


def test_g16b_an_offence_is_shown_rather_than_what_was_left_out():
    board = board_at(TWO, "2S KH 9S QD GO GO 3D")
    board.keys("UNDO 2D")
    assert left_out_events(board) == ((E.CARD, cards("3D")[0]),)
    assert looks(board) == looks(renege())


def left_out_events(board):
    return board.app.game.undone.left_out()


def test_g16b_the_points_of_a_hand_are_shown_after_the_notice():
    played = "5H KH 9S 4D 8C KD 9D QS GO 2H AS AD AC"
    plain = board_at(TWO, played + " AH")
    board = board_at(TWO, played + " 3H UNDO AH")
    assert looks(board) == looks(left_out())
    board.press("ENTER")
    board.run(8000)
    assert looks(board) == looks(plain)


def test_no_notice_looks_like_another_or_like_a_refusal():
    every = [looks(board) for board in (renege(), missing(), cease_fire(), killed(), left_out())]
    refused = board_at(TWO, "2S")
    for text in ("GO", "2S"):
        refused.keys(text)
        every.append(looks(refused, 800))
    for n, notice in enumerate(every):
        for other in every[:n]:
            assert not notice & other


def test_undo_takes_a_notice_away_and_redo_shows_it_again():
    board = renege()
    notice = looks(board)
    board.press("UNDO")
    assert not looks(board) & notice
    board.press("RIGHT")
    board.run(3000)
    assert looks(board) == notice


def refusals(text, start=TWO, before="2S KH 9S"):
    """Return the lights that are red in turns while the last card of `text` is refused."""
    board = board_at(start, before)
    board.refused(text)
    found = []
    for _ in range(20):
        if red(board.bar()) not in found:
            found.append(red(board.bar()))
        board.run(20)
    return found


def test_g10_a_seen_card_is_refused_by_another_pattern_than_a_wrong_key():
    every_other = [list(range(0, BAR, 2)), list(range(1, BAR, 2))]
    assert sorted(refusals("ENTER")) == every_other
    pairs = [n for n in range(BAR) if n // 2 % 2 == 0]
    others = [n for n in range(BAR) if n // 2 % 2]
    for text, start, before in (
        ("2S", TWO, "2S KH 9S"),
        ("KH", TWO, "2S KH 9S"),
        ("7H", BATTLE, "7H"),
        ("7H", BATTLE, "7H GO"),
    ):
        assert sorted(refusals(text, start, before)) == [pairs, others]


def test_a_card_above_31_is_refused_with_the_points_above_it():
    for text, above in (("3S", 1), ("KS", 8)):
        assert refusals(text, TWO, "2S KH 9S TD") == [list(range(above))]


def test_every_excess_has_its_own_pattern():
    looks_of = []
    for pattern in range(12):
        bar = Bar()
        bar_refusal.paint(bar, 0, pattern)
        looks_of.append(bar.lights)
    for n, lights in enumerate(looks_of):
        assert looks_of.index(lights) == n


def state_at(start, text):
    game = Game()
    game.apply(start)
    for word in text.split():
        game.apply((E.CARD, card(word)))
    return game.state


def test_with_hints_a_rank_above_31_shows_by_how_much():
    for start, text, rank, above in (
        (TWO, "2S KH 9S TD", "3", 1),
        (TWO, "2S KH 9S TD", "K", 8),
        (BATTLE, "KH 9S TD", "5", 3),
    ):
        state = state_at(start, text)
        entry = KeyEntry()
        entry.press(KEYS.index(rank), state)
        on, off = seen(state, entry)
        assert [n for n in range(BAR) if on[n] == (RED, BRIGHT)] == list(range(above))
        assert on[above] is None
        assert off != on
        state.options |= NO_HINTS
        lights = [light for bar in seen(state, entry) for light in bar if light]
        assert RED not in [colour for colour, _ in lights]


def test_a_line_at_31_blinks():
    state = state_at(BATTLE, "KH KS 5D 6D")
    on, off = seen(state, KeyEntry())
    assert len([n for n in range(BAR) if on[n] != off[n]]) >= BAR - 4
    state.laid[:] = bytes(cards("KH KS 5D 5S"))
    on, off = seen(state, KeyEntry())
    assert len([n for n in range(BAR) if on[n] != off[n]]) == 2


def test_b10_the_seat_whose_five_are_up_blinks_against_the_one_in_turn():
    for shown in range(4):
        state = state_at(FOUR, "7H")
        state.shown_by = shown
        state.turn = (shown + 1) % 4
        on, off = seen(state, KeyEntry())
        places = [BAR - 8 + 2 * seat for seat in (shown, state.turn)]
        assert [on[place][1] == BRIGHT for place in places] == [False, True]
        assert [off[place][1] == BRIGHT for place in places] == [True, False]


def test_b10_the_last_two_cards_of_the_pile_are_two_lights():
    state = state_at(BATTLE, "7H")
    marks = []
    for state.pile in (3, 2):
        on = seen(state, KeyEntry())[0]
        marks.append([n for n in range(10, BAR) if on[n] == (WHITE, DIM)])
    assert marks == [[], [23, 25]]
    state.taken_card = card("7H")
    assert seen(state, KeyEntry())[0][23:26] == [None, None, (WHITE, BRIGHT)]


def test_g21_goes_by_a_card_have_a_pattern_with_the_count_of_the_lead():
    low, more = numbers(GO_BY_ITSELF, 0)
    game = TWO[:5] + (low, 0, more)
    board = board_at(game, "8D KH 9D 4S 7C 9C")
    alone = board_at(TWO, "8D KH 9D 4S 7C GO GO 9C")
    bars = looks(board)
    assert len(bars) == 2 and not bars & looks(alone)
    for bar in bars:
        assert list(bar[:9]) == alone.bar()[:9]  # the count, as ever
        # Both seats that said go, each beside a white light that blinks.
        first, second = bar[BAR - 6 : BAR - 3], bar[BAR - 3 :]
        assert first[0] == first[2] != second[0] == second[2]
        assert any(first[0]) and any(second[0]) and first[1] == second[1]
    assert len({bar[BAR - 2] for bar in bars}) == 2
    board.keys("J")
    assert not looks(board) & bars
    board.keys("UNDO UNDO")
    assert board.app.game.state.line() == alone.app.game.state.laid[:4]
    # A rank that would go above 31 is no longer shown as too high.
    board.keys("9")
    assert not [bar for bar in looks(board) if red(bar)]


def test_g21_the_go_that_wins_shows_the_end():
    low, more = numbers(GO_BY_ITSELF, 0)
    board = board_at(TWO[:5] + (low, 0, more), "8D KH 9D 4S 7C")
    board.app.game.state.scores[1] = 120
    board.keys("9C")
    assert board.app.game.state.phase == OVER
    board.run(8000)
    assert all(any(light) for light in board.bar())
