"""A key matrix over time, for the scanner: fingers, bounces and samples."""

from firmware.keys.key_scanner import NO_KEY, KeyScanner
from tests.conformance.support.kit import Rand

STEP = 4  # ms between two looks, while a key is down


class Matrix:
    """Changes of keys by time. `at` tells which are closed."""

    def __init__(self):
        self.changes = []  # (ms, key), each turns the key over

    def hold(self, key, start, end):
        """Close `key` from `start` up to `end` ms."""
        self.changes += [(start, key), (end, key)]
        return self

    def bouncing(self, key, start, end, rand, most=19):
        """As `hold`, with contacts that bounce for up to `most` ms after both edges, and lose
        contact for a moment while the key is held. Return the times between which it is closed
        without interruption."""
        firm = self._bounce(key, start, most, rand)
        self.changes.append((start, key))
        if rand.below(3) == 0 and end - firm > 60:
            gap = firm + 20 + rand.below(end - firm - 40)
            self.hold(key, gap, gap + 1 + rand.below(12))
        self.changes.append((end, key))
        self._bounce(key, end, most, rand)
        return firm, end

    def _bounce(self, key, edge, most, rand):
        """Turn `key` over and back for a few times in less than `most` ms after `edge`."""
        at = edge
        for _ in range(rand.below(6)):
            first = at + 1 + rand.below(5)
            second = first + 1 + rand.below(4)
            if second - edge > most:
                break
            self.changes += [(first, key), (second, key)]
            at = second
        return at

    def looks(self, times):
        """Yield (ms, sample) for each of `times`, which rise."""
        changes = sorted(self.changes)
        sample = n = 0
        for ms in times:
            while n < len(changes) and changes[n][0] <= ms:
                sample ^= 1 << changes[n][1]
                n += 1
            yield ms, sample

    def end(self):
        """Return the time of the last change."""
        return max([ms for ms, _ in self.changes])


def pressed(matrix, times=None, offset=0):
    """Scan `matrix`; return (ms, key) for each press. `offset` is what the clock shows at 0."""
    scanner = KeyScanner()
    found = []
    for ms, sample in matrix.looks(times or range(0, matrix.end() + 100, STEP)):
        scanner.update(sample, (ms + offset) & 0x3FFFFFFF)
        key = scanner.get()
        while key != NO_KEY:
            found.append((ms, key))
            key = scanner.get()
    return found


def fingers(seed, presses=12):
    """Return a Matrix of random typing and the presses to find: [(from ms, key)] by time.

    Some keys overlap with the one before; each is closed for good for at least 30 ms.
    """
    rand = Rand(seed)
    matrix = Matrix()
    expected = []
    free = [0] * 24  # by key: the time from which it may be pressed again
    at = 10
    last = -1
    until = 0
    for _ in range(presses):
        # No two columns are shared by two rows while only two keys are down.
        key = rand.below(24)
        if key == last or at < free[key]:
            at = max(at, free[key])
        start = max(at, free[key])
        end = start + 19 + 30 + rand.below(200)
        matrix.bouncing(key, start, end, rand)
        expected.append((start, key))
        free[key] = end + 19 + 20 + 2 * STEP
        at = start + 24 + rand.below(60) if start > until else end + 30
        until = max(until, end + 19)
        last = key
    return matrix, expected
