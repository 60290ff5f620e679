"""Cards as ints and as text."""

from engine_core.count import cards
from engine_core.count.cards import card, check_distinct, name, symbol, words
from engine_core.errors import CardError, PegboardError
from tests.conformance.support.kit import raises


def test_all_53_cards_convert_to_text_and_back():
    seen = []
    for rank in "A23456789TJQK":
        for suit in "SHDC":
            assert card(rank + suit) == len(seen)
            assert name(len(seen)) == rank + suit
            seen.append(rank + suit)
    assert card("JK") == 52 == cards.JOKER
    assert name(52) == "JK"


def test_symbols_are_read_back():
    for c in range(53):
        shown = symbol(c)
        assert (shown == "Joker") if c == 52 else card(shown) == c


def test_a_card_is_rank_times_four_plus_suit():
    assert card("AS") == 0
    assert card("5H") == 17
    assert card("TD") == 38
    assert card("KC") == 51
    assert card("JS") // 4 == cards.JACK


def test_ten_may_be_written_as_10():
    assert card("10D") == card("TD") == card("10d") == card("td")
    assert symbol(card("TD")) == "10♦"


def test_lower_case_and_surrounding_spaces_are_accepted():
    assert card("5h") == card("5H") == card(" 5h ")
    assert card("as") == 0
    assert card("jk") == card("Jk") == cards.JOKER


def test_suit_symbols_are_shown_and_read():
    assert [symbol(card(text)) for text in "5S 5H 5D 5C".split(" ")] == ["5♠", "5♥", "5♦", "5♣"]
    assert card("k♣") == card("KC")
    assert card("10♥") == card("TH")
    assert symbol(cards.JOKER) == "Joker"


def test_cards_reads_several_cards():
    assert cards.cards(" 5H  10d jk ") == [17, 38, 52]
    assert cards.cards("") == []


def test_a_card_is_said_in_words():
    assert words(card("5H")) == "five of hearts"
    assert words(card("AS")) == "ace of spades"
    assert words(card("TD")) == "ten of diamonds"
    assert words(card("QC")) == "queen of clubs"
    assert words(cards.JOKER) == "joker"


def test_words_and_symbols_are_the_same_on_every_target():
    return ", ".join([symbol(c) + " " + words(c) for c in range(53)])


def test_a_text_that_is_not_a_card_is_named_in_the_error():
    for text in (
        "", " ", "5", "H", "H5", "5X", "55", "1S", "0S", "11S", "10", "10DD", "100D", "5HH",
        "5 H", "JOKER", "J", "KJ", "♥5", "5♡", "-5H", "\n",
    ):  # fmt: skip
        error = raises(CardError, card, text)
        assert "'" + text + "' is not a card" in str(error), text
        assert "5H" in str(error), text


def test_the_error_names_the_bad_card_among_good_ones():
    assert "'5X'" in str(raises(CardError, cards.cards, "5H 5X 5D"))


def test_card_errors_are_value_errors():
    assert issubclass(CardError, PegboardError)
    assert issubclass(PegboardError, ValueError)


def test_g10_a_card_that_appears_twice_is_named():
    check_distinct([])
    check_distinct(cards.cards("5H 5S JK"))
    error = raises(CardError, check_distinct, cards.cards("5H 9C 5H"))
    assert str(error) == "the five of hearts appears twice"
    assert "the joker" in str(raises(CardError, check_distinct, cards.cards("JK 5H JK")))


def test_pip_values():
    assert [cards.VALUE[card(rank + "C")] for rank in cards.RANKS] == [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10,
    ]  # fmt: skip
    assert cards.VALUE[cards.JOKER] == 0
    for c in range(52):
        assert cards.VALUE[c] == cards.VALUE[c // 4 * 4]
