"""A frame as bytes for the strip's wire. On a Pico firmware/pico/strip_bytes_viper.py does
this."""


def pack(wire, frame, width: int, red: int, green: int, blue: int) -> None:
    """Copy `frame`, r, g, b of each pixel, into the bytearray `wire` with `width` bytes for each
    pixel.

    red, green, blue: the positions of the colours in a pixel's bytes. Other bytes do not change.
    """
    at = 0
    for i in range(0, len(frame), 3):
        wire[at + red] = frame[i]
        wire[at + green] = frame[i + 1]
        wire[at + blue] = frame[i + 2]
        at += width
