"""Journals of the first versions: an update reads what was written, on random games with
corrections, wherever the power was cut and whichever bit has flipped."""

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.game.redo_list import RedoList
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from firmware.storage.early_journal import stream_game
from firmware.storage.game_store import GameStore
from tests.conformance.support import early_boards as boards
from tests.conformance.support.flash import BlankFlash, cuts
from tests.conformance.support.kit import Rand, raises, scale
from tests.conformance.support.player import FAMILY, Player, start

START = (E.START, 0, 2, 61, 0, 0, 0)  # a scoreboard: any side may peg any points
LOST = "only a part of the saved game can be read: check the scores"
STEPS = scale(60, 24, 40)


class SmallFlash(BlankFlash):
    """Of sixteen slots, two of which are used when a game is stored again."""

    count = 4
    size = 2048


def peg(rand, state):
    if state.phase == OVER:
        return (E.NEXT,)
    return (E.POINTS, rand.below(2), 1 + rand.below(20))


def keyed(board, seed, steps=STEPS, entry=START, after=None):
    """Key a random game with corrections on `board`; return the Game that it has then. After each
    key `after(game)` is called."""
    rand = Rand(seed)
    player = Player(seed)
    game = Game()

    def key(what):
        if what == "undo":
            game.undo()
            board.undo()
        elif what == "redo":
            game.redo()
            board.redo()
        elif what == "rest":
            board.rest(game.state.pack())
        else:
            game.undone = RedoList()
            game.apply(what)
            board.enter(E.pack(what))
        if after:
            after(game)

    key(entry)
    for _ in range(steps):
        kind = rand.below(12)
        if kind == 0:
            for _ in range(rand.below(16)):
                if game.length > 1:
                    key("undo")
            # Cards that were dealt after an undo would be others.
            while game.can_redo() and (entry[1] or rand.below(6)):
                key("redo")
        elif kind == 1:
            key("rest")
        elif entry[1] and game.state.phase == OVER:
            break
        else:
            key(player.next(game.state) if entry[1] else peg(rand, game.state))
    for _ in range(rand.below(4)):
        if game.length > 1:
            key("undo")
    return game


def keys(game):
    return game.length, game.state.pack(), game.undone.packed(0, 9999)[1]


def same(found, game):
    """Compare a game that was read with the one that was keyed; the first may lack entries."""
    assert keys(found) == keys(game)
    first = found.first()
    assert found.packed(first, 1 << 29) == game.packed(first, 1 << 29)


def loaded(flash, kept=0):
    """Return the game on `flash`, twice the same."""
    found, trouble = GameStore(flash).load()
    assert not trouble, trouble
    again, trouble = GameStore(flash).load()
    assert not trouble and len(flash.kept) == kept
    assert keys(found) == keys(again)
    return found


def rows(seed):
    """Yield the starts of games: the scoreboard's, and with cards."""
    return [START, start(FAMILY[seed % len(FAMILY)])]


def test_a_file_of_the_first_version_has_what_was_keyed():
    for seed in range(scale(12, 1, 2)):
        for row in rows(seed):
            board = boards.FileBoard()
            game = keyed(board, seed, entry=row)
            found, trouble = stream_game(board.data)
            assert not trouble
            same(found, game)
            assert found.first() == 0


def test_sectors_of_the_first_version_have_what_was_keyed():
    for seed in range(scale(12, 1, 2)):
        for row in rows(seed):
            flash = SmallFlash()
            # Its first sector may be any, and so may its number.
            game = keyed(boards.SectorBoard(flash, seed % 4, 1000000 * seed), seed, entry=row)
            same(loaded(flash, 1), game)


def test_the_first_segments_have_what_was_keyed():
    for seed in range(scale(24, 2, 4)):
        for row in rows(seed):
            flash = BlankFlash()
            board = boards.SegmentBoard(flash, 3 + 5 * (seed % 6), 70 * (seed % 5))
            game = keyed(board, seed, entry=row)
            same(loaded(flash), game)


def test_the_first_version_may_have_written_chunks_of_any_length():
    board = boards.FileBoard()
    game = keyed(board, 3, 4 * STEPS)
    for lengths in ((1,), (boards.CHUNK,), (1, boards.CHUNK), (199, 7, 31)):
        flash = BlankFlash()
        sectors = boards.SectorBoard(flash)
        rest = board.data[len(boards.HEADER) :]
        n = 0
        while rest:
            sectors.write(rest[: lengths[n % len(lengths)]])
            rest = rest[lengths[n % len(lengths)] :]
            n += 1
        same(loaded(flash, 1), game)


def test_what_is_longer_than_a_chunk_of_the_first_version_is_damage():
    for length, whole in ((boards.CHUNK, True), (boards.CHUNK + 1, False)):
        board = boards.FileBoard()
        game = keyed(board, 4)
        flash = BlankFlash()
        sectors = boards.SectorBoard(flash)
        rest = board.data[len(boards.HEADER) :]
        while rest:
            sectors.write(rest[:length])
            rest = rest[length:]
            length = boards.CHUNK
        found, trouble = GameStore(flash).load()
        if whole:
            assert not trouble
            same(found, game)
        else:
            assert trouble and not found.length


def test_a_file_of_the_first_version_may_end_anywhere():
    board = boards.FileBoard()
    states = []
    keyed(board, 5, after=lambda game: states.append(keys(game)))
    for end in range(0, len(board.data), scale(1, 13, 3)):
        records = len([one for one in board.ends if one <= end]) - 1
        if records < 1:
            assert "no saved game" in str(raises(PegboardError, stream_game, board.data[:end]))
            continue
        found, trouble = stream_game(board.data[:end])
        assert keys(found) == states[records - 1]
        assert trouble == ("" if end in board.ends else LOST)


def test_in_a_file_of_the_first_version_nothing_counts_from_a_flipped_bit_on():
    board = boards.FileBoard()
    states = []
    keyed(board, 6, after=lambda game: states.append(keys(game)))
    for at in range(0, len(board.data), scale(1, 17, 3)):
        data = bytearray(board.data)
        data[at] ^= 1 << at % 8
        records = len([one for one in board.ends if one <= at]) - 1
        if records < 1:
            raises(PegboardError, stream_game, bytes(data))
            continue
        found, trouble = stream_game(bytes(data))
        assert keys(found) == states[records - 1] and trouble == LOST


def test_records_of_the_first_version_that_say_nothing_end_the_game_before_them():
    spare = boards.four(0)
    for added in (
        (b"\xee",),  # no entry
        (b"",),  # the same CRC-32 once more
        (b"\x7f",),  # a state that is cut off
        (boards.state_record(5, bytes(60))[:7],),
        (boards.UNDO,) * 5,  # more than there are
        (boards.UNDO, boards.REDO, boards.REDO),
    ):
        board = boards.FileBoard()
        for entry in (START, (E.POINTS, 0, 3), (E.POINTS, 1, 2), (E.POINTS, 0, 5)):
            board.enter(E.pack(entry))
        for what in added:
            board.add(what)
        for data in (board.data, board.data + spare):
            if len(added) == 5:
                raises(PegboardError, stream_game, data)
                continue
            found, trouble = stream_game(data)
            assert trouble == LOST
            assert found.length == 4 and not found.can_redo()


def test_the_power_may_have_been_cut_on_any_early_board():
    """It has the game before the key in hand or after it."""
    for make, kept in (
        (boards.SectorBoard, 1),
        (lambda flash: boards.SegmentBoard(flash, 6), 0),
    ):
        for seed in range(scale(2, 1)):
            whole = SmallFlash()
            whole.record()
            states = []
            spent = []

            def note(game):
                states.append(keys(game))
                spent.append(whole.spent)

            keyed(make(whole), seed, STEPS // 2, after=note)
            stride = scale(3, 97, 23)
            for fuse, flash in cuts(
                SmallFlash(), whole.log, range(spent[0] + seed, whole.spent, stride), seed
            ):
                step = len([end for end in spent if end <= fuse])
                found, trouble = GameStore(flash.again()).load()
                assert not trouble, trouble
                assert keys(found) in states[step - 1 : step + 1], (seed, fuse)
