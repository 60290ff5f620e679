"""What a page of a game has beside its entries, and what a game in JSON may have at its bounds."""

import pytest

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.records import record
from engine_core.state.entries import pack, text
from hardware.board import SIDES
from host.analysis.deal_chance import chances
from host.analysis.percents import percents
from host.cli.show import lines
from host.history import games_json, owners
from host.history.answers import game_page
from host.history.game_answers import match_percents
from host.history.games import split, unpacked
from host.history.result import result
from host.history.rows import StoredGame
from host.link.packed_match import packed_match
from tests.history.matches import played_match
from tests.page.record_play import RECORDS

MATCH = played_match(1, 40)
(PLAYED,) = split(packed_match(MATCH))
ENTRIES = unpacked(PLAYED.entries)


def test_a_page_has_the_colours_of_its_sides_and_the_times_of_its_entries():
    game = StoredGame(7, "", "", 5.0, 9.0, ["Ann", "Ben"], {}, result(ENTRIES))
    page = game_page(
        game, [(None, PLAYED.entries[0]), *[(5.0, one) for one in PLAYED.entries[1:]]]
    )
    assert page["sides"] == [
        {"colour": n, "name": name, "rgb": list(SIDES[n])[1:]}
        for n, name in enumerate(("Ann", "Ben"))
    ]
    assert page["times"] == [None] + [5.0] * (len(ENTRIES) - 1)
    assert page["link"].startswith("#game=") and len(page["steps"]) == len(ENTRIES)


def stored(name, players):
    """Return the game of a record as if `players` had played it, and its packed entries."""
    entries = record.parse((RECORDS / name).read_text(encoding="utf-8")).entries
    game = StoredGame(7, "", "", 5.0, 9.0, players, {}, result(entries))
    return game, [(None, pack(entry)) for entry in entries]


@pytest.mark.parametrize(
    ("name", "players", "whose"),
    [
        (
            "traditional.txt",
            ["Ann", "Ben"],
            {"Ann's hand", "Ben's hand", "Ann's crib", "Ben's crib"},
        ),
        ("solitaire-lost.txt", [], {"Blue's hand", "Blue's crib", "The crib"}),
        ("battlefield-knobs.txt", [], {"Blue's hand", "Orange's reserve"}),
        ("four-handed.txt", ["Ann", "Ben", "Cleo", "Dan"], {"Cleo's hand", "Dan's crib"}),
    ],
)
def test_hands_have_the_name_of_their_player_and_cribs_the_games_word(name, players, whose):
    game, entries = stored(name, players)
    page = game_page(game, entries)
    titles = {count["title"] for deal in page["deals"] for count in deal["counts"]}
    assert whose <= titles
    assert titles <= {count["title"] for step in page["steps"] for count in step["counts"]}
    printed = " ".join(lines(game, unpacked([entry for _, entry in entries])))
    assert all(title in printed for title in titles)


def test_the_chance_of_a_match_is_that_of_its_state_and_of_none_none():
    assert match_percents(packed_match(MATCH)) == percents(chances(MATCH.state))
    assert match_percents(b"") is None and match_percents(b"x" * 20) is None
    assert match_percents(packed_match(Game())) is None


def test_of_texts_that_name_no_cards_the_others_are_kept():
    comments = {"owners": [[1, "2C 3C / 9D KH"], [2, "nonsense"], [3, "AS / "]]}
    found = owners.owners_in(comments)
    assert sorted(found) == [1, 3] and owners.owners_in({}) == {}
    assert owners.owners_pairs(found)[0] == [1, "2C 3C / 9D KH"]
    assert owners.owners_json(found)[0] == {"deal": 1, "thrown": [["2C", "3C"], ["9D", "KH"]]}
    assert owners.tag_text({1: found[1]}) == "1: 2C 3C / 9D KH" and owners.tag_text({}) == ""


def told(count=2, **more):
    entries = [{"at": None, "entry": text(entry)} for entry in ENTRIES[:count]]
    return {"uid": "0a", "started": 5.0, "entries": entries} | more


def test_a_game_in_json_has_a_start_and_one_entry_at_least():
    assert games_json.from_json(told(2)).entries == tuple(map(pack, ENTRIES[:2]))
    for count in (0, 1):
        with pytest.raises(PegboardError):
            games_json.from_json(told(count))
    twice = told(2)
    twice["entries"].append(twice["entries"][0])
    with pytest.raises(PegboardError, match="^entry 3 is wrong: a game has one start"):
        games_json.from_json(twice)


def test_what_is_beside_the_entries_in_json_is_cut():
    most = games_json._COMMENTS_MOST
    tags = [["A", "b"]] * (most + 1)
    comments = {"tags": tags, "comments": [[1, "x" * 9999], ["1", "x"]], "day": True, "more": 1}
    found = games_json.from_json(told(comments=comments, players=["x" * 99] * 9))
    assert len(found.comments["tags"]) == most and found.comments["day"] is True
    assert found.comments["comments"] == [[1, "x" * games_json._TEXT_MOST]]
    assert "more" not in found.comments and len(found.names) == 8 and len(found.names[0]) == 60
    assert "day" not in games_json.from_json(told(comments={"day": 1})).comments
