"""The ports of an App, each a small object with two or three methods, and some facts about this
start. Each target makes one Ports."""

from engine_core.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Protocol

    from .keys.key_scanner import KeyScanner
    from .lights.screen import Screen
    from .settings.brightness import Brightness

    class Strip(Protocol):
        """The pixels. It may have `show_first(frame, pixels)`, which shows only that many."""

        def show(self, frame: bytearray) -> None:
            """Send a frame: r, g, b for each pixel."""
            ...

        def busy(self) -> bool:
            """Return whether a frame is being sent; none may be shown then."""
            ...

    class Flash(Protocol):
        """Stores the journal, in `count` sectors of `size` bytes: see firmware.storage.flashlog,
        and firmware.storage.game_store for `keep` and for `archive`, which it may have."""

        @property
        def count(self) -> int: ...

        @property
        def size(self) -> int: ...

        def read(self, sector: int, offset: int, length: int) -> bytes | bytearray: ...

        def program(self, sector: int, offset: int, data: bytes) -> None: ...

        def erase(self, sector: int) -> None: ...

        def keep(self) -> str: ...

    class Link(Protocol):
        """The line to a laptop: see firmware/PROTOCOL.md."""

        def write(self, line: bytes) -> bool | None:
            """Send a line; return False if it cannot be taken now."""
            ...

        def read(self) -> bytes | None:
            """Return one received line, or None."""
            ...

    class Clock(Protocol):
        def ms(self) -> int:
            """Return milliseconds, which may wrap: see firmware.ticks."""
            ...

    class Keys(Protocol):
        def scan(self) -> int:
            """Return the matrix, a bit for each closed key."""
            ...

    class Names(Protocol):
        """Stores the names of the sides: see firmware.link.side_names."""

        def read(self) -> bytes: ...

        def write(self, data: bytes) -> None: ...

    class Log(Protocol):
        """The log of errors."""

        def read(self) -> Iterable[str]:
            """Return its lines, the oldest first."""
            ...


class Ports:
    """The four that every App needs are arguments. The rest are attributes that a target sets if
    it has them, before it makes the App."""

    # The port of the keys; None if nobody presses any, or another updates the scanner.
    keys: "Keys | None" = None
    scanner: "KeyScanner | None" = None  # one that is updated elsewhere
    # Returns whether a key waits for the next tick; None if only the tick itself finds out.
    waiting: "Callable[[], bool] | None" = None
    # Returns whether modules that list saved games are still to be imported, which takes long
    # enough to be done ahead; None: it does not.
    archive_missing: "Callable[[], bool] | None" = None
    # Frees memory that can be filled again, before a game is left or resumed, for which the bar
    # is lit; None: that is not needed.
    make_room: "Callable[[], None] | None" = None
    brightness: "Brightness | None" = None  # None: the value in hardware.board
    # Makes a Screen of strip, ms and brightness; None for the default layout's.
    make_screen: "Callable[..., Screen] | None" = None
    names: "Names | None" = None
    log: "Log | None" = None

    # For the hello of the link:
    engine = ""  # the hash of the rules
    nonce = ""  # another text for each start
    lost = False  # whether the flash was found empty although it should not be
    # Whether to put the saved game aside, not resume it, because the board has failed with it.
    aside = False

    def __init__(self, strip: "Strip", flash: "Flash", link: "Link", clock: "Clock"):
        self.strip = strip
        self.flash = flash
        self.link = link
        self.clock = clock
