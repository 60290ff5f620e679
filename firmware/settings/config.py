"""The board's settings: those of hardware.board, unless `board.cfg` on the board changes them.

firmware/settings/config_file.py reads that file; a board without one does not load it.
"""

from engine_core.compat import TYPE_CHECKING, later

if TYPE_CHECKING:
    from hardware import board
else:
    board = later("hardware.board")


class Config:
    """The default settings, from the description of the board.

    rows, columns, strip: GPIO numbers; pixels: the number on the wire; order: of the colours on
    the wire, with W if each pixel has a white light too; brightness: 0 to 255; current: the
    largest current from USB, in mA; supply: GPIO number of the input that senses a supply, or
    None; supply_current: the largest current while one is sensed, in mA; layout: a name of
    hardware.layouts; watchdog: whether it is armed while the game runs; bar: a name of
    hardware.board, of a layout whose bar is at the same pixels; it follows from the layout.
    """

    def __init__(self):
        self.rows = board.ROW_PINS
        self.columns = board.COLUMN_PINS
        self.strip = board.STRIP_PIN
        self.pixels = board.PIXELS
        self.order = board.COLOUR_ORDER
        self.brightness = board.BRIGHTNESS
        self.current = board.CURRENT_MA
        self.supply = board.SUPPLY_PIN
        self.supply_current = board.SUPPLY_MA
        self.layout = self.bar = board.DEFAULT_LAYOUT
        self.watchdog = True

    def wire(self) -> tuple:
        """Return the number of bytes for each pixel, and the positions of red, green and blue in
        them."""
        return (len(self.order),) + tuple([self.order.index(colour) for colour in "RGB"])
