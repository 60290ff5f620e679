"""The games in a page's worker: kept, listed, shown, exported and imported."""

import json
from binascii import b2a_base64

from engine_core.game.game import Game
from engine_core.games.phases import OVER
from engine_core.records import record
from engine_core.state.entry_constructors import points
from host.link.packed_match import packed_match
from host.site.page_match import PAGE, USB
from tests.conformance.support.page_store import NOON, Worker, in_order, link_of, record_of
from tests.conformance.support.record_files import entries

SLOW = ("test_the_chance_to_win_and_the_figures_are_those_of_the_laptop",)

NAMES = ("traditional", "skunk", "won-in-play", "three-handed", "four-handed")
SIDES = ["Ann", "Ben", "", "", "", ""]


def match_of(name, sides=(), times=(), length=None):
    """Return what a page's board tells of a game that was played to its end."""
    game = Game()
    for entry in entries(name)[:length]:
        game.apply(entry)
    data = b2a_base64(packed_match(game)).decode().strip()
    names = list(sides) or [""] * 6
    told = {"board": PAGE, "players": [], "data": data, "names": names, "at": int(NOON)}
    told["times"] = list(times)
    return told


def full(*names):
    worker = Worker()
    for name in names or NAMES:
        worker.ask("take record", record_of(name))
    return worker


def test_a_finished_game_is_kept_once_with_its_names_and_times():
    worker = Worker()
    count = len(entries("traditional"))
    match = match_of("traditional", SIDES, [NOON + n for n in range(count)])
    worker.ask("keep", match)
    worker.ask("keep", match)
    (line,) = worker.ask("games")
    assert (
        line["names"] == ["Ann", "Ben"] and line["over"] and line["called"][:2] == ["Ann", "Ben"]
    )
    page = worker.ask("game", line["id"])
    assert page["times"] == [NOON + n for n in range(count)]
    assert page["link"].startswith("#game=") and len(page["steps"]) == count
    again = Worker(worker.store)
    assert again.ask("games") == worker.ask("games")
    assert again.ask("game", line["id"]) == page


def test_a_game_that_is_not_over_is_not_kept():
    worker = Worker()
    worker.ask("keep", match_of("traditional", length=30))
    assert worker.ask("games") == []


def test_an_end_that_was_taken_back_and_played_otherwise_replaces_the_game():
    worker = Worker()
    whole = entries("traditional")
    worker.ask("keep", match_of("traditional", SIDES))
    game = Game()
    for entry in whole[:-1]:
        game.apply(entry)
    while game.state.phase != OVER:
        game.apply(points(1, 8))
    match = dict(match_of("traditional", SIDES))
    match["data"] = b2a_base64(packed_match(game)).decode().strip()
    worker.store.time += 60
    worker.ask("keep", match)
    (line,) = worker.ask("games")
    assert line["winner"] == 1


def test_the_pages_of_the_history_are_the_same_everywhere():
    worker = full()
    lines = worker.ask("games")
    told = [in_order(lines), in_order(worker.ask("players"))]
    for line in lines:
        told.append(in_order(worker.ask("game", line["id"])))
        told.append(worker.ask("record", line["id"]))
    return "\n".join(told)


def test_players_have_their_figures():
    worker = full()
    name = worker.ask("players")[0]
    told = worker.ask("player", name)
    assert told["games"] >= 1 and told["par"]["dealer"]["hand"] > 7
    rival = sorted(told["against"])[0]
    both = worker.ask("player", name, rival)
    assert both["other"]["name"] == rival and both["list"]
    return in_order([told, both])


def test_who_never_played_is_not_there():
    worker = full("traditional")
    assert worker.said("player", "Nobody") == {"trouble": "There is no such player"}
    assert worker.said("player", "Ann", "Nobody") == {"trouble": "There is no such game"}
    assert worker.said("game", 99) == {"trouble": "There is no such game"}


def test_all_games_come_back_from_their_export():
    worker = full()
    told = [worker.ask("exported", number) for number in worker.ask("ids")]
    other = Worker()
    for one in told:
        assert other.ask("take", json.loads(one))[0][1]
        assert not other.ask("take", json.loads(one))[0][1]
    lines = [dict(line, id=0) for line in worker.ask("games")]
    assert sorted(in_order(dict(line, id=0)) for line in other.ask("games")) == sorted(
        in_order(line) for line in lines
    )
    again = [other.ask("exported", number) for number in other.ask("ids")]
    assert [json.loads(one)["entries"] for one in again] == [
        json.loads(one)["entries"] for one in told
    ]


def test_a_wrong_game_of_a_file_is_refused_with_a_reason():
    worker = Worker()
    good = json.loads(full("skunk").ask("exported", 1))
    for change, why in (
        ({"entries": 5}, "This is not a game"),
        ({"entries": good["entries"][:1]}, "This game has no entries"),
        ({"entries": good["entries"] * 60}, "This game has more entries"),
        ({"entries": good["entries"] + good["entries"]}, "is wrong: a game has one start"),
        ({"entries": good["entries"][1:]}, "Entry 1 is wrong"),
    ):
        assert why in worker.said("take", dict(good, **change))["trouble"]
    assert "This is not a game" in worker.said("take", None)["trouble"]
    assert worker.ask("games") == [] and not worker.store.rows
    assert "Line 1" in worker.said("take record", "nonsense")["trouble"]


def test_a_damaged_row_leaves_the_other_games():
    worker = full("traditional", "skunk", "won-in-play")
    for number, text_ in ((1, "{"), (2, json.dumps({"uid": 5}))):
        worker.store.rows[number] = text_
    worker.store.packed[3] = json.dumps({"packed": "AAAA", "times": []})
    worker = Worker(worker.store)
    assert [line["id"] for line in worker.ask("games")] == [3]
    assert worker.said("game", 3) == {"trouble": "Game 3 in the file of games is damaged"}
    assert [worker.ask("exported", number) for number in worker.ask("ids")] == [""]
    worker.ask("take record", record_of("three-handed"))
    assert len(worker.ask("games")) == 2


def test_a_damaged_game_is_whole_again_once_it_comes_from_elsewhere():
    worker = full("traditional")
    before = worker.ask("game", 1)
    worker.store.packed[1] = "{}"
    worker = Worker(worker.store)
    assert "damaged" in worker.said("game", 1)["trouble"]
    assert worker.ask("take record", record_of("traditional")) == [[1, True]]
    assert worker.ask("game", 1) == before


def test_a_link_is_shown_and_kept_once():
    worker = Worker()
    link = "#game=" + link_of("traditional")
    told = worker.ask("linked", link)
    assert told["game"]["sides"][0]["name"] == "Ann" and told["link"] == link
    assert len(told["frames"]) == len(told["steps"]) == len(entries("traditional"))
    assert worker.ask("games") == []
    assert worker.ask("take link", link)[0][1]
    assert not worker.ask("take link", link)[0][1]
    return in_order(told)


def test_a_wrong_link_says_what_is_wrong():
    worker = Worker()
    for said in ("", "#game=", "#game=AAAA", "#game=" + "A" * 9000, link_of("skunk")[:-3]):
        told = worker.said("linked", said)
        assert "link" in told["trouble"].lower(), told
        assert worker.said("take link", said)["trouble"] == told["trouble"]


def test_the_chance_to_win_and_the_figures_are_those_of_the_laptop():
    worker = Worker()
    told = []
    for name in ("traditional", "three-handed", "four-handed"):
        for length in (0, 1, 6, 12, 15, 20, 28, None):
            match = match_of(name, SIDES, length=length) if length != 0 else {"data": ""}
            told.append(worker.ask("chance", match))
            told.append(worker.ask("figures", match))
    halfway, match = match_of("traditional", SIDES, length=28), match_of("traditional", SIDES)
    assert [side["to_win"] for side in worker.ask("figures", halfway)["sides"]] == [50, 49]
    told.append(worker.ask("game.json", match))
    assert told[-1]["link"].startswith("#game=")
    for number in (1,):
        worker.ask("keep", match)
        told.append(worker.ask("chances", number))
    return in_order(told)


def archived(name, number, before=0, sides=SIDES):
    """Return a game of a board's archive, as the page's mirror tells it."""
    match = match_of(name)["data"]
    told = {"uid": "%016x" % number, "match": match, "names": sides, "archive": "0a0b0c0d"}
    return dict(told, before=before, number=number)


def test_the_games_of_a_boards_archive_are_kept_each_once():
    worker = Worker()
    assert worker.ask("archives") == {}
    assert worker.ask("keep archived", archived("traditional", 1)) == {"0a0b0c0d": 1}
    assert worker.ask("keep archived", archived("skunk", 2, 1)) == {"0a0b0c0d": 2}
    lines = worker.ask("games")
    assert len(lines) == 2 and lines[0]["names"] == ["Ann", "Ben"] and lines[0]["over"]
    again = Worker(worker.store)
    assert again.ask("archives") == {"0a0b0c0d": 2}
    again.ask("keep archived", archived("skunk", 2, 1))
    assert len(again.ask("games")) == 2


def test_a_game_that_was_watched_is_the_one_in_the_archive():
    worker = Worker()
    watched = dict(match_of("traditional", ["", "Eve", "", "", "", ""]), board=USB)
    worker.ask("keep", watched)
    worker.ask("keep archived", archived("traditional", 1))
    (line,) = worker.ask("games")
    assert line["names"] == ["Ann", "Ben"]


def test_after_a_game_of_an_archive_that_is_missing_those_since_are_read_again():
    worker = Worker()
    worker.ask("keep archived", archived("traditional", 1))
    assert worker.ask("keep archived", archived("skunk", 3, 2)) == {"0a0b0c0d": 1}


def test_a_game_of_an_archive_that_breaks_the_rules_is_passed_by():
    worker = Worker()
    broken = dict(archived("traditional", 1), match=b2a_base64(b"no match").decode().strip())
    assert worker.ask("keep archived", broken) == {"0a0b0c0d": 1}
    assert worker.ask("games") == []


def test_if_it_is_not_known_how_far_an_archive_was_read_it_is_read_again():
    for damaged in ("{", "[1]", '{"0a0b0c0d": "1"}'):
        worker = Worker()
        worker.store.putArchives(damaged)
        assert worker.ask("archives") == {}
        worker.ask("keep archived", archived("traditional", 1))
        assert worker.ask("archives") == {"0a0b0c0d": 1}


def test_texts_of_names_are_kept_as_texts():
    worker = Worker()
    sides = ['<img src=x onerror="x">', "B\u00e9n\u0007\n,x"] + [""] * 4
    worker.ask("keep", match_of("traditional", sides))
    (line,) = worker.ask("games")
    assert line["names"] == ['<img src=x onerror="x">', "B\u00e9n x"]


def test_a_record_keeps_its_day():
    worker = Worker()
    said = '[Date "2026-11-21"]\n' + record_of("traditional")
    worker.ask("take record", said)
    (line,) = worker.ask("games")
    assert line["started"] == "2026-11-21"
    assert '[Date "2026-11-21"]' in worker.ask("record", line["id"])
    timed = Worker()
    timed.ask("take record", '[Time "20:15"]\n' + said)
    assert timed.ask("games")[0]["started"] == "2026-11-21 20:15"
    assert record.parse(timed.ask("record", 1)).tag("Time") == "20:15"


RESULT = ["5H JC 2C 9D KS KD", 1, 40, 50, "2C 9D", 1.5, 3.25]


def test_results_of_practice_go_through_a_file_and_are_kept_once():
    one, other = Worker(), Worker()
    assert one.ask("exported practice") == ""
    one.store.time = NOON + 0.123456
    one.ask("keep practice", "2026-11-24", RESULT)
    one.store.time = NOON + 9
    one.ask("keep practice", "random", RESULT)
    told = json.loads(one.ask("exported practice"))
    assert list(told) == ["practice"] and told["practice"][0]["cards"] == RESULT[0]
    other.ask("keep practice", "own", RESULT)
    assert [other.ask("take practice", told) for _ in range(2)] == [2, 0]
    rows = other.ask("practised")
    times = [row[0] for row in rows]
    assert times == sorted(times) and sorted([row[1] for row in rows]) == [
        "2026-11-24",
        "own",
        "random",
    ]
    assert [row[2:] for row in rows] == [RESULT] * 3
    assert one.ask("take practice", told) == 0


def test_results_of_practice_that_are_wrong_are_left_out():
    worker = Worker()
    worker.ask("keep practice", "random", RESULT)
    (good,) = json.loads(worker.ask("exported practice"))["practice"]
    wrong = [7, None, {}]
    for name, values in (
        ("at", [None, "noon", 1e300]),
        ("kind", ["x" * 21]),
        ("cards", ["5H JC", 5, "5H 5H 2C 9D KS KD"]),
        ("role", [2, [], "dealer"]),
        ("dealer_score", [10**9, None]),
        ("thrown", ["2C", "2C 2C", "AS AC", None]),
        ("points", [None, "x", []]),
    ):
        wrong += [dict(good, **{name: value}) for value in values]
    assert worker.ask("take practice", {"practice": wrong}) == 0
    for told in ({"practice": 5}, {}, [], 7):
        assert worker.ask("take practice", told) == 0
    assert len(worker.ask("practised")) == 1


COSTS = [
    {"plays": 1.5, "throws": [["pair", True, 2.0]]},
    {"plays": 0.5, "throws": []},
]


def test_the_points_that_a_player_lost_are_kept_until_the_game_changes():
    worker = full("traditional", "three-handed")
    worker.ask("take record", record_of("skunk").replace("Grace, Henry", "Ann, Ben"))
    none = {"games": [], "throws": None, "plays": None, "kinds": []}
    assert worker.ask("losses", "nobody") == dict(none, waiting=0, next=None)
    found = worker.ask("losses", "ann")
    assert (found["waiting"], found["games"]) == (2, [])
    worker.ask("keep costs", found["next"]["key"], [])  # it is not one that is reviewed
    found = worker.ask("losses", "Ann")
    assert found["waiting"] == 1
    worker.ask("keep costs", found["next"]["key"], COSTS)
    found = Worker(worker.store).ask("losses", "Ann")
    assert (found["waiting"], found["next"]) == (0, None)
    assert [(one["throws"], one["plays"]) for one in found["games"]] == [(2.0, 1.5)]
    for damaged in ("[", "5", '[["x", 7]]', "[7]"):
        worker.store.reviewed = damaged
        assert worker.ask("losses", "Ann")["waiting"] == 2


def test_the_key_of_a_review_is_the_same_everywhere():
    worker = full("traditional")
    return worker.ask("losses", "Ann")["next"]["key"]
