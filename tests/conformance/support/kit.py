"""Helpers of conformance tests, the same on CPython and on MicroPython.

A conformance module is tests/conformance/*/test_*.py and runs on every target:

    from tests.conformance.support.kit import raises     # the same import on each
    from engine_core.count.cards import CardError, card

    def test_a_card_needs_a_suit():              # no arguments, no pytest, bare asserts
        assert "5" in str(raises(CardError, card, "5"))

A test that returns str or bytes must return the same on every target; that is how equal keys
are shown to give equal event bytes. Write the language both know: no re, typing, dataclasses.

A microcontroller is slow and small, and the VM four times as slow as CPython. A test that repeats
something does so fewer times there, by `scale` and `some`, and marks an answer that is shorter on
a microcontroller with `begun`; it is never left out. What another target must show is that its
MicroPython does the same: the many cases hold the rules, and need CPython alone.
"""

import sys

try:
    from micropython import heap_lock, heap_unlock
except ImportError:
    heap_lock = heap_unlock = None

DEVICE = sys.platform in ("rp2", "esp32")  # a microcontroller, some hundred times slower
VM = bool(heap_lock) and not DEVICE  # MicroPython on a computer
MORE = "\n(and more where there is time)"  # as tests/targets/plugin.py has it


def scale(many, few, vm=None):
    """Return how often a test repeats: `many` times, or `few` on a device, or `vm` on the VM if
    that is given."""
    if VM and vm is not None:
        return vm
    return few if DEVICE else many


def some(items, few, vm=None):
    """Return all of `items`, or on a device `few` of them, from all over, or `vm` of them on the
    VM if that is given."""
    count = scale(len(items), few, vm)
    if count >= len(items):
        return items
    return [items[n] for n in range(0, len(items), -(-len(items) // count))]


def begun(text, vm=False):
    """Return `text` as the answer of a test that does less on a device, or if `vm` is true on the
    VM too: its beginning there."""
    return text + MORE if DEVICE or (VM and vm) else text


def raises(kind, function, *args):
    """Call `function` and return the exception of class `kind` that it raises, or fail."""
    try:
        function(*args)
    except kind as error:
        return error
    raise AssertionError(f"{function.__name__} raised no {kind.__name__}")


def no_alloc(function, *args):
    """Call `function` (with up to four arguments) twice and return its last answer.

    On MicroPython the second call may not allocate: it fails when that call needs the heap.
    Integers beyond 30 bits, floats, slices, tuples and generators all do.
    """
    call = CALLS[len(args)]
    call(function, args)
    if not heap_lock:
        return call(function, args)
    heap_lock()
    try:
        answer = call(function, args)
    except MemoryError:
        answer = heap_lock  # a value that no test can return
    finally:
        heap_unlock()
    if answer is heap_lock:
        raise AssertionError(f"{function.__name__} allocates on the heap")
    return answer


# Passing *args would itself allocate.
CALLS = (
    lambda f, a: f(),
    lambda f, a: f(a[0]),
    lambda f, a: f(a[0], a[1]),
    lambda f, a: f(a[0], a[1], a[2]),
    lambda f, a: f(a[0], a[1], a[2], a[3]),
)


def text(path):
    """Return the text of the file at `path`, relative to tests/conformance: "records/a.txt"."""
    folder = __file__.replace("\\", "/").rsplit("/", 2)[0]
    with open(f"{folder}/{path}", encoding="utf-8") as file:
        return file.read()


class Rand:
    """Numbers that are the same on every target for the same `seed`, an int from 0 to 65535.

    The two modules called random give different numbers, and MicroPython's cannot shuffle.
    This is an xorshift of two 16-bit words, which needs no big integers.
    """

    def __init__(self, seed):
        self.x = 0x2545
        self.y = (seed & 0xFFFF) ^ 0x6B43
        for _ in range(8):
            self._draw()

    def below(self, n):
        """Return a whole number from 0 to n - 1; n is at most 1,000,000,000. All as likely."""
        if not 0 < n <= 1000000000:
            raise ValueError(f"below() takes 1 to 1,000,000,000, not {n}")
        last = 0x3FFFFFFF - 0x40000000 % n
        x = self.x
        y = self.y
        while True:
            # Two draws, written out: a call takes longer than a draw, and most games make
            # thousands.
            t = (x ^ x << 5) & 0xFFFF
            x = (y ^ y >> 1) ^ (t ^ t >> 3)
            t = (y ^ y << 5) & 0xFFFF
            y = (x ^ x >> 1) ^ (t ^ t >> 3)
            value = x << 14 | y >> 2
            if value <= last:
                self.x = x
                self.y = y
                return value % n

    def choice(self, items):
        """Return one of `items`, which is indexed."""
        return items[self.below(len(items))]

    def shuffle(self, items):
        """Shuffle the list `items` in place and return it."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items

    def _draw(self):
        t = (self.x ^ self.x << 5) & 0xFFFF
        self.x = self.y
        self.y = (self.y ^ self.y >> 1) ^ (t ^ t >> 3)
        return self.y
