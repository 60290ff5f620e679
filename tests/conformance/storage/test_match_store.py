"""A match in the journal: however long, however it is undone, wherever the power is cut.

Compared with a game that was never stored: the same entries, undone and redone alike.
"""

from engine_core.errors import Illegal
from engine_core.game.game import Game
from engine_core.game.redo_list import RedoList
from engine_core.game.segment import RECORD_MOST, Segment
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from firmware.storage.game_store import GameStore
from tests.conformance.support.flash import BlankFlash, Flash, PowerCut, copy, cuts
from tests.conformance.support.kit import Rand, raises, scale
from tests.conformance.support.player import FAMILY, Player, play_out, start

SLOW = (
    "test_undo_and_redo_are_the_same_as_in_memory",
    "test_power_on_folds_one_state_and_at_most_32_entries",
)

START = (E.START, 0, 2, 61, 0, 0, 0)  # a scoreboard: any side may peg any points
STRIDE = scale(11, 997, 67)


class Table:
    """A journal on `flash`, the game in it, and `plain`, the same game in memory alone."""

    def __init__(self, flash):
        self.flash = flash
        self.journal = GameStore(flash)
        self.game, self.trouble = self.journal.load()
        self.plain = Game()

    def start(self, entry):
        game = self.journal.new_game(self.game)
        game.apply(entry, self.journal)
        self.game = game
        self.plain = Game()
        self.plain.apply(entry)

    def enter(self, entry):
        self.game.apply(entry, self.journal)
        if self.plain.length == self.game.length - 1:
            self.plain.apply(entry, left=self.game.undone.count)

    def undo(self):
        """Undo if there is an entry to undo that is still stored."""
        try:
            self.game.undo(self.journal)
        except Illegal:
            return
        if self.plain.length > self.plain.first() or self.plain.undone.left_by_key():
            self.plain.undo()

    def redo(self):
        """Redo if there is an entry to redo that is still allowed."""
        try:
            self.game.redo(self.journal)
        except Illegal:
            return
        if self.plain.can_redo():
            self.plain.redo()

    def leave_out(self):
        """Leave out the next undone entry, if there is one."""
        if self.game.can_redo():
            self.game.leave_out(self.journal)
            self.plain.leave_out()

    def rest(self):
        self.journal.tidy(self.game, True)
        self.journal.erase_ahead()

    def again(self):
        """Return the table after a power-on, which must have the same game."""
        other = Table(self.flash)
        other.plain = self.plain
        assert not other.trouble
        # The far end of a long list has been written over by now.
        kept = undone(other.game)
        assert undone(self.plain).startswith(kept)
        if len(kept) < len(undone(self.plain)):
            assert other.journal._log.newest > 2 * other.journal._log.count
            self.plain.undone = RedoList(kept)
        same(other.game, self.plain)
        return other


def same(game, plain):
    assert game.length == plain.length, (game.length, plain.length)
    assert game.state.pack() == plain.state.pack()
    first = game.first()
    assert game.packed(first, 1 << 29) == plain.packed(first, 1 << 29)
    assert undone(game) == undone(plain)


def undone(game):
    """Return the entries that can be redone, packed."""
    return game.undone.packed(0, 9999)[1]


def peg(rand, state):
    """Return the next entry on a scoreboard."""
    if state.phase == OVER:
        return (E.NEXT,)
    return (E.POINTS, rand.below(2), 1 + rand.below(29))


def test_a_match_may_be_of_any_length():
    flash = BlankFlash()
    table = Table(flash)
    table.start(START)
    rand = Rand(1)
    games = 0
    while games < scale(400, 8, 100):
        if table.game.state.phase == OVER:
            games += 1
            if games % 40 == 0:
                table = table.again()
        table.enter(peg(rand, table.game.state))
        if rand.below(3) == 0:
            table.rest()
    table.again()
    assert max(flash.worn) - min(flash.worn) <= 1
    assert len(table.game.segments()) < 12


def test_undo_goes_back_to_the_start_of_the_previous_game():
    rand = Rand(2)
    table = Table(BlankFlash())
    table.start(START)
    starts = [0]
    while len(starts) < 30:
        if table.game.state.phase == OVER:
            starts.append(table.game.length)
        table.enter(peg(rand, table.game.state))
        table.rest()
    table = table.again()
    while table.game.length > starts[-2]:
        table.undo()
        same(table.game, table.plain)
        if table.game.length % 5 == 0:
            table.rest()
            again = table.again()
            if table.game.length % 3 == 0:
                table = again
    # A wrong winner is put right, and the match goes on.
    table.undo()
    table.enter((E.POINTS, 1, 1))
    table = table.again()
    assert table.game.length == starts[-2]


def test_a_long_game_drops_its_first_entries_and_undo_reports_it():
    rand = Rand(3)
    table = Table(Flash(4))  # of eight slots
    table.start(START)
    for n in range(scale(600, 300)):
        give = (E.POINTS, 0, 1) if n % 2 == 0 else (E.MINUS, 0, 1)
        table.enter(give)
        if rand.below(4) == 0:
            table.rest()
    table = table.again()
    length = table.game.length
    undone = 0
    while table.game.length > 1:
        before = table.game.length
        table.undo()
        if table.game.length == before:
            break
        undone += 1
        same(table.game, table.plain)
    assert "no longer kept" in str(raises(Illegal, table.game.undo))
    assert 32 <= undone < length
    table.enter((E.POINTS, 1, 1))
    table.again()


def test_undo_and_redo_are_the_same_as_in_memory():
    for seed in range(scale(6, 1, 2)):
        rand = Rand(seed)
        table = Table(BlankFlash())
        table.start(START)
        redone = left_out = 0
        for _ in range(scale(400, 60)):
            kind = rand.below(20)
            if kind == 0:
                for _ in range(rand.below(90)):
                    if table.game.length > 1:
                        table.undo()
                if rand.below(2):
                    for _ in range(rand.below(90)):
                        redone += table.game.can_redo()
                        table.redo()
                for _ in range(rand.below(4)):
                    table.leave_out()
                    left_out += table.game.undone.left_by_key()
                    for _ in range(rand.below(3)):
                        if table.game.length > 1:
                            table.undo()
            elif kind == 1:
                table = table.again()
            elif kind < 5:
                table.rest()
            else:
                table.enter(peg(rand, table.game.state))
            same(table.game, table.plain)
        assert redone and left_out


def test_the_entry_after_a_quiet_moment_is_added_to_the_segment_that_was_begun_in_it():
    table = Table(BlankFlash())
    table.start(START)
    for n in range(40):
        table.enter((E.POINTS if n % 2 == 0 else E.MINUS, 0, 1))
        slot = table.journal._log.newest
        table.rest()
        if table.journal._log.newest > slot:
            break
    slot = table.journal._log.newest
    assert table.game.segment().place == slot and not table.game.segment().count
    table.enter((E.POINTS, 1, 1))
    assert table.journal._log.newest == slot and table.game.segment().count == 1
    table.again()


def test_a_quiet_moment_begins_a_segment_after_14_entries_and_then_after_18():
    table = Table(BlankFlash())
    table.start(START)
    for entered in (14, 18, 18):
        segment = table.game.segment()
        while segment.count < entered:
            table.rest()
            assert table.game.segment() is segment
            table.enter((E.POINTS if segment.count % 2 else E.MINUS, 0, 1))
        table.rest()
        assert table.game.segment() is not segment and not table.game.segment().count


def test_a_slot_is_used_while_it_has_room_for_the_longest_record():
    for spare, same_slot in ((RECORD_MOST, True), (RECORD_MOST - 1, False)):
        for key in (lambda table: table.enter((E.POINTS, 0, 1)), Table.undo):
            table = Table(BlankFlash())
            table.start(START)
            table.enter((E.POINTS, 0, 2))
            log = table.journal._log
            log._end = 512 - spare  # as if it were that full
            before = log.newest
            key(table)
            assert (log.newest == before) == same_slot


def test_an_entry_that_goes_before_those_that_were_undone_keeps_them():
    table = Table(BlankFlash())
    table.start(START)
    for points in (3, 4):
        table.enter((E.POINTS, 0, points))
    table.undo()
    table.enter((E.MINUS, 0, 1))
    assert table.game.undone.count == 1
    table = table.again()
    table.redo()
    assert table.game.entries()[1:] == [(E.POINTS, 0, 3), (E.MINUS, 0, 1), (E.POINTS, 0, 4)]
    table.again()


def test_more_than_48_bytes_of_undone_entries_are_stored_in_slots_of_400():
    for length, slots in ((48, 1), (49, 2), (448, 2), (449, 3)):
        table = Table(BlankFlash())
        table.start(START)
        before = table.journal._log.newest
        undone = RedoList(bytes((5,) * length))
        table.journal._begin(table.game.segment(), undone)
        assert table.journal._log.newest == before + slots
        found = GameStore(table.flash).load()[0]
        assert undone_of(found) == (length, bytes((5,) * length))
        # Without the last of them, as if the power had been cut before, nothing is undone.
        if slots > 1:
            sector, at = table.journal._log._where(table.journal._log.newest % 64)
            table.flash.cells[sector][at : at + 512] = b"\xff" * 512
            found, trouble = GameStore(table.flash).load()
            assert found.length == 1 and not found.can_redo() and not trouble


def undone_of(game):
    return game.undone.packed(0, 9999)


def test_slots_that_were_skipped_after_the_game_lose_nothing():
    for skipped in range(4):
        table = Table(BlankFlash())
        table.start(START)
        table.enter((E.POINTS, 0, 2))
        log = table.journal._log
        log.begin(log.newest + 1 + skipped, b"")  # the power was cut in it
        table.again()


def test_a_segment_whose_state_cannot_be_used_is_passed_over():
    table = Table(BlankFlash())
    table.start(START)
    table.enter((E.POINTS, 0, 2))
    newer = table.game.next_segment()
    newer.before, newer.taken = table.game.segment().place, table.game.segment().count
    newer.state += b"no row"
    table.journal._begin(newer, RedoList())
    same(GameStore(table.flash).load()[0], table.plain)


def test_a_flash_without_a_game_has_no_fault():
    assert GameStore(BlankFlash()).load()[1] == ""


def test_older_entries_leave_the_memory_only_when_nothing_reads_them():
    table = Table(BlankFlash())
    table.start(START)
    for n in range(200):
        table.enter((E.POINTS if n % 2 == 0 else E.MINUS, 0, 1))
        table.journal.tidy(table.game, False)
    assert table.game.segments()[0].first == 0
    table.rest()
    assert table.game.segments()[0].first > 100
    same(table.game, table.plain)


def test_g16_all_that_was_undone_can_be_redone_after_a_power_cut():
    table = Table(BlankFlash())
    table.start(START)
    for n in range(scale(400, 90)):
        table.enter((E.POINTS, n % 4 // 2, 1) if n % 2 == 0 else (E.MINUS, n % 4 // 2, 1))
        table.rest()
    length = table.game.length
    state = table.game.state.pack()
    while table.game.length > 1:
        table.undo()
        if table.game.length % scale(41, 29) == 0:
            table = table.again()
    table = table.again()
    assert table.game.undone.count == length - 1
    while table.game.can_redo():
        table.redo()
        if table.game.length % scale(67, 31) == 0:
            table = table.again()
    assert table.game.state.pack() == state
    table.again()


def test_g16_a_correction_long_ago_keeps_all_that_followed_after_a_power_cut():
    table = Table(BlankFlash())
    table.start((E.START, 0, 2, 121, 0, 0, 0))
    for n in range(100):
        table.enter((E.POINTS, n % 2, 1))
    table = table.again()
    while table.game.length > 3:
        table.undo()
    table.enter((E.POINTS, 1, 2))
    assert table.game.undone.count == 97
    table = table.again()
    redone = 0
    while table.game.can_redo():
        table.redo()
        redone += 1
        if redone % 20 == 0:
            table = table.again()
    assert redone == 97 and sum(table.game.state.scores) == 101


def test_power_on_folds_one_state_and_at_most_32_entries():
    for game in FAMILY[: scale(len(FAMILY), 1, 2)]:
        table = Table(BlankFlash())
        table.start(start(game))
        player = Player(31)
        while table.game.state.phase != OVER:
            table.enter(player.next(table.game.state))
            found = Table(table.flash).game
            assert len(found.segments()) == 1
            assert found.length - found.first() <= 32
            if table.game.length % 9 == 0:
                table.rest()


def test_a_game_of_the_match_begins_a_segment():
    table = Table(BlankFlash())
    table.start(START)
    rand = Rand(5)
    for _ in range(50):
        over = table.game.state.phase == OVER
        table.enter(peg(rand, table.game.state))
        if over:
            assert table.game.begun() == table.game.segment().first == table.game.length - 1
            assert Table(table.flash).game.begun() == table.game.length - 1


def test_an_interrupted_game_is_resumed():
    table = Table(BlankFlash())
    table.start(START)
    rand = Rand(6)
    for _ in range(70):
        table.enter(peg(rand, table.game.state))
        table.rest()
    left = table.plain
    table.start((E.START, 1, 2, 61, 0, 0, 0))
    table.enter((E.CARD, 5))
    for _ in range(2):
        table.undo()
    table = table.again()
    assert not table.game.length
    back = table.journal.abandoned(table.game)
    same(back, left)
    table.game = back
    table.plain = left
    table = table.again()
    for _ in range(10):
        table.undo()
        same(table.game, table.plain)
    table.enter((E.POINTS, 0, 3))
    table.again()
    # There was none before that.
    while table.game.length:
        table.undo()
    assert table.journal.abandoned(table.game) is None


def script(seed):
    """Return the steps of a match: entries, undo and redo, rests, new games, and returns to old
    ones."""
    rand = Rand(seed)
    steps = ["start"]
    for _ in range(scale(70, 45)):
        kind = rand.below(24)
        if kind == 0:
            steps.append("start")
        elif kind == 1:
            steps.append("back")
        elif kind < 4:
            steps += ["undo"] * rand.below(20) + ["redo"] * rand.below(20)
        elif kind < 8:
            steps.append("rest")
        else:
            steps.append("enter")
    return steps


def do(table, step, rand):
    if step == "start":
        table.start(START)
    elif step == "enter" and table.game.length:
        table.enter(peg(rand, table.game.state))
    elif step == "undo":
        table.undo()
    elif step == "redo":
        table.redo()
    elif step == "rest":
        table.rest()
    elif step == "back" and not table.game.length:
        left = table.journal.abandoned(table.game)
        if left:
            table.game = left
            # The same game in memory alone, from here on.
            table.plain = Game()
            table.plain.take_up([Segment(left.length, left.state.pack(), 0)], left.length)


def blank(seed):
    return Flash(seed, [bytearray(b"\xff" * Flash.size) for _ in range(Flash.count)])


def keys(game):
    return game.length, game.state.pack(), undone(game)


def test_power_may_be_cut_at_every_byte():
    """After a cut the game is as it was before the step in hand or after it, and goes on."""
    for seed in range(scale(3, 1)):
        steps = script(seed)
        whole = blank(seed)
        whole.record()
        table = Table(whole)
        rand = Rand(seed)
        spent = []
        states = [keys(table.game)]
        for step in steps:
            do(table, step, rand)
            spent.append(whole.spent)
            states.append(keys(table.game))
        assert max(whole.worn) >= 2
        log, end = whole.log, whole.spent
        table = whole = None  # for a device's memory
        for fuse, flash in cuts(blank(seed), log, range(seed % STRIDE, end, STRIDE), seed):
            if fuse < STRIDE:  # the log records the match's writes
                run = copy(blank(seed), seed + fuse, fuse)
                raises(PowerCut, play, run, seed, steps)
                assert run.cells == flash.cells
            step = len([end for end in spent if end <= fuse])
            after = Table(copy(flash, 0, -1))
            assert not after.trouble, (after.trouble, fuse)
            assert keys(after.game) in (states[step], states[step + 1]), (fuse, steps[step])
            if not after.game.length:
                after.start(START)
            after.plain = Game()
            after.game.apply(peg(Rand(fuse), after.game.state), after.journal)
            found = Table(after.flash)
            assert keys(found.game) == keys(after.game)


def play(flash, seed, steps):
    table = Table(flash)
    rand = Rand(seed)
    for step in steps:
        do(table, step, rand)


def test_a_segment_always_has_room_for_what_it_must_hold():
    for game in FAMILY[-1:]:
        played = play_out(game, 12)
        for segment in played.segments():
            data, _ = segment.pack(1 << 30, RedoList(b"\x00" * 48))
            assert len(data) + 2 * RECORD_MOST <= 500
