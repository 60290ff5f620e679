"""The raw REPL's client with a scripted device: noise, split reads, errors, silence, loss."""

import time

import pytest

from host.pico import rawrepl
from host.pico.rawrepl import (
    BANNER,
    END,
    ENTER,
    PASTE,
    RawRepl,
    ReplClosed,
    ReplError,
    ReplTimeout,
)


class Peer:
    """A transport whose far end follows a script of (input to wait for, output after it).

    `piece` is how many bytes a read returns; `ends` closes the line at the end of the script.
    """

    def __init__(self, *script, piece=1000, ends=False):
        self.script = list(script)
        self.piece = piece
        self.heard = b""
        self.all_heard = b""
        self.sizes = []  # of what was written at a time
        self.saying = b""
        self.ends = ends

    def write(self, data):
        self.heard += data
        self.all_heard += data
        self.sizes.append(len(data))
        while self.script and self.script[0][0] in self.heard:
            wanted, answer = self.script.pop(0)
            self.heard = self.heard.partition(wanted)[2]
            self.saying += answer

    def read(self, timeout):
        if self.ends and not self.saying:
            raise ReplClosed("unplugged")
        given, self.saying = self.saying[: self.piece], self.saying[self.piece :]
        if not given:
            time.sleep(timeout)  # as a port does
        return given


def run(code, answer, **options):
    """Run `code` on a peer without raw-paste that gives `answer` to it."""
    return RawRepl(Peer((END, answer), **options), paste=False).execute(code, 0.5)


def test_enters_past_noise_and_a_prompt_cut_in_pieces():
    peer = Peer((ENTER, b'\xff\x00Traceback\r\n>>> MicroPython\r\n"~1 [2]"' + BANNER), piece=3)
    RawRepl(peer).enter(0.5)
    assert peer.all_heard.startswith(b"\r\x03\x03")
    assert peer.saying == b""


def test_a_device_that_never_shows_the_banner_times_out():
    with pytest.raises(ReplTimeout, match="waiting for the raw REPL's banner"):
        RawRepl(Peer((ENTER, b">>> "))).enter(0.05)


@pytest.mark.parametrize("late", [b"", BANNER])
def test_a_device_that_lost_the_interrupt_is_asked_again(late):
    late_answer = b"\r\n" + late
    peer = Peer((ENTER, b""), (ENTER, BANNER + late_answer), (END, b"OK1\x04\x04>"), piece=30)
    repl = RawRepl(peer, paste=False)
    repl.enter(0.5)
    assert repl.execute("print(1)", 0.5) == ("1", "")
    assert peer.all_heard.count(ENTER) == 2


@pytest.mark.parametrize("piece", [1, 2, 5, 1000])
def test_output_and_traceback_are_separated(piece):
    answer = b"OKhello\r\n\x04Traceback:\r\n  oh\r\n\x04>"
    assert run("x", answer, piece=piece) == ("hello\n", "Traceback:\n  oh\n")


def test_output_that_is_not_utf8_is_still_returned():
    assert run("x", b"OKa\xffb\x04\x04>") == ("a\ufffdb", "")


def test_output_before_a_hang_is_kept():
    with pytest.raises(ReplTimeout, match="the end of the output") as caught:
        run("while 1: pass", b"OKstill here\r\n")
    assert caught.value.output == "still here\n"


def test_a_missing_prompt_is_a_timeout():
    with pytest.raises(ReplTimeout, match="the prompt"):
        run("x", b"OK\x04\x04")


def test_an_answer_other_than_ok_is_an_error():
    with pytest.raises(ReplError, match="b'>>' where OK"):
        run("x", b">>> ")


def test_an_unplugged_cable_is_reported():
    peer = Peer((END, b"OKhalf a"), ends=True)
    with pytest.raises(ReplClosed, match="unplugged") as caught:
        RawRepl(peer, paste=False).execute("x", 0.5)
    assert caught.value.output == "half a"


def test_empty_code_is_not_sent_because_it_would_reset_the_board():
    peer = Peer()
    assert RawRepl(peer).execute(" \n") == ("", "")
    assert peer.all_heard == b""


def test_two_runs_in_a_row_keep_their_answers_apart():
    repl = RawRepl(Peer((END, b"OKone\x04\x04>"), (END, b"OKtwo\x04\x04>")), paste=False)
    assert [repl.execute("1")[0], repl.execute("2")[0]] == ["one", "two"]


def test_pace_sends_in_pieces():
    peer = Peer((END, b"OK\x04\x04>"))
    RawRepl(peer, paste=False, pace=(4, 0.0001)).execute("123456789", 1)
    assert peer.sizes == [4, 4, 1, 1]


def test_raw_paste_keeps_to_the_window():
    # A window of 4; room for 4 more comes when the first 4 are there, and again.
    script = [(PASTE, b"R\x01\x04\x00"), (b"1234", b"\x01"), (b"5678", b"\x01")]
    peer = Peer(*script, (b"9" + END, END + b"out\x04\x04>"))
    assert RawRepl(peer).execute("123456789", 0.5) == ("out", "")
    assert peer.sizes == [3, 4, 4, 1, 1]


def test_raw_paste_stops_when_told():
    peer = Peer((PASTE, b"R\x01\x02\x00"), (b"x", END), (END, b"\x04SyntaxError\r\n\x04>"))
    assert RawRepl(peer).execute("xyzxyz", 0.5) == ("", "SyntaxError\n")
    assert b"zxyz" not in peer.all_heard


@pytest.mark.parametrize("refusal", [b"R\x00", BANNER])
def test_without_raw_paste_it_falls_back_and_does_not_ask_again(refusal):
    script = [(PASTE, refusal), (END, b"OK1\x04\x04>"), (END, b"OK2\x04\x04>")]
    repl = RawRepl(Peer(*script))
    assert [repl.execute("a", 0.5)[0], repl.execute("b", 0.5)[0]] == ["1", "2"]
    assert repl.transport.all_heard.count(PASTE) == 1


class Babbler:
    """A device that never stops sending, whatever it is told."""

    def __init__(self, said):
        self.said = said
        self.reads = 0

    def write(self, data):
        pass

    def read(self, timeout):
        self.reads += 1
        assert self.reads < 1_000_000, "it is listened to forever"
        return self.said


def test_a_device_that_never_stops_sending_times_out(monkeypatch):
    with pytest.raises(ReplTimeout, match="the raw REPL's banner"):
        RawRepl(Babbler(b"x")).enter(0.05)
    monkeypatch.setattr(rawrepl, "SETTLE_SECONDS", 0.05)
    with pytest.raises(ReplTimeout, match="not stop sending"):
        RawRepl(Babbler(b"x")).settle(0.2)


def test_an_answer_without_end_is_given_up():
    with pytest.raises(ReplError, match="without end"):
        RawRepl(Babbler(b"OK" * 50_000), paste=False).execute("1", 60)
