"""What is said at every table: prompts, counts and notes, in the games where they differ."""

from engine_core.games import phases
from engine_core.games.options import MUGGINS, MUGGINS_IN_PLAY
from engine_core.games.seats import PARTNERS
from engine_core.state import entries as E
from firmware.link import link_line
from hardware.board import SIDES
from host.mirror.names import all_names, called, with_names
from host.mirror.view import view
from tests.conformance.support.battle_player import BattlePlayer
from tests.conformance.support.mirrored import DEAL, TWO, Watched, feed, keyed

COLOURS = all_names([""] * len(SIDES))


def test_no_view_shows_the_count_during_a_claim():
    watched = keyed(TWO[:5] + (MUGGINS, 0), DEAL)
    for entry, said in (((E.CLAIM, 1), "Blue claims 1."), ((E.PASS,), "Orange: count your hand")):
        before = watched.counts()
        assert not [count for count in before if "hand" in count["title"]]
        watched.key(entry)
        assert view(watched.mirror)["prompt"].startswith(said)
        if entry[0] == E.CLAIM:
            assert watched.counts() == before
    assert watched.counts()[0]["title"] == "Blue's hand"
    assert watched.counts()[0]["points"] == 2


def test_muggins_is_reported_with_its_receiver():
    watched = keyed(TWO[:5] + (MUGGINS, 0), DEAL + ", claim 1, muggins 1")
    assert [(one["title"], one["points"]) for one in watched.counts()[:2]] == [
        ("Orange: muggins", 1),
        ("Blue's hand", 2),
    ]
    watched = keyed(TWO[:5] + (MUGGINS | 2, 0), DEAL + ", claim 1, muggins 1")
    assert watched.counts()[0]["title"] == "Blue: muggins"


def test_landings_are_reported():
    crib_wars = TWO[:6] + (2,)
    for points, titles in (
        (8, ["Orange: slide to hole 28"]),
        (22, ["Orange: time trap"]),
    ):
        told = keyed(crib_wars, f"points 1 {points}").counts()
        assert [one["title"] for one in told[:-1]] == titles
    told = keyed(crib_wars, "points 1 29, points 1 7").counts()
    assert [one["title"] for one in told[:3]] == [
        "Blue: ahead to hole 20",
        "Orange: back to hole 16",
        "Orange: penalty box",
    ]
    told = keyed(crib_wars, "points 1 29, points 1 3").counts()
    assert told[0]["title"] == "Orange: short cut"


def test_a_side_that_sits_out_is_named_at_the_next_deal():
    three = (E.START, 2, 3, 121, 2, 0, 2)
    watched = keyed(three, "points 2 29, points 2 7, penalty 2 0 1")
    assert view(watched.mirror)["prompt"] == (
        "White sits out three deals (ENTER moves its peg). Blue deals six each to Orange and Blue,"
        " who throw two: four in the crib. Then cut the deck and enter the starter."
    )


def test_c3b_battlefield_deals_as_for_the_players_who_are_left():
    three = (E.START, 11, 3, 121, 0, 0, 2)
    watched = keyed(three, "points 2 29, points 2 7, penalty 2 0 1")
    prompt = view(watched.mirror)["prompt"]
    assert prompt.startswith("White sits out three deals (ENTER moves its peg). Blue deals five ")
    assert "five each to Orange and Blue and two to the reserve. Enter" in prompt


def test_the_prompt_for_the_reserve_counts_down_and_a_hand_that_dropped_has_four_cards():
    watched = Watched((E.START, 11, 2, 121, 1, 0, 0))
    player = BattlePlayer(3)
    prompts = []
    shown = 0
    while not prompts or watched.state.phase == phases.RESERVE:
        told = view(watched.mirror)
        state = watched.state
        cards = [len(seat["played"]) + seat["left"] for seat in told["game"]["seats"]]
        if state.phase == phases.RESERVE:
            prompts.append(told["prompt"])
            assert cards == [4, 4]
        elif state.phase == phases.FORMATION:
            shown += state.hands_counted
            assert cards == [4] * state.hands_counted + [5] * (2 - state.hands_counted)
        watched.key(player.next(state))
    assert shown
    assert [prompt.rpartition(", ")[2] for prompt in prompts] == ["two cards.", "one card."]


def test_c3_a_side_that_sits_out_one_deal_less_is_named():
    three = (E.START, 2, 3, 121, 2, 0, 2)
    told = keyed(three, "points 2 29, points 2 7, points 1 29, points 1 7").counts()
    assert [one["title"] for one in told[:4]] == [
        "Blue: ahead to hole 20",
        "White: one deal less to sit out",
        "Orange: back to hole 16",
        "Orange: penalty box",
    ]
    assert told[1]["spoken"] == "It still sits out two."


def test_a_renege_a_wrong_claim_and_a_penalty_are_reported():
    watched = keyed(TWO, "2S, KH, 9S, QD, go, go, 2D")
    assert watched.counts()[0]["title"] == "Orange said go, and held the 2♦"
    watched = keyed(TWO[:6] + (2,), "2S, KH, 9S, QD, go, go, 2D")
    assert [one["title"] for one in watched.counts()[:3]] == [
        "Blue: renege",
        "The 2♦ is dead",
        "Orange said go, and held the 2♦",
    ]
    noddy = (E.START, 8, 2, 31, 1, 0, 0)
    watched = keyed(noddy, "TS, claim 10, claim 0, 5H, 2D, KD, 3S, 5C")
    wrong = [one for one in watched.counts() if "claimed" in one["title"]][0]
    assert wrong["title"] == "Blue claimed 10 for a hand of 14"
    assert "twenty-five" in wrong["spoken"]
    watched = keyed(TWO, "2S, penalty 16 0 0")
    assert [one["title"] for one in watched.counts()[:2]] == [
        "Orange: penalty",
        "Penalty for Blue",
    ]


def test_a_player_who_leaves_is_reported():
    watched = keyed((E.START, 3, 4, 121, 1, 0, 0), "2S, leave 2")
    assert watched.counts()[0]["title"] == "Blue 2 leaves"
    assert view(watched.mirror)["prompt"].startswith(
        "Orange wins against Blue: one game, no skunk."
    )


def test_solitaire_is_worded_for_one_player():
    watched = keyed((E.START, 10, 2, 121, 0, 0, 0), "JS")
    assert watched.counts()[0]["title"] == "Blue turns up a jack"
    text = "KH, 5D, 5C, 2S, 4H, go, go, QD, 6C, 7S"
    for word in text.split(", "):
        watched.key(E.parse(word))
    assert [one["title"] for one in watched.counts()[:2]] == ["The crib", "Blue's hand"]


def test_a_cease_fire_is_counted_without_a_turn_card():
    battle = (E.START, 11, 2, 121, 1, 0, 0)
    watched = keyed(battle, "JK, 5H, 5S, 5D, JC, KC")
    assert watched.counts()[0]["title"] == "Blue's hand"
    assert watched.counts()[0]["cards"] == ["5H", "5S", "5D", "JC", "KC"]


def test_b11b_the_prompt_names_the_player_who_can_show_five():
    battle = (E.START, 11, 2, 121, 1, 0, 0)
    prompts = []
    watched = keyed(battle, "4H")
    for card in "AS 3C AD 7C AC".split():
        watched.key(E.parse(card))
        prompts.append(view(watched.mirror)["prompt"])
    assert not [text for text in prompts[:4] if "five cards are face up" in text]
    assert prompts[4].endswith("ENTER if five cards are face up before Blue.")


def test_g18_the_cut_for_partners_is_reported():
    watched = keyed((E.START, 3, 4, 121, PARTNERS, 0, 0), "5H, 2H, KD")
    assert view(watched.mirror)["prompt"].startswith("Player 4: cut, and enter your card.")
    watched.key(E.parse("9S"))
    assert watched.counts()[0]["title"] == "Player 2 deals, player 1 is the partner"
    assert "Players 1 and 4 change seats" in watched.counts()[0]["spoken"]


def test_g14b_in_the_play_only_claimed_points_are_shown():
    start = TWO[:5] + (MUGGINS_IN_PLAY, 0)
    watched = keyed(start, "2S, 8H, 7D")
    assert watched.counts() == []
    assert "Orange: points and ENTER" in view(watched.mirror)["prompt"]
    watched.key((E.CLAIM, 1))
    assert [(one["title"], one["points"]) for one in watched.counts()] == [
        ("Orange claims 1 in the play", 1)
    ]
    watched.key(E.parse("5H"))
    watched.key((E.MUGGINS, 0))
    assert watched.counts()[0]["title"] == "Blue: muggins"
    watched = keyed(start, "8D, KH, 9D, 4S, 7C, go, go, QH, 2D, AH, 2C")
    assert "ENTER goes on" in view(watched.mirror)["prompt"]


def test_a_refusal_names_players_as_prompts_do():
    watched = keyed(TWO, "2S")
    reason = "player 2 has already shown five, player 9 has not"
    expected = "Orange has already shown five, player 9 has not"
    assert called(with_names(watched.mirror.game.state, reason), COLOURS) == expected
    four = keyed((E.START, 3, 4, 121, 0, 0, 0), "2S")
    assert with_names(four.mirror.game.state, "player 3 laid last") == "{Blue} 2 laid last"
    # Before the cut for partners nobody has a seat.
    cut = keyed((E.START, 3, 4, 121, PARTNERS, 0, 0), "5H")
    assert with_names(cut.mirror.game.state, "player 1 has cut") == "player 1 has cut"


def test_a_refusal_names_sides_as_prompts_do():
    watched = keyed(TWO, "2S")
    reason = "only an opponent of side 1 can be wronged; there is no side 5"
    expected = "only an opponent of Blue can be wronged; there is no side 5"
    assert called(with_names(watched.mirror.game.state, reason), COLOURS) == expected


def test_those_who_may_say_muggins_are_to_act():
    watched = keyed(TWO[:5] + (MUGGINS, 0), DEAL + ", claim 1")
    game = view(watched.mirror)["game"]
    assert game["phase"] == "challenge"
    assert [(seat["name"], seat["turn"]) for seat in game["seats"]] == [
        ("Blue", False),
        ("Orange", True),
    ]


def test_options_are_said_without_a_double_negation():
    watched = keyed((E.START, 11, 2, 121, 1, 0, 0), "9D")
    watched.tell(["menu", "start", 4, 0, 11, 2, 121, 0, 0, 0, 0])
    menu = view(watched.mirror)["menu"]
    assert "Hints: on" in menu["choices"]
    assert "Hints off" not in str(menu)


def test_trackers_of_five_sides_are_named():
    watched = keyed((E.START, 4, 5, 121, 0, 0, 1), "9D")
    watched.tell(["menu", "game", 8, 0, 2])
    assert "Games, of Green and Pink" in view(watched.mirror)["menu"]["choices"]


def test_saved_games_are_listed_with_the_names_that_they_have():
    watched = keyed((E.START, 1, 2, 121, 1, 0, 0), "9D")
    watched.said += 1
    names = ["saved", 0, b"Ann\nBen".hex()]
    feed(watched.mirror, link_line.encode(watched.said, names))
    menu = ["menu", "start", 4, 0, 1, 2, 121, 0, 0, 0, 0]
    watched.tell(menu + ["16 1 45 60", "18 0 7 9"])
    choices = view(watched.mirror)["menu"]["choices"]
    assert choices[-2:] == [
        "Saved: Traditional, Ann 45 and Ben 60",
        "Saved: Scoreboard, Blue 7 and Orange 9",
    ]


def test_a_saved_game_that_cannot_be_one_is_not_shown():
    watched = keyed((E.START, 1, 2, 121, 1, 0, 0), "9D")
    for text in ("", "x", "16 1", "16 99 1 2", "16 1 200 3", "16 1 1 2 3 4 5 6 7 8 9"):
        watched.said += 1
        line = ["menu", "start", 4, 17, 1, 2, 121, 0, 0, 0, 0, text]
        assert not feed(watched.mirror, link_line.encode(watched.said, line))
        assert not watched.mirror.menu


def test_n1_a_wrong_claim_of_a_flush_is_told_with_the_flush():
    noddy = (E.START, 8, 2, 31, 1, 0, 0)
    watched = keyed(noddy, "2S, claim 4, claim 0, AH, KD, 9H, 3C, 6H")
    told = watched.counts()[0]
    assert told["title"] == "Blue claimed 4 for a hand of 5"
    assert "flush" in told["spoken"]
