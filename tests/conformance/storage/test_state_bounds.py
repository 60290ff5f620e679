"""What a state read from outside may hold: all that a game can have, and nothing that ends one."""

from engine_core.count.cards import JOKER, NO_CARD, SUITLESS, SUITLESS_END
from engine_core.errors import PegboardError
from engine_core.game import state_bounds
from engine_core.game.game import Game
from engine_core.game.redo_list import RedoList
from engine_core.game.segment import Segment
from engine_core.games import phases as at
from engine_core.games.options import RANKS_ALONE
from engine_core.games.presets import PRESETS, SCOREBOARD
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.state import entries as E
from engine_core.state.state import State
from engine_core.state.state_layout import MATCH_ROWS
from tests.conformance.support.battle_player import BATTLES, OPTED_BATTLES, Duellist
from tests.conformance.support.kit import raises, scale, some
from tests.conformance.support.player import GAMES, play_out
from tests.conformance.support.record_files import RECORDS, entries

SLOW = (
    "test_each_state_of_the_recorded_games_can_be_one",
    "test_each_state_of_a_random_game_can_be_one",
)

IN_PLAY = ((E.START, 1, 2, 61, 1, 0, 0), (E.CARD, 5), (E.CARD, 9), (E.CARD, 20))
CRIB_WARS = ((E.START, 3, 4, 121, 1, 0, 2), (E.CARD, 5), (E.CARD, 9))
SOLITAIRE = ((E.START, 10, 2, 121, NO_SEAT, 0, 0), (E.CARD, 5), (E.CARD, 9))
TURN = ((E.START, 11, 2, 121, 1, 0, 0), (E.CARD, 5))
SCORES = ((E.START, 0, 2, 61, NO_SEAT, 0, 0),)
RANKS = ((E.START, 1, 2, 61, 1, RANKS_ALONE, 0), (E.CARD, SUITLESS))
THE_CUT = ((E.START, 1, 2, 61, NO_SEAT, 0, 0), (E.CARD, 5))

# A joker is in Battlefield; where ranks alone are entered, all cards are of unknown suit.
CARDS = (
    (IN_PLAY, (0, JOKER - 1), (JOKER, JOKER + 1, SUITLESS, SUITLESS_END)),
    (TURN, (0, JOKER), (JOKER + 1, SUITLESS, SUITLESS_END)),
    (RANKS, (SUITLESS, SUITLESS_END - 1), (0, JOKER, SUITLESS - 1, SUITLESS_END)),
)


def state_after(played):
    game = Game()
    for entry in played:
        game.apply(entry)
    return game.state


def is_one(played, name, value):
    """Return whether the state after the entries `played` can be one of a game if its number or
    row `name` is `value`."""
    state = state_after(played)
    setattr(state, name, value)
    try:
        state_bounds.check(state.pack())
    except PegboardError:
        return False
    return True


def check_bounds(played, name, good, bad):
    for value in good:
        assert is_one(played, name, value), (name, value)
    for value in bad:
        assert not is_one(played, name, value), (name, value)


def test_each_state_of_the_recorded_games_can_be_one():
    for name, _, _ in some(RECORDS, 4, 8):
        game = Game()
        for entry in entries(name):
            game.apply(entry)
            state_bounds.check(game.state.pack())


def test_each_state_of_a_random_game_can_be_one():
    def see(game, entry, events):
        state_bounds.check(game.state.pack())

    for number, kind in enumerate(some(GAMES, 3, 8)):
        play_out(kind, 40 + number, careless=20, meddling=40, see=see, most=scale(None, 60))
    for number, kind in enumerate(some(BATTLES + OPTED_BATTLES, 1, 3)):
        play_out(kind, number, meddling=40, see=see, kind=Duellist, most=scale(None, 60, 200))


def test_a_state_cut_short_is_none():
    packed = state_after(IN_PLAY).pack()
    state_bounds.check(packed)
    raises(PegboardError, state_bounds.check, packed[:-1])


def test_a_number_is_a_seat_a_side_or_a_card_of_the_game():
    for name in ("dealer", "turn"):
        check_bounds(IN_PLAY, name, (0, 1), (2, PARTNERS, NO_SEAT))
        check_bounds(THE_CUT, name, (0, 1, PARTNERS, NO_SEAT), (2,))
    for name in ("last_player", "open_by", "missed_by", "caller", "shown_by", "last_scorer"):
        check_bounds(IN_PLAY, name, (0, 1, NO_SEAT), (2, PARTNERS))
    for name in ("winner", "offender"):
        check_bounds(IN_PLAY, name, (0, 1, 255), (2, 254))
        check_bounds(CRIB_WARS, name, (0, 1), (2, 3))  # partners are one side
    for name in ("starter", "taken_card"):
        for played, good, bad in CARDS:
            check_bounds(played, name, good + (NO_CARD,), bad)
    check_bounds(IN_PLAY, "first_dealer", (0, 1, 2), (3,))
    for name, most in (("said_go", 3), ("passed", 3), ("folded", 3), ("pegs_moved", 3)):
        check_bounds(IN_PLAY, name, (0, most), (most + 1,))
    for name in ("said_go", "passed"):
        check_bounds(CRIB_WARS, name, (15,), (16,))
    for name in ("folded", "pegs_moved"):
        check_bounds(CRIB_WARS, name, (3,), (4,))


def test_a_number_of_hands_or_cards_is_at_most_that_of_the_deal():
    check_bounds(IN_PLAY, "hands_counted", (0, 3), (4,))
    check_bounds(IN_PLAY, "line_from", (0, 2), (3,))
    check_bounds(IN_PLAY, "laid_at_go", (0, 3), (4,))
    check_bounds(IN_PLAY, "deal_number", (1, 254), (255,))
    # Solitaire's hands are cleared away before its free crib.
    state = state_after(SOLITAIRE)
    state.phase, state.line_from = at.FREE, 8
    state_bounds.check(state.pack())


def test_the_game_is_one_of_its_preset():
    check_bounds(IN_PLAY, "code", (1, 7), (2, 200))
    check_bounds(IN_PLAY, "seats", (2,), (0, 1, 3, 7))
    check_bounds(IN_PLAY, "target", (61, 121), (0, 60, 122))
    check_bounds(IN_PLAY, "track", (0, 1), (3,))
    check_bounds(IN_PLAY, "next_way", (0, 127), (128,))
    check_bounds(SCORES, "options", (0,), (1,))


def test_the_phase_is_one_of_its_machine():
    every = range(at.COUNT + 1)
    of_cribbage = {at.STARTER, at.PLAY, at.SHOW, at.CRIB, at.OVER, at.CLAIM, at.CHALLENGE}
    of_cribbage |= {at.AFTER_PLAY, at.SUITS}
    of_a_battle = {at.LINE, at.TURN, at.FORMATION, at.DROP, at.RESERVE, at.OVER, at.CLAIM}
    for played, good in (
        (IN_PLAY, of_cribbage),
        (SOLITAIRE, (of_cribbage - {at.CRIB}) | {at.FREE}),
        (TURN, of_a_battle | {at.CHALLENGE}),
        (SCORES, {at.POINTS, at.OVER}),
    ):
        found = {phase for phase in every if is_one(played, "phase", phase)}
        assert found == good, found
    # Somebody cuts, and only then.
    check_bounds(THE_CUT, "phase", (at.CUT, at.OVER), (at.STARTER, at.PLAY))


def test_each_side_and_each_seat_has_its_element():
    sides = ("spots", "count_spots", "count_points", "deals_out") + MATCH_ROWS[:-1]
    for name in sides + ("scores", "back_pegs"):
        check_bounds(IN_PLAY, name, (bytearray(2),), (bytearray(1), bytearray(3), bytearray()))
    empty, two, three, four = [bytearray(length) for length in (0, 2, 3, 4)]
    check_bounds(IN_PLAY, "running_points", (four,), (empty, two, three))
    check_bounds(IN_PLAY, "match_before", (empty, four), (two, three))
    check_bounds(IN_PLAY, "owed", (empty, four), (two, three))
    check_bounds(IN_PLAY, "go_room", (two,), (empty, three))
    check_bounds(THE_CUT, "go_room", (empty, two), (three,))
    check_bounds(SCORES, "go_room", (empty, two), (three,))
    check_bounds(TURN, "turns", (two,), (empty, three))
    for name in ("hand_sizes", "early_claims"):
        check_bounds(IN_PLAY, name, (empty, two), (three,))


def test_rows_have_cards_and_seats_of_the_game():
    for name in ("laid", "laid_by"):
        check_bounds(IN_PLAY, name, (bytearray(2),), (bytearray(1), bytearray(3)))
    check_bounds(IN_PLAY, "laid_by", (bytearray((0, 1)),), (bytearray((0, 2)),))
    for name in ("crib", "used_cards", "formation", "standoff_cards"):
        for played, good, bad in CARDS:
            rows = [[bytearray((card,)) for card in each] for each in (good, bad + (NO_CARD,))]
            check_bounds(played, name, rows[0], rows[1])
    check_bounds(IN_PLAY, "low_cutters", (bytearray((1,)),), (bytearray((2,)),))
    state = state_after(TURN)
    for cards, seats, good in ((b"\x01", b"\x01", True), (b"\x35", b"\x01", False)):
        state.seen_cards, state.seen_seats = bytearray(cards), bytearray(seats)
        if good:
            state_bounds.check(state.pack())
        else:
            raises(PegboardError, state_bounds.check, state.pack())
    check_bounds(TURN, "seen_cards", (bytearray(),), (bytearray(1),))


def test_fewer_have_cut_than_are_to_cut():
    check_bounds(THE_CUT, "cutters", (bytearray((0, 1)), bytearray((1, 0))), (bytearray((0, 2)),))
    check_bounds(THE_CUT, "cutters", (), (bytearray(), bytearray((1,))))
    check_bounds(THE_CUT, "cuts", (bytearray(), bytearray(1)), (bytearray(2), bytearray((53,))))
    check_bounds(IN_PLAY, "cuts", (), (bytearray(1),))
    check_bounds(IN_PLAY, "cutters", (), (bytearray(1),))


def test_a_peg_is_in_a_hole_and_on_crib_wars_at_a_spot_of_it():
    for name in ("scores", "back_pegs"):
        check_bounds(IN_PLAY, name, (bytearray((61, 0)),), (bytearray((0, 62)),))
    for spot, score, good in (
        (5, 5, True),
        (5, 6, False),
        (121, 121, True),
        (122, 122, False),
        (127, 127, False),
        (149, 20, False),
        (255, 20, False),
    ):
        state = state_after(CRIB_WARS)
        state.spots[0], state.scores[0] = spot, score
        if good:
            state_bounds.check(state.pack())
        else:
            raises(PegboardError, state_bounds.check, state.pack())


def starts():
    """Yield the starts of each game, with a dealer and with a cut for the deal."""
    for row in PRESETS:
        alone = row.machine == SCOREBOARD or row.deals_in_game
        for seats in row.players():
            for dealer in (NO_SEAT,) if alone else (0, NO_SEAT):
                yield (E.START, row.code, seats, row.targets[0], dealer, 0, row.tracks[0])


def entries_by_hand():
    """Yield entries of each kind, with small numbers."""
    for kind in range(1, len(E.KINDS)):
        count = E.KINDS[kind][1]
        for first in (0, 1, 3, 13) if count else (0,):
            for second in (0, 1, 2) if count > 1 else (0,):
                yield (kind,) + (
                    (first, second) + (1,) * (count - 2) if count > 1 else (first,) * count
                )


def test_whatever_is_entered_before_the_first_card_leaves_a_state_of_a_game():
    taken = 0
    for start in some(list(starts()), 4, 8):
        for entry in entries_by_hand():
            game = Game()
            game.apply(start)
            try:
                game.apply(entry)
            except PegboardError:
                continue
            taken += 1
            state_bounds.check(game.state.pack())
    assert taken > 50


def test_a_game_in_memory_begins_with_nothing_or_with_a_state_of_a_game():
    game = Game()
    state_bounds.check_game(game)
    for entry in IN_PLAY:
        game.apply(entry)
    game.undo()
    state_bounds.check_game(game)
    played = game.state.pack()
    other = State()
    other.winner = 0  # before any game
    for first, state, good in (
        (0, other.pack(), False),
        (0, played, False),
        (4, other.pack(), False),
        (4, played, True),
        (1 << 20, played, True),
        ((1 << 20) + 1, played, False),
    ):
        game = Game()
        game._segments = [Segment(first, state, 0)]
        if good:
            state_bounds.check_game(game)
        else:
            raises(PegboardError, state_bounds.check_game, game)


def test_an_entry_to_redo_that_is_none_is_found():
    game = Game()
    for entry in IN_PLAY:
        game.apply(entry)
    for packed in (b"\x05", E.pack((E.DROP, 5))):
        game.undone = RedoList(packed)
        state_bounds.check_game(game)
    game.undone = RedoList(E.pack((E.DROP, 5))[:1] + b"\xff")
    raises(PegboardError, state_bounds.check_game, game)
