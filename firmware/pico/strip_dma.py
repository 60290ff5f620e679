"""The strip: WS2812 data from a PIO state machine that DMA feeds while the program continues."""

from time import ticks_diff, ticks_us

from machine import Pin
from rp2 import DMA, PIO, StateMachine, asm_pio

from engine_core.compat import const

from .strip_bytes_viper import pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import jmp, label, nop, not_x, out, wrap, wrap_target, x

_HERTZ = const(8_000_000)  # ten cycles a bit
_BIT_NS = const(1250)
# Time for the eight bytes still in the state machine when DMA has finished, and for the 280 us of
# low level after which the pixels show their colours, with some margin.
_LATCH_US = const(80 + 320)
_SM = const(0)


@asm_pio(
    sideset_init=PIO.OUT_LOW,
    out_shiftdir=PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
    fifo_join=PIO.JOIN_TX,
)
def _ws2812():
    # 250 ns high for a 0, 875 ns for a 1, of 1250.
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


del asm_pio  # it holds all of rp2, the Python module around the one in C


class StripDma:
    """The strip described by `config`.

    `show` returns at once. `busy` is whether it cannot take another frame yet: one frame may wait
    while another is sent. `work` must be called often; it sends the waiting frame once the pixels
    have shown the last one.
    """

    def __init__(self, config):
        self._wire = config.wire()
        self._pixels = config.pixels
        size = config.pixels * self._wire[0]
        self._sent = bytearray(size)  # the bytes that DMA reads
        self._next = bytearray(size)
        self._count = 0  # the bytes of `_next` that wait to be sent
        self._frame_us = 0  # how long the frame that is being sent takes
        self._began = ticks_us()
        self._busy = False
        PIO(0).remove_program(_ws2812)  # left by a run that ended without a reset
        pin = Pin(config.strip, Pin.OUT, value=0)
        self._sm = StateMachine(_SM, _ws2812, freq=_HERTZ, sideset_base=pin)
        self._sm.active(1)
        self._dma = DMA()
        # The bus repeats a byte in all four lanes of a word, so it is also where a left shift
        # begins.
        control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=_SM, irq_quiet=True)
        self._dma.config(read=self._sent, write=self._sm, count=size, ctrl=control)

    def show(self, frame) -> None:
        """Send `frame`, r, g, b of each pixel, now or after the frame that is being sent."""
        width, red, green, blue = self._wire
        pixels = min(len(frame) // 3, self._pixels)
        # Viper accepts any buffer as its ptr8.
        pack(self._next, frame, pixels, width, red, green, blue)  # pyright: ignore
        self._count = len(self._next)
        self.work()

    def show_first(self, frame, pixels: int) -> None:
        """As `show`, but only the first `pixels` of `frame` have changed: the others stay as the
        strip was last sent them."""
        width, red, green, blue = self._wire
        pack(self._next, frame, pixels, width, red, green, blue)  # pyright: ignore
        self._count = max(self._count, pixels * width)
        self.work()

    def busy(self) -> bool:
        """Return whether a frame waits to be sent."""
        return self._count > 0

    def work(self) -> bool:
        """Send the waiting frame if it is time; return whether any frame is being sent."""
        if self._busy and ticks_diff(ticks_us(), self._began) >= self._frame_us:
            self._busy = False
        if self._count and not self._busy:
            self._busy = True
            self._sent, self._next = self._next, self._sent
            # The stubs lack the attributes, which set a register without a call.
            self._dma.read = self._sent  # pyright: ignore[reportAttributeAccessIssue]
            self._dma.count = self._count  # pyright: ignore[reportAttributeAccessIssue]
            self._frame_us = self._count * 8 * _BIT_NS // 1000 + _LATCH_US
            self._count = 0
            self._began = ticks_us()
            self._dma.active(1)
        return self._busy

    def dark(self) -> None:
        """Make every pixel dark, and wait until that has been sent."""
        while self.work():
            pass
        self._next[:] = bytes(len(self._next))
        self._count = len(self._next)
        while self.work():
            pass

    def close(self) -> None:
        """Make the strip dark, and release the state machine and the DMA channel."""
        self.dark()
        self._dma.close()
        self._sm.active(0)
        PIO(0).remove_program(_ws2812)
