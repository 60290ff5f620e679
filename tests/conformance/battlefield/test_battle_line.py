"""The points of the card at the end of Battlefield's line (rulings B1, B2), and their reasons.

The examples are those of the rulebooks; where RULES.md calls one damaged, its corrected figure.
"""

from engine_core.battlefield import battle_line
from engine_core.count import play, reasons
from engine_core.count.cards import cards
from engine_core.count.words import spoken
from tests.conformance.support.kit import Rand, begun, no_alloc, scale

# Points of the line, without last card and knobs.
TABLE = (
    ("6H 9C 7D 2C 3H 2S AS AD", 18),  # 31, and a double-double run of three
    ("AD 5C 4C 4S 6H 5D", 16),  # the rulebook repeats the 5C; a double-double run of three
    ("AS AH 3C 2S AC", 15),
    ("7S 7D 8H 9C", 10),  # the rulebook lost two suits
    ("QS KD JC", 3),
    ("8C 3S 2C 4H 6D 5D 3C", 7),
    ("4H 7S AH JC", 0),  # 22: the note about 31 is for another line
    ("7D AS 2H 4S 3C", 4),
    ("TH 2S 9H JC", 2),
    ("TC 5H", 2),
    ("JH KS AC QH JK", 2),
)
COMBINATIONS = (
    ("7H 8C", 2),
    ("TH KC QC AS", 2),
    ("6C 6D", 2),
    ("9C TH JD", 3),
    ("4H 5S 6C 7H", 4),
    ("2C 3H 4H 5D 6C", 5),
    ("6C 6H 6S", 6),
    ("6D 8C 7H 8H", 8),
    ("3D 2S 3H 4C", 8),
    ("2D 3S 3H 4C 5S", 10),
    ("AC 2H 3S 3D 3C", 15),
    ("4D 5C 5D 6S 6D", 16),
)


def points(text):
    """Return the points of the line `text`, which the items must add up to."""
    line = cards(text)
    items = battle_line.explain(line)
    assert sum([item[1] for item in items]) == battle_line.points(line), text
    return battle_line.points(line)


def test_b1_the_rulebooks_table_of_lines():
    for text, worth in TABLE:
        assert points(text) == worth, text


def test_b1_the_rulebooks_combinations():
    for text, worth in COMBINATIONS:
        assert points(text) == worth, text


def test_b1_the_values_of_a_window():
    for text, worth in (
        ("9H 9S", 2),
        ("3H 3S 3C", 6),
        ("4H 4S 4C 4D", 12),
        ("8S TS 9D", 3),
        ("9D 8S TS JH", 4),
        ("AS 2S 3S 5D 4S", 7),  # the five make fifteen besides
        ("9S TH TD JC", 8),
        ("2S 3S 4S 5S 2D", 10),
        ("2S 3S 4S 2D 2H", 15),
        ("2S 3S 4S 2D 3H", 16),
    ):
        got = points(text)
        assert got == worth, (text, got)


def test_b1_only_the_last_five_cards_make_runs():
    assert points("AS 2S 3S 4S 5S 6H") == 5
    assert points("7S AS AH 2S 2D 3C") == 16
    assert points("2C 3S 3D 3C 4H 4D") == 6 + 4 - 8  # 3 3 3 4 4 is no window: a pair


def test_b1_all_cards_of_a_window_count_or_none():
    assert points("3S 4S KS 5S") == 0
    assert points("5H 4D 3S 3D") == 10  # fifteen, and a double run
    assert points("5H 5S 4D") == 0
    assert points("6S 5H 4D 4C KC KD") == 2
    assert points("QS KS AS") == 0  # the ace is low


def test_b1_the_best_window_counts_once():
    # 3 4 5 at the end, and 3 4 5 5 with the card before it.
    assert points("KD 5H 3S 4D 5S") == 8
    # The pair is in the double run already.
    assert points("9H 7H 8S 8D") == 8
    # A longer window without points does not hide a shorter one.
    assert points("2H 9S 3D 4H 5C") == 3


def test_b2_a_joker_breaks_every_window():
    assert points("8C JK 8D") == 0
    assert points("9D TD JK JD") == 0
    assert points("JD JK") == points("JK JD") == 0
    assert points("3S JK 4D 5H 6C") == 3
    assert points("JK") == 0


def test_b2_a_joker_adds_nothing_so_fifteen_and_thirty_one_score_again():
    assert points("7H 8C JK") == 2
    assert points("KH KC AD QS JK") == 2


def test_an_empty_line_and_a_single_card_score_nothing():
    assert battle_line.points([]) == battle_line.points(cards("5H")) == 0
    assert battle_line.explain([]) == battle_line.explain(cards("5H")) == []


def test_b1_items_name_their_cards():
    line = cards("6H 9C 7D 2C 3H 2S AS AD")
    items = battle_line.explain(line)
    assert items[0] == (reasons.THIRTY_ONE, 2, tuple(line))
    assert sorted([(item[0], len(item[2])) for item in items[1:]]) == (
        [(reasons.PAIR, 2)] * 2 + [(reasons.RUN, 3)] * 4
    )
    for item in items[1:]:
        assert [c for c in item[2] if c not in line[-5:]] == []
    assert spoken(battle_line.explain(cards("7S 7D 8H 9C"))) == (
        "thirty-one two, a pair is four, a run of three is seven, and a run of three is ten"
    )
    assert spoken(battle_line.explain(cards("3H 3S 3C"))) == "three of a kind is six"


def test_random_lines_are_explained_alike_on_every_target():
    rand = Rand(53)
    told = []
    for n in range(scale(300, 40)):
        ranks = rand.shuffle(list(range(13)))[: 3 + n % 4]
        deck = rand.shuffle([r * 4 + s for r in ranks for s in range(4)] + [52])
        line = deck[: 2 + rand.below(6)]
        items = battle_line.explain(line)
        assert sum([item[1] for item in items]) == battle_line.points(line)
        told.append("%d %s" % (battle_line.points(line), spoken(items)))
    return begun("\n".join(told))


def test_counting_a_line_allocates_nothing():
    for text, worth in TABLE:
        assert no_alloc(battle_line.points, bytearray(cards(text))) == worth


def test_the_cards_of_one_suit_at_the_end_are_counted_also_where_there_are_none():
    for text, suited in (("", 0), ("5H", 1), ("5H 6H", 2), ("5H 6S 7H 8H", 2)):
        assert play.flush_length(cards(text)) == suited
