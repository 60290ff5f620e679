"""The journal's flash: cut at every byte of every operation, once and again while it recovers.

The flash forgets what a power cut leaves undefined: the byte where it struck, and the part of an
erase that was done. A seed says how.
"""

from engine_core.compat import MICROPYTHON
from firmware.flashlog import FlashLog
from tests.conformance.support.kit import Rand, raises, scale

SIZE = 256  # small sectors, so that streams cross them
COUNT = 6
# Every byte on CPython; fewer where that takes too long.
STRIDE = scale(11 if MICROPYTHON else 1, 97)


class PowerCut(Exception):
    """The flash has lost its power."""


class Flash:
    """A flash whose power is cut once `fuse` more bytes have been programmed or erased."""

    count = COUNT
    size = SIZE

    def __init__(self, seed=0, cells=None):
        self.rand = Rand(seed)
        self.cells = cells or [noise(self.rand, SIZE) for _ in range(COUNT)]
        self.fuse = -1
        self.spent = 0
        self.erases = 0
        self.broken = -1  # a cell of sector 0 that cannot be programmed

    def read(self, sector, offset, length):
        return bytes(self.cells[sector][offset : offset + length])

    def program(self, sector, offset, data):
        assert 0 <= offset <= SIZE - len(data)
        for i, byte in enumerate(data):
            if not self._power():
                # Some of the bits that were to be cleared are.
                self.cells[sector][offset + i] &= byte | self.rand.below(256)
                raise PowerCut
            if sector or offset + i != self.broken:
                self.cells[sector][offset + i] &= byte

    def erase(self, sector):
        self.erases += 1
        cells = self.cells[sector]
        for i in range(0, SIZE, 16):
            if not self._power():
                for j in range(SIZE):  # a sector is erased as one: any of its bits may be set
                    cells[j] |= self.rand.below(256) if self.rand.below(2) else 0
                raise PowerCut
            cells[i : i + 16] = b"\xff" * 16

    def _power(self):
        self.spent += 1
        if self.fuse < 0:
            return True
        self.fuse -= 1
        return self.fuse >= 0


def noise(rand, length):
    return bytearray([rand.below(256) for _ in range(length)])


def copy(flash, seed, fuse):
    again = Flash(seed, [bytearray(cells) for cells in flash.cells])
    again.fuse = fuse
    return again


def script(log, done, steps):
    """Do `steps` on `log`; `done` becomes what is stored and what was being stored."""
    for step in steps:
        if step[0] == "tidy":
            log.tidy()
            continue
        after = step[1] if step[0] == "reset" else done[0] + step[1]
        done[1] = after
        getattr(log, step[0])(step[1])
        done[0] = after


def steps_of(seed, count):
    """Return steps as a game makes them: short appends, now and then all anew, or a pause."""
    rand = Rand(seed)
    steps = [("reset", bytes([seed & 255] * 9))]
    for _ in range(count):
        kind = rand.below(12)
        length = rand.below(300) if kind == 0 else 1 + rand.below(11)
        data = bytes(noise(rand, length))
        steps.append(("tidy",) if kind > 8 else ("reset" if kind == 0 else "append", data))
    return steps


def test_what_was_appended_is_read_back():
    flash = Flash(1)
    log = FlashLog(flash)
    assert not log.found and log.read() == b""
    log.reset(b"head")
    for n in range(40):
        log.append(bytes([n, 255, 0]))
    expected = b"head" + b"".join([bytes([n, 255, 0]) for n in range(40)])
    assert log.read() == expected
    again = FlashLog(flash)
    assert again.found and again.read() == expected
    again.append(b"more")
    assert FlashLog(flash).read() == expected + b"more"


def test_a_store_that_was_never_reset_can_be_appended_to():
    flash = Flash(2)
    FlashLog(flash).append(b"first")
    FlashLog(flash).append(b"second")
    assert FlashLog(flash).read() == b"firstsecond"


def test_nothing_is_written_by_looking():
    flash = Flash(3)
    log = FlashLog(flash)
    log.append(b"a")
    spent = flash.spent
    FlashLog(flash).read()
    assert flash.spent == spent


def test_an_append_never_erases_where_there_was_a_quiet_moment():
    flash = Flash(4)
    log = FlashLog(flash)
    while log.tidy():
        pass
    erases = flash.erases
    log.reset(b"start")
    for _ in range(18):  # goes over into the second sector
        log.append(b"0123456789")
    assert flash.erases == erases
    assert log.tidy()
    assert flash.erases == erases + 1


def test_a_blank_sector_is_known_after_power_on():
    flash = Flash(5)
    log = FlashLog(flash)
    log.reset(b"x")
    while log.tidy():
        pass
    assert not FlashLog(flash).tidy()
    flash.cells[2][SIZE - 1] = 0xFE
    assert FlashLog(flash).tidy()


def test_all_sectors_wear_alike():
    flash = Flash(6)
    log = FlashLog(flash)
    worn = [0] * COUNT
    erase = flash.erase

    def count(sector):
        worn[sector] += 1
        erase(sector)

    flash.erase = count
    for n in range(60):
        log.reset(bytes([n] * 9))
        while log.tidy():
            pass
    assert max(worn) - min(worn) <= 1 and min(worn) > 8, worn


def test_a_full_journal_says_so_and_can_be_begun_anew():
    log = FlashLog(Flash(7))
    log.reset(b"")
    stored = b""
    why = None
    while not why and len(stored) < COUNT * SIZE:
        try:
            log.append(b"x" * 50)
            stored += b"x" * 50
        except OSError as error:
            why = error
    assert "full" in str(why) and log.read() == stored
    raises(OSError, log.append, b"x" * 50)
    log.reset(b"anew")
    log.append(b"!")
    assert log.read() == b"anew!"
    assert "full" in str(raises(OSError, log.reset, b"y" * SIZE * COUNT))
    assert log.read() == b"anew!"


def test_what_the_flash_did_not_take_is_refused_and_written_elsewhere_next():
    flash = Flash(8)
    log = FlashLog(flash)
    log.reset(b"start")
    assert log._live == [0]
    flash.broken = 40
    flash.program(0, 40, b"\xff")
    refused = 0
    stored = b"start"
    for _ in range(12):
        try:
            log.append(b"\x01\x02\x03")
            stored += b"\x01\x02\x03"
        except OSError:
            refused += 1
    assert refused == 1
    assert log.read() == stored and FlashLog(flash).read() == stored


def test_damage_in_the_middle_keeps_what_is_before_it_and_goes_on():
    flash = Flash(9)
    log = FlashLog(flash)
    log.reset(b"A" * 200)
    for _ in range(20):
        log.append(b"0123456789")
    first = log._live[0]
    flash.cells[log._live[1]][30] ^= 1
    log = FlashLog(flash)
    kept = log.read()
    assert kept[:200] == b"A" * 200 and 200 <= len(kept) < 400
    log.append(b"on")
    assert FlashLog(flash).read() == kept + b"on" and first in log._live


def test_random_games_read_back():
    for seed in range(scale(12, 1)):
        flash = Flash(seed)
        log = FlashLog(flash)
        done = [b"", b""]
        for step in steps_of(seed, 60):
            try:
                script(log, done, [step])
            except OSError as why:
                assert "full" in str(why)
            assert FlashLog(flash).read() == done[0]


def test_cut_at_every_byte_then_again_at_every_byte():
    """After any cut the store holds what was accepted, or that and the step in hand, whole."""
    for seed in range(scale(2, 1)):
        steps = steps_of(seed, 24)
        whole = Flash(seed)
        script(FlashLog(whole), [b"", b""], steps)
        assert whole.spent > 250
        for fuse in range(seed % STRIDE, whole.spent, STRIDE):
            flash = copy(Flash(seed), seed + fuse, fuse)
            done = [b"", b""]
            raises(PowerCut, script, FlashLog(flash), done, steps)
            recover(flash, done, fuse)


def recover(flash, done, seed):
    """Power on, look, go on, and have the power cut there too, at every byte."""
    found = FlashLog(copy(flash, seed, 0)).read()
    assert found in done, (found, done)
    after = [("append", b"recovered"), ("tidy",), ("append", b"and on")]
    whole = copy(flash, seed, -1)
    script(FlashLog(whole), [found, found], after)
    assert FlashLog(whole).read() == found + b"recoveredand on"
    for fuse in range(seed % STRIDE, whole.spent, STRIDE):
        again = copy(flash, seed + fuse, fuse)
        twice = [found, found]
        raises(PowerCut, script, FlashLog(again), twice, after)
        third = FlashLog(copy(again, 0, -1)).read()
        assert third in twice, (third, twice)
