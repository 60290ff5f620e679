"""The work on every byte of a frame, as machine code: 0.2 ms, while Python code takes 5 ms."""

import micropython


@micropython.viper
def pack(wire: ptr8, frame: ptr8, pixels: int, width: int, red: int, green: int, blue: int):
    """The same as firmware.lights.strip_bytes.pack, for a given number of pixels."""
    at = 0
    i = 0
    end = pixels * 3
    while i < end:
        wire[at + red] = frame[i]
        wire[at + green] = frame[i + 1]
        wire[at + blue] = frame[i + 2]
        at += width
        i += 3


def total(frame) -> int:
    """Return sum(frame), ten times as fast."""
    return _total(frame, len(frame))


@micropython.viper
def _total(frame: ptr8, length: int) -> int:
    total = 0
    at = 0
    # Byte by byte up to a word and after the last one; between them, four bytes at a time in two
    # sums of 16 bits each, which hold 256 words.
    while at < length and (int(frame) + at) & 3:
        total += frame[at]
        at += 1
    words = ptr32(int(frame) + at)
    word = 0
    last = (length - at) >> 2
    while word < last:
        end = word + 256
        if end > last:
            end = last
        even = 0
        odd = 0
        while word < end:
            four = words[word]
            even += four & 0xFF00FF
            odd += (four >> 8) & 0xFF00FF
            word += 1
        total += (even & 0xFFFF) + ((even >> 16) & 0xFFFF)
        total += (odd & 0xFFFF) + ((odd >> 16) & 0xFFFF)
    at += last << 2
    while at < length:
        total += frame[at]
        at += 1
    return total


def scale(frame, most: int, total: int) -> None:
    """The same as firmware.settings.brightness.scale."""
    _scale(frame, len(frame), most, total)


@micropython.viper
def fill(frame: ptr8, at: int, pixels: int, shades: ptr8, of: int):
    """The same as firmware.settings.brightness.fill."""
    end = at + 3 * pixels
    while at < end:
        frame[at] = shades[of]
        frame[at + 1] = shades[of + 1]
        frame[at + 2] = shades[of + 2]
        at += 3


@micropython.viper
def _scale(frame: ptr8, length: int, most: int, total: int):
    for i in range(length):
        frame[i] = frame[i] * most // total
