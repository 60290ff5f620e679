"""Whole random games: the same on every target, and whole again after undo, redo and storing."""

from engine_core import journal
from engine_core.compat import crc32
from engine_core.game import Game
from engine_core.phases import IDLE
from tests.conformance.kit import raises
from tests.conformance.player import GAMES, check_events, is_scoreboard, play_out


def fingerprint(events, state):
    return "%08x" % crc32(state.pack(), crc32(repr(events).encode()))


def test_a_game_gives_the_same_events_on_every_target():
    found = []
    for n, game in enumerate(GAMES):
        played, events = play_out(game, 100 + n, careless=20)
        check_events(played, events)
        found.append("%s %d %s" % (game, played.length, fingerprint(events, played.state)))
    return "\n".join(found)


def test_the_events_of_one_game_in_full():
    return repr(play_out((3, 4, 61), 7, careless=10)[1])


def test_g16_undo_of_everything_and_redo_of_everything_is_the_same_game():
    for n, game in enumerate(GAMES):
        states = []
        told = []

        def see(played, entry, events, states=states, told=told):
            states.append(played.state.pack())
            told.append(repr(events))

        played, _ = play_out(game, 200 + n, careless=20, see=see)
        everything = played.entries()
        for at in range(len(states) - 2, -1, -1):
            assert played.undo() == everything[at + 1]
            assert played.state.pack() == states[at]
        assert played.undo() == everything[0]
        assert (played.length, played.state.phase) == (0, IDLE)
        assert played.state.pack() == Game().state.pack()
        assert "nothing to undo" in str(raises(ValueError, played.undo))
        for at, state in enumerate(states):
            assert repr(played.redo()) == told[at]
            assert played.state.pack() == state
        assert "nothing to redo" in str(raises(ValueError, played.redo))
        assert played.entries() == everything


def test_a_game_read_back_from_its_journal_is_the_same_game():
    for n, game in enumerate(GAMES):
        played, _ = play_out(game, 300 + n)
        chain = crc32(journal.HEADER)
        data = journal.HEADER
        for entry in played.entries():
            more, chain = journal.record(entry, chain)
            data += more
        records, good, after = journal.read(data)
        again = Game()
        assert (good, after) == (len(data), chain)
        assert journal.replay(again, records) == played.length
        assert again.state.pack() == played.state.pack()
        assert again.entries() == played.entries()


def test_g2_the_play_of_each_deal_scores_its_last_card_once():
    for game in GAMES:
        if is_scoreboard(game):
            continue
        _, events = play_out(game, 400, careless=20)
        deals = last = thirty_ones = 0
        for n, event in enumerate(events):
            if event[0] == "card":
                count = event[3]
            elif event[0] == "score" and event[1] in ("go", "last card"):
                assert event[4] == 1 and count < 31
                last += event[1] == "last card"
            elif event[0] == "count" and events[n - 1][0] != "count" and event[1] == "hand":
                # The first hand is counted once all cards are laid.
                deals += _before(events, n)
                thirty_ones += count == 31 and _before(events, n)
        assert last + thirty_ones in (deals, deals + 1)


def _before(events, n):
    """Whether no hand has been counted since the deal began."""
    while n:
        n -= 1
        if events[n][0] == "count":
            return False
        if events[n][0] == "deal":
            return True
    return False
