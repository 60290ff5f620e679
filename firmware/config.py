"""The board's settings: what hardware.board says, but for what `board.cfg` on the board does.

firmware/config_file.py reads that file; a board without one has no need of it.
"""

from hardware import board


class Config:
    """The settings as the description of the board has them.

    rows, columns, strip: GPIO numbers; pixels: on the wire; order: of the colours on it, with W
    where a pixel has a white light too; brightness: 0 to 255; current: the most the board may take
    from USB, in mA; supply: GPIO number of the input that sees a supply, or None; supply_current:
    the most the board may take while one is seen, in mA; layout: a name of hardware.board;
    watchdog: whether it is armed while a game runs.
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
        self.layout = board.DEFAULT_LAYOUT
        self.watchdog = True

    def wire(self) -> tuple:
        """Return bytes a pixel, and where among them red, green and blue are."""
        return (len(self.order),) + tuple([self.order.index(colour) for colour in "RGB"])
