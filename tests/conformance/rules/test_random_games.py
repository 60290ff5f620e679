"""Whole random games: the same on every target, and unchanged after undo, redo and storing."""

from engine_core.compat import crc32
from engine_core.game.game import Game
from engine_core.games.phases import IDLE
from engine_core.state.events import get
from tests.conformance.support.kit import begun, raises, scale, some
from tests.conformance.support.player import (
    FAMILY,
    GAMES,
    OPTED,
    PLAIN,
    Referee,
    events_of,
    play_out,
    read_back,
)


def fingerprints(games, seed):
    """Play each of `games`; return a line for each, which differs where any event does."""
    lines = []
    for n, game in enumerate(games):
        crc = [0]
        referee = Referee()

        def see(played, entry, events, crc=crc, referee=referee):
            crc[0] = crc32(repr(events).encode(), crc[0])
            referee.see(played, entry, events)

        played = play_out(game, seed + n, careless=20, meddling=40, see=see)
        referee.end(played)
        lines.append("%s %d %08x %08x" % (game, played.length, crc[0], played.state.check()))
    return "\n".join(lines)


def test_each_game_gives_the_same_events_on_every_target():
    return begun(fingerprints(PLAIN[: scale(len(PLAIN), 2)], 100))


def test_each_game_with_options_gives_the_same_events_on_every_target():
    return begun(fingerprints(OPTED[: scale(len(OPTED), 2)], 150))


def test_the_events_of_one_game_in_full():
    return repr(events_of((3, 4, 61, 0, 0), 7, careless=10)[1])


def walk_back_and_forth(game, seed):
    """Undo the whole of a game, entry by entry, and redo it."""
    states = []
    told = []

    def see(played, entry, events):
        states.append(played.state.check())
        told.append(crc32(repr(events).encode()))

    played = play_out(game, seed, careless=20, meddling=40, see=see, most=scale(None, 60))
    everything = played.entries()
    for at in range(len(states) - 2, -1, -1):
        assert played.undo() == everything[at + 1]
        assert played.state.check() == states[at]
    assert played.undo() == everything[0]
    assert (played.length, played.state.phase) == (0, IDLE)
    assert played.state.pack() == Game().state.pack()
    assert "nothing to undo" in str(raises(ValueError, played.undo))
    for at, state in enumerate(states):
        assert crc32(repr(played.redo()).encode()) == told[at]
        assert played.state.check() == state
    assert "nothing to redo" in str(raises(ValueError, played.redo))
    assert played.entries() == everything


def test_g16_undo_of_everything_and_redo_of_everything_is_the_same_game():
    for n, game in enumerate(some([g for g in GAMES if g[2] < 121] + OPTED[-1:], 3, 8)):
        walk_back_and_forth(game, 200 + n)


def test_a_game_read_back_from_its_packed_entries_is_the_same_game():
    for n, game in enumerate(some(GAMES, 3, 10)):
        played = play_out(game, 300 + n, meddling=30)
        assert read_back(played.entries()).state.pack() == played.state.pack()


def test_g2_the_last_card_of_a_deal_scores_one_unless_it_makes_thirty_one():
    for game in some(FAMILY, 2):
        deals = last = thirty_ones = count = 0
        first = True
        for event in events_of(game, 400, careless=20)[1]:
            if event[0] == "deal":
                first = True
            elif event[0] == "card":
                count = get(event, "count")
            elif event[0] == "score" and get(event, "what") in ("go", "last card"):
                assert get(event, "points") == 1 and count < 31
                last += get(event, "what") == "last card"
            elif event[0] == "count" and first:
                # The first hand is counted when every card has been laid.
                deals += 1
                thirty_ones += count == 31
                first = False
        assert deals and last + thirty_ones in (deals, deals + 1)
