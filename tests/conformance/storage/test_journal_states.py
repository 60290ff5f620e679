"""States among the journal's records: a game is resumed from the last, and is the same game."""

from engine_core import entries as E
from engine_core import journal
from engine_core.compat import MICROPYTHON
from engine_core.errors import PegboardError
from engine_core.game import Game
from engine_core.journal import HEADER, REDO, UNDO
from tests.conformance.support.journals import EMPTY, game_with_undo, stored, stored_chain
from tests.conformance.support.kit import raises, scale
from tests.conformance.support.player import FAMILY, OPTED, play_out

TAG = b"tag1"


def stated(records, step, tag=TAG):
    """Return the journal of `records` with the newest state after every `step` of them, and where
    each record or state ends."""
    data = HEADER
    chain = EMPTY
    ends = [len(data)]
    game = Game()
    for n, what in enumerate(records):
        assert journal.replay(game, [what]) == 1
        more, chain = journal.record(what, chain)
        data += more
        ends.append(len(data))
        if n % step == 0:
            entries, packed = game.newest_kept()
            more, chain = journal.record(journal.state(entries, packed, tag), chain)
            data += more
            ends.append(len(data))
    return data, ends


def same_game(a, b):
    """Hold two games against each other."""
    assert a.entries() == b.entries()
    assert a.total() == b.total()
    assert a.state.pack() == b.state.pack()


def test_a_state_among_the_records_changes_nothing_of_what_is_read():
    records = game_with_undo()
    data, _ = stated(records, 7)
    found, good, chain = journal.read(data)
    assert found == records
    assert good == len(data)
    assert journal.read(data, 30)[0] == records[:30]
    more, _ = journal.record((E.GO,), chain)
    assert journal.read(data + more)[0] == records + [(E.GO,)]


def test_a_game_is_resumed_from_its_states_as_it_is_by_folding_all():
    records = game_with_undo()
    data, ends = stated(records, 5)
    for end in ends[:: scale(29 if MICROPYTHON else 1, 61)]:
        folded = Game()
        found, good, chain = journal.read(data[:end])
        journal.replay(folded, found)
        resumed = Game()
        assert journal.resume(resumed, data[:end], TAG) == (good, chain)
        same_game(resumed, folded)
        if resumed.can_redo():
            assert resumed.redo() == folded.redo()
        for _ in range(resumed.length if end % 3 == 0 else min(1, resumed.length)):
            assert resumed.undo() == folded.undo()
            assert resumed.state.pack() == folded.state.pack()


def test_a_game_that_is_resumed_goes_on_as_it_would_have():
    records = play_out(FAMILY[1], 41).entries()
    data, ends = stated(records[:120], 9)
    resumed = Game()
    journal.resume(resumed, data, TAG)
    for entry in records[120:]:
        resumed.apply(entry)
    folded = Game()
    journal.replay(folded, records)
    same_game(resumed, folded)
    assert resumed.newest_kept() == folded.newest_kept()


def test_a_state_is_used_where_the_rules_are_the_same_and_not_else():
    records = play_out(FAMILY[1], 41).entries()[:40]
    game = Game()
    journal.replay(game, records)
    entries, packed = game.newest_kept()
    assert entries
    other = Game()
    other.apply((E.START, 1, 2, 61, 0, 0, 0))
    data, chain = stored(records)[0], stored_chain(records)
    # The state of another game: whoever uses it has that game.
    more, _ = journal.record(journal.state(40, other.state.pack(), TAG), chain)
    resumed = Game()
    journal.resume(resumed, data + more, TAG)
    assert resumed.state.pack() == other.state.pack()
    for tag in (b"tag2", b""):
        resumed = Game()
        journal.resume(resumed, data + more, tag)
        same_game(resumed, game)


def test_a_state_that_was_undone_is_not_used():
    records = play_out(FAMILY[1], 41).entries()[:40]
    data, _ = stated(records, 1)
    _, _, chain = journal.read(data)
    # Back beyond the state, and on with other cards.
    others = [UNDO] * 20
    game = Game()
    journal.replay(game, records + others)
    card = 0
    while len(others) < 40:
        try:
            game.apply((E.CARD, card))
            others.append((E.CARD, card))
        except PegboardError:
            pass
        card = (card + 1) % 52
    for what in others:
        more, chain = journal.record(what, chain)
        data += more
    resumed = Game()
    journal.resume(resumed, data, TAG)
    same_game(resumed, game)


def test_a_journal_that_the_rules_do_not_allow_is_not_resumed():
    good = play_out(OPTED[0], 44).entries()[:10]
    for bad in (good + [(E.NEXT,)], good + [REDO], [UNDO]):
        raises(PegboardError, journal.resume, Game(), stored(bad)[0], TAG)


def test_a_damaged_state_ends_what_is_read_as_a_damaged_record_does():
    records = game_with_undo()[:60]
    data, ends = stated(records, 50)
    for at in range(ends[52] + 1, ends[53], 5):
        damaged = bytearray(data)
        damaged[at] ^= 8
        assert journal.read(damaged)[0] == records[:51]
        resumed = Game()
        assert journal.resume(resumed, damaged, TAG)[0] == ends[52]
    for length in range(ends[52], ends[53]):
        assert journal.read(data[:length])[0] == records[:51]
