"""The journal of version 1: an update keeps its game, of any length."""

from engine_core import journal
from engine_core.compat import MICROPYTHON, crc32
from engine_core.entries import UNDO
from engine_core.game import Game
from engine_core.phases import OVER
from firmware.game_store import GameStore
from tests.conformance.support import version1
from tests.conformance.support.flash import BlankFlash, PowerCut
from tests.conformance.support.kit import Rand, raises, scale
from tests.conformance.support.player import Player


def recorded():
    """Return the flash that a board of version 1 has left."""
    flash = BlankFlash()
    for sector, data in enumerate(version1.SECTORS):
        flash.cells[sector][: len(data)] = data
    return flash


def has_the_game(game):
    assert game.length == version1.LENGTH
    assert list(game.state.scores) == version1.SCORES
    assert list(game.state.games) == version1.GAMES
    return game


def test_a_version_1_game_is_converted():
    flash = recorded()
    game, trouble = GameStore(flash).load()
    has_the_game(game)
    assert not trouble and not game.can_redo()
    again, trouble = GameStore(flash).load()
    has_the_game(again)
    assert not trouble
    # And it goes on, back as well as forth.
    for _ in range(100):
        again.undo()


def test_the_power_may_be_cut_during_the_conversion():
    flash = recorded()
    GameStore(flash).load()
    spent = flash.spent
    for fuse in range(0, spent, scale(301 if MICROPYTHON else 31, 1801)):
        flash = None  # a device has heap for one
        flash = recorded()
        flash.rand = Rand(fuse)
        flash.fuse = fuse
        raises(PowerCut, GameStore(flash).load)
        flash.fuse = -1
        game, trouble = GameStore(flash).load()
        has_the_game(game)
        assert not trouble


def test_a_damaged_journal_of_version_1_is_taken_as_far_as_it_is_good_and_kept_aside():
    flash = recorded()
    flash.cells[1][2000] ^= 4
    game, trouble = GameStore(flash).load()
    assert "damaged" in trouble and "kept" in trouble and len(flash.kept) == 1
    assert 50 < game.length < version1.LENGTH
    again, trouble = GameStore(flash).load()
    assert again.length == game.length and not trouble


def stored(what, length):
    """Return a flash of version 1 with so many entries of a match, each in a chunk; the game."""
    game = Game()
    game.apply((4,) + what)
    player = Player(5)
    pieces = [journal.HEADER]
    chain = crc32(journal.HEADER)

    def keep(entry):
        nonlocal chain
        data, chain = journal.record(entry, chain)
        pieces.append(data)

    keep((4,) + what)
    while game.length < length:
        entry = (3,) if game.state.phase == OVER else player.next(game.state)
        game.apply(entry)
        keep(entry)
        if game.length % 50 == 0:
            game.undo()
            keep(UNDO)
            game.apply(entry)
            keep(entry)
    return flash_of(pieces), game


def flash_of(pieces):
    flash = BlankFlash()
    sector = 0
    at = 4096
    ends = 0
    for piece in pieces:
        chunk = bytes([len(piece)]) + piece
        chunk += (crc32(chunk) & 0xFFFF).to_bytes(2, "big")
        if at + len(chunk) > 4096:
            numbers = (sector + 1, sector, ends)
            head = b"".join([number.to_bytes(4, "big") for number in numbers])
            head = b"PEG1" + head + crc32(head).to_bytes(4, "big")
            flash.cells[sector][: len(head)] = head
            sector += 1
            at = len(head)
        flash.cells[sector - 1][at : at + len(chunk)] = chunk
        at += len(chunk)
        ends = at
    return flash


def test_a_match_too_long_for_version_1_is_converted():
    flash, game = stored((1, 2, 61, 0, 0, 0), scale(1500, 300))
    found, trouble = GameStore(flash).load()
    assert not trouble
    assert found.length == game.length and found.state.pack() == game.state.pack()
    for _ in range(150):
        found.undo()
