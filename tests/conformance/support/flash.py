"""A flash in memory, whose power can be cut at any byte, and which can be worn out."""

from tests.conformance.support.kit import Rand, raises


class PowerCut(Exception):
    """The flash has lost its power."""


class Flash:
    """A flash whose power is cut once `fuse` more bytes have been programmed or erased. It begins
    with `cells`, or with noise. The end of a sector in `cells` may be left out if it is erased."""

    count = 4
    size = 1024

    def __init__(self, seed=0, cells=None):
        self.rand = Rand(seed)
        self.cells = cells or [noise(self.rand, self.size) for _ in range(self.count)]
        self.fuse = -1
        self.spent = 0
        self.erases = 0
        self.worn = [0] * self.count  # erases of each sector
        self.broken = None  # (sector, offset) of a cell that cannot be programmed
        self.stuck = -1  # a sector that cannot be erased
        self.dead = False  # whether nothing can be programmed
        self.kept = []  # copies that were put aside
        self.log = None  # if a list, operations: (part, sector, offset, data), data None: erase
        self.part = 0

    def read(self, sector, offset, length):
        found = bytes(self.cells[sector][offset : offset + length])
        return found + b"\xff" * (length - len(found))

    def program(self, sector, offset, data):
        assert 0 <= offset <= self.size - len(data)
        if self.log is not None:
            self.log.append((self.part, sector, offset, bytes(data)))
        cells = self.cells[sector]
        cells.extend(b"\xff" * (offset + len(data) - len(cells)))
        if not self.dead and not self.broken and self._lasts(len(data)):
            for i, byte in enumerate(data, offset):
                cells[i] &= byte
            return
        for i, byte in enumerate(data):
            if not self._power():
                # Some of the bits that were to be cleared are.
                cells[offset + i] &= byte | self.rand.below(256)
                raise PowerCut
            if not self.dead and (sector, offset + i) != self.broken:
                cells[offset + i] &= byte

    def erase(self, sector):
        self.erases += 1
        self.worn[sector] += 1
        if self.log is not None:
            self.log.append((self.part, sector, 0, None))
        if sector == self.stuck:
            return
        cells = self.cells[sector]
        if self._lasts(self.size // 16):
            self.cells[sector] = self._erased()
            return
        for i in range(0, self.size, 16):
            if not self._power():
                for j in range(len(cells)):  # erased as one: any of its bits may be set
                    bits = self.rand.below(512)
                    cells[j] |= bits & 255 if bits > 255 else 0
                raise PowerCut
            bytes_there = len(cells[i : i + 16])
            cells[i : i + bytes_there] = b"\xff" * bytes_there

    def record(self):
        """Log all operations from here on, for `cuts`."""
        self.log = []

    def keep(self):
        self.kept.append([bytes(cells) for cells in self.cells])
        return " (kept)"

    def parts(self):
        """Return the flashes that lose their power together; a log names them by number."""
        return (self,)

    def again(self, seed=0, fuse=-1):
        """Return a flash of the same bytes, whose power is cut after `fuse` more."""
        other = type(self)(seed, [bytearray(cells) for cells in self.cells])
        other.fuse = fuse
        return other

    def _erased(self):
        return bytearray(b"\xff" * self.size)

    def _lasts(self, steps):
        """Return whether the power lasts for so many steps; if so, spend them."""
        if 0 <= self.fuse < steps:
            return False
        self.spent += steps
        if self.fuse >= 0:
            self.fuse -= steps
        return True

    def _power(self):
        self.spent += 1
        if self.fuse < 0:
            return True
        self.fuse -= 1
        return self.fuse >= 0


class BlankFlash(Flash):
    """One of a Pico's size that was erased."""

    count = 8
    size = 4096

    def __init__(self, seed=0, cells=None):
        super().__init__(seed, cells or [self._erased() for _ in range(self.count)])


class _SmallFlash(BlankFlash):
    """A small one. Erased bytes take no memory, of which a device has little."""

    count = 4
    size = 2048

    def _erased(self):
        return bytearray()


class TwoFlashes(_SmallFlash):
    """A small journal and a small archive, which lose their power together."""

    def __init__(self, seed=0, cells=None, kept=None):
        super().__init__(seed, cells)
        self.games = _Archive(self, kept)

    def archive(self, new=True):
        """Return the port of the archive."""
        return self.games

    def record(self):
        super().record()
        self.games.log = self.log

    def parts(self):
        return (self, self.games)

    def again(self, seed=0, fuse=-1):
        """Return flashes of the same bytes, whose power is cut after `fuse` more."""
        cells = [bytearray(cells) for cells in self.cells]
        other = TwoFlashes(seed, cells, [bytearray(cells) for cells in self.games.cells])
        other.fuse = fuse
        return other


class _Archive(_SmallFlash):
    def __init__(self, journal, cells=None):
        super().__init__(0, cells)
        self._journal = journal
        self.part = 1

    def _lasts(self, steps):
        return self._journal._lasts(steps)

    def _power(self):
        return self._journal._power()


def noise(rand, length):
    return bytearray([rand.below(256) for _ in range(length)])


def copy(flash, seed, fuse):
    """Return a flash of the same bytes, whose power is cut after `fuse` more."""
    return flash.again(seed, fuse)


def cuts(flash, log, fuses, seed):
    """For each of `fuses`, the smallest first, yield it and a flash whose power was cut there
    during the operations of `log`. `flash` is as it was when the log began.

    A program that is run again up to each cut does the same, in far more time.
    """
    done = 0
    for fuse in fuses:
        while flash.spent + _cost(flash, log[done]) <= fuse:
            _repeat(flash, log[done])
            done += 1
        cut = flash.again(seed + fuse, fuse - flash.spent)
        raises(PowerCut, _repeat, cut, log[done])
        yield fuse, cut


def _cost(flash, operation):
    return flash.size // 16 if operation[3] is None else len(operation[3])


def _repeat(flash, operation):
    number, sector, offset, data = operation
    part = flash.parts()[number]
    if data is None:
        part.erase(sector)
    else:
        part.program(sector, offset, data)
