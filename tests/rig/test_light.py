"""The signal on the strip's wire, and the Pico's packing compared with the plain code."""

import random

from firmware.lights.strip_bytes import pack
from firmware.settings.brightness import fill, scale

ERASE = """
from firmware.settings.config import Config
from firmware.pico.strip_dma import StripDma
from firmware.pico.journal_flash import JournalFlash
strip = StripDma(Config())
sectors = JournalFlash()
strip.show(bytearray(456))
sectors.erase(7)
"""
PLAIN = """
import rp2
del rp2.DMA
from firmware.settings.config import Config
from firmware.pico import power_on
from firmware.pico.strip_neopixel import StripNeopixel
strip = power_on.strip(Config())
print(type(strip) is StripNeopixel)
strip.show(bytearray(FRAME))
"""
RESET_NS = 280_000  # WS2812B-V5: shorter, and the pixels take it for more of the same frame


def within(seen, least, most):
    return least <= seen[0] and seen[1] <= most


def test_every_bit_is_within_the_data_sheet(board):
    board.pico.frames.clear()
    board.key("ENTER")
    board.run(2000)
    frames = board.pico.frames
    assert len(frames) > 3
    for frame in frames:
        assert len(frame.data) in (93, 456)  # the bar alone, or everything
        # The emulator sees an edge up to two instructions late: hence 100 ns on either side.
        assert within(frame.zero, 220 - 100, 380 + 100), frame.zero
        assert within(frame.one, 580 - 100, 1000 + 100), frame.one
        assert frame.low <= 1300  # no hole that could be taken for the end
        assert frame.gap is None or frame.gap >= RESET_NS


def test_the_bar_answers_a_key_alone_and_the_holes_stay_as_they_were(board):
    for key in ["ENTER"] * 6:
        board.key(key)
    board.run(1000)
    before = bytes(board.pico.lights)
    board.pico.frames.clear()
    board.key("5")
    first = board.pico.frames[0].data
    assert len(first) == 93 and first != before[:93]
    assert board.pico.lights[93:] == before[93:]


def test_frames_are_sent_while_the_flash_is_erased(board):
    """Interrupts are off for 45 ms; PIO and DMA continue."""
    for _ in range(6):
        board.key("ENTER")
    board.run(1000)
    board.pico.frames.clear()
    board.pico.flash.clear()
    repl = board.pico.repl()
    output, error = repl.execute(ERASE)
    assert (output, error) == ("", "")
    erase = next(op for op in board.pico.flash if op.op == "erase")
    frame = next(frame for frame in board.pico.frames if frame.end > erase.ns)
    assert frame.start < erase.ns < frame.end and len(frame.data) == 456


def test_the_picos_own_packing_is_the_plain_one(board):
    frame = random.Random(1).randbytes(456)
    repl = board.pico.repl()
    for width, red, green, blue in ((3, 1, 0, 2), (3, 0, 1, 2), (4, 2, 1, 0)):
        plain = bytearray(b"\x55" * 152 * width)
        pack(plain, frame, width, red, green, blue)
        code = (
            "from firmware.pico.strip_bytes_viper import pack\n"
            f"wire = bytearray(b'\\x55' * {152 * width})\n"
            f"pack(wire, {frame!r}, 152, {width}, {red}, {green}, {blue})\n"
            f"print(wire == {bytes(plain)!r})"
        )
        output, error = repl.execute(code)
        assert (output.strip(), error) == ("True", "")


def test_the_picos_own_dimming_is_the_plain_one(board):
    rand = random.Random(2)
    repl = board.pico.repl()
    for most in (1, 3799, 50_000):
        frame = bytearray(rand.randbytes(456))
        total = sum(frame)
        code = (
            "from firmware.pico.strip_bytes_viper import scale, total\n"
            f"frame = bytearray({bytes(frame)!r})\n"
            f"print(total(frame), end=' ')\n"
            f"scale(frame, {most}, {total})\n"
            "print(frame)"
        )
        output, error = repl.execute(code)
        scale(frame, most, total)
        assert (output.strip(), error) == (f"{total} {frame}", "")


def test_the_picos_own_sum_is_the_plain_one(board):
    repl = board.pico.repl()
    # Also frames too long for sums of 16 bits, and parts that begin within a word.
    code = (
        "from firmware.pico.strip_bytes_viper import total\n"
        "frame = memoryview(bytearray([255] * 1600))\n"
        "ends = (1, 6, 1027, 1598, 1600)\n"
        "spans = [(at, end) for at in range(5) for end in ends if at < end]\n"
        "print([span for span in spans\n"
        "    if total(frame[span[0] : span[1]]) != 255 * (span[1] - span[0])])"
    )
    output, error = repl.execute(code)
    assert (output.strip(), error) == ("[]", "")


def test_the_picos_own_row_of_pixels_is_the_plain_one(board):
    rand = random.Random(3)
    repl = board.pico.repl()
    for at, pixels, of in ((0, 31, 3), (9, 5, 0), (60, 0, 6), (30, -2, 6)):
        frame, shades = bytearray(rand.randbytes(93)), rand.randbytes(9)
        before = bytes(frame)
        fill(frame, at, pixels, shades, of)
        code = (
            "from firmware.pico.strip_bytes_viper import fill\n"
            f"frame = bytearray({before!r})\n"
            f"fill(frame, {at}, {pixels}, {shades!r}, {of})\n"
            f"print(frame == {bytes(frame)!r})"
        )
        output, error = repl.execute(code)
        assert (output.strip(), error) == ("True", "")


def test_without_dma_the_builtin_neopixel_sends_the_same(board):
    frame = random.Random(4).randbytes(456)
    repl = board.pico.repl()
    board.run(100)
    board.pico.frames.clear()
    output, error = repl.execute(PLAIN.replace("FRAME", repr(frame)))
    assert (output.strip(), error) == ("True", "")
    board.run(100)
    assert board.frame() == frame
