"""The cut for the deal, and the next dealer (rulings G15, G18)."""

from engine_core.game.game import Game
from engine_core.games.phases import CUT, OVER, STARTER
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.records.record import Record, parse, start_tags, write
from engine_core.state.entries import NEXT, START
from tests.conformance.support.kit import scale, some
from tests.conformance.support.player import FAMILY, events_of, play_out
from tests.conformance.support.text_game import TextGame, kinds, refused


def cut(preset, text):
    """Cut the cards of `text` for the deal; return the table and the events."""
    table = TextGame(preset, dealer=NO_SEAT)
    assert table.game.state.phase == CUT
    return table, table.key(text)


def test_g15_the_lowest_cut_deals():
    for text, dealer in (("5H 6H", 0), ("6H 5H", 1), ("AS KD", 0), ("KD QS", 1)):
        table, events = cut("Traditional", text)
        assert table.game.state.dealer == dealer
        assert events[-1] == ("deal", 1, dealer)
        assert table.game.state.phase == STARTER


def test_g15_an_ace_is_the_lowest():
    assert cut("Three-handed", "2S KH AD")[0].game.state.dealer == 2


def test_g15_one_of_each_partnership_cuts():
    table, _ = cut("Four-handed", "5H")
    assert table.game.state.phase == CUT
    table.key("4H")
    assert table.game.state.dealer == 1


def test_g15_ties_cut_again():
    table, events = cut("Traditional", "5H 5C")
    assert kinds(events, "tie") == [("tie", (0, 1))]
    assert table.game.state.phase == CUT
    table.key("KH KC 9H")
    assert table.game.state.turn == 1
    table.key("8C")
    assert table.game.state.dealer == 1


def test_g15_only_those_who_tie_for_the_lowest_cut_again():
    table, events = cut("Three-handed", "9H 4C 4D")
    assert kinds(events, "tie") == [("tie", (1, 2))]
    assert table.game.state.turn == 1
    table.key("KH")
    assert table.game.state.turn == 2
    table.key("QH")
    assert table.game.state.dealer == 2


def test_g15_a_tie_above_the_lowest_decides_nothing():
    table, events = cut("Three-handed", "9H 9C 4D")
    assert not kinds(events, "tie")
    assert table.game.state.dealer == 2


def test_g15_three_tie_and_then_two_tie_again():
    table, events = cut("Three-handed", "7H 7C 7D 2H 9C 2D")
    assert kinds(events, "tie") == [("tie", (0, 1, 2)), ("tie", (0, 2))]
    events = table.key("3H 3S TH 9S")
    assert kinds(events, "tie") == [("tie", (0, 2))]
    assert table.game.state.dealer == 2


def test_g15_a_card_is_cut_once_and_may_come_again_after_a_tie():
    table, _ = cut("Traditional", "5H")
    assert "five of hearts" in table.refused("5H")
    assert "joker" in table.refused("JK")
    table.key("5C 5H")  # the pack is whole again
    assert "five of hearts" in table.refused("5H")
    assert table.game.state.dealer == NO_SEAT


def test_g15_only_a_card_can_be_cut():
    table, _ = cut("Traditional", "")
    table.refused("go")
    table.refused("points 0 5")
    table.refused("next")


def test_g15_the_deal_passes_left():
    for game in some(FAMILY, 2):
        for dealer in (0, game[1] - 1):
            _, events = events_of(game, 500 + dealer, dealer=dealer)
            deals = kinds(events, "deal")
            assert len(deals) > 1 or game[2] < 121
            for n, event in enumerate(deals):
                assert event == ("deal", n + 1, (dealer + n) % game[1])


def test_g15_the_deal_passes_on_from_the_first_dealer():
    _, events = events_of((2, 3, 61, 0, 0), 9)
    deals = kinds(events, "deal")
    for before, after in zip(deals, deals[1:]):
        assert after[2] == (before[2] + 1) % 3


def test_g15_a_loser_deals_the_next_game():
    winners = []
    for game in some(FAMILY, 4):
        for seed in range(600, scale(604, 601, 601)):
            played = play_out(game, seed)
            state = played.state
            winner = state.winner
            winners.append(winner)
            assert state.phase == OVER
            events = played.apply((NEXT,))
            assert events[-1][0] == "deal"
            assert state.side(state.dealer) != winner
            assert (state.phase, state.deal_number) == (STARTER, 1)
            assert list(state.scores) == [0] * len(state.scores)
    assert len(set(winners)) > 1


def for_partners(text, preset="Four-handed"):
    table = TextGame(preset, dealer=PARTNERS, players=4)
    assert table.game.state.phase == CUT
    return table, table.key(text)


def test_g18_the_two_lowest_of_four_are_partners_and_the_lowest_deals():
    for text, dealer, partner in (
        ("5H 2H KD 9S", 1, 0),
        ("AS 9D 2C KH", 0, 2),
        ("KH QS 3D 2D", 3, 2),
    ):
        table, events = for_partners(text)
        assert kinds(events, "partners") == [("partners", dealer, partner)]
        assert events[-1] == ("deal", 1, dealer)
        assert (table.game.state.phase, table.game.state.dealer) == (STARTER, dealer)


def test_g18_players_who_tie_for_a_place_cut_again():
    # For the second place: the lowest is known, and the partner cut.
    table, events = for_partners("9H 2H 5D 5S")
    assert kinds(events, "tie") == [("tie", (2, 3))]
    assert kinds(table.key("KH 4D"), "partners") == [("partners", 1, 3)]
    # For the deal alone: who is a partner is known.
    table, events = for_partners("9H 2H 2D KS")
    assert kinds(events, "tie") == [("tie", (1, 2))]
    assert kinds(table.key("QH QD 3C AC"), "partners") == [("partners", 2, 1)]
    # Three for two places, four for all.
    table, events = for_partners("5H 5D KD 5S")
    assert kinds(events, "tie") == [("tie", (0, 1, 3))]
    assert kinds(table.key("4H 7D 3C"), "partners") == [("partners", 3, 0)]
    table, events = for_partners("5H 5D 5C 5S")
    assert kinds(events, "tie") == [("tie", (0, 1, 2, 3))]
    assert kinds(table.key("9H 8H 7H 6H"), "partners") == [("partners", 3, 2)]


def test_g18_only_four_in_two_sides_cut_for_partners():
    for code, seats, target in ((1, 2, 121), (5, 6, 121), (11, 4, 121), (8, 4, 31)):
        refused(Game(), (START, code, seats, target, PARTNERS, 0, 0))
    for preset in ("Battlefield, partners", "Backward"):
        assert kinds(for_partners("5H 2H KD 9S", preset)[1], "partners") == [("partners", 1, 0)]


def test_g18_the_cut_is_undone_and_redone():
    table, _ = for_partners("9H 2H 5D 5S KH 4D")
    states = [table.game.state.pack()]
    while table.game.length > 1:
        table.game.undo()
        states.append(table.game.state.pack())
    for state in reversed(states[:-1]):
        table.game.redo()
        assert table.game.state.pack() == state


def test_g18_a_record_says_that_the_cut_was_for_partners():
    table, _ = for_partners("9H 2H 5D 5S KH 4D")
    entries = table.game.entries()
    text = write(Record(start_tags(entries[0]), entries))
    assert '[Dealer "partners"]' in text
    assert "cut 1:9H 2:2H 3:5D 4:5S\ncut 3:KH 4:4D\ndeal 1 by 2\n" in text
    assert parse(text).entries == entries
