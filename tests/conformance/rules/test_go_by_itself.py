"""Go by itself (ruling G21): a card above 31 stands for the goes before it."""

from engine_core.count.cards import card
from engine_core.cribbage.play_phase import player_of
from engine_core.errors import TooHigh
from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games.crib_wars_layout import BOXES
from engine_core.games.phases import OVER, PLAY
from engine_core.records.record import Record, RecordError, parse, start_tags, write
from engine_core.state.entries import GO
from engine_core.state.events import get
from tests.conformance.support.kit import raises
from tests.conformance.support.player import GAMES, events_of
from tests.conformance.support.text_game import TextGame, counted, scores

SLOW = ("test_g21_a_record_is_read_as_it_is_written",)

ALONE = opt.GO_BY_ITSELF
THIRTY = "8D KH 9D 4S 7C"  # the starter, and a count of 30, the last card the dealer's
PLAYED = [game for game in GAMES if game[3] & ALONE]


def game(options=ALONE, **more):
    return TextGame(options=options, **more)


def kinds(events):
    return [event[0] for event in events]


def after(t, text):
    """Enter `text`; return the kinds of its last entry's events."""
    words = text.split()
    t.key(" ".join(words[:-1]))
    return kinds(t.push(words[-1]))


def test_g21_a_card_above_31_is_the_goes_and_the_next_lead():
    t = game()
    assert after(t, THIRTY + " 9C") == ["goes", "go", "go", "score", "restart", "card"]
    state = t.game.state
    assert (bytes(state.line()), state.turn, t.points()) == (bytes([35]), 1, [0, 1])


def test_g21_it_is_what_the_goes_and_the_card_are():
    for keys, text in (
        (("go go 9C", "9C"), THIRTY),
        (("go 9C", "9C"), THIRTY.replace("7C", "7C go")),  # one has said go already
    ):
        states = []
        for more, options in zip(keys, (0, ALONE)):
            t = game(options)
            t.key(text)
            t.key(more)
            told = t.game.state.as_dict()
            told.pop("more_options")
            states.append(told)
        assert states[0] == states[1]


def test_g21_a_card_is_the_next_leads_only_above_31():
    t = game()
    t.key(THIRTY + " go")
    # The dealer may still lay an ace; a higher card is the lead of the other.
    assert [player_of(t.game.state, card(one)) for one in ("AH", "2H", "9C")] == [1, 0, 0]
    assert get(t.push("AH")[0], "seat") == 1


def test_g21_one_undo_takes_back_the_card_and_the_goes():
    t = game()
    t.key(THIRTY)
    before = t.game.state.pack()
    t.key("9C")
    after_it = t.game.state.pack()
    t.game.undo()
    assert t.game.state.pack() == before
    t.game.redo()
    assert t.game.state.pack() == after_it
    # Another card of that player, within 31, replaces it.
    t.game.undo()
    t.key("AC")
    assert t.points() == [2, 0] and not t.game.can_redo()


def test_g21_31_exactly_is_a_card_of_the_seat_in_turn():
    t = game()
    t.key(THIRTY)
    assert kinds(t.push("AC")) == ["card", "score", "restart"]
    assert t.points() == [2, 0]


def test_g21_below_31_a_go_is_entered_as_before():
    t = game()
    t.key("8D KH 9D 4S go 2C")
    assert get(t.push("9C")[0], "seats") == (0,)
    assert t.points() == [1, 0]
    assert t.game.state.laid_by[-1] == 1


def test_g21_the_goes_are_in_order_and_passed_seats_say_none():
    t = game(preset="Four-handed", dealer=3)
    t.key("2D KH KD KC")
    events = t.push("5H")
    assert get(events[0], "seats") == (3, 0, 1, 2)
    assert [get(event, "seat") for event in events if event[0] == "go"] == [3, 0, 1, 2]
    assert scores(events) == [("go", 2, 1)]
    assert t.game.state.laid_by[-1] == 3
    # From now on a go at no more room is known, and is no go of this card.
    t.key("KS JH 5C")
    assert t.game.state.phase == PLAY


def test_g21_with_strict_go_the_second_go_ends_the_count():
    t = game(ALONE | opt.STRICT_GO, preset="Four-handed", dealer=3)
    t.key("2D KH KD KC")
    assert get(t.push("5H")[0], "seats") == (3, 0)
    assert t.game.state.laid_by[-1] == 3


def test_g21_the_1_that_wins_ends_the_game_and_the_card_is_not_laid():
    t = game(scores=(0, 120))
    events = t.key(THIRTY + " 9C")
    assert kinds(events)[-2:] == ["score", "over"]
    assert t.game.state.phase == OVER and len(t.game.state.laid) == 4
    record = t.game.entries()
    assert record[-1] == (0, 35)


def test_g21_a_false_go_is_a_renege_when_its_card_is_seen():
    t = game()
    t.key("8D KH 9D 4S 9C KC")  # at 23 the dealer's 8 would have fitted
    assert ("renege", 1, 28) in [tuple(event) for event in t.push("8S")]


def test_g21_without_the_option_and_with_claims_it_is_refused():
    for options in (0, opt.MUGGINS_IN_PLAY | ALONE, opt.RANKS_ALONE):
        t = game(options)
        keys = THIRTY if options != opt.RANKS_ALONE else "8 K 9 4 7"
        t.key(keys)
        before = t.game.state.pack()
        raises(TooHigh, t.push, "9C" if options != opt.RANKS_ALONE else "9")
        assert t.game.state.pack() == before


def test_g21_a_card_is_refused_where_the_point_for_the_go_folds_its_player():
    # All others are out of cards, so the dealer would lead again, but its go lands in a box (C3).
    for hole, lands in ((BOXES[0] - 1, True), (BOXES[0] - 3, False)):
        t = game(track=opt.CRIB_WARS)
        t.key("2S KH holds 0 1 9S 7D")
        t.put(0, hole)
        if lands:
            assert "31 is the most" in t.refused("8D")
            assert [event[0] for event in t.key("go")[:3]] == ["go", "score", "box"]
        else:
            assert t.key("8D")[0] == ("goes", (1,))


def test_g21_a_card_is_refused_where_the_point_for_the_go_folds_the_leader():
    # The second player laid last, and the third is out of cards, so the partner would lead.
    for hole, lands in ((BOXES[0] - 1, True), (BOXES[0] - 3, False)):
        t = game(preset="Four-handed", dealer=3, track=opt.CRIB_WARS)
        t.key("2S KH 4D holds 2 1 9C 2H AH 3S")
        t.put(0, hole)
        if lands:
            assert "31 is the most" in t.refused("9H")
        else:
            assert t.key("9H")[0] == ("goes", (3, 0, 1))
            assert t.game.state.last_player == 3


def test_g21_a_record_is_read_as_it_is_written():
    for table in PLAYED:
        for seed in range(4):
            played, events = events_of(table, seed)
            assert [event for event in events if event[0] == "goes"], table
            record = Record(start_tags(played.entry(0)), played.entries())
            told = write(record)
            assert parse(told).entries == record.entries
            # A seat that is passed has a word, but not where the goes are by themselves.
            goes, known = told.count(":go"), Game()
            for entry in record.entries:
                events = known.apply(entry)
                if events[0][0] != "goes":
                    goes -= (entry == (GO,)) + kinds(events).count("passed")
            assert goes == 0


def test_g21_a_record_has_the_lead_and_the_point_for_the_go():
    head = '[Game "Traditional"]\n[Dealer "2"]\n[Options "Go by itself"]\n\ndeal 1 by 2\n'
    body = "starter 8D\nplay 1:KH 2:9D 1:4S 2:7C\nplay 1:9C 2+1 2:JD 1:2H 2:3C+1\n"
    assert body in write(parse(head + body))
    raises(RecordError, parse, head + body.replace("1:9C 2+1", "2:9C 2+1"))
    raises(RecordError, parse, head + body.replace("1:9C 2+1", "1:9C 1+1"))


def test_g21_the_hands_are_known_as_ever():
    t = game()
    shown = counted(t.key(THIRTY + " 9C JD 2H 3C"))
    assert shown == [("hand", 0, 2), ("hand", 1, 6)]
