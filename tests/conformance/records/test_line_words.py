"""The words of a record's lines without cards: written for each entry, and read again."""

from engine_core.errors import PegboardError
from engine_core.games.dealers import CUT, LOSER, MATCH, SEAT, WAYS
from engine_core.games.penalties import NO_GAIN, PENALTIES, TOO_MANY
from engine_core.records import record_fields
from engine_core.records.record_words import line_and_word
from engine_core.state import entries as E
from tests.conformance.support.kit import raises

# An entry of seat 1, which a record calls 2: its line, and its word there.
WORDS = (
    ((E.CLAIM, 7), "claim", "2:7"),
    ((E.MUGGINS, 2), "claim", "3:muggins"),
    ((E.PASS,), "claim", "pass"),
    ((E.DROP, 0), "formation 2", "drop AS"),
    ((E.NOBS,), "suits", "2:nobs"),
    ((E.FLUSH, 4), "suits", "2:flush4"),
    ((E.POINTS, 0, 12), "points", "1+12"),
    ((E.MINUS, 2, 3), "minus", "3-3"),
    ((E.MOVED, 1), "moved", "2"),
    ((E.HOLDS, 1, 3), "holds", "2:3"),
    ((E.REDEAL, 0), "", "redeal by 1"),
    ((E.LEAVE, 2), "", "leave 3"),
    ((E.NEXT,), "", "next"),
    ((E.NEXT, LOSER), "", "next by loser"),
    ((E.NEXT, SEAT + 1), "", "next by 2"),
)


class Reader:
    """What the readers of lines ask for: `applied` are the entries, `told` the points."""

    def __init__(self):
        self.applied = []
        self.told = []

    def apply(self, entry):
        self.applied.append(entry)

    def scored(self, who, points):
        self.told.append((who, points))


def read(line):
    """Return the entries of a line, and the points that it tells."""
    word, *tokens = line.split()
    name = {"minus": "points"}.get(word, word)
    reader = Reader()
    getattr(record_fields, name)(reader, word, tokens)
    return reader.applied, reader.told


def test_each_entry_has_its_line_and_its_word():
    for entry, line, word in WORDS:
        assert line_and_word(entry, 1, False) == (line, word)


def test_each_line_is_read_as_the_entries_that_it_was_written_for():
    for entry, line, word in WORDS:
        said = (line + " " + word).strip()
        if said.split()[0] in ("points", "minus", "moved", "holds", "redeal", "leave"):
            assert read(said) == ([entry], [])
    assert read("points 1+4 2+3")[0] == [(E.POINTS, 0, 4), (E.POINTS, 1, 3)]
    for wrong in ("redeal", "redeal by", "redeal of 2", "redeal by 1 2"):
        raises(PegboardError, read, wrong)
    assert read("moved 1 3")[0] == [(E.MOVED, 0), (E.MOVED, 2)]


def test_points_of_the_last_card_may_stand_among_the_cards_that_are_held():
    held = [(E.HOLDS, 1, 3), (E.HOLDS, 0, 2)]
    assert read("holds 2:3 1+1 1:2") == (held, [("1", "1")])


def test_a_penalty_names_who_gains_and_its_choice():
    for whom, said in ((0, " to 1"), (2, " to 3"), (NO_GAIN, " to nobody")):
        entry = (E.PENALTY, 1, 1, 0, whom)
        line = line_and_word(entry, 0, False)[1]
        assert line == "penalty 1 by 2" + said
        assert read(line)[0] == [entry]
    for wrong in ("penalty 1", "penalty 1 of 2", "penalty 1 by 2 to all"):
        raises(PegboardError, read, wrong)


def test_c6_each_penalty_is_read_with_each_choice_and_whoever_gains():
    for number in range(1, len(PENALTIES) + 1):
        choices = (1, 29) if number == TOO_MANY else range(len(record_fields.PENALTY_WORDS))
        for choice in choices:
            for whom in ((), (0,), (3,), (NO_GAIN,)):
                entry = (E.PENALTY, number, 2, choice) + whom
                assert read(line_and_word(entry, 0, False)[1])[0] == [entry]


def test_g15_each_choice_of_the_next_dealer_is_read_as_it_was_written():
    choices = list(range(LOSER, CUT + 1)) + list(range(SEAT, SEAT + 8))
    for choice in choices + [choice | MATCH for choice in choices]:
        words = record_fields.dealer_words(choice).split()
        assert record_fields.next_dealer(words) == choice
    for wrong in ("", "0", "9", "always", "2 always always", "Loser", WAYS[0] + " 1"):
        raises(PegboardError, record_fields.next_dealer, wrong.split())


def test_a_number_has_one_to_nine_digits():
    for good in ("0", "7", "012", "9" * 9):
        assert record_fields.is_number(good)
        assert record_fields.whole_number(good, "number") == int(good)
    for wrong in ("", "9" * 10, "-1", "+1", "1.0", "1_0", " 1", "5²", "x"):
        assert not record_fields.is_number(wrong)
        assert "is not a number" in str(
            raises(PegboardError, record_fields.whole_number, wrong, "number")
        )
