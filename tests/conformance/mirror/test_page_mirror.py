"""A real board on a page, with a port and a page that a test holds."""

import json
from binascii import a2b_base64, b2a_base64

from engine_core.game.match_base import unpack_match
from engine_core.state.entries import START
from firmware.browser.journal_file import JournalFile
from hardware.board import DEFAULT_LAYOUT
from host.link.session import HUNG_SECONDS, LOST_SECONDS
from host.site.page_match import USB
from host.site.page_mirror import PageMirror
from tests.conformance.support.origin_files import Files
from tests.conformance.support.ports import Names
from tests.conformance.support.virtual_ports import Board

BEGIN = "ENTER ENTER 2 ENTER"
NOON = 1_795_000_000.0  # seconds since 1970
_STEP_MS = 20


class Games:
    """The history of a browser: `kept` are its games."""

    def __init__(self):
        self.kept = []

    def read_to(self, archive):
        return max([0] + [game["number"] for game in self.kept if game["archive"] == archive])

    def keep(self, text):
        self.kept.append(json.loads(text))


class Wire:
    """A board, and a page that shows it. `view` and `match` are the page's last ones; while
    `is_cut`, nothing passes."""

    def __init__(self, board=None, games=None):
        self.board = board or Board(lines=True, names=Names())
        self.board.link.keeps = True
        self.time = 0
        self.is_cut = False
        self.frames, self.answers, self.sent = [], {}, b""
        self.view, self.match = {}, {}
        self.mirror = PageMirror(self, games)
        self.mirror.opened()
        self.run(3000)

    def now(self):
        return self.time

    def seconds(self):
        return str(NOON + self.time / 1000)

    def frame(self, text):
        self.frames.append(a2b_base64(text))

    def answer(self, number, text):
        self.answers[number] = text

    def send(self, text):
        if self.is_cut:
            return
        self.sent += a2b_base64(text)
        lines = self.sent.split(b"\n")
        self.sent = lines[-1]
        self.board.link.asked.extend([line for line in lines[:-1] if line])

    def run(self, ms):
        for _ in range(ms // _STEP_MS):
            self.board.run(_STEP_MS)
            self.pass_on(_STEP_MS)

    def pass_on(self, ms):
        self.time += ms
        if self.board.app.archive_due:
            self.board.app.erase_ahead()
        said = b"".join(self.board.link.lines)
        del self.board.link.lines[:]
        # As a port delivers it: cut anywhere.
        for at in range(0, 0 if self.is_cut else len(said), 100):
            self.mirror.receive(b2a_base64(said[at : at + 100]).decode())
        self.mirror.tick()
        told = self.mirror.news()
        if told:
            self.view = json.loads(told)
            self.match = json.loads(self.mirror.match() or "{}") or self.match

    def keys(self, text):
        self.board.keys(text)
        self.run(500)

    def scores(self):
        return [side["score"] for side in self.view["game"]["sides"]]


def test_a_page_shows_what_is_played_at_a_real_board():
    wire = Wire()
    assert wire.view["link"]["state"] == "live"
    assert wire.view["menu"]["title"] == "Game"
    wire.keys(BEGIN + " 5D 4H 4C")
    assert wire.scores() == [2, 0]
    assert wire.view["game"]["line"] == ["4H", "4C"]
    assert wire.frames and any(wire.frames[-1])
    wire.keys("UNDO")
    assert wire.scores() == [0, 0]


def red_pixels(frame):
    return len(
        [n for n in range(0, len(frame), 3) if frame[n] and not frame[n + 1 : n + 3].strip(b"\0")]
    )


def test_a_page_shows_a_refusal_in_red_as_the_board_does():
    wire = Wire()
    wire.keys(BEGIN + " 5D 4H")
    wire.run(5000)
    before = len(wire.frames)
    wire.keys("5D")  # the starter
    assert wire.scores() == [0, 0] and "has already been seen" in wire.view["refusal"]
    at_rest, *blinks = [red_pixels(frame) for frame in wire.frames[before - 1 :]]
    assert blinks and min(blinks) > at_rest + 9


def test_a_page_that_comes_later_shows_the_game_from_its_beginning():
    wire = Wire()
    wire.keys(BEGIN + " 5D 4H 4C")
    later = Wire(wire.board)
    assert later.scores() == [2, 0]
    assert later.view["game"]["counts"] == wire.view["game"]["counts"]


def test_a_page_that_comes_after_the_next_game_was_undone_shows_the_one_before():
    wire = Wire()
    wire.board.start((START, 0, 2, 61, 0, 0, 0))
    wire.keys("S 2 9 ENTER S 2 9 ENTER S 5 ENTER ENTER")
    assert wire.scores() == [0, 0]
    wire.keys("UNDO")
    later = Wire(wire.board)
    assert later.scores() == [61, 0]
    assert later.view["game"]["counts"] == wire.view["game"]["counts"] != []


def test_a_page_is_told_the_match_and_that_a_finished_game_is_to_be_kept():
    wire = Wire()
    wire.board.start((START, 0, 2, 61, 0, 0, 0))
    wire.run(500)
    assert wire.match["board"] == USB and not wire.match["keep"]
    wire.keys("S 2 9 ENTER S 2 9 ENTER S 5 ENTER")
    assert wire.match["keep"]
    entries = [one for one in wire.match["times"] if one is not None]
    assert len(entries) >= 3 and entries[-1] > NOON
    assert (
        len(unpack_match(a2b_base64(wire.match["data"])).entries()) == wire.board.app.game.length
    )
    later = Wire(wire.board)
    assert later.match["keep"] and not any(later.match["times"])


def test_without_a_board_the_page_says_why_and_shows_its_last_game():
    wire = Wire()
    wire.keys(BEGIN + " 5D 4H 4C")
    wire.mirror.closed("it is not attached")
    wire.is_cut = True
    wire.run(1000)
    assert wire.view["link"] == {
        "state": "reconnecting",
        "text": "Reconnecting: it is not attached.",
    }
    assert wire.scores() == [2, 0]
    assert not wire.mirror.hung()
    wire.run(int(LOST_SECONDS * 1000))
    assert wire.view["link"]["state"] == "lost"
    assert "cannot be reached: it is not attached." in wire.view["link"]["text"]
    wire.is_cut = False
    wire.mirror.opened()
    wire.keys("KC")
    assert wire.view["link"]["state"] == "live"
    assert wire.view["game"]["line"] == ["4H", "4C", "KC"]


def test_a_port_that_stays_silent_is_to_be_opened_again():
    wire = Wire()
    wire.is_cut = True
    wire.run(int(HUNG_SECONDS * 1000) - 500)
    assert not wire.mirror.hung()
    wire.run(1000)
    assert wire.mirror.hung()


def test_what_is_no_line_of_a_board_is_passed_by():
    wire = Wire()
    shown = wire.view
    for noise in (b"\xff\x00~", b"MicroPython v1.29.0\r\n>>> ", b"~1 [" + b"9" * 5000, b"\n"):
        wire.mirror.receive(b2a_base64(noise).decode())
    wire.run(200)
    assert wire.view["menu"] == shown["menu"] and wire.view["link"]["state"] == "live"


def test_a_side_is_named_on_the_board():
    wire = Wire()
    wire.mirror.rename(1, 0, "Zo\u00eb")
    wire.run(1000)
    assert wire.answers == {1: ""}
    wire.keys(BEGIN)
    assert wire.view["game"]["sides"][0]["name"] == "Zo\u00eb"
    wire.mirror.rename(2, 1, "zo\u00eb")
    assert wire.answers[2] == "Another side is called zo\u00eb, or has that colour."


def test_a_name_for_a_board_that_is_not_there_is_answered():
    wire = Wire()
    wire.is_cut = True
    wire.mirror.rename(1, 0, "Ann")
    wire.run(200)
    wire.mirror.closed("it is gone")
    assert wire.answers[1] == "The board did not take the name: it does not answer."
    wire.mirror.rename(2, 0, "Ann")
    assert "not there now" in wire.answers[2]


def test_a_name_that_was_asked_for_before_the_port_opened_again_is_answered():
    wire = Wire()
    wire.is_cut = True
    wire.mirror.rename(1, 0, "Ann")
    wire.mirror.opened()
    assert wire.answers[1] == "The board did not take the name: it does not answer."


def test_a_board_of_another_layout_is_said_to_be_one():
    assert Wire().view["layout"] == DEFAULT_LAYOUT
    assert Wire(Board(names=Names(), layout="two-track")).view["layout"] == "two-track"


def test_the_finished_games_in_the_archive_are_kept_each_once():
    games = Games()
    board = Board(JournalFile(Files()), names=Names())
    wire = Wire(board, games)
    wire.board.start((START, 0, 2, 61, 0, 0, 0))
    wire.keys("S 2 9 ENTER S 2 9 ENTER S 5 ENTER")
    assert wire.view["mode"] == "over"
    wire.keys("ENTER S 5 ENTER")
    wire.run(20_000)
    assert len(games.kept) == 1
    game = games.kept[0]
    assert unpack_match(a2b_base64(game["match"]))
    assert game["number"] and len(game["uid"]) == 16
    Wire(board, games).run(20_000)
    assert len(games.kept) == 1
