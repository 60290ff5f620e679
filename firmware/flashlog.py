"""A store for the journal on bare flash: appended without an erase, whole after any power cut.

`flash` is the port: `count` sectors of `size` bytes; `read(sector, offset, length) -> bytes`;
`program(sector, offset, data)`, which can only clear bits; `erase(sector)`, which sets them all.

A sector is a mark, a head, and chunks one after another. The mark is made when the sector has
been erased, so a sector with a mark and nothing else is known to be blank. The head has the
sector's serial number, that of the sector before it in this stream (0: none), and where in that
one the chunks ended. A chunk is its length, its data, and two bytes of their CRC-32. The stream is
that which ends in the newest sector from which all sectors back to a first one are there.

Nothing is written by finding out where the stream stands, so a cut meanwhile does nothing.
"""

from engine_core.compat import const, crc32

MARK = b"PEG1"
_HEAD = const(4)
_FIRST = const(20)  # of the chunks: after mark, three numbers of 4 bytes, CRC-32
_LONGEST = const(250)  # data in a chunk
_AROUND = const(3)
_AHEAD = const(2)  # sectors that are kept blank
_SPARE = const(2)  # sectors that the stream leaves for `reset`


class FlashLog:
    """A store: `read`, `append` and `reset`, as `firmware.journal` wants it, and `tidy`.

    Raises OSError where the flash is full or did not take what was written.
    """

    def __init__(self, flash):
        self._flash = flash
        heads = {}
        for sector in range(flash.count):
            head = self._head(sector)
            if head:
                heads[head[0]] = (sector, head[1], head[2])
        self._serial = max(heads) if heads else 0
        self._live = []  # sectors of the stream, in order
        self._ends = []  # of their chunks
        self._blank = []  # sectors that come next, known to be blank
        for serial in sorted(heads, reverse=True):
            if self._follow(heads, serial):
                break
        self._torn = not self._live or not self._is_blank(self._live[-1], self._ends[-1])
        for sector in self._ahead():
            if flash.read(sector, 0, _HEAD) != MARK or not self._is_blank(sector, _HEAD):
                break
            self._blank.append(sector)

    def read(self) -> bytes:
        """Return all that has been appended since the last `reset`, and what that set."""
        data = b""
        for sector, end in zip(self._live, self._ends):
            raw = self._flash.read(sector, 0, end)
            at = _FIRST
            while at < end:
                data += raw[at + 1 : at + 1 + raw[at]]
                at += raw[at] + _AROUND
        return data

    def append(self, data) -> None:
        """Add `data`, at most 250 bytes: all of it or nothing survives a power cut."""
        if not data:
            return
        if len(data) > _LONGEST:
            raise OSError("too much to save at once")
        size = len(data) + _AROUND
        if self._torn or self._ends[-1] + size > self._flash.size:
            if len(self._live) >= self._flash.count - _SPARE:
                raise OSError("the journal is full: start a new game")
            sector = self._take()
            self._put_head(sector, self._serial + 1, self._serial_of_last(), self._end())
            self._serial += 1
            self._last = self._serial
            self._live.append(sector)
            self._ends.append(_FIRST)
            self._torn = False
        self._torn = True  # until it is known to be written
        self._put(self._live[-1], self._ends[-1], _chunk(data))
        self._torn = False
        self._ends[-1] += size

    def reset(self, data) -> None:
        """Replace all by `data`: after a power cut either is there, whole."""
        chunks = [_chunk(data[i : i + _LONGEST]) for i in range(0, len(data), _LONGEST)]
        sectors = []
        ends = []
        for chunk in chunks or [b""]:
            if not sectors or ends[-1] + len(chunk) > self._flash.size:
                if len(self._live) + len(sectors) >= self._flash.count:
                    raise OSError("the journal is full")
                sectors.append(self._take(sectors))
                ends.append(_FIRST)
            if chunk:
                self._put(sectors[-1], ends[-1], chunk)
                ends[-1] += len(chunk)
        # The first head comes last: only with it is this a stream.
        for n in range(len(sectors) - 1, -1, -1):
            serial = self._serial + 1 + n
            before = (serial - 1, ends[n - 1]) if n else (0, 0)
            self._put_head(sectors[n], serial, before[0], before[1])
        self._serial += len(sectors)
        self._last = self._serial
        self._live = sectors
        self._ends = ends
        self._torn = False

    def tidy(self) -> bool:
        """Erase one sector ahead, which takes 45 ms; return False where that is not needed."""
        for sector in self._ahead():
            if sector not in self._blank:
                self._erase(sector)
                self._blank.append(sector)
                return True
        return False
