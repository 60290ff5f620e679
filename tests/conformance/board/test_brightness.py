"""From a colour to the bytes for the pixels: gamma, brightness, current."""

import struct

from firmware.settings.brightness import Brightness, current_ma
from hardware.board import (
    BRIGHTNESS,
    CHANNEL_MA,
    CURRENT_MA,
    GAMMA,
    IDLE_MA,
    PICO_MA,
    PIXELS,
    REFUSAL,
    SIDES,
)
from tests.conformance.support.kit import Rand, no_alloc

DARK_MA = PICO_MA + IDLE_MA * PIXELS
BRIGHTNESSES = (1, 10, BRIGHTNESS, 255)


def table(brightness):
    """Return the value sent to a channel for each value from 0 to 255."""
    return bytes([brightness.shade((v, v, v), 255)[0] for v in range(256)])


def single(number):
    """Return `number` in a Pico's precision, 32 bits."""
    return struct.unpack("f", struct.pack("f", number))[0]


def test_a_lit_pixel_stays_lit_at_every_level():
    for most in BRIGHTNESSES:
        for gamma in (1.0, GAMMA, 2.8):
            brightness = Brightness(most, gamma)
            sent = table(brightness)
            assert sent[0] == 0
            assert min(sent[1:]) >= 1
            assert sent[255] == most
            assert bytes(sorted(sent)) == sent
            for level in (1, 31, 40, 80):
                for colour in [side[1:] for side in SIDES] + [REFUSAL]:
                    for wanted, got in zip(colour, brightness.shade(colour, level)):
                        assert bool(got) == bool(wanted)


def test_level_0_is_dark():
    assert Brightness().shade((255, 255, 255), 0) == (0, 0, 0)
    assert Brightness().shade((0, 0, 0), 255) == (0, 0, 0)


def test_the_dimmest_light_is_one_step():
    assert Brightness(brightness=255, gamma=1).shade((1, 2, 3), 100) == (1, 1, 1)


def test_the_table_is_the_same_on_every_target():
    return b"".join([table(Brightness(most)) for most in BRIGHTNESSES])


def test_single_floats_round_to_the_same_table():
    # A Pico's floats have 24 bits: no entry may depend on further ones.
    for most in (BRIGHTNESS, 255):
        sent = table(Brightness(most))
        for v in range(1, 256):
            exact = (v / 255) ** GAMMA * most + 0.5
            assert abs(exact - int(exact + 0.5)) > 1e-4, v
            power = single(single(v / 255) ** single(GAMMA))
            rounded = int(single(single(power * most) + 0.5))
            assert max(1, rounded) == sent[v]


def test_the_estimate_is_never_above_the_limit():
    rand = Rand(3)
    for limit in (0, DARK_MA, 250, CURRENT_MA, 1500):
        brightness = Brightness(limit_ma=limit)
        most = max(limit, DARK_MA)
        for bound in (1, 2, 10, 60, 256):
            frame = bytearray([rand.below(bound) for _ in range(PIXELS * 3)])
            brightness.cap(frame)
            assert current_ma(frame) <= most
        frame = bytearray(b"\xff" * (PIXELS * 3))
        brightness.cap(frame)
        assert current_ma(frame) <= most


def test_a_frame_within_the_limit_stays_as_it_is():
    frame = bytearray(PIXELS * 3)
    frame[:48] = b"\x40" * 48
    before = bytes(frame)
    assert current_ma(frame) <= CURRENT_MA
    Brightness().cap(frame)
    assert bytes(frame) == before


def test_a_capped_frame_keeps_its_colours_and_uses_the_limit():
    brightness = Brightness()
    frame = bytearray((200, 100, 50) * PIXELS)
    brightness.cap(frame)
    r, g, b = frame[:3]
    assert r > g > b
    assert abs(r - 2 * g) <= 2 and abs(g - 2 * b) <= 2
    assert current_ma(frame) > CURRENT_MA * 0.8


def test_the_estimate_counts_the_pico_idle_pixels_and_channels():
    frame = bytearray(PIXELS * 3)
    assert current_ma(frame) == DARK_MA
    frame[5] = 255
    assert current_ma(frame) == DARK_MA + CHANNEL_MA


def test_the_limit_can_be_changed():
    brightness = Brightness()
    for limit in (1500, 300):
        brightness.limit(limit)
        frame = bytearray(b"\xff" * (PIXELS * 3))
        brightness.cap(frame)
        assert limit * 0.8 < current_ma(frame) <= limit


def test_pixels_beyond_the_board_are_counted_too():
    brightness = Brightness(pixels=PIXELS + 100)
    frame = bytearray(b"\xff" * (PIXELS * 3))
    brightness.cap(frame)
    assert current_ma(frame) + 100 * IDLE_MA <= CURRENT_MA


def test_capping_allocates_nothing():
    brightness = Brightness()
    frame = bytearray(b"\x80" * (PIXELS * 3))
    no_alloc(brightness.cap, frame)
    frame[:] = b"\x80" * (PIXELS * 3)
    no_alloc(brightness.cap, frame)


def test_shades_made_beforehand_are_for_the_boards_own_brightness_and_gamma_alone():
    assert Brightness().is_default() and Brightness(limit_ma=1).is_default()
    assert not Brightness(brightness=BRIGHTNESS - 1).is_default()
    assert not Brightness(gamma=GAMMA + 1).is_default()


def test_a_part_of_a_frame_is_dimmed_for_the_whole_from_the_first_value_above_the_limit():
    """The frame has 300 in its holes; the bar has 60 and one value more or less."""
    most = 360
    brightness = Brightness()
    brightness._most = most
    for more in (-1, 0, 1, 2, 100, 400):
        frame = bytearray((100, 100, 100, 60 + min(more, 0)) + (0,) * 8)
        part = memoryview(frame)[3:]
        for n in range(max(more, 0)):
            part[1 + n % 8] += 1
        before = bytes(frame)
        assert brightness.cap_part(part, frame) == (more > 0), more
        assert sum(frame) <= most and bytes(frame[:3]) == before[:3]
        assert (bytes(frame) == before) == (more <= 0), more
    # Where the holes alone are too bright, the bar is dark.
    frame = bytearray((200, 200, 100, 60, 60))
    part = memoryview(frame)[3:]
    assert brightness.cap_part(part, frame) and bytes(part) == b"\x00\x00"
