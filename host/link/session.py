"""The state of the link to a board, whose messages keep a `Mirror` up to date.

There is no port and no clock here: `host.link.connection` delivers the lines, and sends those that
`due` returns; `host.link.reconnect` opens the port again. In a page, on MicroPython,
host/site/page_mirror.py does both.

    CLOSED    the port is not open; the last known game is still shown, as in every stage
    WAITING   the port is open, and a snapshot has been requested: at the start, or after a gap
    SNAPSHOT  a snapshot is arriving; it becomes the mirror once it is complete
    LIVE      the mirror agrees with the board, and each message changes it; a gap leads to WAITING

A gap is a line number that does not follow the last one, or a beat with a different length of the
game. No request could change a game on the board.
"""

from engine_core.compat import TYPE_CHECKING
from firmware.link.link_messages import PROTOCOL
from firmware.link.reporter import BEAT_MS
from host.mirror import messages
from host.mirror.fields import made
from host.mirror.messages import Message
from host.mirror.mirror import Mirror
from host.mirror.view import LINK

from .give_back import give_back
from .packed_match import packed
from .requests import RETRY_SECONDS, RequestQueue

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from .archive import ArchiveReader
    from .names import NamesCopy

    class Backup(Protocol):
        """A copy of a board's game, packed by host.link.packed_match. Neither method raises;
        `failed` tells whether the last copy could not be written."""

        @property
        def failed(self) -> bool: ...
        def read(self) -> bytes: ...
        def write(self, game: bytes) -> None: ...


LIVE, RECONNECTING, LOST = "live", "reconnecting", "lost"
SILENT_SECONDS = 4 * BEAT_MS / 1000
HUNG_SECONDS = 6.0  # after which the port is reopened
LOST_SECONDS = 10.0
LOG_TRIES = 3
COPY_AGAIN_SECONDS = 5.0  # after which a copy that could not be written is tried again
LOG_LINES_MOST = 256  # more than a board's log has
SNAPSHOT_LINES_MOST = 4096  # a board stores about 1,000 entries
_OF_SNAPSHOT = ("base", "entries", "undone")  # messages that occur only in a snapshot
_KEPT = " It keeps its game, which is shown here again as soon as it answers."
PAUSES = (0.25, 0.5, 1.0, 2.0)  # seconds before another try to get a snapshot, or to open the port


class Stage:
    """The stage of the session with its board; see above."""

    CLOSED = 0
    WAITING = 1
    SNAPSHOT = 2
    LIVE = 3


class Session:
    """The link of one board. Times are in seconds and never decrease; `now` is the time of the
    start.

    `mirror` is the known state of the board; `trouble` says why no more is known.
    `on_change(name)` is called after each change of the mirror, with the name of the message, or
    "snapshot". `backup` stores the board's game in case the board loses it, and `names` the names
    of its sides; `archive` reads the finished games in the board's archive. `ours` is the hash of
    the engine here, or "" not to compare it.
    """

    def __init__(
        self,
        now: float,
        on_change: "Callable[[str], None]" = lambda name: None,
        backup: "Backup | None" = None,
        ours: str = "",
        names: "NamesCopy | None" = None,
        archive: "ArchiveReader | None" = None,
    ):
        self.mirror = Mirror()
        self.requests = RequestQueue()
        self.engine = ""  # the hash of the board's engine
        self.log: list[str] = []  # the lines of its error log that the board has sent
        self.snapshots = 0  # taken whole
        self._ours = ours
        self._on_change = on_change
        self._backup = backup
        self._names = names
        self._archive = archive
        self._copied: bytes | None = None
        self._giving = False
        self._given: str | None = None  # the nonce of the start at which the copy was offered
        self._asked_far: str | None = None  # the nonce of the start at which more was requested
        self._note = ""
        self.trouble = "nothing has come from a board yet"
        self.stage = Stage.CLOSED
        self._draft = Mirror()  # of the snapshot that is arriving
        self._ends = False  # only the menu of the draft is missing
        self._lines_left = 0  # the messages that the snapshot may still have
        self._copy_is_due = False
        self._copy_again_at = now
        self._last = -1  # the number of the last line
        self._nonce = ""
        self._lost = 0
        self._failures = 0
        self._log_gap = False  # whether lines of the log were lost
        self._log_tries = 0
        self._log_asked = 0  # times
        self._ask_at = now  # for a snapshot
        self._heard_at = now  # or opened at
        self._live_at = now

    # The port ------------------------------------------------------------------------------

    def opened(self, now: float) -> None:
        """Note that the port has been opened."""
        self._drop(Stage.WAITING)
        self._heard_at = self._ask_at = now
        self.trouble = "the board sends nothing"

    def closed(self, why: str) -> None:
        """Note that the port has been closed, or could not be opened; `why` is the reason."""
        self._keep_copy(self._heard_at)
        self._drop(Stage.CLOSED)
        self.trouble = why

    def _drop(self, stage: int) -> None:
        self._gap()
        self.stage = stage
        self._failures = 0
        self._giving = False
        self.requests.forget()
        if self._archive:
            self._archive.stop()

    def hung(self, now: float) -> bool:
        """Return whether an open port has been silent so long that it must be reopened."""
        return now - self._heard_at >= HUNG_SECONDS

    def state(self, now: float) -> str:
        """Return LIVE, RECONNECTING or LOST."""
        if self.stage == Stage.LIVE and now - self._heard_at < SILENT_SECONDS:
            return LIVE
        return LOST if now - self._live_at >= LOST_SECONDS else RECONNECTING

    def status(self, now: float) -> dict:
        """Return the state of the link for a view: the state and a text for the person."""
        state = self.state(now)
        texts = {
            LIVE: self._note or self._engines() or "This is what the board shows now.",
            RECONNECTING: f"Reconnecting: {self.trouble}.",
            LOST: f"The board cannot be reached: {self.trouble}."
            + (_KEPT if self.snapshots else ""),
        }
        return made(LINK, state, texts[state])

    def _engines(self) -> str:
        if not self._ours or self.engine in ("", self._ours):
            return ""
        return f"The board has other rules ({self.engine}) than this program ({self._ours})."

    # Lines ---------------------------------------------------------------------------------

    def receive(self, line: bytes, now: float) -> None:
        """Process one line that arrived, whatever it is; `now` in seconds."""
        message = messages.parse(line)
        if message is None:
            return
        if message.number != self._last + 1:
            self._gap()
        self._last = message.number
        self._heard_at = now
        if message.name == "hello":
            self._begin(**message.fields)
            self._draft.apply(message)  # it has the board's layout
        elif message.name in ("done", "failed"):
            self.requests.answer(message)
        elif message.name == "log":
            self._add_to_log(**message.fields)
        elif message.name in ("archive", "game"):
            if self._archive:
                self._archive.take(message)
        elif self.stage == Stage.SNAPSHOT:
            self._fill(message)
        elif self.stage == Stage.LIVE:
            self._follow(message)
        if self.stage == Stage.LIVE:
            self._live_at = now

    def due(self, now: float) -> bytes:
        """Return the line to send now, or b"" if there is none. Call it from time to time."""
        self._keep_copy(now)
        if self.stage == Stage.CLOSED:
            return b""
        if self._archive:
            self._archive.due(now)
        if self.stage == Stage.SNAPSHOT:
            if now - self._heard_at < RETRY_SECONDS:
                self.requests.put_off(now)
            else:
                self._gap()
        if self.stage == Stage.WAITING and now >= self._ask_at and not self.requests.busy():
            # Wait longer each time, so that a bad cable does not keep the board busy with
            # snapshots.
            self._ask_at = now + PAUSES[min(self._failures, len(PAUSES) - 1)]
            self._failures += 1
            self.requests.ask(["snapshot"])
        return self.requests.due(now)

    def ask_for_log(self, answered: "Callable[[str], None]") -> None:
        """Request the board's error log, which goes into `log`; then call `answered` as
        `RequestQueue.ask` does.

        If lines were lost, the log is requested again a few times before the loss is reported.
        Only the last call is answered.
        """
        self._log_tries = LOG_TRIES
        self._ask_for_log(answered)

    def _ask_for_log(self, answered: "Callable[[str], None]") -> None:
        self.log = []
        self._log_gap = False
        self._log_tries -= 1
        self._log_asked += 1
        number = self._log_asked

        def ended(why: str) -> None:
            if number != self._log_asked:
                self.log = []  # some of its lines may have come before the last call
            elif why or not self._log_gap:
                answered(why)
            elif self._log_tries:
                self._ask_for_log(answered)
            else:
                answered("lines of its log were lost on the way: try another cable, then again")

        self.requests.ask(["log"], ended)

    def _add_to_log(self, line: str, index: int | None = None) -> None:
        """Add line number `index` to the log, or the next line if the board is older and sends no
        number."""
        if index == 0:  # the log begins, perhaps a second time
            self.log = []
            self._log_gap = False
        elif index is not None and index != len(self.log):
            self._log_gap = True
        if len(self.log) < LOG_LINES_MOST:
            self.log.append(line)

    def _gap(self) -> None:
        """Request a snapshot, because a line was lost."""
        self._log_gap = True
        if self.stage != Stage.CLOSED:
            self.stage = Stage.WAITING

    def _begin(
        self, protocol: int, engine: str = "", nonce: str = "", lost: int = 0, **_: str
    ) -> None:
        """Begin a snapshot, whether it was requested or not."""
        self._gap()
        self.engine, self._nonce, self._lost = engine, nonce, lost
        if protocol != PROTOCOL:
            self.trouble = (
                f"it speaks version {protocol} of the link and this program version {PROTOCOL}; "
                "pegboard flash puts this program's on the board"
            )
            return
        self.trouble = "the board is sending its game"
        self.stage = Stage.SNAPSHOT
        self._draft = Mirror()
        self._ends = False
        self._lines_left = SNAPSHOT_LINES_MOST

    def _fill(self, message: Message) -> None:
        """Process a message of a snapshot, which ends with the first "menu" after "state"."""
        self._lines_left -= 1
        if not self._lines_left:
            self.trouble = "it sends more than a board has"
            self._draft = Mirror()
            self._gap()
            return
        self._draft.apply(message)
        if self._ends and message.name == "menu":
            self.mirror = self._draft
            self.stage = Stage.LIVE
            self._failures = 0
            self.trouble = "the board sends nothing"
            self.snapshots += 1
            self._on_change("snapshot")
            self._keep_or_give()
            self._keep_names()
            if self._archive:
                self._archive.begin(self.requests)
            game = self.mirror.game
            if game.first() > game.begun() and self._asked_far != self._nonce:
                # An unrequested snapshot begins with the oldest entry in the board's memory.
                self._asked_far = self._nonce
                self.requests.ask(["snapshot"])
        self._ends = self._ends or message.name == "state"

    def _follow(self, message: Message) -> None:
        """Process a message that is not part of a snapshot."""
        if message.name == "beat":
            # If the lengths differ, the board has another engine, or a line was lost.
            if message.fields["length"] != self.mirror.game.length and not self.mirror.differs:
                self._gap()
        elif message.name not in _OF_SNAPSHOT:
            changed = self.mirror.apply(message)
            if not changed:
                return
            self._on_change(message.name)
            if message.name in ("entry", "undo", "redo"):
                self._note = ""
                self._keep_or_give()
            elif message.name == "name":
                self._keep_names()

    # The copy ------------------------------------------------------------------------------

    def _keep_or_give(self) -> None:
        """Store a copy of the board's game; offer it once to a board that has lost its game."""
        game = self.mirror.game
        if self._backup is None:
            return
        if self._lost and not game.length and not game.can_redo():
            if self._given != self._nonce and not self._giving:
                self._give(self._backup.read())
            return
        self._copy_is_due = True

    def _keep_copy(self, now: float) -> None:
        """Store a copy of the game with all entries since the last copy; retry if that failed."""
        if self._backup is None:
            return
        if self._copied is not None and self._backup.failed and now >= self._copy_again_at:
            self._copied = None
            self._copy_is_due = True
            self._copy_again_at = now + COPY_AGAIN_SECONDS
        if not self._copy_is_due:
            return
        self._copy_is_due = False
        data = packed(self.mirror.game)
        if data != self._copied:
            self._copied = data
            self._backup.write(data)

    def _keep_names(self) -> None:
        if self._names:
            self._names.update(self.mirror, bool(self._lost), self._nonce, self.requests)

    def _give(self, data: bytes) -> None:
        if not data:
            return
        self._giving = True
        nonce = self._nonce

        def said(why: str) -> None:
            self._giving = False
            self._given = nonce
            self._note = "The board had lost its game and was given it back."
            if why:
                self._note = f"The board has lost its game and did not take it back: {why}."

        give_back(self.requests, data, said)
