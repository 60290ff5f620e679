"""A whole game on a Pico after `pegboard flash`: light, journal and lines are those of the
virtual board for the same keys.

The keys are pressed in code, so it runs unchanged on the emulated Pico and on the board itself
(`--target serial:auto`), whose own game stays where it is.
"""

from pathlib import Path

import pytest

from engine_core.state import entries
from hardware.board import KEYS
from host.mirror.mirror import Mirror
from host.pico.build import engine_hash
from tests.conformance.support.mirrored import feed
from tests.rig.play import Virtual, game_keys
from tests.rig.test_game import said
from tests.targets import plugin
from tests.targets.answer import Unavailable

SCRIPT = Path(__file__).with_name("on_device.py")
STILL_MS = 6000
BLOCK = 40  # keys, or a few more: until no entry is half keyed
KEY_SECONDS = 0.1
PATIENCE = 300.0  # seconds on top: an emulator's are slower, more so beside other work


@pytest.fixture
def repl(request):
    """The raw REPL of the board that was named, or of the emulated Pico."""
    target = request.config.stash[plugin.KEY].used.get("serial")
    if not target:
        yield request.getfixturevalue("board").pico.repl()
        return
    try:
        yield target.bare()
    except Unavailable as why:
        pytest.fail(str(why), pytrace=False)
    finally:
        target.close()


def ask(repl, code, seconds=20.0):
    """Run `code` on the device; return its lines."""
    output, error = repl.execute(code, seconds)
    assert error == "", error
    return output.splitlines()


def blocks(keys):
    """Yield lists of `keys`, each up to the end of an entry."""
    virtual = Virtual()
    block = []
    for key in keys:
        virtual.key(key)
        block.append(key)
        if len(block) >= BLOCK and not virtual.app.menu and not virtual.app.key_entry.text():
            yield block
            block = []
    yield block


def marked(lines, mark):
    """Return the rest of each of `lines` that begins with `mark`."""
    return [line[len(mark) :].strip() for line in lines if line.startswith(mark)]


def test_a_whole_game_on_the_device_is_the_virtual_boards(repl):
    ask(repl, SCRIPT.read_text(encoding="utf-8"))
    if marked(ask(repl, "engine()"), "@engine") != [engine_hash()]:
        pytest.fail("another version is on the board: pegboard flash brings it up to date")
    virtual = Virtual()
    try:
        for block in blocks(game_keys(1)):
            before = len(virtual.ports.lines)
            for key in block:
                virtual.key(key)
            numbers = bytes(KEYS.index(key) for key in block)
            seconds = len(block) * KEY_SECONDS + STILL_MS / 1000 + PATIENCE
            lines = ask(repl, f"play({numbers!r}, {STILL_MS})", seconds)
            heard = [line.encode() + b"\n" for line in lines if line.startswith("~")]
            # After power-on it sends the saved game, then the effects of the keys.
            expected = said(virtual.ports.lines[before:])
            assert said(heard)[-len(expected) :] == expected
            mirror = Mirror()
            for line in heard:
                feed(mirror, line)
            assert not mirror.differs
            # Entries before the last few segments are not in a board's memory, nor in its lines.
            known = virtual.app.game.entries()
            assert mirror.game.length == len(known)
            assert mirror.game.entries() == known[mirror.game.first() :]
            frames = {bytes.fromhex(frame) for frame in marked(lines, "@frame")}
            assert frames and frames <= virtual.still()
        lines = ask(repl, "stored()")
        assert marked(lines, "@whole") == ["True"]
        known = [entries.text(entry) for entry in virtual.app.game.entries()]
        assert marked(lines, "@entry") == known
        assert max(virtual.app.game.state.scores) == virtual.app.game.state.target
    finally:
        ask(repl, "clean()")
