"""A store for the journal on bare flash: a ring of slots that stays valid after any power cut.

`flash` is the port: `count` sectors of `size` bytes; `read(sector, offset, length)` returns bytes;
`program(sector, offset, data)` can only clear bits; `erase(sector)` sets them all.

A slot has 512 bytes and a number: slot number n is at place n modulo the number of slots, so that
all sectors wear equally. Each slot that is written gets the next number; a place where the flash
fails is skipped. The bytes of a slot (offset, length, meaning):

    0   4  "PEG2"; the first slot of a sector has it as soon as the sector is erased
    4   4  the slot's number, big-endian
    8   4  CRC-32 of the eight bytes before
    12     data, see engine_core.game.segment; then erased bytes

The mark is written after a sector has been erased, so a sector with only a mark is certainly
blank. Nothing is written just to find that out, so a power cut during the check does no harm.
"""

from engine_core.compat import const, crc32

MARK = b"PEG2"
SLOT = const(512)
SLOT_DATA = const(500)  # bytes of it that are data
# The sectors of a board.
SECTORS = const(8)
SECTOR = const(4096)  # bytes
COPY = "journal.damaged"  # and a number: copies of an unreadable journal on a Pico
_MARK = const(4)  # bytes
_HEAD = const(12)
_LOOK = const(256)
_LOOK_LONG = const(1024)  # at power-on, when the heap has large pieces
_NEVER = const(0x40)  # the first byte of numbers that no flash lasts long enough to reach
_ERASES = const(2)  # how many sectors are tried for one slot: an erase takes 45 ms
_FAILED = "writing to the flash failed"


class FlashLog:
    """`newest` is the number of the newest slot, or 0 if there is none. Methods that write raise
    OSError if the flash fails; everything stored before is then still there."""

    def __init__(self, flash, complete=True):
        """complete: whether to look for the newest slot now; otherwise call `look` for each sector
        first."""
        self._flash = flash
        self._buffer = bytearray(SLOT_DATA)  # allocated early, before the memory is fragmented
        self._in_sector = flash.size // SLOT
        self.count = flash.count * self._in_sector
        self.newest = 0
        self._end = SLOT  # the end of the data in the newest slot
        self._good = 0  # the newest slot known to be complete
        self._blank = -1  # a sector that is known to be blank
        self._bad = -1  # a sector that could not be erased
        if complete:
            self._settle()

    def look(self, sector: int) -> list:
        """Look for the newest slot in `sector`; return the numbers of the slots there."""
        numbers = []
        for place in range(sector * self._in_sector, (sector + 1) * self._in_sector):
            number = self._number(place)
            if number and number % self.count == place:
                numbers.append(number)
                self.newest = max(self.newest, number)
        return numbers

    def _settle(self):
        """The slots of a sector are written one after another once it has been erased, so the one
        whose first slot has the highest number has the newest slot. Where the first cannot be
        read, another may be."""
        newest = -1
        for sector in range(self._flash.count):
            place = sector * self._in_sector
            number = self._number(place)
            if not number or number % self.count != place:
                self.look(sector)
            elif number > self.newest:
                self.newest = number
                newest = sector
        if newest >= 0:
            self.look(newest)

    def read(self, number: int):
        """Return the data of the slot with this number, up to the slot's end, in a buffer that is
        valid until the next call; None if the slot is no longer stored."""
        place = number % self.count
        if number < 1 or self._number(place) != number:
            return None
        sector, at = self._where(place)
        buffer = self._buffer
        for start in range(0, len(buffer), _LOOK):
            length = min(_LOOK, len(buffer) - start)
            buffer[start : start + length] = self._flash.read(sector, at + _HEAD + start, length)
        return buffer

    def resume(self, number: int, end: int) -> bool:
        """Continue from the slot with this number, of whose data the first `end` bytes are good.
        Return whether the rest of it is blank. Only then, and only if it is the newest, can more
        be appended."""
        sector, at = self._where(number % self.count)
        end += _HEAD
        blank = self._is_blank(sector, at + end, at + SLOT)
        self._good = number
        self._end = end if blank and number == self.newest else SLOT
        return blank

    def room(self) -> int:
        """Return how many bytes can be appended."""
        return SLOT - self._end

    def append(self, data) -> None:
        """Add `data` to the newest slot. Raises OSError; then nothing more can be appended."""
        sector, at = self._where(self.newest % self.count)
        end = self._end
        self._end = SLOT  # until it has been checked
        if end + len(data) > SLOT:
            raise OSError(_FAILED)
        self._write(sector, at + end, data)
        self._end = end + len(data)

    def next(self) -> int:
        """Prepare the next slot and return its number. Raises OSError."""
        if not self._may_use(self.newest + 1):
            self._rewind()
        number = self.newest + 1 if self.newest else self.count
        erases = _ERASES
        while self._may_use(number) and erases:
            sector, at = self._where(number % self.count)
            if at == 0 and self._ready(sector):
                return number
            if at == 0:
                erases -= 1
                if self._erased(sector):
                    return number
                number += self._in_sector
                self.newest = number - 1
                self._end = SLOT
            elif self._is_blank(sector, at, at + SLOT):
                return number
            else:
                number += 1
        raise OSError(_FAILED)

    def begin(self, number: int, data) -> None:
        """Write `data` to the slot that `next` returned, which becomes the newest. Raises
        OSError."""
        sector, at = self._where(number % self.count)
        if self._blank == sector:
            self._blank = -1
        self.newest = number  # even if writing fails, it is no longer blank
        self._end = SLOT
        head = MARK + number.to_bytes(4, "big")
        self._write(sector, at, head + crc32(head).to_bytes(4, "big") + data)
        self._good = number
        self._end = _HEAD + len(data)

    def tidy(self) -> bool:
        """Erase the sector that comes next if it is not blank; return whether it was erased."""
        place = self.newest % self.count if self.newest else self.count - 1
        sector = (place // self._in_sector + 1) % self._flash.count
        # After a whole ring without a successful write, the next sector is that of the newest good
        # slot.
        holds_good = self._good and self._good % self.count // self._in_sector == sector
        if sector == self._bad or holds_good or self._ready(sector):
            return False
        try:
            self._erased(sector)
        except OSError:
            return False  # tried again, and reported, when the sector is needed
        return True

    def has_mark(self, mark: bytes) -> bool:
        """Return whether any sector begins with `mark`."""
        sectors = range(self._flash.count)
        return any([self._flash.read(sector, 0, len(mark)) == mark for sector in sectors])

    def has_other(self) -> bool:
        """Return whether there is anything that is not a slot, nor a slot whose head was cut short
        by a power cut: data of another version, or rubbish."""
        blank = False
        for place in range(self.count):
            sector, at = self._where(place)
            if not at:
                blank = self._is_blank(sector, _MARK, self._flash.size, _LOOK_LONG)
            if not (blank or self._number(place) or self._is_blank(sector, at + _HEAD, at + SLOT)):
                return True
        return False

    def _may_use(self, number):
        """Return whether a slot may get this number: the sector with the newest good slot is never
        erased, whatever fails."""
        last = self._good // self._in_sector + self._flash.count
        return not self._good or number // self._in_sector < last

    def _rewind(self):
        """Try the slots after the newest good one again: the flash took nothing for a whole ring.
        One that was written after all must stay the newest."""
        for number in range(self._good + 1, self.newest + 1):
            if self._number(number % self.count) > self._good:
                return
        self.newest = self._good
        self._end = SLOT

    def _ready(self, sector):
        """Return whether `sector` is blank, as a completed erase leaves it."""
        if sector != self._blank:
            if self._flash.read(sector, 0, _MARK) != MARK:
                return False
            if not self._is_blank(sector, _MARK, self._flash.size):
                return False
            self._blank = sector
        return True

    def _erased(self, sector):
        """Erase `sector`; return whether that succeeded."""
        self._blank = -1
        self._bad = sector  # until it has been checked
        self._flash.erase(sector)
        if not self._is_blank(sector, 0, self._flash.size):
            return False
        try:
            self._put(sector, 0, MARK)
        except OSError:
            return False
        self._bad = -1
        self._blank = sector
        return True

    def _write(self, sector, offset, data):
        """Write `data`. If that fails, spoil the part written, so that the next start does not
        find it."""
        try:
            self._put(sector, offset, data)
        except OSError:
            try:
                self._flash.program(sector, offset, bytes(len(data)))
            except OSError:
                pass  # the next slot replaces it
            raise

    def _put(self, sector, offset, data):
        self._flash.program(sector, offset, data)
        if self._flash.read(sector, offset, len(data)) != data:
            raise OSError(_FAILED)

    def _where(self, place):
        """Return the sector of the slot at `place`, and the offset of the slot in it."""
        return place // self._in_sector, place % self._in_sector * SLOT

    def _number(self, place):
        """Return the number in the head of the slot at `place`, or 0 if there is none."""
        sector, at = self._where(place)
        head = self._flash.read(sector, at, _HEAD)
        if head[:_MARK] != MARK or crc32(head[:8]).to_bytes(4, "big") != head[8:]:
            return 0
        return int.from_bytes(head[4:8], "big") if head[_MARK] < _NEVER else 0

    def _is_blank(self, sector, start, end, look=_LOOK):
        """Return whether `sector` is erased from `start` to `end`. look: bytes to read at once."""
        blank = b"\xff" * look
        for at in range(start, end, look):
            length = min(look, end - at)
            if self._flash.read(sector, at, length) != blank[:length]:
                return False
        return True
