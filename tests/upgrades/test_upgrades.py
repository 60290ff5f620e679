"""Files that a user of an earlier version has open with everything in them, and are copied before
they are changed; a file of a later version is left alone."""

import contextlib
import json
import sqlite3

import pytest

from engine_core.game import segment
from engine_core.game.match_base import unpack_match
from engine_core.state.entries import size
from firmware.browser.journal_file import JournalFile
from firmware.link import side_names
from firmware.settings import config_file
from firmware.storage.archive_record import summary
from firmware.storage.flashlog import MARK, SECTOR
from firmware.storage.game_store import GameStore
from hardware.board import SIDES
from host.boards.names_file import NamesFile
from host.boards.stores import FileStore
from host.boards.virtual import VirtualBoard
from host.club.inbox import Message
from host.club.tables import Club
from host.errors import StoreError
from host.history.game_record import record_text
from host.history.games_file import GamesFile, LaterVersion, make_tables
from host.history.records import entries_of
from host.history.statistics import statistics
from host.history.store import History
from host.link.backup import BackupFile
from tests.conformance.mirror.test_page_board import File, Files
from tests.conformance.support import earlier_journals
from tests.conformance.support.archives import heads, opened
from tests.conformance.support.flash import TwoFlashes
from tests.upgrades import earlier_files

HEADER = b"PEGBOARD 2\n\xff\xff\xff\xff\xff"
START = (4, 1, 2, 121, 0, 0, 0)


def saved(slots):
    """Return the file of a virtual board with these slots in its flash."""
    image = bytearray(b"\xff" * 8 * SECTOR)
    for at, data in slots.items():
        image[at : at + len(data)] = data
    return HEADER + image


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.journal"


def beside(path):
    """Return the names of the files beside `path`, but for its lock."""
    return sorted(one.name for one in path.parent.iterdir() if one.suffix != ".lock")


def opens(path, length, scores):
    with FileStore(path) as store:
        app = VirtualBoard(store).app
        assert not app.trouble
        assert app.game.length == length and list(app.game.state.scores) == scores
        return app.game.undone.count


@pytest.mark.parametrize("slots", earlier_journals.ALL)
def test_a_game_of_every_earlier_version_opens_and_is_copied_first(path, slots):
    path.write_bytes(saved(slots))
    before = path.read_bytes()
    for _ in range(2):
        assert opens(path, earlier_journals.LENGTH, earlier_journals.SCORES) == 2
        assert beside(path) == ["game.journal", "game.journal.earlier"]
        assert path.with_name("game.journal.earlier").read_bytes() == before
    assert path.read_bytes() != before


def test_a_game_of_the_first_version_opens_and_is_copied_first(path):
    path.write_bytes(earlier_journals.STREAM)
    for _ in range(2):
        undone = opens(path, earlier_journals.STREAM_LENGTH, earlier_journals.STREAM_SCORES)
        assert undone == 2 and path.read_bytes().startswith(HEADER)
        copy = path.with_name("game.journal.earlier")
        assert copy.read_bytes() == earlier_journals.STREAM


def test_a_game_that_cannot_be_copied_is_not_changed(path, monkeypatch):
    path.write_bytes(saved(earlier_journals.UNDONE))
    before = path.read_bytes()

    def full(path, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("host.boards.stores.write_new", full)
    with pytest.raises(StoreError, match="earlier version, and cannot be copied"), FileStore(path):
        pass
    assert path.read_bytes() == before


def test_in_a_browser_too_a_game_of_every_earlier_version_opens():
    for slots in earlier_journals.ALL:
        files = Files()
        files.game = File(saved(slots))
        game, trouble = GameStore(JournalFile(files)).load()
        assert not trouble and game.length == earlier_journals.LENGTH


def of_a_later_layout(path):
    with FileStore(path) as store, pytest.MonkeyPatch.context() as patch:
        layout = segment.LAYOUT
        patch.setattr(segment, "LAYOUT", bytes((layout[0] + 1,)) + layout[1:])
        VirtualBoard(store).app.enter(START)


def of_a_later_mark(path):
    later = MARK[:3] + b"%d" % (int(MARK[3:]) + 1)
    path.write_bytes(saved({0: later + b"\x00\x00\x00\x08", 4096: later}))


LATER = {
    "header": lambda path: path.write_bytes(b"PEGBOARD 3\n" + b"\xff" * 500),
    "layout": of_a_later_layout,
    "mark": of_a_later_mark,
}


@pytest.mark.parametrize("made", LATER)
def test_a_game_of_a_later_version_is_refused_and_left_alone(path, made):
    LATER[made](path)
    before, files = path.read_bytes(), beside(path)
    with pytest.raises(StoreError, match="a later version of pegboard saved"), FileStore(path):
        pass
    assert path.read_bytes() == before and beside(path) == files


def test_in_a_browser_a_file_of_a_later_version_is_left_alone():
    files = Files()
    files.game = File(b"PEGBOARD 3\n" + b"\xff" * 500)
    before = bytes(files.game.data)
    with pytest.raises(ValueError, match="another version"):
        JournalFile(files)
    assert bytes(files.game.data) == before


def test_an_earlier_archive_has_its_games():
    flash = TwoFlashes()
    for at, data in earlier_files.ARCHIVE.items():
        flash.games.program(at // flash.games.size, at % flash.games.size, data)
    archive = opened(flash)
    found = []
    for head in heads(archive):
        data = archive.read(head, 0, archive.size(head))
        code, scores, names, start = summary(data)
        game = unpack_match(data[start:])
        assert tuple(game.state.scores) == scores and names == b"Ann\nBen"
        found.append((code, scores))
    assert found == [(1, earlier_files.ARCHIVE_SCORES), (1, (0, 0)), (0, (121, 0))]


def test_a_copy_of_a_boards_game_of_the_first_version_can_be_given_back(tmp_path):
    file = BackupFile(tmp_path, "serial 1")
    file.path.write_bytes(earlier_journals.STREAM)
    game = unpack_match(file.read())
    assert game.length == earlier_journals.STREAM_LENGTH
    assert list(game.state.scores) == earlier_journals.STREAM_SCORES


def entries():
    """Return the entries of the game in the earlier file of all games, one by one."""
    data, found = earlier_files.ENTRIES, []
    while data:
        length = size(data[0])
        found.append(data[:length])
        data = data[length:]
    return found


def test_the_earliest_file_of_all_games_has_its_games(tmp_path):
    path = tmp_path / "history.sqlite"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        make_tables(db)  # they have not changed since
        db.execute(f"INSERT INTO games VALUES (1{', ?' * 10})", earlier_files.ROW)
        rows = [(1, number, None, entry) for number, entry in enumerate(entries())]
        db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", rows)
    with contextlib.closing(History(path)) as history:
        (game,) = history.games()
        assert game.names == ["Ann", "Ben"] and game.result["scores"] == [61, 51]
        played = entries_of(history, game)
        assert len(played) == earlier_files.ENTRIES_COUNT and record_text(game, played)
        assert statistics([game], "Ann")["games"] == 1


def test_a_file_of_all_games_of_a_later_version_is_left_alone(tmp_path):
    path = tmp_path / "history.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE games (more)")
        db.execute("PRAGMA user_version = 2")
    before = path.read_bytes()
    for kind in (History, GamesFile):
        with pytest.raises(LaterVersion, match="update this one"):
            kind(path)
    assert path.read_bytes() == before


def test_the_earliest_settings_are_those_of_today():
    config = config_file.parse(earlier_files.SETTINGS)
    lines = dict(line.split(" = ") for line in earlier_files.SETTINGS.splitlines())
    written = dict(line.split(" = ") for line in config_file.text(config).splitlines())
    assert lines.items() <= written.items()


def test_a_setting_of_a_later_version_is_named():
    with pytest.raises(config_file.ConfigError, match="line 1: there is no 'wireless'"):
        config_file.parse("wireless = on\nbrightness = 9\n")


def test_names_of_sides_are_read_as_ever(tmp_path):
    file = NamesFile(tmp_path / "game.journal.names")
    file.write("Ann\n\nBén".encode())
    kept = side_names.kept(file)
    assert kept == [b"Ann", b"", "Bén".encode(), *[b""] * (len(SIDES) - 3)]


def test_a_table_of_the_earliest_version_is_on_the_wall():
    """A broker keeps the last message of a table for ever; and not all tables are updated."""
    club = Club(lambda *game: None)
    shown = json.loads(earlier_files.VIEW)
    for name, more in (("early", {}), ("later", {"wind": "north"})):
        told = {"boot": "0a", "seq": 1, "at": 1.79e9, "view": {**shown, **more}, **more}
        club.take(Message((name, "online"), b"1"))
        club.take(Message((name, "state"), json.dumps(told).encode()))
        tile = club.tables[name].tile()
        assert tile["online"] and tile["title"] == "Traditional to 61, deal 1"
