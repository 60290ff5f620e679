"""What a broadcast sends to each watcher and when, on a simulated clock, at its limits."""

import asyncio
import json

import pytest

from hardware.board import DEFAULT_LAYOUT
from hardware.layouts import NAMES
from host.history.match import Match
from host.web import broadcast as web
from host.web import delay
from host.web.broadcast import BEAT, BEAT_SECONDS, Broadcast, Gate, chunk
from host.web.delay import DelayedBroadcast
from tests.simulation.clock_loop import on_clock

SOON = 0.0001


class Stream:
    """A watcher's stream; `got` has the time and the kind of each event."""

    def __init__(self, is_ready=True):
        self.seen = self.frame = -1
        self.is_ready = is_ready
        self.is_over = False
        self.got = []

    def ready(self):
        return self.is_ready

    def write(self, data):
        now = asyncio.get_running_loop().time()
        size, _, rest = data.partition(b"\r\n")
        assert rest.endswith(b"\r\n") and int(size, 16) == len(rest) - 2
        for event in rest[:-2].split(b"\n\n")[:-1]:
            told = dict(line.split(b": ", 1) for line in event.split(b"\n"))
            self.got.append((round(now - 1000, 3), told[b"event"].decode(), told[b"data"]))

    def end(self):
        self.is_over = True

    def times(self, kind):
        return [at for at, what, _ in self.got if what == kind]

    def views(self):
        return [json.loads(data)["n"] for _, kind, data in self.got if kind == "view"]

    def last_id(self, shown):
        return f"{shown._boot}.{self.seen}"


def joined(count=1):
    shown = Broadcast(lambda key, down: None)
    streams = [Stream() for _ in range(count)]
    for stream in streams:
        shown.join(stream)
    return shown, streams


# Frames ----------------------------------------------------------------------------------------


def frames_of(watchers):
    """Return when a watcher gets frames of which there are a thousand in a second."""

    async def measured():
        shown, streams = joined(watchers)
        for number in range(1000):
            shown.publish_frame(number.to_bytes(3, "big"))
            await asyncio.sleep(0.001)
        await asyncio.sleep(1)
        last = streams[-1].got[-1]
        assert last[2] == b"AAPn" and all(one.got[-1][2] == b"AAPn" for one in streams)
        found.extend(streams[0].times("frame"))

    found = []
    on_clock(measured)()
    return [later - at for at, later in zip(found, found[1:], strict=False)]


@pytest.mark.parametrize("watchers, gap", [(1, 1 / 60), (40, 1 / 60), (100, 0.04)])
def test_frames_come_as_often_as_the_number_of_watchers_allows(watchers, gap):
    gaps = frames_of(watchers)
    assert gap - 0.001 <= min(gaps) and max(gaps) <= gap + 0.002
    assert len(gaps) == pytest.approx(1 / (gap + 0.0005), rel=0.07)


@on_clock
async def test_a_frame_goes_to_some_watchers_and_others_run_before_the_next_get_it():
    shown, streams = joined(2 * web.FRAMES_AT_ONCE + 1)
    had = []

    def note():
        had.append(sum(len(stream.got) for stream in streams))
        if len(had) < 6:
            asyncio.get_running_loop().call_soon(note)

    shown.publish_frame(b"abc")
    note()
    await asyncio.sleep(SOON)
    most = web.FRAMES_AT_ONCE
    assert sorted(set(had)) == [0, most, 2 * most, 2 * most + 1]
    assert all(len(stream.got) == 1 for stream in streams)


@on_clock
async def test_a_frame_is_not_sent_twice_nor_to_those_that_are_not_ready_nor_kept_for_nobody():
    shown, (quick, slow) = joined(2)
    slow.is_ready = False
    for pixels in (b"abc", b"abc"):
        shown.publish_frame(pixels)
        await asyncio.sleep(1)
    assert len(quick.got) == 1 and slow.got == []
    slow.is_ready = True
    shown.catch_up(slow)
    shown.catch_up(slow)
    assert slow.times("frame") == [2.0] and slow.frame == quick.frame
    shown.leave(quick)
    shown.leave(slow)
    shown.publish_frame(b"xyz")
    assert shown.watchers == 0 and shown._frame_timer is None
    late = Stream()
    shown.join(late)
    assert late.got == [(2.0, "frame", b"eHl6")]


# Signs of life ---------------------------------------------------------------------------------


@on_clock
async def test_a_sign_of_life_comes_after_fifteen_silent_seconds():
    shown, (stream,) = joined()
    await asyncio.sleep(10)
    shown.publish_view({"n": 1})
    await asyncio.sleep(2 * BEAT_SECONDS + 1)
    assert stream.times("beat") == [10 + BEAT_SECONDS, 10 + 2 * BEAT_SECONDS]
    stream.is_ready = False
    await asyncio.sleep(BEAT_SECONDS)
    assert len(stream.times("beat")) == 2
    shown.publish_frame(b"abc")
    shown.leave(stream)
    await asyncio.sleep(2 * BEAT_SECONDS)
    assert shown._beat is None
    shown.join(stream)
    stream.is_ready = True
    begun = asyncio.get_running_loop().time() - 1000
    await asyncio.sleep(BEAT_SECONDS + 1)
    assert stream.times("beat")[2:] == [begun + BEAT_SECONDS]
    assert chunk(BEAT) == b"15\r\nevent: beat\ndata: 1\n\n\r\n"


@on_clock
async def test_a_broadcast_that_is_closed_ends_its_streams_and_those_that_come():
    shown, (stream,) = joined()
    shown.close()
    late = Stream()
    shown.join(late)
    await asyncio.sleep(2 * BEAT_SECONDS)
    assert stream.is_over and late.is_over and stream.got == late.got == []


def test_a_gate_ends_the_streams_that_have_passed_it_and_are_there():
    gate, (there, gone, late) = Gate(), (Stream(), Stream(), Stream())
    gate.add(there)
    gate.add(gone)
    gate.remove(gone)
    gate.remove(gone)
    assert not gate.closed and not there.is_over
    gate.close()
    gate.add(late)
    assert gate.closed and [one.is_over for one in (there, gone, late)] == [True, False, True]


# Views -----------------------------------------------------------------------------------------


def blob(shown, size):
    """Return a view whose event has so many bytes."""
    least = len(shown._event(1, json.dumps({"n": 1, "b": ""}, separators=(",", ":"))))
    return {"n": 1, "b": "x" * (size - least)}


@on_clock
async def test_a_stream_that_was_behind_gets_all_it_missed_or_the_newest_if_that_is_much():
    for more, expected in ((0, [1, 2]), (1, [2])):
        shown, (stream,) = joined()
        shown.publish_view({"n": 0})
        stream.is_ready = False
        half = web.BEHIND_BYTES_MOST // 2
        for n, size in ((1, half), (2, half + more)):
            shown.publish_view(blob(shown, size) | {"n": n})
        stream.is_ready = True
        shown.catch_up(stream)
        assert stream.views() == [0, *expected] and stream.seen == 3
        shown.catch_up(stream)
        shown.publish_view({"n": 3})
        assert stream.views() == [0, *expected, 3]


@on_clock
async def test_a_stream_that_is_behind_catches_up_with_the_next_view():
    shown, (stream,) = joined()
    shown.publish_view({"n": 0})
    stream.is_ready = False
    shown.publish_view({"n": 1})
    stream.is_ready = True
    shown.publish_view({"n": 2})
    assert stream.views() == [0, 1, 2]


@on_clock
async def test_views_are_kept_up_to_so_many_bytes_and_the_newest_always():
    shown, _ = joined()
    fourth = web.VIEWS_BYTES_MOST // 4
    for n in range(4):
        shown.publish_view(blob(shown, fourth) | {"n": n})
    assert len(shown._views) == 4
    shown.publish_view({"n": 4})
    assert [number for number, _ in shown._views] == [2, 3, 4, 5]
    shown.publish_view(blob(shown, web.VIEWS_BYTES_MOST + 1))
    assert [number for number, _ in shown._views] == [6]


@on_clock
async def test_a_stream_resumes_where_its_id_says():
    shown, (first,) = joined()
    for n in range(web.VIEWS_KEPT + 2):
        shown.publish_view({"n": n})
    assert first.views() == [*range(web.VIEWS_KEPT + 2)]
    newest, kept = web.VIEWS_KEPT + 2, 3  # numbers of views, from 1
    for number, views in (
        (newest, 0),
        (newest - 1, 1),
        (kept, newest - kept),
        (kept - 1, newest - kept + 1),
        (kept - 2, 1),
        (0, 1),
        (newest + 1, 1),
    ):
        again = Stream()
        shown.join(again, f"{shown._boot}.{number}")
        assert len(again.views()) == views and again.seen == newest, number
        assert not views or again.views()[-1] == newest - 1
    for wrong in ("", "x", f"x{shown._boot}.{newest}", f"{shown._boot}.{newest:016}"):
        again = Stream()
        shown.join(again, wrong)
        assert len(again.views()) == 1


@on_clock
async def test_listeners_are_told_all_that_is_new_and_the_layout_is_the_boards():
    told = []
    shown, (stream,) = joined()
    shown.listeners.append(lambda kind, published: told.append((kind, published)))
    first, other = DEFAULT_LAYOUT, next(name for name in NAMES if name != DEFAULT_LAYOUT)
    match = Match(b"a match")
    assert shown.layout == first and shown.match.data == b""
    for layout, known in ((other, other), ("none", other), (first, first)):
        shown.publish_view({"n": 1, "layout": layout})
        shown.publish_view({"n": 1, "layout": layout})
        assert shown.layout == known
    shown.publish_frame(b"abc")
    shown.publish_match(match)
    assert [kind for kind, _ in told] == ["view", "view", "view", "frame", "match"]
    assert shown.match is match and told[3:] == [("frame", b"abc"), ("match", match)]
    assert len(stream.views()) == 3


# Later -----------------------------------------------------------------------------------------


@on_clock
async def test_what_waits_for_watchers_takes_so_much_memory_and_the_newest_comes():
    source = Broadcast(lambda key, down: None)
    source.layout = NAMES[-1]
    later = DelayedBroadcast(source, 60.0)
    later.press(0, True)
    told = []
    later.listeners.append(lambda kind, published: told.append((kind, published)))
    running = asyncio.ensure_future(later.run())
    fourth = b"x" * (delay.WAITING_BYTES_MOST // 4)
    source.publish_match(Match(b"a match"))
    for number in range(6):
        source.publish_frame(bytes((number,)) + fourth)
    source.publish_view({"n": 1})
    source.publish_view({"n": 2})
    source._tell("archive", None)
    await asyncio.sleep(59.9)
    assert told == [] and later.layout == NAMES[-1]
    await asyncio.sleep(0.2)
    # The fourth frame fills it; each later one replaces the one before it, and so do views.
    assert [kind for kind, _ in told] == ["match", "frame", "frame", "frame", "frame", "view"]
    assert [published[0] for kind, published in told if kind == "frame"] == [0, 1, 2, 5]
    assert told[-1] == ("view", {"n": 2}) and later._bytes == 0 and not later._waiting
    source.publish_view({"n": 3})
    await asyncio.sleep(60.1)
    assert told[-1] == ("view", {"n": 3})
    source.publish_view({"n": 4})
    for number in range(10, 15):
        source.publish_frame(bytes((number,)) + fourth)
    source.publish_view({"n": 5})
    source.publish_frame(bytes((15,)) + fourth)
    waiting = [(kind, kept[:1] if kind == "frame" else "") for _, kind, kept in later._waiting]
    frames = [("frame", bytes((number,))) for number in (10, 11, 12, 15)]
    assert waiting == [*frames[:3], ("view", ""), frames[3]]
    running.cancel()
