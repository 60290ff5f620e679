"""The items of a count with their cards, and the words for them."""

from engine_core.count import play, reasons, show
from engine_core.count.cards import VALUE, card, cards, name
from engine_core.count.scoring import NODDY, STANDARD
from engine_core.count.words import REASONS, number, reason, spoken
from tests.conformance.support.kit import Rand, begun, scale, some

SAID = """
5H 5C 5S JD 5D: fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten, \
fifteen twelve, fifteen fourteen, fifteen sixteen, four of a kind is twenty-eight, \
and nobs is twenty-nine
7H 8C 2S TD 2C: fifteen two, and a pair is four
AS 2H 3D 3C 3S: three of a kind is six, a run of three is nine, a run of three is twelve, \
and a run of three is fifteen
AH 2H 3H 5H 9H: fifteen two, fifteen four, a run of three is seven, and a flush is twelve
6D 7C 8S 9H TH: fifteen two, fifteen four, and a run of five is nine
2H 6D 8D TS QC: nothing
JS 2D 4H QC 8S: nobs is one
"""


def said(text, crib=False):
    """Return the spoken count of the cards of `text`, the starter last."""
    every = cards(text)
    return spoken(show.explain(every[:-1], every[-1], crib))


def parts(text, crib=False, scoring=STANDARD):
    """Return the points by reason of the cards of `text`, the starter last."""
    every = cards(text)
    sums = [0] * len(REASONS)
    for item in show.explain(every[:-1], every[-1], crib, scoring):
        sums[item[0]] += item[1]
    return sums


def makes(item, scoring):
    """Return whether the cards of `item` match its reason and its points."""
    why, points, some = item
    ranks = sorted([c >> 2 for c in some])
    if why in (reasons.FIFTEEN, reasons.TWENTY_FIVE, reasons.THIRTY_ONE):
        total = {reasons.FIFTEEN: 15, reasons.TWENTY_FIVE: 25, reasons.THIRTY_ONE: 31}[why]
        return points == 2 and sum([VALUE[c] for c in some]) == total
    if why in (reasons.PAIR, reasons.THREE_OF_A_KIND, reasons.FOUR_OF_A_KIND):
        size = why - reasons.PAIR + 2
        return ranks == [ranks[0]] * size and points == (0, 0, 2, 6, 12)[size]
    if why == reasons.RUN:
        worth = scoring.run_of_three if len(some) == 3 else len(some)
        in_order = ranks == list(range(ranks[0], ranks[0] + len(some)))
        return in_order and len(some) >= 3 and points == worth
    if why == reasons.FLUSH:
        return len({c & 3 for c in some}) == 1 and points == len(some) >= 3
    return why == reasons.NOBS and points == 1 and len(some) == 1 and some[0] >> 2 == 10


def check(items, points, every, scoring):
    """Check that each item is right and appears once, and that the sum is `points`."""
    assert sum([item[1] for item in items]) == points, every
    seen = []
    for item in items:
        assert makes(item, scoring), (every, item)
        assert [c for c in item[2] if c not in every] == []
        once = (item[0], sorted(item[2]))
        assert once not in seen
        seen.append(once)


def test_a_count_is_worded_as_a_player_says_it():
    for row in SAID.strip().split("\n"):
        text, words = row.split(": ")
        assert said(text) == words


def test_each_item_matches_its_reason():
    rand = Rand(29)
    deck = list(range(52))
    for i in range(scale(150, 12)):
        rand.shuffle(deck)
        crib = i % 3 == 0
        items = show.explain(deck[:4], deck[4], crib)
        check(items, show.count(deck[:4], deck[4], crib), deck[:5], STANDARD)
        items = show.explain(deck[:3], deck[3], False, NODDY)
        check(items, show.count(deck[:3], deck[3], False, NODDY), deck[:4], NODDY)
        # One suit, so that flushes are among them.
        one = [c for c in deck if c & 3 == i & 3]
        items = show.explain(one[:4], deck[i % 52], crib) if deck[i % 52] not in one[:4] else []
        if items:
            check(items, show.count(one[:4], deck[i % 52], crib), deck, STANDARD)
        check(show.explain(one[:5]), show.count(one[:5]), one, STANDARD)


def hands_of(ranks, size):
    """Return each hand of so many cards of `ranks`, which may be alike: as indexes of them."""
    hands = [[]]
    for _ in range(size):
        hands = [hand + [n] for hand in hands for n in range(hand[-1] if hand else 0, len(ranks))]
    return [hand for hand in hands if not [n for n in hand if hand.count(n) > 4]]


def test_each_hand_of_the_highest_and_the_lowest_cards_has_its_items():
    for ranks in ("TJQK", "A2345", "5TJK"):
        for size in (2, 3, 4, 5):
            for hand in some(hands_of(ranks, size), 6, 10):
                # The first of a rank is a spade, the next a heart, and so on.
                every = [card(ranks[n] + "SHDC"[hand[:at].count(n)]) for at, n in enumerate(hand)]
                for scoring in (STANDARD, NODDY):
                    items = show.explain(every[1:], every[0], False, scoring)
                    points = show.count(every[1:], every[0], False, scoring)
                    assert points == sum([item[1] for item in items]), every


def test_the_battlefield_table_by_reason():
    by_reason = (
        ("5D 5C 5H JS 5S", 16, 12, 0, 0, 1),
        ("4S 6C 5H 5S 4H", 8, 4, 12, 0, 0),
        ("6H 5H 5D 4S 5S", 8, 6, 9, 0, 0),
        ("JS JH 5H 5S JC", 12, 8, 0, 0, 0),
        ("7D 8S 8H 9D 7H", 8, 4, 12, 0, 0),
        ("3S 4S 5S 6S 4D", 4, 2, 8, 4, 0),
        ("JS TS 4S 5H 3S", 4, 0, 3, 0, 1),
        ("AS 2D 2C 3H 5H", 0, 2, 6, 0, 0),
        ("3D 9C AD JD 7S", 0, 0, 0, 0, 0),
    )
    for text, fifteens, alike, runs, flush, nobs in by_reason:
        sums = parts(text)
        assert sums[reasons.FIFTEEN] == fifteens, text
        kinds = (reasons.PAIR, reasons.THREE_OF_A_KIND, reasons.FOUR_OF_A_KIND)
        assert sum([sums[why] for why in kinds]) == alike, text
        assert sums[reasons.RUN] == runs, text
        assert sums[reasons.FLUSH] == flush, text
        assert sums[reasons.NOBS] == nobs, text


def test_multiple_runs_are_listed_one_by_one():
    for text, times, length in (
        ("6D 8C 7H 8H KS", 2, 3),
        ("2D 3S 3H 4C 5S", 2, 4),
        ("AC 2H 3S 3D 3C", 3, 3),
        ("4D 5C 5D 6S 6D", 4, 3),
        ("6C 7H 8H 9D TC", 1, 5),
    ):
        every = cards(text)
        runs = [item for item in show.explain(every[:4], every[4]) if item[0] == reasons.RUN]
        assert len(runs) == times
        assert [len(item[2]) for item in runs] == [length] * times


def test_g6_a_flush_names_its_cards():
    assert parts("2H 4H 6H KH 8S")[reasons.FLUSH] == 4
    assert parts("2H 4H 6H KH 8H")[reasons.FLUSH] == 5
    assert parts("2H 4H 6H KH 8S", crib=True)[reasons.FLUSH] == 0
    every = cards("2H 4H 6H KH 8H")
    last = show.explain(every[:4], every[4], True)[-1]
    assert (last[0], last[2]) == (reasons.FLUSH, tuple(every))


def test_g7_nobs_names_the_jack():
    every = cards("JS 2D 4H QC 8S")
    assert show.explain(every[:4], every[4]) == [(reasons.NOBS, 1, (every[0],))]


def test_n2_twenty_five_is_said():
    every = cards("JS 5H QD 2C")
    items = show.explain(every[:3], every[3], False, NODDY)
    assert spoken(items) == "fifteen two, fifteen four, and twenty-five six"


def test_b7_a_hand_with_a_joker_has_no_items():
    assert said("JK 5C 5H 5D 5S") == said("5C 5H 5D 5S JK") == "nothing"


def test_a_card_in_play_is_said():
    for text, words in (
        ("7H 8C", "fifteen two"),
        ("7H 8C 9D", "a run of three is three"),
        ("4H 6C 5D", "fifteen two, and a run of three is five"),
        ("KH QC TD AS", "thirty-one two"),
        ("9H 3C 3D", "fifteen two, and a pair is four"),
        ("2H", "nothing"),
    ):
        assert spoken(play.explain(cards(text))) == words


def test_each_item_in_play_matches_its_reason():
    rand = Rand(31)
    deck = list(range(52))
    for i in range(scale(100, 12)):
        rand.shuffle(deck)
        scoring = NODDY if i % 4 == 0 else STANDARD
        line = []
        # Low cards, so that a line is long.
        for c in [c for c in deck if c >> 2 < 7]:
            if play.total(line) + VALUE[c] <= 31:
                line.append(c)
                check(play.explain(line, scoring), play.points(line, scoring), line, scoring)


def test_numbers_in_words():
    assert [number(n) for n in (0, 1, 12, 15, 20, 29, 31, 61, 90)] == (
        "nothing,one,twelve,fifteen,twenty,twenty-nine,thirty-one,sixty-one,ninety".split(",")
    )
    assert number(100) == "one hundred"
    assert number(121) == "one hundred and twenty-one"


def test_a_reason_gives_the_length_of_a_run():
    assert reason((reasons.RUN, 4, (0, 4, 8, 12))) == "a run of four"
    assert reason((reasons.GO, 1, ())) == "go"


def test_counts_are_worded_alike_on_every_target():
    rand = Rand(15)
    deck = list(range(52))
    told = []
    for i in range(scale(40, 10)):
        rand.shuffle(deck)
        items = show.explain(deck[:4], deck[4], i % 4 == 0)
        told.append(spoken(items))
        told.append(" ".join([name(c) for item in items for c in item[2]]))
    return begun("\n".join(told))
