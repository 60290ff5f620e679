"""The file of all games: each once, through undo, restarts, two programs, merges and damage."""

import sqlite3

import pytest

from engine_core.game.game import Game
from engine_core.games import phases
from engine_core.state.entries import parse, text
from host.errors import StoreError
from host.history.games import split, unpacked
from host.history.merge import merge
from host.history.records import entries_of
from host.history.store import History, NewGame, clean_name
from host.link.packed_match import packed_match
from tests.conformance.support.player import PLAIN, start
from tests.history.matches import part_of, played_match

SCOREBOARD = next(kind for kind in PLAIN if kind[:3] == (0, 2, 61))


@pytest.fixture
def history(tmp_path):
    kept = History(tmp_path / "history.sqlite")
    yield kept
    kept.close()


def games_of(match):
    return split(packed_match(match))


def stored(history):
    """Return the entries of every game, as text."""
    return [[text(entry) for entry in entries_of(history, game)] for game in history.games()]


def as_text(match):
    return [[text(entry) for entry in unpacked(game.entries)] for game in games_of(match)][::-1]


def test_a_game_that_grows_is_one_game_with_the_time_of_each_entry(history):
    match = played_match(1, entries=40)
    number = None
    for length in range(2, 41):
        (game,) = games_of(part_of(match, length))
        number = history.update("board", game, float(length), number)
    assert stored(history) == as_text(match)
    assert [at for at, _ in history.entries(number)] == [2.0, *map(float, range(2, 41))]


def test_what_is_taken_back_is_gone_and_what_follows_keeps_the_other_times(history):
    match = played_match(1, entries=30)
    (game,) = games_of(match)
    number = history.update("board", game, 1.0)
    shorter = games_of(part_of(match, 20))[0]
    history.update("board", shorter, 2.0, number)
    assert len(history.entries(number)) == 20
    history.update("board", game, 3.0, number)
    times = [at for at, _ in history.entries(number)]
    assert times == [1.0] * 20 + [3.0] * 10


def test_after_a_restart_the_same_game_is_known_again(history):
    match = played_match(2, entries=50)
    (first,) = games_of(part_of(match, 20))
    (then,) = games_of(match)
    assert history.update("board", first, 1.0) == history.update("board", then, 2.0)
    assert stored(history) == as_text(match)


def test_after_a_restart_a_game_that_was_taken_back_meanwhile_is_known_again(history):
    match = played_match(2, entries=50)
    (longer,) = games_of(match)
    (shorter,) = games_of(part_of(match, 30))
    assert history.update("board", longer, 1.0) == history.update("board", shorter, 2.0)
    assert len(history.games()) == 1


def test_a_new_game_with_the_same_start_is_another_game(history):
    for seed in range(8):
        (game,) = games_of(played_match(seed))
        history.update("board", game, float(seed))
    assert len(history.games()) == 8


def test_the_start_of_a_new_game_does_not_shorten_a_finished_one(history):
    match = played_match(2)
    (whole,) = games_of(match)
    number = history.update("board", whole, 1.0)
    for length in (1, 2):
        (begun,) = games_of(part_of(match, length))
        assert history.update("board", begun, 2.0) != number
    assert len(history.entries(number)) == len(whole.entries)


def test_a_game_that_was_only_chosen_is_not_kept(history):
    (begun,) = games_of(played_match(2, entries=1))
    assert history.update("board", begun, 1.0) == 0
    assert history.games() == []


def test_a_finished_game_that_comes_again_from_elsewhere_is_there_once(history):
    (game,) = games_of(played_match(4))
    number = history.update("board", game, 1.0)
    assert history.add(NewGame(game.entries, ()), 2.0) == (number, False)
    assert history.update("another board", game, 3.0) == number


def test_a_finished_game_of_few_entries_is_not_looked_for_at_other_boards(history):
    scored = Game()
    for entry in (start(SCOREBOARD), *[parse("points 1 29")] * 3):
        scored.apply(entry)
        (game,) = games_of(scored)
        number = history.update("board", game, 1.0)
    assert scored.state.phase == phases.OVER and scored.length < 9
    assert history.add(NewGame(game.entries, ()), 2.0) == (number, False)
    assert history.update("another board", game, 3.0) != number  # it is too short to tell
    assert len(history.games()) == 2


def test_a_game_that_has_grown_goes_on_elsewhere(history):
    match = played_match(4)
    for length in (20, 30):
        number = history.update("board", games_of(part_of(match, length))[0], 1.0)
    (whole,) = games_of(match)
    assert history.add(NewGame(whole.entries, ()), 2.0) == (number, True)
    assert stored(history) == as_text(match)


def test_two_laptops_that_saw_the_same_game_have_it_once_when_they_meet(tmp_path):
    match = played_match(9)
    other_match = played_match(10)
    ours, theirs = (History(tmp_path / f"{name}.sqlite") for name in ("ours", "theirs"))
    (half,) = games_of(part_of(match, 40))
    (whole,) = games_of(match)
    (more,) = games_of(other_match)
    ours.update("usb-1", half, 1.0)
    theirs.update("usb-1", whole, 1.0)
    theirs.update("usb-1", more, 2.0)
    theirs.name(1, ["Ann", "Ben"])
    done = merge(ours, theirs.path)
    assert done == (2, 0, [], [])
    assert sorted(map(len, stored(ours))) == sorted(map(len, stored(theirs)))
    assert {tuple(game.names) for game in ours.games()} == {("Ann", "Ben"), ()}
    again = merge(ours, theirs.path)
    assert (again.added, again.known) == (0, 2)
    back = merge(theirs, ours.path)
    assert (back.added, back.known) == (0, 2)
    ours.close()
    theirs.close()


def test_a_file_that_cannot_be_written_is_merged_from_and_left_as_it_is(tmp_path):
    theirs = History(tmp_path / "theirs.sqlite")
    (game,) = games_of(played_match(3))
    theirs.update("b", game, 1.0)
    theirs.close()
    before = theirs.path.read_bytes()
    theirs.path.chmod(0o444)
    ours = History(tmp_path / "ours.sqlite")
    assert merge(ours, theirs.path).added == 1
    assert theirs.path.read_bytes() == before
    ours.close()


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE entries SET entry = x'ff' WHERE number = 5",
        "UPDATE entries SET entry = 'text' WHERE number = 5",
        "UPDATE entries SET entry = x'0505' WHERE number = 5",
        "DELETE FROM entries WHERE number = 0",
        "DELETE FROM entries",
    ],
)
def test_what_is_no_game_in_another_file_is_left_out(tmp_path, spoil):
    theirs = History(tmp_path / "theirs.sqlite")
    (game,) = games_of(played_match(3))
    theirs.update("b", game, 1.0)
    theirs.close()
    with sqlite3.connect(theirs.path) as db:
        db.execute(spoil)
    ours = History(tmp_path / "ours.sqlite")
    done = merge(ours, theirs.path)
    assert (done.added, len(done.lost)) == (0, 1)
    assert ours.games() == []
    ours.close()


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE games SET names = '[1, {}]', comments = '{\"tags\": 5}', uid = '../x'",
        "UPDATE games SET board = 'a\x1b[2Jb', names = '[\"\\u001b[31mAnn\", \"=1+1\"]'",
        "UPDATE entries SET at = 'soon'",
        'UPDATE games SET comments = \'{"comments": [["x", 5], [1]]}\'',
    ],
)
def test_what_is_beside_a_game_in_another_file_is_cleaned(tmp_path, spoil):
    theirs = History(tmp_path / "theirs.sqlite")
    (game,) = games_of(played_match(3))
    theirs.update("b", game, 1.0)
    theirs.close()
    with sqlite3.connect(theirs.path) as db:
        db.execute(spoil)
    ours = History(tmp_path / "ours.sqlite")
    assert merge(ours, theirs.path).added == 1
    (kept,) = ours.games()
    told = repr((kept.names, kept.board, kept.uid, kept.comments))
    assert "\\x1b" not in told and ".." not in told
    assert all(at is None or isinstance(at, float) for at, _ in ours.entries(kept.id))
    ours.close()


@pytest.mark.parametrize("column", ["names", "comments", "result"])
@pytest.mark.parametrize("damage", ["", "{", "5", "null"])
def test_a_damaged_row_is_an_error_that_names_it(tmp_path, column, damage):
    kept = History(tmp_path / "history.sqlite")
    (game,) = games_of(played_match(3))
    kept.update("b", game, 1.0)
    with sqlite3.connect(kept.path) as db:
        db.execute(f"UPDATE games SET {column} = ?", (damage,))
    with pytest.raises(StoreError, match="game 1 "):
        kept.game(1)
    kept.close()


@pytest.mark.parametrize("data", [b"not a database" * 100, b"SQLite format 3\0" + b"\xff" * 2000])
def test_a_file_of_something_else_is_an_error_and_stays(tmp_path, data):
    path = tmp_path / "history.sqlite"
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"history\.sqlite"):
        History(path)
    assert path.read_bytes() == data


def test_a_file_of_a_later_version_is_left_as_it_is(tmp_path):
    path = tmp_path / "history.sqlite"
    History(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="another version"):
        History(path)


def test_two_programs_may_write_at_once(tmp_path):
    one, other = History(tmp_path / "history.sqlite"), History(tmp_path / "history.sqlite")
    for seed in range(6):
        (game,) = games_of(played_match(seed))
        (one if seed % 2 else other).update(f"board {seed}", game, float(seed))
    assert len(one.games()) == len(other.games()) == 6
    one.close()
    other.close()


def test_games_changed_lately_are_left_out_when_asked(history):
    for seed, at in ((1, 10.0), (2, 20.0)):
        (game,) = games_of(played_match(seed))
        history.update(f"board {seed}", game, at)
    assert [game.changed for game in history.games(until=15.0)] == [10.0]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ann", "Ann"),
        (" Ann  Lee ", "Ann Lee"),
        ("A\x1b[31mB", "A[31mB"),
        ("a,b", "a b"),
        ("x" * 99, "x" * 60),
        ("\u202eevil", "evil"),
        ("Zoë ♥", "Zoë ♥"),
    ],
)
def test_a_name_is_one_line_that_can_be_printed(name, kept):
    assert clean_name(name) == kept


def test_names_are_as_many_as_players(history):
    (game,) = games_of(played_match(3))
    number = history.update("b", game, 1.0)
    with pytest.raises(StoreError, match="2 players"):
        history.name(number, ["Ann"])
    history.name(number, ["Ann", "Ben"])
    assert history.game(number).names == ["Ann", "Ben"]
    history.name(number, [])
    assert history.game(number).names == []


def test_a_game_that_was_taken_back_to_its_first_cards_twice_is_there_once(tmp_path):
    history = History(tmp_path / "history.sqlite")
    (played,) = split(packed_match(played_match(7)))

    def seen(*lengths):
        """Record the game with these numbers of entries, one after another, in one run."""
        number = None
        for length in lengths:
            game = played._replace(entries=played.entries[:length])
            number = history.update("board", game, 1.0 * length, number) or None

    seen(len(played.entries))
    seen(3, 5, 7)
    seen(2, 4)
    seen(6, 12)
    seen(len(played.entries))
    assert [game.result["over"] for game in history.games()] == [True]
    history.close()
