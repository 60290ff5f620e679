"""What the browsers see: the last whole views of the game, and the newest frame.

Nothing is queued for anyone. A watcher is a position in the views, and continues from there when
it is ready for more: a slow one skips frames, one far behind gets only the newest view, and
neither delays the others. A view is complete, so skipped ones are not missed.
"""

import asyncio
import base64
import json
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any, NamedTuple

VIEWS_KEPT = 256
VIEWS_BYTES_MOST = 1 << 20  # of all stored views
BEHIND_BYTES_MOST = 65536  # of views sent to a watcher at once; with more, only the newest is sent
BEAT_SECONDS = 15.0
BEAT = b"event: beat\ndata: 1\n\n"
HELLO = b"retry: 1000\n\n"

# Frames go to each watcher at 60 a second, fewer when many watch: sending one costs a fraction of
# a millisecond, and the views must never wait for them.
FRAME_SECONDS = 1 / 60
FRAME_SECONDS_A_WATCHER = 0.0004


class Match(NamedTuple):
    """A board's match. data: what engine_core.match_base.unpack_match reads, b"" where there is no
    game; fresh: it has all that is known of the match, and may be another one than the last, else
    it begins with the game that is played now, which goes on; names: of the sides, "" where the
    table gave none."""

    data: bytes
    fresh: bool = True
    names: tuple[str, ...] = ()


class Archived(NamedTuple):
    """A finished game that a board has kept. uid: hex digits, the same whenever and wherever the
    board sends this game, "" where it has none; match: as in Match; names: of the sides."""

    uid: str
    match: bytes
    names: tuple[str, ...] = ()


class Gate:
    """Ends some of a broadcast's streams while others continue."""

    def __init__(self) -> None:
        self.closed = False
        self._wakes: set[Callable[[], None]] = set()

    def close(self) -> None:
        """End the streams that were given this gate."""
        self.closed = True
        for wake in self._wakes:
            wake()

    def add(self, wake: Callable[[], None]) -> None:
        """Call `wake()` when the gate is closed."""
        self._wakes.add(wake)


class Broadcast:
    """Connects one board to its watchers. `press(key, down)` is called for the keys of a page.

    All calls must come from the thread of the event loop.
    """

    def __init__(self, press: Callable[[int, bool], None]):
        self.press = press
        self.watchers = 0
        # Called with what is published: "view", "frame", "match" or "archive", and the thing.
        self.listeners: list[Callable[[str, Any], None]] = []
        self.match = Match(b"")
        self._boot = secrets.token_hex(4)
        self._views: deque[tuple[int, bytes]] = deque(maxlen=VIEWS_KEPT)
        self._last = ""
        self._frame = b""
        self._frames = 0
        self._changed = asyncio.Event()
        self._closed = False

    def publish_view(self, view: dict) -> None:
        """Send `view`, a whole view that JSON can contain, to everyone, unless it equals the last
        one."""
        text = json.dumps(view, separators=(",", ":"))
        if text == self._last:
            return
        self._last = text
        number = self._views[-1][0] + 1 if self._views else 1
        event = f"id: {self._boot}.{number}\nevent: view\ndata: {text}\n\n"
        self._views.append((number, event.encode("ascii")))
        while (
            len(self._views) > 1 and sum([len(one) for _, one in self._views]) > VIEWS_BYTES_MOST
        ):
            self._views.popleft()
        self._wake()
        self._tell("view", view)

    def publish_frame(self, pixels: bytes) -> None:
        """Send `pixels`, a whole frame, to everyone who is ready for it. The bytes are copied."""
        event = b"event: frame\ndata: " + base64.b64encode(pixels) + b"\n\n"
        if event != self._frame:
            self._frame = event
            self._frames += 1
            self._wake()
            self._tell("frame", pixels)

    def publish_match(self, match: Match) -> None:
        """Keep `match` as the newest, for those who ask: it goes to no page by itself."""
        self.match = match
        self._tell("match", match)

    def publish_archive(self, archived: Archived) -> None:
        """Hand a finished game that the board has kept to those who keep games."""
        self._tell("archive", archived)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        self._closed = True
        self._wake()

    async def events(self, last_id: str = "", gate: Gate | None = None) -> AsyncIterator[bytes]:
        """Yield server-sent events to one watcher, who has seen `last_id` or nothing (""), until
        `gate` is closed."""
        clock = asyncio.get_running_loop().time
        gate = gate or Gate()
        gate.add(self._wake)
        seen, frame, frame_at = self._number(last_id), 0, 0.0
        self.watchers += 1
        try:
            yield HELLO
            while not self._closed and not gate.closed:
                changed = self._changed
                out = self._views_after(seen)
                seen = self._views[-1][0] if self._views else seen
                wait = BEAT_SECONDS
                if frame != self._frames:
                    now = clock()
                    wait = frame_at - now
                    if wait <= 0:
                        out.append(self._frame)
                        frame, frame_at = self._frames, now + self._frame_gap()
                if out:
                    yield b"".join(out)
                elif not await _set_within(changed, wait) and wait == BEAT_SECONDS:
                    yield BEAT
        finally:
            self.watchers -= 1

    def _tell(self, kind: str, published: Any) -> None:
        for listener in self.listeners:
            listener(kind, published)

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _number(self, last_id: str) -> int:
        """Return the number in one of our ids; 0 for no id, an invalid one, or one of another
        start."""
        boot, _, number = last_id.partition(".")
        if boot != self._boot or not (number.isascii() and number.isdigit() and len(number) < 16):
            return 0
        return int(number)

    def _views_after(self, seen: int) -> list[bytes]:
        """Return the events after number `seen`, or only the newest if some are gone."""
        if not self._views or seen == self._views[-1][0]:
            return []
        first, last = self._views[0][0], self._views[-1][0]
        if not first - 1 <= seen < last or seen == 0:
            return [self._views[-1][1]]
        missed = [(number, event) for number, event in self._views if number > seen]
        return [event for _, event in missed[-1 if _size(missed) > BEHIND_BYTES_MOST else 0 :]]

    def _frame_gap(self) -> float:
        return max(FRAME_SECONDS, self.watchers * FRAME_SECONDS_A_WATCHER)


def _size(views: Iterable[tuple[int, bytes]]) -> int:
    return sum([len(event) for _, event in views])


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:  # noqa: UP041 - another class before Python 3.11
        return False
    return True
