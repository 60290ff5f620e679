"""A game on the keys: cards, corrections, refusals, the scoreboard, the end and the next game."""

from engine_core.compat import crc32
from engine_core.count.cards import cards
from engine_core.game.game import Game
from engine_core.games.phases import CRIB, OVER, PLAY, POINTS, STARTER
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from tests.conformance.support.battle_player import BATTLES, BattlePlayer
from tests.conformance.support.flash import BlankFlash
from tests.conformance.support.kit import scale, some
from tests.conformance.support.player import FAMILY, GAMES, Player, play_out, start
from tests.conformance.support.virtual_ports import Board

SLOW = (
    "test_whole_games_on_the_keys_are_the_games_that_were_played",
    "test_whole_battles_on_the_keys_equal_their_entries",
)

DEALER_TWO = (E.START, 1, 2, 61, 1, 0, 0)
DEAL = "8D KH 9D 4S 7C GO GO QC JD 2H 3C TC KC AS 4D"


def dealt(**options):
    """Return a board with a game that waits for its first starter."""
    board = Board(**options)
    board.start(DEALER_TWO)
    return board


def test_a_card_is_its_rank_and_its_suit():
    for text in ("AS", "TD", "KC", "5H", "JD"):
        board = dealt()
        board.keys(text)
        assert board.app.game.entries()[1:] == [(E.CARD, cards(text)[0])]


def test_another_rank_replaces_the_first():
    board = dealt()
    board.keys("9 4 T D")
    assert board.app.game.entries()[1:] == [(E.CARD, cards("TD")[0])]


def test_a_whole_deal():
    board = dealt()
    board.keys(DEAL)
    state = board.app.game.state
    assert list(state.scores) == [0, 2 + 6 + 4]
    assert (state.phase, state.deal_number, state.dealer) == (STARTER, 2, 0)


def test_a_suit_without_a_rank_is_refused():
    board = dealt()
    assert "rank" in board.refused("S")
    board.keys("5 UNDO")
    assert "rank" in board.refused("H")


def test_undo_clears_a_typed_rank_before_it_undoes_an_entry():
    board = dealt()
    board.keys("8D KH 9 UNDO")
    assert board.app.key_entry.text() == ""
    assert board.app.game.length == 3
    board.keys("UNDO")
    assert board.app.game.length == 2


def test_a_rank_alone_changes_nothing():
    board = dealt()
    before = board.snapshot()
    board.keys("9 5 K")
    assert board.snapshot() == before
    assert board.app.key_entry.text() == "K"


def test_undo_and_redo_on_the_keys():
    board = dealt()
    board.keys("8D KH 9D")
    state = board.app.game.state.pack()
    board.keys("UNDO UNDO")
    assert board.app.game.length == 2
    board.keys("RIGHT RIGHT")
    assert board.app.game.state.pack() == state
    assert "redo" in board.refused("RIGHT")
    board.keys("UNDO UNDO 9S")  # the first takes back the refused key
    assert "redo" in board.refused("RIGHT")
    assert board.app.game.entries()[3] == (E.CARD, cards("9S")[0])


def test_undo_after_a_refused_card_takes_back_that_alone():
    board = dealt()
    board.keys("8D KH")
    for keys, why in (("KH", "already been seen"), ("S", "rank first"), ("RIGHT", "redo")):
        before = board.snapshot()
        assert why in board.refused(keys)
        board.link.heard()
        board.press("UNDO")
        assert board.snapshot() == before
        assert board.app.refusal == ()
        # So does a laptop see that the refusal is over.
        assert "key_entry" in [message[0] for message in board.link.heard()]
    assert board.app.game.entries()[-1] == (E.CARD, cards("KH")[0])
    board.press("UNDO")
    assert board.app.game.entries()[-1] == (E.CARD, cards("8D")[0])


def test_undo_after_a_refused_digit_clears_the_number():
    board = Board()
    board.start((E.START, 0, 2, 61, NO_SEAT, 0, 0))
    board.keys("S 2 9 ENTER 2 9")
    assert "29" in board.refused("A")
    board.press("UNDO")
    assert board.app.key_entry.text() == "" and board.app.game.length == 2


def test_undo_to_the_start_opens_the_menu_and_redo_leaves_it():
    board = dealt()
    board.keys("8D UNDO UNDO")
    assert board.app.menu
    assert board.app.game.length == 0
    board.keys("UNDO")
    assert board.app.menu is None
    assert board.app.game.length == 1
    board.keys("RIGHT")
    assert board.app.game.length == 2


def test_an_illegal_entry_is_refused_with_its_reason():
    board = dealt()
    board.refused("GO")
    board.refused("JK")
    board.refused("ENTER")
    board.keys("8D")
    assert "eight of diamonds" in board.refused("8D")
    assert "0" in board.refused("GO")
    board.keys("KH KD KS")
    assert "31" in board.refused("2H")
    assert "king of hearts" in board.refused("KH")


def test_a_refusal_is_shown_for_a_while_and_moves():
    board = dealt()
    board.refused("GO")
    first = board.bar()
    board.run(150)
    assert board.shows_refusal()
    assert board.bar() != first
    board.run(1000)
    assert not board.shows_refusal()


def test_the_next_key_ends_a_refusal():
    board = dealt()
    board.refused("GO")
    board.keys("5")
    assert not board.shows_refusal()


def test_the_scoreboard():
    board = Board()
    board.start((E.START, 0, 3, 61, NO_SEAT, 0, 0))
    assert board.app.game.state.phase == POINTS
    assert "whose" in board.refused("ENTER")
    board.keys("S")
    assert "how many" in board.refused("ENTER")
    board.keys("A 5 ENTER")  # 15
    assert list(board.app.game.state.scores) == [15, 0, 0]
    # The side stays chosen.
    board.keys("5 ENTER H 4 ENTER D A ENTER")
    assert list(board.app.game.state.scores) == [20, 4, 1]
    assert "side" in board.refused("C")
    board.refused("GO")
    board.refused("JK")
    board.keys("2 9")
    assert board.app.key_entry.text() == "29"
    assert "29" in board.refused("A")
    board.keys("UNDO")
    assert board.app.key_entry.text() == ""
    assert board.app.game.length == 5
    board.keys("UNDO")
    assert list(board.app.game.state.scores) == [20, 4, 0]
    # The side can be changed before the points are pegged.
    board.keys("9 S ENTER")
    assert list(board.app.game.state.scores) == [29, 4, 0]


def test_the_end_of_a_game_and_the_next():
    board = Board()
    board.start((E.START, 0, 2, 61, NO_SEAT, 0, 0))
    board.keys("S 2 9 ENTER 2 9 ENTER")
    board.keys("K ENTER")
    state = board.app.game.state
    assert (state.phase, list(state.scores)) == (OVER, [61, 0])
    for text in ("5", "S", "GO", "JK"):
        assert "over" in board.refused(text)
    board.keys("UNDO")
    assert (state.phase, list(state.scores)) == (POINTS, [58, 0])
    board.keys("RIGHT")
    assert state.phase == OVER
    board.keys("ENTER")
    assert (state.phase, list(state.scores)) == (POINTS, [0, 0])
    board.keys("UNDO")
    assert state.phase == OVER


def test_whole_games_on_the_keys_are_the_games_that_were_played():
    for n, game in enumerate(some(GAMES, 1, 4)):
        played = play_out(game, 60 + n, careless=20, meddling=30, most=scale(None, 50))
        board = Board()
        board.start(played.entry(0))
        for entry in played.entries()[1:]:
            board.key_entry(entry)
        assert board.app.game.entries() == played.entries()
        assert board.app.game.state.pack() == played.state.pack()


def test_whole_battles_on_the_keys_equal_their_entries():
    for n, battle in enumerate(some(BATTLES, len(BATTLES), 1)):
        board = Board()
        board.start(start(battle))
        player = BattlePlayer(80 + n)
        while board.app.game.state.phase != OVER and board.app.game.length < scale(9999, 50):
            entry = player.next(board.app.game.state)
            board.key_entry(entry)
            assert board.app.game.entry(board.app.game.length - 1) == entry
        again = Game()
        for entry in board.app.game.entries():
            again.apply(entry)
        assert again.state.pack() == board.app.game.state.pack()


def test_the_same_keys_give_the_same_lines_and_the_same_frames_on_every_target():
    board = dealt(step=4)
    # How many, and their CRC: a device has no heap for the frames and lines themselves.
    frames = [0, 0]
    lines = [0, 0]

    def watch(ms, frame):
        frames[0] += 1
        frames[1] = crc32(frame, crc32(str(ms).encode(), frames[1]))

    def hear(line):
        lines[0] += 1
        lines[1] = crc32(line, lines[1])

    board.strip.watch = watch
    board.link.watch = hear
    board.keys("8D KH 9D 4S 7C GO 8D UNDO GO GO QC 5 UNDO JD 2H UNDO RIGHT 3C")
    board.run(2000)
    board.keys("TC KC AS 4D MENU MENU")
    board.run(1200)
    assert frames[0] > 50 and lines[0] > 50
    return "%d %08x %d %08x" % (lines[0], lines[1], frames[0], frames[1])


def test_every_line_of_a_game_is_the_same_on_every_target():
    board = Board(lines=True)
    board.start(start(FAMILY[5], 2))
    player = Player(8, careless=9)
    for _ in range(30):
        board.key_entry(player.next(board.app.game.state))
    assert board.app.game.state.phase in (PLAY, CRIB, STARTER)
    return b"".join(board.link.lines)


def test_a_key_is_answered_on_the_bar_before_anything_is_sent():
    board = dealt(step=3)
    board.run(50)
    order = []
    board.strip.watch = lambda ms, frame: order.append("bar")
    board.link.watch = lambda line: order.append("line")
    # A refusal, a menu, a choice in it, the game again, a rank, a card.
    for key in ("GO", "MENU", "RIGHT", "UNDO", "8", "D"):
        order[:] = []
        board.keys(key)
        board.run(50)
        assert order[0] == "bar" and "line" in order, (key, order)


def test_nothing_is_sent_while_the_answer_to_a_key_waits_for_the_strip():
    board = dealt(step=3)
    board.run(50)
    order = []
    board.strip.watch = lambda ms, frame: order.append("bar")
    board.link.watch = lambda line: order.append("line")
    board.strip.is_busy = True
    board.keys("8")
    assert not order
    board.strip.is_busy = False
    board.run(9)
    assert order[0] == "bar" and "line" in order


def test_keys_that_come_while_the_strip_is_busy_are_not_lost():
    board = dealt()
    board.strip.is_busy = True
    board.keys("8D KH")
    assert board.app.game.length == 3
    board.strip.is_busy = False
    shown = board.strip.shown
    board.run(30)
    assert board.strip.shown == shown + 1


def test_at_most_sixty_frames_a_second():
    board = dealt(step=4)
    times = []
    board.strip.watch = lambda ms, frame: times.append(ms)
    board.keys(DEAL)
    presses = 2 * len(DEAL.split())
    quick = [after - before for before, after in zip(times, times[1:]) if after - before < 16]
    # Only a key that was just pressed is answered sooner.
    assert len(quick) <= presses


def test_a_sector_is_erased_ahead_a_piece_at_a_time_until_there_is_no_more():
    board = Board(BlankFlash())
    board.start(DEALER_TWO)
    erases = board.store.erases
    assert board.app.erase_ahead() and board.store.erases > erases
    while board.app.erase_ahead():
        pass
    erases = board.store.erases
    board.keys("8D KH 9D")
    assert not board.app.erase_ahead() and board.store.erases == erases
