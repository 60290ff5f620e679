"""Games as payloads of the broker: what a table sends is what a wall reads, and what is not in
that form is no game."""

import base64
import json

import pytest

from host.club.games import PAYLOAD_MOST, PLAYERS_MOST, ClubGame, club_game, decoded, made, named
from host.club.standings import result_of
from host.history.games import split
from host.history.result import result
from host.link.packed_match import packed_match
from tests.cases import mostly_slow
from tests.conformance.support.player import PLAIN
from tests.history.matches import part_of, played_match

KINDS = [kind for kind in PLAIN if kind[2] in (31, 61)]


def game_of(match, names=()):
    return made(split(packed_match(match))[-1], 1000.5, (), names)


@pytest.mark.parametrize("kind", mostly_slow(KINDS), ids=lambda kind: "-".join(map(str, kind)))
def test_a_game_is_the_same_at_both_ends_of_the_broker(kind):
    match = played_match(5, kind=kind)
    for length in (1, match.length // 2, match.length):
        part = part_of(match, length)
        people = len(result(part.entries())["people"])
        names = tuple(f"P {n}" for n in range(people))
        for given in ((), names, (*names, "one too many")):
            game = game_of(part, given)
            read = club_game(game.payload())
            assert read._replace(replay=game.replay) == game
            assert game.names == (names if given == names else ())
            assert game.result == result(part.entries())
            assert game.replay.state.check() == part.state.check()
            assert game.id() == read.id() and len(game.id()) == 16


def test_a_table_s_names_of_sides_go_before_those_of_the_program():
    game = game_of(played_match(5, 9), ("Ann", "Ben"))
    assert named(game, ("", "Sea"), ("Ann", "Ben")).names == ("Ann", "Sea")
    assert named(game, (), ()).names == ()


GOOD = json.loads(game_of(played_match(5, 9), ("Ann", "Ben")).payload())
BYTES = base64.b64decode(GOOD["entries"])


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("begun", [-1, 1 << 31, 1.0, "0", None, True]),
        ("at", [-1, "1", None, True, 1e300]),
        ("names", [None, "Ann", ["Ann", 5], {"Ann": 1}]),
        ("entries", [None, "", "x", GOOD["entries"] + "!", GOOD["entries"][:-3] + "\n" * 3]),
        # Without its start, with half an entry more, and with a byte that is no entry.
        (
            "entries",
            [base64.b64encode(one).decode() for one in (BYTES[7:], BYTES + b"D", b"\xff")],
        ),
        ("entries", [base64.b64encode(BYTES + bytes([60])).decode()]),
    ],
)
def test_a_game_with_one_wrong_field_is_none(field, values):
    assert club_game(json.dumps(GOOD).encode())
    for value in values:
        assert club_game(json.dumps(GOOD | {field: value}).encode()) is None, value
    assert club_game(json.dumps({key: GOOD[key] for key in GOOD if key != field}).encode()) is None


@pytest.mark.parametrize("begun", [0, (1 << 31) - 1])
def test_the_least_and_the_most_entries_before_a_game(begun):
    assert club_game(json.dumps(GOOD | {"begun": begun}).encode()).game.begun == begun


@pytest.mark.parametrize(
    ("names", "known"),
    [
        ([" Ann,\n x", "B" * 99], ("Ann x", "B" * 60)),
        (["Ann"], ()),
        (["Ann", "Ben", "Cat"], ()),
        ([], ()),
    ],
)
def test_names_are_made_clean_and_must_be_as_many_as_the_players(names, known):
    assert club_game(json.dumps(GOOD | {"names": names}).encode()).names == known


def test_more_names_than_any_game_has_players_are_left_out():
    match = played_match(5, 1, kind=next(kind for kind in PLAIN if kind[1] == 6))
    value = json.loads(game_of(match).payload())
    names = [f"P {n}" for n in range(PLAYERS_MOST + 2)]
    assert club_game(json.dumps(value | {"names": names}).encode()).names == ()
    assert len(club_game(json.dumps(value | {"names": names[:6]}).encode()).names) == 6


def test_a_payload_has_its_largest_size_and_nesting():
    space = b" " * (PAYLOAD_MOST - len(b"[1]"))
    assert decoded(b"[1]" + space) == [1]
    assert decoded(b"[1]" + space + b" ") is None
    assert decoded(b"[" * 60_000) is None and decoded(b"\xff") is None


def finished(**changed):
    game = game_of(played_match(5), ("Ann", "Ben"))
    return game._replace(result=game.result | changed)


def test_the_result_of_a_game_is_that_of_its_view():
    game = finished()
    told = result_of(game)
    assert told.names == ("Ann", "Ben") and told.at == 1000.5
    assert list(told.scores) == list(game.replay.state.scores)
    assert told.scores[told.winner] == max(told.scores)
    assert told.is_skunk == (min(told.scores) <= 30)


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        (finished(), True),
        (finished(over=False), False),
        (finished(winner=None), False),
        (finished(scores=[61, 50, 40]), False),
        (finished()._replace(names=()), False),
        (finished()._replace(names=("Ann", "")), False),
        (finished()._replace(names=("Ann", "ANN")), False),
        (finished()._replace(names=("Ann", "Ben", "Cat")), False),
    ],
)
def test_only_a_finished_game_of_two_sides_with_names_counts(game: ClubGame, counts):
    assert bool(result_of(game)) is counts


def test_partners_have_one_name():
    kind = next(kind for kind in PLAIN if kind[1] == 4 and kind[2] == 61)
    game = game_of(played_match(2, kind=kind), ("Ann", "Ben", "Cat", "Dan"))
    sides = [[], []]
    for seat, name in zip(game.result["people"], game.names, strict=True):
        sides[game.result["side_of"][seat]].append(name)
    assert result_of(game).names == tuple(" and ".join(side) for side in sides)
