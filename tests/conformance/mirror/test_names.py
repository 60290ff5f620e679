"""Names of sides on the laptop: in every text, and harmless whatever they hold."""

import json

from engine_core.games.phases import OVER
from engine_core.state import entries as E
from firmware.link import link_line
from hardware.board import SIDES
from host.mirror.names import NAME_MOST, all_names, called, clean, reseated, shortened
from host.mirror.view import view
from tests.conformance.support.mirrored import DEAL, TWO, Watched, feed

COLOURS = [side[0] for side in SIDES]
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "\x1b[2J\x1b]0;owned\x07",
    "a\r\nb\x00c\x7f\x9b31m",
    "\u202egnp.exe\u2066x\u200bx\ufeff",
    "Z" + "\u0301\u0302\u0303\u0304\u0305\u0306\u0307",
    "{Orange}",
    "{0.__class__}%s%n",
    '"]}*00000000',
    "x" * 100,
]


NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]

# What a text says before and after names are put in; the blue side has partners.
MARKED = (
    ("{Blue} leads", "Ann leads"),
    ("{Blue}", "Ann"),
    ("to {Orange}, {Blue}", "to Ben, Ann"),
    ("{Blue} 2 leads", "Zoe leads"),
    ("{Blue} 2", "Zoe"),
    ("{Blue} 1: 5", "Ann 1: 5"),
    ("{Blue} 0", "Ann 0"),
    ("{Blue} 25 points", "Ann 25 points"),
    ("{Blue} 2's {Orange} 2's", "Zoe's Ben 2's"),
    ("{Blue}x2 y", "Annx2 y"),
    ("{Blue}  2", "Ann  2"),
    ("{Blue", "{Blue"),
    ("{Nobody} 2", "{Nobody} 2"),
    ("{} {{Blue}}", "{} {Ann}"),
    ("no mark", "no mark"),
)


def test_names_stand_in_place_of_marks():
    for marked, named in MARKED:
        told = {"text": marked, "list": [marked, 5, None, [marked]]}
        wanted = {"text": named, "list": [named, 5, None, [named]]}
        assert called(told, NAMES, {"Blue 2": "Zoe"}) == wanted, marked
        assert called(marked, NAMES, {"Blue 2": ""}) == named.replace("Zoe", "Ann 2")
        assert called(marked, NAMES) == named.replace("Zoe", "Ann 2")


def wire(name):
    return name.encode("utf-8").hex()


def named(start, text, *names):
    watched = Watched(start)
    for side, name in enumerate(names):
        watched.tell(["name", side, wire(name)])
    for word in text.split(","):
        watched.key(E.parse(word.strip()))
    return watched


def texts(value):
    """Return all texts in a value that JSON can hold."""
    if isinstance(value, dict):
        return [text for part in value.values() for text in texts(part)]
    if isinstance(value, list):
        return [text for part in value for text in texts(part)]
    return [value] if isinstance(value, str) else []


def test_a_name_stands_in_prompts_scores_seats_and_counts():
    shown = view(named(TWO, DEAL, "Ann", "Ben").mirror)
    assert "Ben: turn up the crib" in shown["prompt"]
    assert [side["name"] for side in shown["game"]["sides"]] == ["Ann", "Ben"]
    assert [side["colour_name"] for side in shown["game"]["sides"]] == ["Blue", "Orange"]
    assert [seat["name"] for seat in shown["game"]["seats"]] == ["Ann", "Ben"]
    assert [count["title"] for count in shown["game"]["counts"][:2]] == [
        "Ben's hand",
        "Ann's hand",
    ]
    left = [text for text in texts(shown) if "Orange" in text or "{" in text]
    assert left == ["Orange"]


def test_a_name_that_is_set_later_stands_in_what_was_counted_before():
    watched = named(TWO, DEAL)
    watched.tell(["name", 1, wire("Ben")])
    assert watched.counts()[0]["title"] == "Ben's hand"
    watched.tell(["name", 1])
    assert watched.counts()[0]["title"] == "Orange's hand"


def test_partners_share_the_name_of_their_side():
    watched = named((E.START, 3, 4, 121, 3, 0, 0), "8D", "The Smiths")
    shown = view(watched.mirror)
    assert [seat["name"] for seat in shown["game"]["seats"]] == [
        "The Smiths 1",
        "Orange 1",
        "The Smiths 2",
        "Orange 2",
    ]


def test_names_are_forgotten_with_the_board_and_kept_over_a_new_game():
    watched = named(TWO, DEAL, "Ann")
    watched.tell(["new"])
    watched.key(TWO)
    assert view(watched.mirror)["game"]["sides"][0]["name"] == "Ann"
    watched.tell(["hello", 2, "", "", 0])
    watched.tell(["new"])
    watched.key(TWO)
    assert view(watched.mirror)["game"]["sides"][0]["name"] == "Blue"


def test_sides_of_the_start_menu_are_called_by_their_names():
    watched = named(TWO, DEAL, "Ann", "Ben")
    watched.tell(["menu", "start", 3, 0, 1, 2, 121, 0, 0, 0, 0])
    assert view(watched.mirror)["menu"]["choices"] == ["Cut for it", "Ann", "Ben"]


def test_a_name_is_not_read_as_another_sides_mark():
    names = all_names(["{Orange}", "Ben", "", "", "", ""])
    assert called("{Blue} and {Orange}", names) == "{Orange} and Ben"


def test_two_sides_never_have_one_name():
    for given, shown in (
        (["Ann", "ann"], ["Blue", "Orange"]),  # nobody could tell them apart
        (["Stra\u00dfe", "STRASSE"], ["Blue", "Orange"]),
        (["\u00c9mile", "\u00e9mile"], ["Blue", "Orange"]),
        (["orange", ""], ["Blue", "Orange"]),
        (["Blue", ""], ["Blue", "Orange"]),
        (["  Ann   Lee ", "\u200b"], ["Ann Lee", "Orange"]),
        (["x" * 40, ""], ["x" * (NAME_MOST - 1) + "…", "Orange"]),
        (["Maximilian Oberhauser of Linz", ""], ["Maximilian Oberhauser of", "Orange"]),
    ):
        assert all_names(given + [""] * 4)[:2] == shown


def test_a_hostile_name_is_plain_text_of_one_line():
    """Returned, to be the same with JavaScript's tables of Unicode as with Python's."""
    cleaned = [clean(name) for name in HOSTILE]
    for name in cleaned:
        assert not [one for one in name if one < " " or one in "\x7f\x9b\u202e\u2066\u200b\ufeff"]
    return "\n".join(cleaned)


def test_accents_stay_and_towers_of_them_do_not():
    assert clean("Ade\u0300le") == "Ad\u00e8le"
    assert len(clean("Z" + "\u0301" * 50)) <= 3


def test_a_board_that_sends_no_name_changes_none():
    watched = named(TWO, "8D")
    watched.tell(["name", 1, wire("Ben")])
    before = view(watched.mirror)
    for message in (["name", 6, "41"], ["name", -1, "41"], ["name", 0, "ff"]):
        feed(watched.mirror, link_line.encode(9, message))
        assert view(watched.mirror) == before


# Of players, as --players gives them


def test_players_stand_where_the_table_has_named_no_side():
    watched = named(TWO, DEAL)
    shown = view(watched.mirror, ("Ann", "Ben"))
    assert "Ben: turn up the crib" in shown["prompt"]
    assert [side["name"] for side in shown["game"]["sides"]] == ["Ann", "Ben"]
    assert shown["game"]["counts"][0]["title"] == "Ben's hand"
    watched.tell(["name", 0, wire("Zoë")])
    shown = view(watched.mirror, ("Ann", "Ben"))
    assert [side["name"] for side in shown["game"]["sides"]] == ["Zoë", "Ben"]
    assert [seat["name"] for seat in shown["game"]["seats"]] == ["Zoë", "Ben"]


def test_partners_are_a_side_by_both_names_and_each_has_the_own_one():
    watched = named((E.START, 3, 4, 121, 3, 0, 0), "8D")
    shown = view(watched.mirror, ("Ann", "Ben", "Cat", "Dan"))
    assert [side["name"] for side in shown["game"]["sides"]] == ["Ann and Cat", "Ben and Dan"]
    assert [seat["name"] for seat in shown["game"]["seats"]] == ["Ann", "Ben", "Cat", "Dan"]
    assert "{" not in json.dumps(shown["prompt"])
    same = view(watched.mirror, ("Ann", "Ben", "ann", "Dan"))
    assert [seat["name"] for seat in same["game"]["seats"]][1:] == [
        "Ben and Dan 1",
        "Ann and ann 2",
        "Ben and Dan 2",
    ]


def test_players_that_cannot_be_told_apart_or_are_too_many_are_called_by_colours():
    for players, names in (
        (("Ann",), ["Blue", "Orange"]),
        (("Ann", "Ben", "Cat"), ["Blue", "Orange"]),
        (("Ann", "ANN"), ["Blue", "Orange"]),
        (("Orange", "Ben"), ["Blue", "Ben"]),
        (("A" * 30, "{Blue}"), ["A" * (NAME_MOST - 1) + "…", "{Blue}"]),
    ):
        shown = view(named(TWO, DEAL).mirror, players)
        assert [side["name"] for side in shown["game"]["sides"]] == names


def test_the_players_of_a_game_that_is_chosen_stand_in_its_menu():
    watched = Watched((E.START, 3, 4, 121, 3, 0, 0))
    watched.tell(["menu", "start", 3, 0, 1, 2, 121, 0, 0, 0, 0])
    shown = view(watched.mirror, ("Ann", "Ben"))
    assert shown["menu"]["choices"] == ["Cut for it", "Ann", "Ben"]
    assert shown["game"]["sides"][0]["name"] == "Blue"


def test_two_who_win_win():
    watched = Watched((E.START, 3, 4, 121, 3, 0, 0))
    watched.mirror.game.state.phase = OVER
    watched.mirror.game.state.winner = 0
    shown = view(watched.mirror, ("Ann", "Ben", "Cat", "Dan"))
    assert shown["game"]["over"]["text"].startswith("Ann and Cat win ")


PARTNERS = (E.START, 3, 4, 121, 254, 0, 0)
CUT = "2D, 5D, 3D, KD"  # the first and the third are partners already
OTHER_CUT = "2D, 3D, 5D, KD"  # the first and the second


def seats(watched, players=("Ann", "Ben", "Cat", "Dan")):
    return [seat["name"] for seat in view(watched.mirror, players)["game"]["seats"]]


def test_g18_names_move_with_the_partner_who_changes_seats():
    assert seats(named(PARTNERS, CUT)) == ["Ann", "Ben", "Cat", "Dan"]
    watched = named(PARTNERS, OTHER_CUT)
    assert seats(watched) == ["Ann", "Cat", "Ben", "Dan"]
    shown = view(watched.mirror, ("Ann", "Ben", "Cat", "Dan"))
    assert [side["name"] for side in shown["game"]["sides"]] == ["Ann and Ben", "Cat and Dan"]


def test_g18_names_move_back_where_the_cut_is_undone():
    watched = named(PARTNERS, OTHER_CUT)
    watched.tell(["undo", 4])
    assert seats(watched) == ["Ann", "Ben", "Cat", "Dan"]


def test_a_long_name_is_shortened_by_a_word_and_not_within_one():
    for name, shown in (
        ("Christopher van den Berg", "Christopher van den Berg"),
        ("Christopher van den Bergs", "Christopher van den"),
        ("Bartholomew, son of Thomas", "Bartholomew, son of"),
        ("Donaudampfschifffahrtsgesellschaft", "Donaudampfschifffahrtsg…"),
    ):
        assert shortened(name) == shown
        assert len(shown) <= NAME_MOST


def test_a_name_for_no_side_shows_nothing_new():
    watched = Watched(TWO)
    before = view(watched.mirror)
    for number, side in enumerate((len(SIDES), 255)):
        line = link_line.encode(watched.said + 1 + number, ["name", side, wire("Ann")])
        assert not feed(watched.mirror, line)
    assert view(watched.mirror) == before


def test_g18_who_cut_for_partners_sit_opposite_one_another():
    players = list("ABCD")
    for dealer in range(4):
        for partner in [seat for seat in range(4) if seat != dealer]:
            seats = reseated(players, dealer, partner)
            assert seats[dealer] == players[dealer]
            assert seats[(dealer + 2) % 4] == players[partner]
            assert sorted(seats) == players
    assert reseated(["A", "B"], 0, 1) == ["A", "B"]


def test_a_name_that_begins_with_accents_keeps_as_many_as_a_letter():
    assert clean("\u0301\u0302\u0303x") == "\u0301\u0302x"
