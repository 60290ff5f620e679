"""The frame in the wire's format, for each order of colours; tests/rig compares the Pico's own
code with this on the emulator."""

from firmware.lights.strip_bytes import pack
from firmware.settings.config_file import ORDERS, parse
from tests.conformance.support.kit import Rand, no_alloc


def wire_of(order, frame):
    width, red, green, blue = parse("order = " + order).wire()
    wire = bytearray(b"\x77" * (len(frame) // 3 * width))
    pack(wire, frame, width, red, green, blue)
    return bytes(wire)


def pack_green_first(wire, frame):
    pack(wire, frame, 3, 1, 0, 2)


def test_each_order_puts_the_colours_in_their_places():
    for order in ORDERS:
        for spare in ("", "W"):
            frame = b"RGB" * 5
            expected = (order + ("\x77" if spare else "")).encode() * 5
            assert wire_of(order + spare, frame) == expected


def test_pixels_stay_in_their_order():
    rand = Rand(5)
    frame = bytes([rand.below(256) for _ in range(456)])
    wire = wire_of("GRB", frame)
    for pixel in range(152):
        red, green, blue = frame[pixel * 3 : pixel * 3 + 3]
        assert wire[pixel * 3 : pixel * 3 + 3] == bytes([green, red, blue])
    return wire


def test_packing_a_frame_allocates_nothing():
    no_alloc(pack_green_first, bytearray(456), bytes(456))
