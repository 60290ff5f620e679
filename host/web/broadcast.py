"""Broadcasts to the browsers: the last whole views of the game, and the newest frame.

Nothing is queued for anyone. A stream is a position among the views, and continues from there when
it is ready for more: a slow one skips frames, one far behind gets only the newest view, and
neither delays the others. A view is complete, so skipped ones are not missed.

An event is encoded once, for all streams, and written to each directly: a task for each of them
would take several times as long.
"""

import asyncio
import base64
import json
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from hardware.board import DEFAULT_LAYOUT
from hardware.layouts import NAMES
from host.history.match import Archived, Match

VIEWS_KEPT = 256
VIEWS_BYTES_MOST = 1 << 20  # of all stored views
BEHIND_BYTES_MOST = 65536  # of views sent to a watcher at once; with more, only the newest is sent
BEAT_SECONDS = 15.0
_EARLY_SECONDS = 0.001
BEAT = b"event: beat\ndata: 1\n\n"
HELLO = b"retry: 1000\n\n"

# Frames go to each watcher at 60 a second, fewer if many watch: the views must never wait for
# them, nor the watchers' browsers, which may share this computer.
FRAME_SECONDS = 1 / 60
FRAME_SECONDS_A_WATCHER = 0.0004
FRAMES_AT_ONCE = 32  # watchers that are sent a frame before anything else runs


class Stream(Protocol):
    """A watcher's stream. seen: the number of the last view written to it; frame: the number of
    the last frame."""

    seen: int
    frame: int

    def ready(self) -> bool:
        """Return whether it accepts more; if not, it calls Broadcast.catch_up when it does."""
        ...

    def write(self, chunk: bytes, /) -> None:
        """Send events, as `chunk` returns them."""
        ...

    def end(self) -> None:
        """End: nothing more will be written."""
        ...


class Gate:
    """Ends some of a broadcast's streams while others continue."""

    def __init__(self) -> None:
        self.closed = False
        self._streams: set[Stream] = set()

    def close(self) -> None:
        """End the streams that have passed this gate."""
        self.closed = True
        for stream in list(self._streams):
            stream.end()

    def add(self, stream: Stream) -> None:
        """Let `stream` pass; end it at once if the gate is closed."""
        self._streams.add(stream)
        if self.closed:
            stream.end()

    def remove(self, stream: Stream) -> None:
        """Forget a stream that has ended."""
        self._streams.discard(stream)


class Broadcast:
    """Connects one board to its watchers. `press(key, down)` is called for the keys of a page.

    All calls must come from the thread of the event loop.
    """

    def __init__(self, press: Callable[[int, bool], None]):
        self.press = press
        # Called with the kind of each publication, "view", "frame", "match" or "archive", and its
        # value.
        self.listeners: list[Callable[[str, Any], None]] = []
        self.match = Match(b"")
        self.layout = DEFAULT_LAYOUT  # names from the board's last view
        self._boot = secrets.token_hex(4)
        self._views: deque[tuple[int, bytes]] = deque(maxlen=VIEWS_KEPT)
        self._last = ""
        self._frame = b""
        self._frames = 0
        self._frame_at = 0.0  # when the next frame may be sent
        self._frame_timer: asyncio.TimerHandle | None = None
        self._streams: dict[Stream, None] = {}  # the oldest first
        self._sent_at = 0.0  # when anything was last sent to all
        self._beat: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def watchers(self) -> int:
        """The number of streams."""
        return len(self._streams)

    def publish_view(self, view: dict) -> None:
        """Send `view`, a whole view that JSON can contain, to everyone, unless it equals the last
        one."""
        text = json.dumps(view, separators=(",", ":"))
        if text == self._last:
            return
        self._last = text
        if view.get("layout") in NAMES:
            self.layout = view["layout"]
        number = self._views[-1][0] + 1 if self._views else 1
        event = self._event(number, text)
        self._views.append((number, event))
        while (
            len(self._views) > 1 and sum([len(one) for _, one in self._views]) > VIEWS_BYTES_MOST
        ):
            self._views.popleft()
        self._send_view(number, event)
        self._tell("view", view)

    def _event(self, number: int, text: str) -> bytes:
        return f"id: {self._boot}.{number}\nevent: view\ndata: {text}\n\n".encode("ascii")

    def publish_frame(self, pixels: bytes) -> None:
        """Send `pixels`, a whole frame, to everyone who is ready for it. The bytes are copied."""
        event = b"event: frame\ndata: " + base64.b64encode(pixels) + b"\n\n"
        if event != self._frame:
            self._frame = event
            self._frames += 1
            self._expect_frame()
            self._tell("frame", pixels)

    def publish_match(self, match: Match) -> None:
        """Store `match` as the newest, for requests: it is not sent to pages."""
        self.match = match
        self._tell("match", match)

    def publish_archive(self, archived: Archived) -> None:
        """Pass a finished game from the board's archive to the listeners."""
        self._tell("archive", archived)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        self._closed = True
        for stream in list(self._streams):
            stream.end()

    def join(self, stream: Stream, last_id: str = "") -> None:
        """Send events to `stream`, which has seen `last_id` or nothing (""), until it leaves."""
        if self._closed:
            stream.end()
            return
        stream.seen, stream.frame = self._number(last_id), 0
        self._streams[stream] = None
        self.catch_up(stream)
        if not self._beat:
            loop = asyncio.get_running_loop()
            self._sent_at = loop.time()
            self._beat = loop.call_at(self._sent_at + BEAT_SECONDS, self._send_beat)

    def leave(self, stream: Stream) -> None:
        """Send nothing more to `stream`."""
        self._streams.pop(stream, None)

    def catch_up(self, stream: Stream) -> None:
        """Send to `stream` what it has missed, if it is ready for that."""
        if not stream.ready():
            return
        out = self._views_after(stream.seen)
        stream.seen = self._views[-1][0] if self._views else 0
        if stream.frame != self._frames:
            stream.frame = self._frames
            out.append(self._frame)
        if out:
            stream.write(chunk(b"".join(out)))

    def _send_view(self, number: int, event: bytes) -> None:
        self._note_sending()
        written = chunk(event)
        for stream in list(self._streams):
            if stream.seen != number - 1:
                self.catch_up(stream)
            elif stream.ready():
                stream.seen = number
                stream.write(written)

    def _expect_frame(self) -> None:
        """Schedule sending the newest frame, unless that is under way."""
        if self._streams and not self._frame_timer:
            loop = asyncio.get_running_loop()
            self._frame_timer = loop.call_at(self._frame_at, self._send_frame)

    def _send_frame(self) -> None:
        self._frame_timer = None
        if not self._streams:
            return
        self._note_sending()
        self._frame_at = asyncio.get_running_loop().time() + self._frame_gap()
        self._send_frame_to(iter(list(self._streams)), self._frames, chunk(self._frame))

    def _send_frame_to(self, streams: Iterator[Stream], number: int, written: bytes) -> None:
        """Send frame `number` to some of `streams`, and soon to the others."""
        for n, stream in enumerate(streams, 1):
            if stream.frame < number and stream.ready():
                stream.frame = number
                stream.write(written)
            if n == FRAMES_AT_ONCE:
                loop = asyncio.get_running_loop()
                loop.call_soon(self._send_frame_to, streams, number, written)
                return

    def _note_sending(self) -> None:
        if self._streams:
            self._sent_at = asyncio.get_running_loop().time()

    def _send_beat(self) -> None:
        self._beat = None
        if not self._streams or self._closed:
            return
        loop = asyncio.get_running_loop()
        # A timer may fire a moment early; set again for the same time it would do so forever.
        if loop.time() + _EARLY_SECONDS >= self._sent_at + BEAT_SECONDS:
            self._note_sending()
            for stream in list(self._streams):
                if stream.ready():
                    stream.write(chunk(BEAT))
        self._beat = loop.call_at(self._sent_at + BEAT_SECONDS, self._send_beat)

    def _tell(self, kind: str, published: Any) -> None:
        for listener in self.listeners:
            listener(kind, published)

    def _number(self, last_id: str) -> int:
        """Return the number in an event's id; 0 for no id, an invalid one, or one of another
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
            return [self._newest()]
        missed = [(number, event) for number, event in self._views if number > seen]
        if _size(missed) > BEHIND_BYTES_MOST:
            return [self._newest()]
        return [event for _, event in missed]

    def _newest(self) -> bytes:
        """Return the events that bring a new watcher up to date."""
        return self._views[-1][1]

    def _frame_gap(self) -> float:
        return max(FRAME_SECONDS, self.watchers * FRAME_SECONDS_A_WATCHER)


def _size(views: Iterable[tuple[int, bytes]]) -> int:
    return sum([len(event) for _, event in views])


def chunk(events: bytes) -> bytes:
    """Return `events` as a chunk in HTTP's chunked coding."""
    return b"%x\r\n%b\r\n" % (len(events), events)
