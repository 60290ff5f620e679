"""The view that is sent to the page: complete, worded for players, and valid JSON."""

import json

from engine_core.games.options import CRIB_BY_OWNER, MUGGINS, RANKS_ALONE, numbers
from engine_core.state.entries import parse
from host.mirror.mirror import Mirror
from host.mirror.view import view
from tests.conformance.support.mirrored import Mirrored
from tests.conformance.support.view_fields import COUNT, GAME, SEAT, SIDE, VIEW

TWO = (4, 1, 2, 61, 1, 0, 0)


def dealt(keys=""):
    board = Mirrored()
    board.start(TWO)
    board.keys(keys)
    return board


def shown(keys=""):
    return view(dealt(keys).mirror)


def test_there_is_a_view_before_the_first_line():
    told = view(Mirror())
    assert set(told) >= VIEW
    assert told["game"] is None
    assert json.dumps(told)


def test_the_start_menu():
    board = Mirrored()
    told = view(board.mirror)
    assert told["mode"] == "menu"
    assert told["game"] is None
    assert not told["undo"] and not told["redo"]
    menu = told["menu"]
    assert (menu["title"], menu["at"], menu["page"][0]) == ("Game", 0, 1)
    assert menu["choices"][:2] == ["Traditional", "Three-handed"]
    assert "ENTER" in told["prompt"]
    board.keys("RIGHT")
    assert view(board.mirror)["menu"]["at"] == 1


def test_a_game_that_begins():
    told = shown()
    assert set(told) >= VIEW
    assert (told["mode"], told["menu"], told["undo"], told["redo"]) == ("game", None, True, False)
    game = told["game"]
    assert set(game) >= GAME
    assert (game["preset"], game["target"], game["deal"]) == ("Traditional", 61, 1)
    assert (game["phase"], game["starter"], game["over"]) == ("starter", None, None)
    assert told["prompt"].startswith("Orange deals six each, everyone throws two.")
    blue, orange = game["sides"]
    assert set(blue) >= SIDE
    assert (blue["name"], blue["colour"], blue["score"], blue["seats"]) == ("Blue", 0, 0, [0])
    assert [seat["dealer"] for seat in game["seats"]] == [False, True]


def test_a_rank_that_waits_for_its_suit():
    told = shown("8D K")
    assert told["key_entry"] == "K"
    assert "suit" in told["prompt"]
    assert told["game"]["line"] == []


def test_the_play():
    told = shown("8D KH 9D 4S")
    game = told["game"]
    assert (game["phase"], game["starter"]) == ("play", "8D")
    assert (game["count"], game["line"]) == (23, ["KH", "9D", "4S"])
    blue, orange = game["seats"]
    assert set(blue) >= SEAT
    assert (blue["played"], blue["left"], blue["turn"]) == (["KH", "4S"], 2, False)
    assert (orange["played"], orange["left"], orange["turn"]) == (["9D"], 3, True)
    assert told["prompt"] == "Orange: play a card, or GO if none fits within 31."


def test_points_in_the_play_are_explained():
    count = shown("8D 7H 8S")["game"]["counts"][0]
    assert set(count) >= COUNT
    assert (count["title"], count["points"]) == ("Orange plays 8♠", 2)
    assert count["spoken"] == "fifteen two"
    assert count["items"] == [{"text": "fifteen", "points": 2, "cards": ["7H", "8S"]}]


def test_nibs_go_and_last_card_are_reported():
    assert shown("JD")["game"]["counts"][0]["points"] == 2
    counts = shown("8D KH 9D QC GO GO")["game"]["counts"]
    assert (counts[0]["points"], counts[0]["items"][0]["text"]) == (1, "go")
    counts = shown("8D KH 9D 4S 7C GO GO QC JD 2H 3C")["game"]["counts"]
    assert [count["items"][0]["text"] for count in counts if count["points"] == 1] == [
        "last card",
        "go",
    ]


def test_the_show_newest_first():
    game = shown("8D KH 9D 4S 7C GO GO QC JD 2H 3C")["game"]
    assert [count["title"] for count in game["counts"][:2]] == ["Orange's hand", "Blue's hand"]
    orange, blue = game["counts"][:2]
    assert (blue["points"], blue["spoken"], blue["items"]) == (0, "nothing", [])
    assert orange["points"] == 6
    assert orange["cards"] == ["9D", "7C", "JD", "3C", "8D"]
    assert orange["spoken"] == "fifteen two, a run of three is five, and nobs is six"
    assert sum(item["points"] for item in orange["items"]) == 6
    assert game["phase"] == "crib"
    assert [seat["left"] for seat in game["seats"]] == [0, 0]


def test_g19_ranks_alone_are_shown_without_suits():
    board = Mirrored()
    board.start(TWO[:5] + (RANKS_ALONE, 0))
    board.keys("8 T 9 6 4 GO GO 5 7 J 8")
    told = view(board.mirror)
    assert told["game"]["starter"] == "8"
    assert [seat["played"] for seat in told["game"]["seats"]][0] == ["T", "6", "5", "J"]
    claims = "♠ nobs, ♥ a flush of the hand and ♦ a flush with the starter"
    assert told["prompt"] == f"Blue's hand: 4 so far. {claims}; ENTER or the next card if none."
    board.keys("D")
    told = view(board.mirror)
    count = told["game"]["counts"][0]
    assert (count["title"], count["points"]) == ("Blue's hand", 10)
    assert count["items"][-2:] == [
        {"text": "a flush", "points": 5, "cards": ["T", "6", "5", "J", "8"]},
        {"text": "nobs", "points": 1, "cards": ["J"]},
    ]
    assert told["prompt"] == (
        "Orange's hand: 12 so far. ♥ a flush of the hand; ENTER or the next card if none."
    )
    board.keys("A 2 3 K")
    prompt = view(board.mirror)["prompt"]
    assert prompt.startswith("Orange's crib: 5 so far. ♦ a flush with the starter")


def test_g14_g19_a_claim_is_shown_beside_the_count_of_its_suits():
    board = Mirrored()
    board.start(TWO[:5] + (RANKS_ALONE | MUGGINS, 0))
    board.keys("8 T 9 6 4 GO GO 5 7 J 8 4 ENTER ENTER S")
    count = view(board.mirror)["game"]["counts"][0]
    assert (count["claimed"], count["points"]) == (4, 5)


def test_the_crib_card_by_card():
    told = shown("8D KH 9D 4S 7C GO GO QC JD 2H 3C TC KC")
    assert told["game"]["crib"] == ["TC", "KC"]
    assert told["prompt"] == "Orange: turn up the crib and enter two more cards."
    told = shown("8D KH 9D 4S 7C GO GO QC JD 2H 3C TC KC AS 4D")
    assert told["game"]["counts"][0]["title"] == "Orange's crib"
    assert told["game"]["deal"] == 2
    assert [side["score"] for side in told["game"]["sides"]] == [0, 12]
    assert [side["back"] for side in told["game"]["sides"]] == [0, 8]
    assert [seat["dealer"] for seat in told["game"]["seats"]] == [True, False]


def test_undo_takes_the_counts_back():
    board = dealt("8D 7H 8S")
    assert len(view(board.mirror)["game"]["counts"]) == 1
    board.keys("UNDO")
    told = view(board.mirror)
    assert told["game"]["counts"] == []
    assert told["redo"]
    assert told["redo_list"] == {"next": "8♠", "count": 1}
    board.keys("RIGHT")
    assert len(view(board.mirror)["game"]["counts"]) == 1


def test_g16_a_correction_keeps_what_followed_and_the_view_names_the_next():
    board = dealt("8D 7H 8S 9C")
    board.keys("UNDO UNDO UNDO")
    assert view(board.mirror)["redo_list"] == {"next": "7♥", "count": 3}
    assert view(board.mirror)["left_out"] == view(board.mirror)["replaced"] == []
    board.keys("7C")
    assert view(board.mirror)["redo_list"] == {"next": "8♠", "count": 2}
    board.hold("RIGHT")
    assert view(board.mirror)["redo_list"] is None
    assert not board.mirror.differs


def test_g16b_the_view_names_what_was_left_out_and_what_the_next_replaces():
    board = dealt("8D 7H 8S 9C")
    steps = (
        # The keys, the next one to redo, what it replaces, and what was left out.
        ("UNDO UNDO UNDO 7C", "8♠", [], ["7♥"]),
        ("UNDO", "7♣", ["7♥"], []),
        ("LEFT", "7♥", [], ["7♣"]),
        ("UNDO", "7♣", ["7♥"], []),
        ("LEFT LEFT", "8♠", [], ["7♣", "7♥"]),
        ("UNDO", "7♥", [], ["7♣"]),
        ("RIGHT", "8♠", [], []),
    )
    for keys, following, replaced, left_out in steps:
        board.keys(keys)
        told = view(board.mirror)
        assert (told["redo_list"] or {}).get("next") == following
        assert (told["replaced"], told["left_out"]) == (replaced, left_out)
        assert not board.mirror.differs


def test_the_scoreboard():
    board = Mirrored()
    board.start((4, 0, 2, 61, 255, 0, 0))
    assert view(board.mirror)["prompt"].startswith("Whose points?")
    board.keys("H A 5")
    told = view(board.mirror)
    assert told["key_entry"] == "15"
    assert told["prompt"] == "Orange: ENTER pegs 15."
    board.keys("ENTER")
    count = view(board.mirror)["game"]["counts"][0]
    assert (count["title"], count["points"], count["spoken"]) == ("Orange: 15 pegged", 15, "")


def test_the_end():
    board = Mirrored()
    board.start((4, 0, 2, 61, 255, 0, 0))
    board.keys("H 9 ENTER S 2 9 ENTER 2 9 ENTER K ENTER")
    told = view(board.mirror)
    assert told["mode"] == "over"
    assert told["game"]["over"] == {"winner": 0, "text": "Blue wins 61 to 9. Orange: lurch."}
    assert "ENTER" in told["prompt"]
    assert not any(seat["turn"] for seat in told["game"]["seats"])
    board.keys("ENTER")
    assert view(board.mirror)["mode"] == "game"


def test_the_player_to_act_is_the_dealer_where_the_dealer_is_asked():
    told = shown()
    assert told["game"]["phase"] == "starter"
    assert [(seat["dealer"], seat["turn"]) for seat in told["game"]["seats"]] == [
        (False, False),
        (True, True),
    ]


def test_a_peg_off_the_crib_wars_track_is_said_so():
    board = Mirrored()
    board.start((4, 2, 3, 121, 2, 0, 2))
    for text in ("points 0 22", "points 1 29", "points 1 3", "points 2 29", "points 2 7"):
        board.app.enter(parse(text))
    board.run(100)
    sides = view(board.mirror)["game"]["sides"]
    assert [side["away"] for side in sides] == [
        "on a blue path",
        "on a short cut",
        "sits out three deals",
    ]


def test_the_menu_for_the_next_game_with_other_options_is_shown():
    board = Mirrored()
    board.start((4, 1, 2, 61, 1, 0, 0))
    for points in (29, 29, 3):
        board.app.enter((2, 0, points))
    board.press("MENU")
    board.choose("Next game with other options")
    assert view(board.mirror)["menu"]["title"] == "Options"
    board.choose("Muggins: off")
    board.keys("MENU ENTER")
    assert view(board.mirror)["game"]["match"]
    assert not board.mirror.differs


def test_g23_the_crib_by_owner_says_whose_cards_come_next():
    board = Mirrored()
    low, more = numbers(CRIB_BY_OWNER, 0)
    board.start(TWO[:5] + (low, 0, more))
    board.keys("8D KH 9D 4S 7C GO GO QC JD 2H 3C")
    assert view(board.mirror)["prompt"].startswith("The bar shows a hand of 0: ENTER goes on to")
    board.keys("ENTER")
    said = []
    for keys in ("", "TC", "KC", "AS"):
        board.keys(keys)
        told = view(board.mirror)
        said.append((told["prompt"], [seat["turn"] for seat in told["game"]["seats"]].index(True)))
    assert said == [
        (
            "Orange: turn up the crib. Enter the two cards that Orange threw; those of Blue come"
            " after.",
            1,
        ),
        ("Orange. Enter one more card that Orange threw; those of Blue come after.", 1),
        ("Now enter the two cards that Blue threw.", 0),
        ("Now enter one more card that Blue threw.", 0),
    ]
    assert told["game"]["thrown"] == [
        {"name": "Orange", "side": 1, "cards": ["TC", "KC"]},
        {"name": "Blue", "side": 0, "cards": ["AS"]},
    ]


def test_a_refusal_says_what_undo_does():
    board = dealt("8D KH")
    board.keys("KH")
    told = view(board.mirror)
    assert told["refusal"] and told["prompt"].startswith("UNDO takes back the refused key. ")
    board.keys("UNDO")
    told = view(board.mirror)
    assert not told["refusal"] and told["prompt"] == "Orange: play a card."
    assert board.mirror.game.length == 3


def test_the_prompt_says_that_enter_goes_on_to_the_next_hand():
    board = dealt("8D KH 9D 4S 7C GO GO QC JD 2H 3C")
    waiting = "Orange: turn up the crib and enter the four cards."
    assert view(board.mirror)["prompt"] == (
        f"The bar shows a hand of 0: ENTER goes on to the next. Then {waiting}"
    )
    board.keys("ENTER")
    assert view(board.mirror)["prompt"] == waiting
    board.keys("UNDO RIGHT")
    assert view(board.mirror)["prompt"] != waiting
    board.keys("T")
    assert "The bar" not in view(board.mirror)["prompt"]
