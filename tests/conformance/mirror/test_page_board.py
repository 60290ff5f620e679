"""The board in a page's worker, with files and a page that a test holds."""

import json
from binascii import a2b_base64

from engine_core.game.game import Game
from engine_core.game.segment import Segment
from firmware.browser.journal_file import HEADER, JournalFile
from firmware.storage.game_store import GameStore
from hardware.board import DEFAULT_LAYOUT, KEYS
from host.history.games import split
from host.site.page_board import PageBoard
from tests.conformance.support.board_page import Page
from tests.conformance.support.keying import SCOREBOARD_KEYS
from tests.conformance.support.kit import raises
from tests.conformance.support.origin_files import File, Files
from tests.conformance.support.player import PLAIN, Player, start

START = "ENTER ENTER 2 ENTER"
PLAYED = "5 D 4 H 4 C"
GAME = next(kind for kind in PLAIN if kind[:3] == (1, 2, 121))


class Table:
    """A page's board, and its view."""

    def __init__(self, files=None, players="[]"):
        self.page = Page(files)
        self.board = PageBoard(self.page, DEFAULT_LAYOUT, players)
        self.view, self.match = {}, {}
        self.run(100)

    def run(self, ms):
        for _ in range(ms // 4):
            self.page.time += 4
            self.board.tick()
            told = self.board.news()
            if told:
                self.view = json.loads(told)
                self.match = json.loads(self.board.match() or "{}") or self.match

    def keys(self, text):
        for name in text.split():
            self.board.press(KEYS.index("T" if name == "10" else name), True)
            self.run(40)
            self.board.press(KEYS.index(name), False)
            self.run(60)

    def scores(self):
        return [side["score"] for side in self.view["game"]["sides"]]


def test_a_game_is_played_and_goes_on_after_a_reload():
    table = Table()
    assert table.view["menu"]["title"] == "Game"
    table.keys(START + " " + PLAYED)
    assert table.scores() == [2, 0]
    again = Table(table.page.files)
    assert again.scores() == [2, 0]
    assert again.view["prompt"] == table.view["prompt"]
    again.keys("UNDO")
    assert again.scores() == [0, 0]


def test_after_a_reload_the_match_begins_with_the_first_entry_of_its_game():
    """The board itself holds no more than its newest entries in memory then."""
    table = Table()
    app, player = table.board._board.app, Player(3)
    app.enter(start(GAME, 0))
    for _ in range(60):
        app.enter(player.next(app.game.state))
    again = Table(table.page.files)
    (played,) = split(a2b_base64(again.match["data"]))
    assert len(played.entries) == app.game.length == 61
    assert again.board._board.app.store.load()[0].first() > 0


def test_an_entry_is_in_the_file_before_the_lights_show_it():
    table = Table()
    table.keys(START + " 5 D 4 H 4")
    table.run(500)
    before, frames = bytes(table.page.files.game.data), len(table.page.frames)
    table.keys("C")
    assert len(table.page.frames) > frames
    assert before not in table.page.saved[frames:]


def test_whatever_a_killed_page_has_written_is_a_game_that_goes_on():
    """Of all that is in the file at some frame of a game, each is read again."""
    table = Table()
    table.keys(START + " " + PLAYED)
    lengths = set()
    for saved in table.page.saved[::7]:
        files = Files()
        files.game = File(saved)
        lengths.add(Table(files).view["length"])
    assert 0 in lengths and len(lengths) > 2


def test_a_file_that_takes_nothing_changes_nothing():
    table = Table()
    table.keys(START + " 5 D 4 H")
    was = table.view["game"]
    table.page.files.game.full = True
    table.keys("4 C")
    assert "the browser does not store it: no room is left" in table.view["refusal"]
    assert table.view["game"] == was
    table.page.files.game.full = False
    table.keys("4 C")
    assert table.scores() == [2, 0]


def test_a_file_of_something_else_is_not_touched():
    file = File(b"something else")
    files = Files()
    files.game = file
    assert "another version" in str(raises(ValueError, JournalFile, files))
    assert file.data == b"something else"


def test_a_file_has_the_header_of_a_virtual_boards():
    files = Files()
    journal = JournalFile(files)
    assert bytes(files.game.data[: len(HEADER)]) == HEADER
    assert len(files.game.data) == len(HEADER) + journal.count * journal.size
    journal.program(1, 3, b"\x0f")
    journal.program(1, 3, b"\xfe")
    assert journal.read(1, 3, 1) == JournalFile(files).read(1, 3, 1) == b"\x0e"
    journal.erase(1)
    assert JournalFile(files).read(1, 3, 1) == b"\xff"
    assert journal.keep() and files.kept == ["game"]


def test_a_saved_game_that_nobody_can_have_played_is_put_aside():
    """Its checksums are good, and it could be shown: a key would have ended the board."""
    table = Table()
    table.keys(START + " " + PLAYED)
    store, game = GameStore(JournalFile(table.page.files)), Game()
    state = table.board._board.app.game.state
    state.go_room = bytearray()
    game.take_up([Segment(9, state.pack(), 0)], 9)
    store.load()
    store.write(game)
    again = Table(table.page.files)
    assert again.view["length"] == 0 and again.page.files.kept == ["game"]
    assert "failed with the saved game" in again.view["refusal"]
    again.keys(START + " " + PLAYED)
    assert again.scores() == [2, 0]


def test_a_game_that_is_left_is_in_the_archive_and_can_be_taken_up():
    table = Table()
    table.keys(START + " " + PLAYED + " MENU 2 ENTER 2 ENTER " + START + " 5 D")
    table.run(3000)
    assert table.page.files.games.data
    again = Table(table.page.files)
    again.keys("MENU 2 ENTER 2 ENTER MENU")
    again.run(1000)
    assert any("Saved: Traditional, Blue 2" in text for text in again.view["menu"]["choices"])


def test_a_side_is_named_and_a_name_that_is_none_is_refused():
    table = Table()
    table.keys(START)
    table.board.rename(1, 0, "Zo\u00eb")
    table.run(200)
    assert table.page.answers[1] == ""
    table.board.rename(3, 1, "zo\u00eb")
    table.board.rename(4, 7, "Ann")
    table.board.rename(5, 1, "x" * 99)
    assert table.page.answers[3] == "Another side is called zo\u00eb, or has that colour."
    assert table.page.answers[4] == "There is no such side."
    assert "at most" in table.page.answers[5]
    again = Table(table.page.files)
    assert [side["name"] for side in again.view["game"]["sides"]][0] == "Zo\u00eb"


def test_players_stand_where_no_side_is_named():
    table = Table(players='["Ann", "Ben"]')
    table.keys(START)
    assert [side["name"] for side in table.view["game"]["sides"]] == ["Ann", "Ben"]


# How often RIGHT is pressed in the menu of a game, and each menu that ENTER then opens.
MENUS = (
    (1, (("Leave this game", ["Back to the game", "New game"]),)),
    (2, (("The match so far", ["Games", "Collected", "Points"]),)),
    (3, (("Which side", ["Ann", "Dan"]), ("How many points", ["1", "2", "3"]))),
    (4, (("Which side", ["Ann", "Dan"]), ("How many points", ["1", "2", "3"]))),
    (5, (("Penalty", ["help was asked for"]), ("Which side", ["Ann", "Dan"]))),
    (6, (("Who leaves and ends the game", ["Ann", "Dan"]),)),
    (9, (("The deal is void: who deals", ["Ann", "Dan"]),)),
    (10, (("Whose hand is short or long", ["Ann", "Dan"]), ("How many cards in all", ["1", "2"]))),
)


def test_the_menus_of_a_game_are_shown_with_the_names_of_the_players():
    first = Table(players='["Cat", "Dan"]')
    first.keys(START + " 5 D 4 H")
    first.board.rename(1, 0, "Ann")
    first.run(200)
    for place, menus in MENUS:
        table = Table(first.page.files, players='["Cat", "Dan"]')
        table.keys("MENU" + " RIGHT" * place)
        for title, choices in menus:
            table.keys("ENTER")
            shown = table.view["menu"]
            assert (shown["title"], shown["choices"][: len(choices)]) == (title, choices)
            assert shown["at"] == 0 and table.view["prompt"].startswith(title + ": ")


def test_the_match_is_told_when_it_has_changed():
    table = Table()
    assert table.match["data"] == "" and not table.match["keep"]
    assert table.board.match() == table.board.news() == ""
    table.keys(START + " " + PLAYED)
    assert table.match["data"] and not table.match["keep"] and table.match["times"] == []
    assert 0 <= 1_795_000_000 + table.page.time / 1000 - table.match["at"] < 2
    assert table.board.match() == ""
    again = Table(table.page.files).match
    assert again["data"] and again["at"] == 0 and not again["keep"]


def test_a_finished_game_is_told_with_the_times_of_its_entries():
    table = Table()
    table.keys(SCOREBOARD_KEYS)
    for _ in range(13):  # to 121
        table.keys("S T ENTER")
    assert table.view["game"]["over"]
    times = table.match["times"]
    assert table.match["keep"] and len(times) == table.view["length"]
    assert None not in times and times == sorted(times) and times[-1] - times[0] > 1
    again = Table(table.page.files).match
    assert again["keep"] and again["times"] == [None] * len(times)
    table.keys("UNDO")
    assert not table.match["keep"] and table.match["times"] == []
