"""Where the code and the constants are in an .mpy file, MicroPython's form of a compiled module.

See py/persistentcode.c of MicroPython. Files of version 6 are read.
"""

from engine_core.compat import const

_HEAD = const(4)  # bytes
_BYTECODE = const(0)
_STR = const(5)
_BYTES = const(6)
_TUPLE = const(10)  # the last kind of constant; those before _STR have no data
_MORE = const(128)
_LOW = const(127)


def parts(data: bytes) -> tuple:
    """Return `(constants, code)` of the file whose bytes are `data`, pieces of it.

    A piece is (offset, length), in bytes. constants: by number, the piece with the text or the
    bytes; for a tuple, the list of its items; None for others. code: the piece with the code of
    the module, and the list of the same for each function or class in it, in their order. All
    lists end before the first machine code, because its length is not known here.
    """
    at = _HEAD
    ended = False

    def number():
        nonlocal at
        value = 0
        while True:
            byte = data[at]
            at += 1
            value = value << 7 | byte & _LOW
            if byte < _MORE:
                return value

    def constant():
        nonlocal at
        kind = data[at]
        at += 1
        if kind < _STR:
            return None
        length = number()
        if kind == _TUPLE:
            return [constant() for _ in range(length)]
        start = at
        at += length
        if kind != _STR and kind != _BYTES:
            return None
        at += 1  # the zero after it
        return start, length

    def code(found):
        nonlocal at, ended
        kind = number()
        if kind & 3 != _BYTECODE:
            ended = True
            return
        start, length = at, kind >> 3
        at += length
        inner = []
        found.append((start, length, inner))
        for _ in range(number() if kind & 4 else 0):
            if not ended:
                code(inner)

    names = number()
    count = number()
    for _ in range(names):
        length = number()
        if not length & 1:  # an odd one is the number of a name that MicroPython has
            at += (length >> 1) + 1
    constants = [constant() for _ in range(count)]
    found = []
    code(found)
    return constants, found[0]
