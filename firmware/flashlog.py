"""A store for the journal on bare flash: appended without an erase, whole after any power cut.

`flash` is the port: `count` sectors of `size` bytes; `read(sector, offset, length)`, which gives
bytes; `program(sector, offset, data)`, which can only clear bits; `erase(sector)`, which sets all.

A sector is a mark, a head, and chunks one after another. The mark is made once the sector has
been erased, so a sector with a mark and nothing else is blank for certain. The head has the
sector's serial number, that of the sector before it (0: it is the first), where in that one the
chunks ended, and a CRC-32. A chunk is its length, its data, and two bytes of their CRC-32. The
stream is the one that ends in the newest sector from which every sector back to a first is there.

Nothing is written to find out where the stream stands, so a power cut meanwhile does no harm.
"""

from engine_core.compat import const, crc32

MARK = b"PEG1"
_MARK = const(4)  # bytes
_FIRST = const(20)  # where chunks begin
_LONGEST = const(200)  # data in a chunk
_AROUND = const(3)  # what a chunk has around its data
_LOOK = const(256)
_AHEAD = const(2)  # sectors that are kept blank
_SPARE = const(2)  # sectors that a stream leaves for the next one


class FlashLog:
    """A store with `read`, `append` and `reset`, as firmware.game_store wants it, and `tidy`.

    `found` is whether there was a stream. Raises OSError where the flash is full, or has not
    taken what was written.
    """

    def __init__(self, flash):
        self._flash = flash
        self._live = []  # sectors of the stream, oldest first
        self._ends = []  # where the chunks of each end
        self._last = 0  # serial number of the newest of them
        heads = {}
        for sector in range(flash.count):
            head = self._head(sector)
            if head:
                heads[head[0]] = (sector, head[1], head[2])
        self._serial = max(heads) if heads else 0  # the highest that is in use
        for serial in sorted(heads, reverse=True):
            if self._follow(heads, serial):
                break
        self.found = bool(self._live)
        self._torn = not self.found or not self._is_blank(self._live[-1], self._ends[-1])
        self._blank = [s for s in self._ahead() if self._has_mark(s) and self._is_blank(s, _MARK)]

    def read(self) -> bytes:
        """Return what the last `reset` set and all that has been appended since."""
        data = bytearray()
        for sector, end in zip(self._live, self._ends):
            for chunk in self._chunks(sector, end, checked=True):
                data += chunk
        return bytes(data)

    def append(self, data) -> None:
        """Add `data`, 1 to 200 bytes: after a power cut all of it is there or nothing."""
        chunk = _chunk(data)
        if self._torn or self._ends[-1] + len(chunk) > self._flash.size:
            if len(self._live) >= self._flash.count - _SPARE:
                raise OSError("the journal is full: start a new game")
            sector = self._take([])
            end = self._ends[-1] if self._live else 0
            self._put_head(sector, self._serial + 1, self._last, end)
            self._serial += 1
            self._last = self._serial
            self._live.append(sector)
            self._ends.append(_FIRST)
        self._torn = True  # until it is known to be there
        self._put(self._live[-1], self._ends[-1], chunk)
        self._torn = False
        self._ends[-1] += len(chunk)

    def reset(self, data) -> None:
        """Set `data` in place of all there was: after a power cut one or the other is there."""
        sectors = [self._take([])]
        ends = [_FIRST]
        for at in range(0, len(data), _LONGEST):
            chunk = _chunk(data[at : at + _LONGEST])
            if ends[-1] + len(chunk) > self._flash.size:
                sectors.append(self._take(sectors))
                ends.append(_FIRST)
            self._put(sectors[-1], ends[-1], chunk)
            ends[-1] += len(chunk)
        # The first head is written last: only then does the stream lead back to a first sector.
        for n in range(len(sectors) - 1, -1, -1):
            serial = self._serial + 1 + n
            self._put_head(sectors[n], serial, serial - 1 if n else 0, ends[n - 1] if n else 0)
        self._serial += len(sectors)
        self._last = self._serial
        self._live = sectors
        self._ends = ends
        self._torn = False

    def tidy(self) -> bool:
        """Erase one of the sectors that come next; return False where all are blank."""
        for sector in self._ahead():
            if sector not in self._blank:
                self._erase(sector)
                return True
        return False

    def _ahead(self):
        """Return the sectors that come next, in turn, so that all wear alike."""
        count = self._flash.count
        start = self._live[-1] + 1 if self._live else 0
        turn = [(start + n) % count for n in range(count)]
        return [sector for sector in turn if sector not in self._live][:_AHEAD]

    def _take(self, taken):
        """Return the next blank sector, which is not among those `taken` for the same stream."""
        count = self._flash.count
        busy = self._live + taken
        start = busy[-1] + 1 if busy else 0
        for n in range(count):
            sector = (start + n) % count
            if sector not in busy:
                if sector not in self._blank:
                    self._erase(sector)
                self._blank.remove(sector)
                return sector
        raise OSError("the journal is full: start a new game")

    def _erase(self, sector):
        self._flash.erase(sector)
        self._put(sector, 0, MARK)
        self._blank.append(sector)

    def _put(self, sector, offset, data):
        self._flash.program(sector, offset, data)
        if self._flash.read(sector, offset, len(data)) != data:
            raise OSError("the flash did not take it")

    def _put_head(self, sector, serial, before, ended):
        numbers = serial.to_bytes(4, "big") + before.to_bytes(4, "big") + ended.to_bytes(4, "big")
        self._put(sector, _MARK, numbers + crc32(numbers).to_bytes(4, "big"))

    def _has_mark(self, sector):
        return self._flash.read(sector, 0, _MARK) == MARK

    def _head(self, sector):
        """Return (serial, serial before, where that ended) of a sector, or None."""
        raw = self._flash.read(sector, 0, _FIRST)
        if raw[:4] != MARK or crc32(raw[4:16]).to_bytes(4, "big") != raw[16:]:
            return None
        serial, before, ended = [int.from_bytes(raw[at : at + 4], "big") for at in (4, 8, 12)]
        return (serial, before, ended) if before < serial else None

    def _follow(self, heads, serial):
        """Take the stream that ends in `serial`; return False where it does not go back."""
        chain = []
        while serial:
            if serial not in heads:
                return False
            sector, before, ended = heads[serial]
            chain.insert(0, (serial, sector, ended))
            serial = before
        for n, (serial, sector, _) in enumerate(chain):
            whole = chain[n + 1][2] if n + 1 < len(chain) else self._flash.size
            self._last = serial
            self._live.append(sector)
            self._ends.append(self._end(sector, whole))
            if self._ends[-1] < whole:
                break  # the end, or damage: what comes after cannot be told from it
        return True

    def _end(self, sector, most):
        """Return where the good chunks of `sector` end, looking no further than `most`."""
        end = _FIRST
        for chunk in self._chunks(sector, most):
            end += len(chunk) + _AROUND
        return end

    def _chunks(self, sector, most, checked=False):
        """Yield the data of each chunk of `sector` before `most`, up to the first that is bad, or
        all, where they have been checked."""
        at = _FIRST
        while True:
            # In pieces: a whole sector at once is hard to find in a heap that is in use.
            raw = self._flash.read(sector, at, min(_LOOK, most - at))
            i = 0
            while i < len(raw) and 0 < raw[i] <= _LONGEST:
                after = i + raw[i] + _AROUND
                if after > len(raw):
                    break
                data = raw[i + 1 : after - 2]
                if not checked and raw[i:after] != _chunk(data):
                    return
                yield data
                i = after
            if not i:
                return
            at += i

    def _is_blank(self, sector, offset):
        """Return whether `sector` is as erased from `offset` on."""
        for at in range(offset, self._flash.size, _LOOK):
            length = min(_LOOK, self._flash.size - at)
            if self._flash.read(sector, at, length) != b"\xff" * length:
                return False
        return True


def _chunk(data):
    if not 0 < len(data) <= _LONGEST:
        raise OSError("a chunk holds 1 to " + str(_LONGEST) + " bytes")
    body = bytes([len(data)]) + data
    return body + (crc32(body) & 0xFFFF).to_bytes(2, "big")
