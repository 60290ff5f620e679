"""Battlefield's turns (rulings B2 to B7, B10, B11, B13)."""

from engine_core.count.cards import NO_CARD, card, cards
from engine_core.games.phases import DROP, FORMATION, LINE, RESERVE, TURN
from engine_core.state import entries as E
from tests.conformance.support.battle_game import Battle, same
from tests.conformance.support.text_game import kinds, refused, scores


def test_the_walk_through_of_the_rulebook():
    t = Battle("AC", players=3, dealer=2)
    assert t.scored("AH") == [("line", 0, 2)]
    assert t.scored("AS") == [("line", 1, 6)]
    assert t.scored("3D") == []
    assert t.scored("2C") == [("line", 0, 15)]
    assert t.scored("4D") == [("line", 1, 10)]  # the line sums to 12, not 15
    assert t.scored("take 2S") == [("line", 2, 16)]
    assert t.line() == "AC AH AS 3D 2C 2S"
    assert t.points() == [17, 16, 16]


def test_b2_a_swap_of_the_end_card_scores_again():
    t = Battle("7H")
    assert t.scored("8C") == [("line", 0, 2)]
    assert t.scored("take 8D") == [("line", 1, 2)]
    assert t.scored("JK") == [("line", 0, 2)]
    assert t.scored("take 8S") == [("line", 1, 2)]  # the joker is gone from between the eights
    assert t.points() == [4, 4]


def test_b3_above_31_the_line_is_renewed_and_the_right_scores_one():
    t = Battle("KH")
    t.key("QD 9S")  # 29
    events = t.key("4H")
    assert scores(events) == [("go", 1, 1)]
    assert kinds(events, "renew") == [("renew", 0)]
    assert kinds(events, "card") == [("card", 0, card("4H"), 4)]
    assert t.line() == "4H"
    t = Battle("KH", players=3, dealer=0)
    assert scores(t.key("QD 9S 4H")) == [("go", 2, 1)]
    t = Battle("KH", players=4, dealer=3, preset="Battlefield, partners")
    assert scores(t.key("QD 9S 4H")) == [("go", 1, 1)]
    assert t.points() == [0, 1]


def test_b3_thirty_one_is_not_above_31():
    t = Battle("KH")
    assert t.scored("QD 9S 2C") == [("line", 0, 2)]
    assert t.line() == "KH QD 9S 2C"
    assert t.scored("4C") == [("go", 0, 1)]


def test_b3_a_renewal_scores_nothing_and_no_window_extends_past_it():
    t = Battle("9S")
    assert t.scored("TD TC") == [("line", 1, 2)]
    assert t.scored("TH") == [("go", 1, 1)]
    assert t.scored("TS") == [("line", 1, 2)]


def test_b4_the_end_card_leaves_the_line_first():
    t = Battle("AC")
    t.key("AH")
    assert kinds(t.key("take"), "take") == [("take", 1, card("AH"))]
    assert (t.line(), t.state.taken_card) == ("AC", card("AH"))
    assert t.scored("KD") == []
    assert t.line() == "AC KD"
    assert (t.state.taken_card, list(t.state.seen_cards), list(t.state.seen_seats)) == (
        NO_CARD,
        [card("AH")],
        [1],
    )


def test_b4_the_line_may_be_empty_in_between():
    t = Battle("5H")
    t.key("take")
    assert t.line() == ""
    assert t.scored("TD") == []
    assert t.line() == "TD"


def test_b4_only_the_renewed_line_gives_its_end_card():
    t = Battle("KH")
    t.key("QD 9S 4H")
    t.key("take")
    assert t.line() == ""
    t.key("5D")
    assert t.line() == "5D"
    assert "laid" in t.refused("9S")  # out of play


def test_b4_a_turn_takes_once_and_lays_another_card():
    t = Battle("5H")
    t.key("take")
    assert "already" in t.refused("take")
    assert "just taken" in t.refused("5H")
    assert "first" in t.refused("shown")
    t.key("TD")


def test_g10_a_card_already_on_the_table_cannot_be_laid():
    t = Battle("5H")
    t.key("take TD")  # the 5H lies in front of the first player
    assert "player 1" in t.refused("5H")
    assert "has already been laid" in t.refused("TD")
    t.key("9C")
    t.key("5H")  # its owner may lay it
    assert not t.state.seen_cards
    assert "has already been laid" in t.refused("5H")


def test_b5_the_turn_card_scores_the_line_and_one_for_last_card():
    # The rulebook's Q K J as turn card: 4 to the player, 2 to the dealer.
    t = Battle("2C")
    t.key("take QS KD shown")
    assert t.scored("JC") == [("line", 0, 3), ("last card", 0, 1), ("knobs", 1, 2)]
    assert t.state.starter == card("JC")


def test_b5_no_last_card_at_31():
    t = Battle("TH")
    t.key("2S 9H shown")
    assert t.scored("JC") == [("line", 0, 2), ("knobs", 1, 2)]
    # A joker leaves it at 31.
    t = Battle("JH")
    t.key("KS AC QH shown")
    assert t.scored("JK") == [("line", 1, 2)]


def test_b5_a_turn_card_that_renews_the_line():
    t = Battle("KH")
    t.key("QD 9S shown")
    assert t.scored("5C") == [("go", 1, 1), ("last card", 0, 1)]
    assert t.state.phase == FORMATION
    assert t.line() == "5C"


def test_b6_a_jack_as_turn_card_is_2_for_the_dealer_after_the_player():
    t = Battle("4H")
    t.key("7S AH shown")
    assert t.scored("JC") == [("last card", 0, 1), ("knobs", 1, 2)]
    # The player reaches the target first.
    t = Battle("4H", scores=(120, 119))
    t.key("7S AH shown")
    events = t.key("JC")
    assert scores(events) == [("last card", 0, 1)]
    assert (t.state.winner, t.points()) == (0, [121, 119])
    # And knobs may win.
    t = Battle("4H", scores=(0, 119))
    t.key("7S AH shown JC")
    assert (t.state.winner, t.points()) == (1, [1, 121])


def test_b7_a_joker_as_turn_card_kills_every_hand():
    t = Battle("7H")
    t.key("KC take 8C shown")  # 15 to the second player
    events = t.key("JK")
    assert scores(events) == [("line", 0, 2), ("last card", 0, 1)]
    assert kinds(events, "killed") and kinds(events, "deal") == [("deal", 2, 0)]
    assert (t.state.phase, t.state.dealer, t.state.turn) == (LINE, 0, 0)
    assert t.state.starter == NO_CARD and not t.state.laid


def test_b10_after_five_are_shown_each_other_player_has_one_turn():
    t = Battle("2S", players=4, dealer=3)
    t.key("9D TC")
    assert kinds(t.key("shown"), "shown") == [("shown", 1)]
    t.key("5S AH")
    assert (t.state.phase, t.state.turn) == (TURN, 0)
    assert "player 2" in t.refused("shown")
    t.key("take 7C")
    assert (t.state.starter, t.state.phase, t.state.turn) == (card("7C"), FORMATION, 0)


def test_b10_five_are_shown_after_a_turn():
    t = Battle("2S")
    t.refused("shown")
    t.key("9D take")
    t.refused("shown")


def test_b10_five_taken_cards_count_as_five_shown():
    t = Battle("2S")
    # The first player takes turn after turn, and lays cards of which nobody knew.
    t.key("take 9D KC take TC 8H take 5S 4C take 4H KS")
    assert t.state.shown_by == 255
    events = t.key("take 3H")
    assert kinds(events, "shown") == [("shown", 0)]
    t.key("JD")
    assert t.state.starter == card("JD")
    # All five are known, so the drop is due at once.
    assert same(t.state.formation, "2S KC 8H 4C KS")


def drawn_to_two(players):
    """Return a table whose pile has two cards left, and the cards that were never seen."""
    t = Battle(players=players, dealer=players - 1)
    deck = list(range(52))
    t.game.apply((E.CARD, deck.pop(0)))
    while t.state.pile > 2:
        t.game.apply((E.CARD, deck.pop(0)))
    assert t.state.phase == TURN
    return t, deck


def test_b10_the_pile_has_53_cards_less_what_was_dealt():
    for players, pile in ((2, 40), (3, 36), (4, 32)):
        assert Battle("2S", players=players).state.pile == pile


def test_b10_with_two_cards_left_a_drawn_card_is_the_turn_card():
    for players in (2, 3, 4):
        t, deck = drawn_to_two(players)
        seat = t.state.turn
        t.game.apply((E.CARD, deck.pop()))
        assert t.state.phase == FORMATION
        assert t.state.last_player == seat and t.state.starter == 51


def test_b10_with_two_cards_left_taking_the_end_card_is_a_normal_turn():
    t, deck = drawn_to_two(2)
    end = t.state.laid[-1]
    t.key("take")
    t.game.apply((E.CARD, deck.pop()))
    assert (t.state.phase, t.state.pile) == (TURN, 2)
    t.key("take")
    t.game.apply((E.CARD, deck.pop()))
    # What lies in a formation is not the pile's next card.
    assert "pile" in refused(t.game, (E.CARD, end))
    t.game.apply((E.CARD, deck.pop()))
    assert t.state.phase == FORMATION


def test_b10b_the_end_of_the_pile_decides_during_the_last_turns():
    for players in (3, 4):
        t, deck = drawn_to_two(players)
        t.undo_to_three()
        t.push("shown")
        first = t.state.turn
        t.game.apply((E.CARD, deck.pop()))  # one of three cards: two are left
        assert (t.state.phase, t.state.pile) == (TURN, 2)
        second = t.state.turn
        assert second != t.state.shown_by and second != first
        # Taking the end card is a turn like others, unless it is the last one.
        if players == 4:
            t.key("take")
            t.game.apply((E.CARD, deck.pop()))
            assert t.state.phase == TURN
        t.game.apply((E.CARD, deck.pop()))
        assert t.state.phase == FORMATION
    # Of four, the second of three last turns.
    t, deck = drawn_to_two(4)
    t.undo_to_three()
    t.push("shown")
    t.game.apply((E.CARD, deck.pop()))
    second = t.state.turn
    t.game.apply((E.CARD, deck.pop()))
    assert t.state.phase == FORMATION and t.state.last_player == second


def standoff():
    """Return a table at the dealer's turn after two rounds in which the same threes went round."""
    t = Battle("KD")
    t.key("3C take 3S take 3H")
    t.key("take 3C take 3S take 3H take 3C")
    assert t.state.turn == t.state.dealer
    return t


def test_b11_the_dealer_ends_a_standoff_after_two_rounds():
    t = standoff()
    t.key("take")
    assert "standoff" in t.refused("3S")
    t.key("7D")  # a card that nobody knew


def test_b11_the_dealer_may_draw_instead():
    t = standoff()
    t.key("3S")  # drew, and laid a card that lay face up
    assert not t.state.standoff_cards


def test_b11_before_two_rounds_nobody_need_end_it():
    t = Battle("KD")
    t.key("3C take 3S take 3H take 3C take 3S take")
    assert t.state.turn == t.state.dealer
    t.key("3H")
    assert t.line() == "KD 3H" and len(t.state.standoff_cards) == 5


def test_b11_a_turn_that_scores_is_not_part_of_a_standoff():
    t = Battle("KD")
    t.key("3C take 3S take 3H take 3C take 3S")
    t.key("4C")
    assert not t.state.standoff_cards


def test_b11_the_dealer_may_lay_a_face_up_card_that_was_not_in_it():
    t = Battle("8D")
    t.key("4D take 7H 3C 9S 3D take 3S take 3H take 3D take 3S take 3H take 3D")
    assert t.state.turn == t.state.dealer
    t.key("take")
    assert "standoff" in t.refused("3S")
    t.key("4D")  # taken in the dealer's first turn, so it lies face up


def test_b11_without_repeated_cards_there_is_no_standoff():
    t = Battle("8S")
    for n, laid in enumerate("4S QH JH TD 2C 2H TD JH 2H 4S 8S".split()):
        assert not t.scored("take " + laid) or n < 5
    assert t.state.turn == t.state.dealer
    t.key("take 2C")


def test_b11_only_the_dealer_must_end_a_standoff():
    t = Battle("KD", dealer=0)
    t.key("take 3C take 3S take 3H take 3C take 3S take 3H")
    assert t.state.turn != t.state.dealer
    t.key("take 3C")
    t.key("take")
    assert "standoff" in t.refused("3S")


def test_b11_cards_that_were_laid_once_before_do_not_hide_a_standoff():
    t = Battle("KD")
    t.key("3C take 7C take 3S take 3H take 3D take 3S take 3H take 3D")
    assert t.state.turn != t.state.dealer
    t.key("take 3S take")
    assert "standoff" in t.refused("3H")


def test_b11b_five_can_be_shown_from_the_third_turn_on():
    t = Battle("2S", players=3, dealer=2)
    for laid, seat in zip("9D TC 4S AH 7C KD".split(), (0, 1, 2, 0, 1, 2)):
        t.key(laid)
        assert "player " + str(seat + 1) in t.refused("shown")
    t.key("3H")
    assert t.game.apply((E.SHOWN,)) == [("shown", 0)]  # of who has just laid
    assert t.state.turn == 1
    t.key("8S")
    t.game.undo()
    assert (t.state.shown_by, t.state.turn) == (0, 1)


def test_b11b_turns_with_a_taken_card_count_and_a_new_deal_starts_from_0():
    t = Battle("2S")
    t.key("take 9D KC take TC 8H take")
    t.refused("shown")
    t.key("5S")
    t.game.apply((E.SHOWN,))
    t.key("JK")  # as turn card it kills every hand: the next deal
    t.key("7D 9S")
    assert "third turn" in t.refused("shown")


def test_b13_a_refusal_says_what_the_board_is_waiting_for():
    t = Battle()
    assert "first card" in t.refused("take")
    t.key("KD")
    for word in ("go", "drop KD", "claim 5", "pass", "muggins 0"):
        assert "TAKE" in t.refused(word)


def test_b13_known_cards_are_not_asked_for_again():
    t = Battle("KD")
    t.key("take 3C 9S take 8C 2D shown")
    t.key("TH")
    assert (t.state.phase, t.state.turn) == (FORMATION, 0)
    assert same(t.state.formation, "KD 9S")
    for known in ("KD", "TH", "3C"):
        assert "seen" in t.refused(known)
    t.key("4S 5S 6S")
    t.key("drop KD")
    assert list(t.state.crib) == cards("KD")


def test_b13_the_cut_and_the_first_turn():
    t = Battle(dealer=255)
    assert "rank" in t.refused("JK")
    t.key("5H 4C")
    assert (t.state.dealer, t.state.turn, t.state.phase) == (1, 1, LINE)
    t.key("JD")
    assert t.state.turn == 0


def test_b13_four_players_deal_nothing_to_the_reserve():
    for players, dealt in ((2, 2), (3, 1), (4, 0)):
        t = Battle(players=players, dealer=players - 1)
        t.to_show("2H")
        unseen = [c for c in range(12, 52) if not t.state.seen(c)]
        while t.state.phase == FORMATION:
            for _ in range(5):
                t.game.apply((E.CARD, unseen.pop()))
            assert t.state.phase == DROP
            t.game.apply((E.DROP, t.state.formation[0]))
        if dealt:
            assert (t.state.phase, len(t.state.crib)) == (RESERVE, 4 - dealt)
        else:
            assert (t.state.phase, t.state.deal_number) == (LINE, 2)


def test_undo_puts_a_taken_card_back():
    t = Battle("5H")
    before = t.state.pack()
    t.key("take")
    t.game.undo()
    assert t.state.pack() == before
    assert t.line() == "5H"
