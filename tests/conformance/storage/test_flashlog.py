"""The journal's flash: cut at every byte of every operation, once and again while it recovers.

A power cut leaves the byte where it struck, and the finished part of an erase, undefined. A seed
decides their values.
"""

from engine_core.compat import crc32
from firmware.storage.flashlog import MARK, SLOT, FlashLog
from tests.conformance.support.flash import BlankFlash, Flash, PowerCut, copy, noise
from tests.conformance.support.kit import Rand, raises, scale, some

# Every seventh byte on CPython, another seventh for each seed; fewer where that takes too long.
STRIDE = scale(7, 97, 29)


def write(log, data):
    """Begin a slot with `data`."""
    number = log.next()
    log.begin(number, data)
    return number


def test_begun_and_appended_data_is_read_back():
    flash = Flash(1)
    log = FlashLog(flash)
    assert log.newest == 0 and log.read(1) is None
    first = write(log, b"head")
    for n in range(40):
        log.append(bytes([n, 255, 0]))
    expected = b"head" + b"".join([bytes([n, 255, 0]) for n in range(40)])
    second = write(log, b"other")
    again = FlashLog(flash)
    assert again.newest == second
    assert bytes(again.read(first)).rstrip(b"\xff") == expected
    assert again.resume(second, 5)
    again.append(b" and more")
    assert bytes(FlashLog(flash).read(second)).rstrip(b"\xff") == b"other and more"


def test_a_number_that_no_flash_can_reach_is_not_that_of_a_slot():
    for number, newest in ((0x3FFFFFF8, 0x3FFFFFF8), (0x40000000, 0), (0xFFFFFFF8, 0)):
        flash = BlankFlash()
        log = FlashLog(flash)
        head = MARK + number.to_bytes(4, "big")
        sector, at = log._where(number % log.count)
        flash.program(sector, at, head + crc32(head).to_bytes(4, "big"))
        log = FlashLog(flash)
        assert log.newest == newest
        kept = write(log, b"kept")
        assert kept > newest and bytes(FlashLog(flash).read(kept)[:4]) == b"kept"


def test_a_flash_that_takes_nothing_for_a_while_keeps_its_newest_slot():
    for written in some([1, 4, 13, 30], 1):
        flash = BlankFlash()
        log = FlashLog(flash)
        for _ in range(written):
            kept = write(log, b"kept")
        flash.dead = True
        for _ in range(3 * log.count):
            raises(OSError, write, log, b"refused")
            log.tidy()
        flash.dead = False
        assert bytes(FlashLog(flash).read(kept)[:4]) == b"kept"
        assert write(log, b"next") > kept
        log.tidy()
        assert FlashLog(flash).newest == log.newest


def test_the_newest_slot_is_found_as_by_a_look_at_all_of_them():
    flash = Flash(2)
    log = FlashLog(flash)
    rand = Rand(2)
    for n in range(scale(3 * log.count, log.count)):
        write(log, bytes([n & 255]))
        if not rand.below(9):  # its head becomes unreadable
            sector, at = log._where(log.newest % log.count)
            flash.cells[sector][at + rand.below(12)] = 0
        looked = FlashLog(flash, False)
        for sector in range(flash.count):
            looked.look(sector)
        assert FlashLog(flash).newest == looked.newest


def test_reading_writes_nothing():
    flash = Flash(3)
    log = FlashLog(flash)
    number = write(log, b"a")
    spent = flash.spent
    again = FlashLog(flash)
    again.read(number)
    again.resume(number, 1)
    assert flash.spent == spent


def test_nothing_is_appended_to_a_slot_whose_rest_is_not_blank():
    flash = Flash(4)
    log = FlashLog(flash)
    number = write(log, b"whole")
    log.append(b"torn")
    again = FlashLog(flash)
    assert not again.resume(number, 5)
    assert again.room() == 0
    raises(OSError, again.append, b"x")


def test_nothing_is_erased_between_key_and_light_where_there_was_a_quiet_moment():
    flash = Flash(5)
    log = FlashLog(flash)
    for n in range(100):
        while log.tidy():
            pass
        erases = flash.erases
        write(log, bytes([n]) * 100)
        log.append(b"more")
        assert flash.erases == erases


def test_a_blank_sector_is_known_after_power_on():
    flash = Flash(6)
    log = FlashLog(flash)
    write(log, b"x")
    assert log.tidy()
    assert not log.tidy()
    assert not FlashLog(flash).tidy()
    sector = (log.newest % log.count) // (flash.size // 512) + 1
    flash.cells[sector][flash.size - 1] = 0xFE
    assert FlashLog(flash).tidy()


def test_all_sectors_wear_alike_and_each_is_erased_once_in_a_round():
    flash = Flash(7)
    log = FlashLog(flash)
    for n in range(10 * log.count):
        write(log, bytes([n & 255]) * 9)
        log.tidy()
    assert max(flash.worn) - min(flash.worn) <= 1
    assert 10 <= max(flash.worn) <= 11, flash.worn


def test_a_failed_write_is_refused_and_the_next_one_goes_elsewhere():
    flash = Flash(8)
    log = FlashLog(flash)
    number = write(log, b"start")
    sector, at = log._where(number % log.count)
    flash.broken = (sector, at + 12 + 7)
    raises(OSError, log.append, b"\x01\x02\x03")
    assert bytes(flash.cells[sector][at + 17 : at + 19]) == b"\0\0"  # nobody will read it
    assert log.room() == 0
    after = write(log, b"elsewhere")
    again = FlashLog(flash)
    assert again.newest == after and bytes(again.read(number)[:5]) == b"start"


def test_a_slot_that_cannot_be_written_is_skipped():
    flash = Flash(9)
    log = FlashLog(flash)
    first = write(log, b"one")
    sector, at = log._where((first + 1) % log.count)
    flash.broken = (sector, at + 3)
    raises(OSError, write, log, b"two")
    assert write(log, b"three") > first + 1
    assert bytes(FlashLog(flash).read(first)[:3]) == b"one"


def head_of(number):
    head = MARK + number.to_bytes(4, "big")
    return head + crc32(head).to_bytes(4, "big")


def test_a_look_at_a_sector_finds_the_numbers_of_its_slots():
    flash = Flash(13)
    log = FlashLog(flash)
    written = [write(log, bytes([n])) for n in range(13)]
    stored = [number for number in written if number > log.newest - log.count]
    looked = FlashLog(flash, False)
    found = [looked.look(sector) for sector in range(flash.count)]
    for sector, numbers in enumerate(found):
        wanted = [n for n in stored if n % log.count // 2 == sector]
        assert sorted(numbers) == [n for n in wanted if log.read(n)]
    assert sum([len(numbers) for numbers in found]) >= 6
    assert looked.newest == log.newest


def test_a_number_at_the_place_of_another_is_not_that_of_a_slot():
    for number, is_one in ((3, True), (4, False), (11, True), (800, False), (0, False)):
        flash = Flash(14, [bytearray(b"\xff" * 1024) for _ in range(4)])
        flash.program(1, 512, head_of(number))  # the fourth of eight places
        newest = number if is_one else 0
        assert FlashLog(flash).newest == newest
        looked = FlashLog(flash, False)
        assert looked.look(1) == ([number] if is_one else []) and looked.newest == newest


def test_the_lowest_number_of_a_slot_is_1():
    flash = Flash(15, [bytearray(b"\xff" * 1024) for _ in range(4)])
    flash.program(0, 512, head_of(1) + b"one")
    log = FlashLog(flash)
    assert log.newest == 1 and bytes(log.read(1)[:3]) == b"one"
    assert log.read(0) is None
    assert write(log, b"two") == 2


def test_a_slot_can_be_filled_to_its_last_byte():
    for length in (1, 100, 400):
        flash = Flash(16)
        log = FlashLog(flash)
        number = write(log, b"x" * length)
        assert log.room() == 500 - length
        log.append(b"y" * (499 - length))
        raises(OSError, log.append, b"zz")
        number = write(log, b"x" * length)
        log.append(b"y" * (500 - length))
        assert log.room() == 0
        assert bytes(FlashLog(flash).read(number)) == b"x" * length + b"y" * (500 - length)
        raises(OSError, log.append, b"z")
    assert write(log, b"x" * 500) and not log.room()


def test_a_slot_that_is_not_blank_is_skipped():
    for byte in (0, 11, 12, 300, 511):
        flash = Flash(17)
        log = FlashLog(flash)
        write(log, b"one")
        flash.cells[0][512 + byte] &= 0xFE
        assert write(log, b"two") == log.count + 2
        assert FlashLog(flash).newest == log.newest


def test_two_sectors_are_erased_for_one_slot_and_no_more():
    for stuck in (1, 2, 3):
        flash = StuckFlash(18)
        log = FlashLog(flash)
        for _ in range(2):
            number = write(log, b"kept")
        flash.stuck_ones = range(1, 1 + stuck)
        for sector in range(1, 4):
            flash.cells[sector] = bytearray(b"\xff" * 1024)
            flash.cells[sector][5] = 0
        erases = flash.erases
        if stuck > 1:
            raises(OSError, write, log, b"more")
            assert flash.erases == erases + 2
        if stuck < 3:
            # The first slot of the next sector, though those before it are blank.
            assert write(log, b"more") == number + 1 + 2 * stuck
        assert bytes(FlashLog(flash).read(number)[:4]) == b"kept"


class StuckFlash(Flash):
    """A flash with sectors that cannot be erased."""

    stuck_ones = ()

    def erase(self, sector):
        self.stuck = sector if sector in self.stuck_ones else -1
        super().erase(sector)


def test_a_head_that_the_power_cut_short_is_nothing_else():
    blank = b"\xff" * 1024
    for sector in (0, 2):
        for at in (0, 512):
            for place, other in ((0, False), (3, False), (11, False), (12, True), (511, True)):
                flash = Flash(19, [bytearray(blank) for _ in range(4)])
                assert not FlashLog(flash).has_other()
                flash.cells[sector][at + place] = 5
                assert FlashLog(flash).has_other() == other, (sector, at, place)
    flash = Flash(19, [bytearray(blank) for _ in range(4)])
    flash.program(3, 512, head_of(7) + b"data")
    assert not FlashLog(flash).has_other()
    flash.program(2, 512, head_of(0x40000005) + b"data")  # a number that no board reaches
    assert FlashLog(flash).has_other()


class HalfDead(Flash):
    """A flash with a sector in which nothing can be programmed."""

    sector = -1

    def program(self, sector, offset, data):
        if sector != self.sector:
            super().program(sector, offset, data)


def test_a_sector_that_takes_nothing_any_more_is_left_for_the_next():
    flash = HalfDead(10)
    log = FlashLog(flash)
    first = write(log, b"one")
    flash.sector, at = log._where(first % log.count)
    assert at == 0
    raises(OSError, write, log, b"two")
    for _ in range(flash.size // SLOT - 2):
        raises(OSError, write, log, b"two")
    number = write(log, b"three")
    assert bytes(FlashLog(flash).read(number)[:5]) == b"three"
    assert bytes(FlashLog(flash).read(first)[:3]) == b"one"


def test_a_sector_whose_first_byte_cannot_be_programmed_is_skipped():
    flash = Flash(10)
    log = FlashLog(flash)
    write(log, b"x")
    flash.broken = (1, 0)
    numbers = [write(log, bytes([n])) for n in range(3 * log.count)]
    assert not [n for n in numbers if log._where(n % log.count)[0] == 1]


def test_a_sector_that_cannot_be_erased_is_skipped():
    flash = Flash(10)
    log = FlashLog(flash)
    write(log, b"x")
    flash.stuck = 1
    flash.cells[1][5] = 0
    numbers = [write(log, bytes([n])) for n in range(3 * log.count)]
    assert not [n for n in numbers if log._where(n % log.count)[0] == 1]
    again = FlashLog(flash)
    assert bytes(again.read(numbers[-1])[:1]) == bytes([3 * log.count - 1 & 255])
    # And it is not erased again and again.
    while log.tidy():
        assert flash.erases < 1000


def test_a_flash_that_accepts_nothing_is_erased_at_most_once_a_ring():
    flash = Flash(11)
    log = FlashLog(flash)
    number = write(log, b"the game")
    while log.tidy():
        pass
    erases = flash.erases
    flash.dead = True
    for ring in range(1, 6):
        for _ in range(log.count):
            raises(OSError, write, log, b"more")
        assert flash.erases <= erases + ring * (flash.count + 1)
    flash.dead = False
    assert bytes(FlashLog(flash).read(number)[:8]) == b"the game"


class Refusing(Flash):
    """A flash that may refuse to erase, as a file on a full disk does."""

    refuses = False

    def erase(self, sector):
        if self.refuses:
            raise OSError(28)
        super().erase(sector)


def test_a_flash_that_refuses_to_erase_ahead_is_left_until_more_is_written():
    flash = Refusing(12)
    log = FlashLog(flash)
    write(log, b"one")
    flash.refuses = True
    assert not log.tidy()
    write(log, b"two")  # in the same sector
    raises(OSError, write, log, b"three")
    flash.refuses = False
    assert bytes(FlashLog(flash).read(write(log, b"three"))[:5]) == b"three"


def test_an_overwritten_slot_is_gone():
    flash = Flash(12)
    log = FlashLog(flash)
    first = write(log, b"old")
    for _ in range(log.count):
        write(log, b"new")
    assert log.read(first) is None
    assert FlashLog(flash).read(first) is None
    assert log.read(0) is None and log.read(log.newest + 1) is None


def steps_of(seed, count):
    """Return steps as a game makes them: short appends, now and then a new slot, or a pause."""
    rand = Rand(seed)
    steps = [("begin", bytes([seed & 255] * 9))]
    for _ in range(count):
        kind = rand.below(12)
        length = 1 + rand.below(300) if kind < 3 else 1 + rand.below(11)
        data = bytes(noise(rand, length))
        steps.append(("tidy", b"") if kind > 8 else ("begin" if kind < 3 else "append", data))
    return steps


def script(log, done, steps):
    """Do `steps` on `log`. done: number of the newest slot, its contents, and the write during
    which the power was cut."""
    for what, added in steps:
        data = added
        if what == "tidy":
            log.tidy()
            continue
        if what == "begin" or log.room() < len(data):
            number = log.next()
            done[2] = (number, data)
            log.begin(number, data)
        else:
            number, before = done[:2]
            data = before + added
            done[2] = (number, data)
            log.append(added)
        done[0] = number
        done[1] = data


def found(flash, done):
    """Power on, compare the contents with `done`, and return the FlashLog, ready for use."""
    log = FlashLog(flash)
    number, data, doing = done
    torn = bytes(log.read(doing[0])) if doing and log.newest == doing[0] else b""
    if torn and torn[: len(doing[1])] == doing[1]:
        number, data = doing  # it was written completely, which its contents show by their own CRC
    if number:
        assert bytes(log.read(number)[: len(data)]) == data
        log.resume(number, len(data))
    done[:] = [number, data, None]
    return log


def test_cut_at_every_byte_then_again_at_every_byte():
    """After any cut the newest slot is as it was before the write or as it is after it."""
    for seed in range(scale(3, 1)):
        steps = steps_of(seed, 24)
        fresh = Flash(seed)  # its noise takes longer than the rest
        whole = copy(fresh, seed, -1)
        script(FlashLog(whole), [0, b"", None], steps)
        assert whole.spent > 250
        for fuse in range(seed % STRIDE, whole.spent, STRIDE):
            flash = copy(fresh, seed + fuse, fuse)
            done = [0, b"", None]
            raises(PowerCut, script, FlashLog(flash), done, steps)
            recover(flash, done, fuse)


def recover(flash, done, seed):
    """Power on, read, continue, and cut the power there too."""
    after = [("append", b"recovered"), ("tidy", b""), ("begin", b"on"), ("append", b"!")]
    whole = copy(flash, seed, -1)
    done = list(done)
    log = found(whole, done)
    if not done[0]:
        after = [("begin", b"anew")] + after
    begun = whole.spent
    state = list(done)
    script(log, state, after)
    assert bytes(FlashLog(whole).read(state[0])[:3]) == b"on!"
    for fuse in range(seed % (17 * STRIDE), whole.spent - begun, 17 * STRIDE):
        again = copy(flash, seed + fuse, fuse)
        state = list(done)
        log = found(again, state)
        raises(PowerCut, script, log, state, after)
        found(copy(again, 0, -1), state)
