"""Seats that are known to be unable to play are passed without an entry (ruling G17)."""

from engine_core.game.game import Game
from engine_core.games.options import MUGGINS_IN_PLAY, STRICT_GO
from engine_core.state.entries import GO
from engine_core.state.events import get
from tests.conformance.support.kit import some
from tests.conformance.support.player import FAMILY, play_out
from tests.conformance.support.text_game import TextGame, kinds, scores

# Of three players seat 0 says go at 24, seats 2 and 1 at 27. Then the count is at 19.
GOES = "2S KH 9S 5D go 3C go go 5C 8D 6H"


def three(text="", **more):
    t = TextGame("Three-handed", dealer=2, **more)
    t.key(GOES + text)
    return t


def test_g17_a_seat_that_has_said_go_with_as_much_room_is_passed():
    t = three()
    events = t.key("6S")  # 25
    assert kinds(events, "passed") == [("passed", 0, 25)]
    assert t.game.state.turn == 1  # its go was at 27


def test_g17_when_all_are_passed_the_count_ends():
    t = three(" 6S")
    events = t.key("5H")  # 30, and it is the last card of seat 1
    assert kinds(events, "passed") == [("passed", 2, 30)]
    assert scores(events) == [("go", 1, 1)]
    assert not len(t.game.state.line())


def test_g17_a_go_after_a_seat_that_was_passed_is_that_of_the_seat_in_turn():
    t = three(" 6S")
    assert t.key("go")[0] == ("go", 1, 25)
    assert t.game.state.turn == 2


def test_g17_a_go_at_a_new_count_after_seats_that_were_passed_is_refused():
    t = three(" 6S 5H")  # the last of them ended the count
    assert "every card can be played" in t.refused("go")


def test_g17_every_go_of_random_games_is_that_of_the_seat_in_turn():
    for seats in (3, 4, 6):
        after_passed = 0
        setting = [game for game in FAMILY if game[1] == seats][-1]
        for seed in range(900, 903):
            game = Game()
            for entry in play_out(setting, seed).entries():
                turn, passed = game.state.turn, game.state.passed
                events = game.apply(entry)
                if entry == (GO,):
                    assert get(events[0], "seat") == turn
                    after_passed += passed > 0
        assert after_passed


def test_g17_after_a_renege_the_seat_is_asked_again():
    t = TextGame()
    t.key("2S KH 9S QD go go 2D")  # both at 29, and the two was in the hand of seat 1
    t.key("TH JS 7C")  # 29
    assert t.game.state.turn == 1 and not t.game.state.passed


def test_g17_with_muggins_in_the_play_each_go_is_entered():
    t = three(options=MUGGINS_IN_PLAY)
    assert not kinds(t.key("6S"), "passed")
    assert t.game.state.turn == 0


def test_g17_a_seat_that_is_passed_counts_as_a_go_for_strict_go():
    assert len(three(" 6S go").game.state.line())
    assert not len(three(" 6S go", options=STRICT_GO).game.state.line())


def test_g17_random_games_pass_a_seat_only_where_it_has_said_go_with_as_much_room():
    passed = 0
    for n, game in enumerate(some(FAMILY, 4)):
        rooms = {}
        found = []

        def see(played, entry, events, rooms=rooms, found=found):
            for event in events:
                if event[0] == "deal":
                    rooms.clear()
                elif event[0] == "go":
                    seat = get(event, "seat")
                    rooms[seat] = max(rooms.get(seat, 0), 31 - get(event, "count"))
                elif event[0] == "passed":
                    found.append(event)
                    assert 31 - get(event, "count") <= rooms[get(event, "seat")]

        played = play_out(game, 900 + n, see=see)
        assert (GO,) in played.entries()
        passed += len(found)
    assert passed
