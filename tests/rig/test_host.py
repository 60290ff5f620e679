"""A laptop that does not read, floods, sends rubbish or vanishes: the game is the same, and the
light at most one frame later."""

import random

import pytest

from firmware.link import link_line
from host.mirror.mirror import Mirror
from tests.conformance.support.mirrored import feed
from tests.rig.play import Virtual, game_keys
from tests.rig.test_game import said

FRAME_MS = 17
KEYS = list(game_keys(21, most=10))
START = 5  # keys that open the game: they write more, and are not compared


def times(board, between=lambda: None):
    """Press KEYS with a rest after each; return the ms from each to its light."""
    found = []
    for key in KEYS:
        between()
        found.append(board.key(key, rest=400))
    return found


@pytest.fixture(scope="module")
def at_rest(emulator_of, flash):
    """The ms of each key with a laptop that reads and sends nothing."""
    from tests.rig.board import Board

    emulator_of.load(flash)
    board = Board(emulator_of)
    board.switch_on()
    return times(board)


def same_game(board, found, at_rest):
    virtual = Virtual()
    for key in KEYS:
        virtual.key(key)
    for took, before in list(zip(found, at_rest, strict=True))[START:]:
        assert took is not None and took <= max(before, 20) + FRAME_MS, (found, at_rest)
    # The laptop reconnects and asks: the answer is the game.
    board.pico.host_reads(True)
    board.run(1500)
    board.lines()
    board.heard = b""
    board.pico.send(b"\n" + link_line.encode(1, ["snapshot", 77]))
    board.run(6000)  # earlier requests are answered first, one each 20 ms
    mirror = Mirror()
    for line in board.lines():
        feed(mirror, line)
    assert mirror.game.entries() == virtual.app.game.entries()
    assert not mirror.differs
    assert ["done", 77] in said(board.lines())


def test_one_that_never_reads(board, at_rest):
    board.pico.host_reads(False)
    same_game(board, times(board), at_rest)


def test_one_that_floods(board, at_rest):
    line = link_line.encode(5, ["snapshot", 5])
    found = times(board, lambda: board.pico.send(line * 20))
    same_game(board, found, at_rest)


def test_one_that_sends_rubbish(board, at_rest):
    rand = random.Random(3)
    # All but the byte that interrupts: that one is meant to.
    allowed = [byte for byte in range(256) if byte != 3]

    def rubbish():
        board.pico.send(bytes(rand.choices(allowed, k=400)))

    same_game(board, times(board, rubbish), at_rest)


def test_one_that_sends_a_line_without_end(board, at_rest):
    same_game(board, times(board, lambda: board.pico.send(b"~" * 500)), at_rest)


def test_one_that_vanishes_in_the_middle(board, at_rest):
    count = iter(range(len(KEYS)))

    def vanish():
        if next(count) == 8:
            board.pico.send(b'~1 ["snap')
            board.pico.host_reads(False)

    same_game(board, times(board, vanish), at_rest)


def test_a_lost_game_is_given_back(board):
    """As the laptop does it: the game in pieces, then its length and check."""
    from engine_core.compat import crc32
    from engine_core.state.entries import pack

    virtual = Virtual()
    for key in KEYS:
        virtual.key(key)
    known = virtual.app.game.entries()
    data = bytes(10) + b"".join(pack(entry) for entry in known)
    board.run(300)
    for at in range(0, len(data), 64):
        board.pico.send(link_line.encode(at + 1, ["give", at + 1, at, data[at : at + 64].hex()]))
        board.run(400)
    board.pico.send(link_line.encode(900, ["restore", 900, len(data), crc32(data)]))
    board.run(1500)
    assert ["done", 900] in said(board.lines())
    assert board.mirror().game.entries() == known
    board.switch_on()
    board.run(1000)
    assert board.mirror().game.entries() == known
