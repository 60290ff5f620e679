"""A frame as the strip's wire has it; for the Pico, firmware/pico/strip_bytes_viper.py."""


def pack(wire, frame, width: int, red: int, green: int, blue: int) -> None:
    """Put `frame`, r, g, b of each pixel, into the bytearray `wire`, `width` bytes a pixel.

    red, green, blue: where they are among a pixel's bytes. Other bytes are left as they are.
    """
    at = 0
    for i in range(0, len(frame), 3):
        wire[at + red] = frame[i]
        wire[at + green] = frame[i + 1]
        wire[at + blue] = frame[i + 2]
        at += width
