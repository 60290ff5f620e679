"""The points of the last card laid in the play, without go and last card."""

from engine_core.count import play, reasons
from engine_core.count.cards import VALUE, cards
from engine_core.count.scoring import NODDY, STANDARD
from tests.conformance.support.kit import Rand, begun, no_alloc, scale


def laid(text, scoring=STANDARD):
    """Return the points of each card of `text` as it is laid."""
    every = cards(text)
    return [play.points(every[:i], scoring) for i in range(1, len(every) + 1)]


def test_the_count_is_the_sum_of_the_values():
    assert play.total([]) == 0
    assert play.total(cards("AS 9D TC KH")) == 30
    assert play.total(cards("JK 5H")) == 5


def test_cards_of_one_rank_at_the_end_are_counted_up_to_four():
    assert [play.alike(cards(text)) for text in ("", "5H", "5H 6H", "5H 6H 6D")] == [0, 1, 1, 2]
    assert play.alike(cards("6C 5H 5D 5C 5S")) == 4


def test_the_runs_of_rulebook_001():
    # "2, 4, 3, 5, 6: three points for the 3, four for the 5, five for the 6"
    assert laid("2H 4S 3D 5C 6H") == [0, 0, 3, 4, 5]


def test_the_runs_of_rulebook_004():
    # "7, 8, 6 score 3 for the last; a 4, and you play a 5: 5 points; instead of the 4: 4 points"
    assert laid("7H 8S 6D") == [0, 2, 3]
    assert laid("7H 8S 6D 4C 5H") == [0, 2, 3, 0, 5]
    assert laid("7H 8S 6D 5H")[3] == 4
    assert laid("7H 8S 6D 9H")[3] == 4


def test_g2_a_fifteen_is_two_before_the_last_card_is_counted():
    assert play.points(cards("TH 5S")) == 2
    assert play.points(cards("8H 7S")) == 2


def test_g8_a_duplicate_breaks_a_run():
    # Rulebook 003: 5 4 3 3, the second 3 makes no run, but a pair.
    assert laid("5H 4S 3D 3C") == [0, 0, 3, 2 + 2]  # and the count is 15
    assert play.run_length(cards("5H 4S 3D 3C")) == 0
    assert laid("3H 4S 3D 5C") == [0, 0, 0, 3 + 2]  # 4 3 5, and the count is 15
    assert play.run_length(cards("2H 3S 4D 3C 5H")) == 3
    assert play.run_length(cards("4H 2S 3S 4D 2C")) == 3
    assert play.run_length(cards("4H 3S 4D 3C 5H")) == 3


def test_g8_a_card_between_breaks_a_run():
    assert laid("5H 4S 9D 3C") == [0, 0, 0, 0]
    assert play.run_length(cards("5H 4S 9D 3C")) == 0
    assert laid("9D 5H 4S 3C") == [0, 0, 0, 3]


def test_g8_a_gap_may_be_filled_later():
    assert laid("AS 3D 4C 2H") == [0, 0, 0, 4]
    assert laid("6S 2D 4C 3H") == [0, 0, 0, 2 + 3]  # the tail 2 4 3, and the count is 15
    assert laid("AS 5D 4C 2H 3S") == [0, 0, 0, 0, 5 + 2]


def test_g8_the_longest_run_of_all():
    assert laid("4H 2S 6D AC 5H 7S 3D")[6] == 7


def test_g8_an_ace_is_low_only():
    assert laid("QH KS AD") == [0, 0, 0]
    assert play.run_length(cards("QH KS AD")) == 0
    assert laid("3H 2S AD") == [0, 0, 3]


def test_g8_the_order_within_a_run_does_not_matter():
    every = cards("3H 4S 5D 6C 7H")
    rand = Rand(5)
    for _ in range(30):
        assert play.run_length(rand.shuffle(every)) == 5


def test_g8_no_combination_extends_across_a_restart():
    # The line is given anew after a restart: what lay before it is not there to be counted.
    assert play.points(cards("KH")) == 0
    assert laid("TH JS QD AC") == [0, 0, 3, 2]
    assert laid("KH") == [0]


def test_g9_pairs_three_and_four_of_a_kind():
    assert laid("2H 2S 2D 2C") == [0, 2, 6, 12]  # rulebook 003: four twos
    assert laid("QH QC QS") == [0, 2, 6]  # and three queens
    assert laid("4H 4S 9D 4C") == [0, 2, 0, 0]
    assert laid("9D 4H 4S 4C") == [0, 0, 2, 6]


def test_g9_jack_queen_and_king_are_not_pairs():
    assert laid("TH JS") == [0, 0]
    assert laid("JH KS") == [0, 0]


def test_g9_fifteen_and_thirty_one_are_two():
    assert laid("7H 8S") == [0, 2]
    assert laid("TH JS AD KC")[3] == 2
    assert laid("TH 5S JD 6C")[1] == 2
    assert laid("TH 5S JD 6C")[3] == 2
    # Twenty-five is nothing here.
    assert laid("TH JS 5D") == [0, 0, 0]


def test_combinations_add_up():
    assert laid("6H 4S 5D")[2] == 3 + 2
    assert laid("3H 9S 3D")[2] == 2
    assert laid("AH 7S 7D")[2] == 2 + 2
    assert laid("5H 5S 5D")[2] == 6 + 2
    assert laid("3S 3H 3D 6C 2D")[4] == 0
    assert laid("9S TH JD AC") == [0, 0, 3, 0]
    assert laid("KH 7S 7H 7D")[3] == 6 + 2
    assert laid("TS 6H 5S 6D 4C")[4] == 3 + 2  # the tail 5 6 4, and 31


def test_the_plain_line_examples_of_rulebook_000():
    assert laid("6C 6D")[1] == 2
    assert laid("9C TH JD")[2] == 3
    assert laid("4H 5S 6C 7H")[2:] == [3 + 2, 4]
    assert laid("2C 3H 4H 5D 6C")[4] == 5
    assert laid("6C 6H 6S")[2] == 6
    assert laid("TC 5H")[1] == 2


def test_b2_a_joker_breaks_a_run_and_may_score_the_count_again():
    assert play.run_length(cards("5H 6S JK")) == 0
    assert play.run_length(cards("QH KS JK")) == 0
    assert play.run_length(cards("5H JK 6S 7D")) == 0
    assert play.run_length(cards("JK 5H 6S 7D")) == 3
    assert play.points(cards("JH KS AC QH JK")) == 2
    assert play.points(cards("5H 5S JK 5D")) == 2


def test_n2_twenty_five_is_two_in_noddy():
    assert laid("TH JS 5D", NODDY) == [0, 0, 2]
    assert laid("TH 5S", NODDY) == [0, 2]
    assert laid("TH JS 9D 2C", NODDY) == [0, 0, 3 - 1, 2]


def test_n3_a_run_of_three_is_two_in_noddy():
    assert laid("2H 3S 4D 5C", NODDY) == [0, 0, 2, 4]


def test_n4_cards_of_one_suit_score_in_noddy():
    assert laid("2H 7H KH 3H", NODDY) == [0, 0, 3, 4]
    assert laid("2H 7S KS 3S AS", NODDY) == [0, 0, 0, 3, 4]
    assert laid("2H 7H KH 3H") == [0, 0, 0, 0]


def test_explain_is_points_and_names_the_tail():
    for text in ("5H 4S 3D 3C", "2H 4S 3D 5C 6H", "4H 6C 5D", "QH QC QS", "TH JS QD AC"):
        every = cards(text)
        items = play.explain(every)
        assert sum([item[1] for item in items]) == play.points(every)
        for item in items:
            # Fifteen and thirty-one are made by the whole line, the others by its tail.
            assert item[2] == tuple(every[-len(item[2]) :])
            if item[0] in (reasons.FIFTEEN, reasons.THIRTY_ONE):
                assert item[2] == tuple(every)


def test_counting_a_card_in_play_allocates_nothing():
    for text in ("2H 2S 2D 2C", "4H 2S 6D AC 5H 7S 3D", "5H 4S 3D 3C", "TH JS AD KC", "KH"):
        every = cards(text)
        points = play.points(every)
        assert no_alloc(play.points, every) == points
        assert no_alloc(play.points, every, NODDY) == play.points(every, NODDY)
        assert no_alloc(play.total, every) == sum([VALUE[c] for c in every])


def test_n3_a_flush_in_the_play_is_as_long_as_the_cards_of_one_suit_at_the_end():
    for text, length in (
        ("", 0),
        ("5H", 1),
        ("5H 6S", 1),
        ("5S 6H 7H", 2),
        ("5H 6S 7H", 1),
        ("5H 6H 7H AH", 4),
        ("5C 6H 7H AH", 3),
    ):
        assert play.flush_length(cards(text)) == length, text


def test_random_play_scores_the_same_on_every_target():
    rand = Rand(31)
    deck = list(range(52))
    points = []
    for i in range(scale(200, 40)):
        rand.shuffle(deck)
        ranks = 3 + rand.below(11)
        line = []
        for c in [c for c in deck if c >> 2 < ranks]:
            if play.total(line) + VALUE[c] <= 31:
                line.append(c)
                points.append(str(play.points(line, NODDY if i % 4 == 0 else STANDARD)))
    return begun(" ".join(points))
