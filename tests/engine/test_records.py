"""Six of the records, once more by a second opinion, and with every claim made wrong; and each
number of the lines without cards in all of them."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from engine_core.count import cards
from engine_core.records.record import RecordError, parse
from tests import oracle

FOLDER = Path(__file__).parents[1] / "conformance" / "records"
NAMES = "traditional,won-in-play,won-by-nibs,skunk,four-handed,three-handed".split(",")
RECORDS = [FOLDER / f"{name}.txt" for name in NAMES]


def body(path):
    """Return the lines of a record that are no tags and no comments, as words."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and line[0] not in "[;"]


def ids(path):
    return path.stem


@pytest.mark.parametrize("path", RECORDS, ids=ids)
def test_the_second_opinion_counts_the_same(path):
    lines = body(path)
    target = parse(path.read_text(encoding="utf-8")).entries[0][3]
    starter = None
    counted = 0
    for words, after in pairwise([*lines, [""]]):
        if words[0] == "starter":
            starter = cards.card(words[1].partition("+")[0])
        elif words[0] in ("hand", "crib"):
            hand = [cards.card(word) for word in words[2 : words.index("=")]]
            assert int(words[-1]) == oracle.show(hand, starter, words[0] == "crib")
            counted += 1
        elif words[0] == "play":
            check_count(words[1:], ends=after[0] == "score", target=target)
    assert counted >= 12


def check_count(words, ends, target):
    """Compare each card of one count of the play with the second opinion, and the point for its
    last card, which is written with the card or with the go after it."""
    line = []
    ones = 0
    for word in words:
        token, _, points = word.partition("+")
        points = int(points or 0)
        if token.isdigit():
            assert points == 1
            ones += 1
        elif not token.endswith("go"):
            line.append(cards.card(token.partition(":")[2]))
            true = oracle.play(line)
            if word == words[-1] and ends:
                assert points <= true, "the last card of the game pegs what takes it to the end"
                return
            assert points - true in (0, 1), word
            ones += points - true
    assert oracle.pips(line) <= 31
    assert ones == (oracle.pips(line) != 31)


def claims(line):
    """Yield (name of the claim, `line` with one number changed) for each claim."""
    for found in re.finditer(r"(?<=[+ =:])\d+(?=\s|$|:)|(?<=\s)\d+(?=:)", line):
        number = int(found[0])
        yield found[0], f"{line[: found.start()]}{number + 1}{line[found.end() :]}"


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDS, ids=ids)
def test_every_wrong_claim_is_refused_in_its_line(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    wrong = 0
    for n, line in enumerate(lines):
        if line and line[0] not in "[;":
            for was, other in claims(line):
                text = "\n".join([*lines[:n], other, *lines[n + 1 :]])
                with pytest.raises(RecordError) as caught:
                    parse(text)
                assert caught.value.line == n + 1, (was, other)
                wrong += 1
    assert wrong > 90


@pytest.mark.parametrize("path", RECORDS, ids=ids)
def test_no_line_can_be_left_out_of_the_play(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    for n, line in enumerate(lines):
        if line.startswith(("starter", "play", "crib")) and n < len(lines) - 6:
            with pytest.raises(RecordError) as caught:
                parse("\n".join(lines[:n] + lines[n + 1 :]))
            assert caught.value.line >= n


# The lines of entries that are not cards.
WITHOUT_CARDS = (
    *("claim", "suits", "points", "minus", "moved", "penalty", "leave", "redeal", "holds"),
    "next",
)


@pytest.mark.slow
def test_no_number_of_a_line_without_cards_is_passed_by():
    """A number is an entry's, or a claim that is checked."""
    changed = 0
    for path in sorted(FOLDER.glob("*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for n in [n for n, line in enumerate(lines) if line.startswith(WITHOUT_CARDS)]:
            entries = parse("\n".join(lines[: n + 1])).entries
            for _, other in numbers(lines[n]):
                try:
                    assert parse("\n".join([*lines[:n], other])).entries != entries, (path, other)
                except RecordError as error:
                    assert error.line == n + 1
                changed += 1
    assert changed > 300


def numbers(line):
    """Yield (number, `line` with it one greater) for each number of `line`."""
    for found in re.finditer(r"\d+", line):
        number = int(found[0])
        yield number, f"{line[: found.start()]}{number + 1}{line[found.end() :]}"
