"""Every claim of a text record is checked against the rules; an error names its line."""

from engine_core.records.record import RecordError, parse, write
from tests.conformance.support.kit import scale, some
from tests.conformance.support.player import FAMILY, OPTED
from tests.conformance.support.recording import SHORT, refuses, written, wrong

SLOW = ("test_every_wrong_claim_is_refused_in_its_line",)


def claims(line):
    """Yield `line` with each number in it that is a claim made one greater, in turn."""
    words = line.split(" ")
    for n, word in enumerate(words):
        for mark in ("+", ":"):
            before, found, after = word.partition(mark)
            if found and after.isdigit():
                yield words[:n] + [before + mark + str(int(after) + 1)] + words[n + 1 :]
            elif found and mark == ":" and before.isdigit():
                yield words[:n] + [str(int(before) + 1) + mark + after] + words[n + 1 :]
        if word.isdigit() and words[0] != "points":
            yield words[:n] + [str(int(word) + 1)] + words[n + 1 :]


def test_every_wrong_claim_is_refused_in_its_line():
    refused = 0
    for n, game in enumerate(some(FAMILY[1:6:2], 1)):
        lines = write(written(game, 910 + n)).split("\n")
        step = scale(1, 40, 40)
        for at in range(lines.index("") + 1 + n, len(lines), step):
            for words in claims(lines[at]):
                text = "\n".join(lines[:at] + [" ".join(words)] + lines[at + 1 :])
                assert wrong(text)[0] == at + 1, text
                refused += 1
    assert refused > scale(400, 0, 2), refused


def test_g14b_the_points_of_a_claim_in_the_play_are_checked():
    lines = write(written(OPTED[5], 4)).split("\n")
    claimed = [n for n, line in enumerate(lines) if line.startswith("claim") and "+" in line]
    for at in some(claimed, 2, 4):
        for other in ("0", "30"):
            line = lines[at].rpartition("+")[0] + "+" + other
            number, why = wrong("\n".join(lines[:at] + [line]))
            assert number == at + 1 and "the score of" in why
    assert claimed


def test_a_record_with_one_card_changed_is_refused():
    # The ranks and so the counts differ: whoever changes a card must change the claims too.
    lines = write(written(FAMILY[1], 915)).split("\n")
    first = [n for n, line in enumerate(lines) if line.startswith("starter")][0]
    starter = lines[first].split()[1]
    refused = 0
    for rank in "A35T":
        other = rank + starter[1]
        if other != starter:
            text = "\n".join(lines).replace("starter " + starter, "starter " + other, 1)
            try:
                parse(text)
            except RecordError:
                refused += 1
    assert refused


def test_the_claim_for_a_hand_is_checked():
    assert "9D 7C JD 3C" in refuses("hand 2 9D 7C JD 4C = 6")
    refuses("hand 2 9D 7C JD = 6")
    refuses("hand 3 9D 7C JD 3C = 6")
    refuses("hand 2 9D 7C JD 3C = 6 6")
    refuses("hand 2 9D 7C JD 3C =")
    refuses("hand 2 9D 7C JD 3C = six")
    refuses("hand 2 9D 7C JD XX = 6")
    refuses("hand")
    refuses("hand two = 6")


def test_the_count_of_the_previous_deal_cannot_be_claimed():
    crib = "crib TC KC AS 4D = 4\n"
    parse(SHORT + crib + "hand 2 = 6\ncrib = 4\n")
    refuses(crib + "starter 8D\nhand 2 = 6")
    refuses(crib + "starter 8D\nplay KH 9D\nhand 2 = 6")
    refuses("crib = 4")


def test_an_entry_in_the_wrong_phase_names_its_line():
    assert "does not belong" in refuses("starter 5H")
    refuses("play 5H")
    refuses("cut 5H")
    assert "seen" in refuses("crib 8D")
    refuses("crib 1 TC")  # the crib is the dealer's
    refuses("crib TC+2")  # a card of the crib scores nothing alone
    refuses("crib go")
    refuses("crib 2:TC 1:KC")
    refuses("next")
    refuses("over 1")
    refuses("score 0 1")
    refuses("score 0")
    refuses("deal 2 by 1")
    refuses("deal")
    refuses("crib TC KC AS 4D 5D")  # the starter is due
    refuses("crib TC KC AS 4D = 5")
    refuses("crib TC KC = 4")
    assert "9S" in wrong(SHORT.replace("9D", "9S") + "hand 2 9D 7C JD 3C")[1]
    assert wrong(SHORT.replace("7C go", "7C 2H go"))[0] == 4
    assert wrong(SHORT.replace("play KH", "play KH = 5"))[0] == 4
    assert wrong(SHORT.replace("play KH", "play KH+1"))[0] == 4
    assert wrong(SHORT.replace("play KH", "play 2:KH"))[0] == 4
    assert wrong(SHORT.replace("play KH", "play KH+"))[0] == 4
    assert wrong(SHORT.replace("play KH", "play +2"))[0] == 4
    assert wrong(SHORT.replace("go go", "go 1+1 go"))[0] == 4
    parse(SHORT.replace("go go", "go 1+0 go 2+1"))


def test_unknown_lines_are_refused():
    assert "a line cannot begin with 'Play'" in refuses("Play 5H")
    refuses("pegs 5")
    refuses("=")
    refuses("crib TC KC\n5H", 6)
    assert "first line" in refuses('[Seats "2"]')


def test_wrong_tags_are_refused_with_their_line():
    for tag in ("[Game Traditional]", '[Game "Traditional"', "[Game]", "[", '[Game ""]'):
        assert wrong('[Event "x"]\n' + tag + '\n[Dealer "1"]\nstarter 5H\n')[0] == 2
    for tag in (
        '[Game "Whist"]',
        '[Seats "3"]',
        '[Seats "two"]',
        '[Target "120"]',
        '[Target "3000000000"]',
        '[Target "9999999999999999999999"]',
        '[Target "-121"]',
        '[Target "121²"]',
        '[Dealer "0"]',
        '[Dealer "3"]',
        '[Dealer "256"]',
        '[Dealer "ann"]',
        '[Dealer ""]',
    ):
        if "Game" in tag:
            assert wrong('[Event "x"]\n' + tag)[0] == 2
        else:
            text = '[Event "x"]\n[Game "Traditional"]\n' + tag + "\n\nstarter 5H\n"
            assert wrong(text)[0] == 3, tag
    assert wrong("")[0] == 1
    assert 'as in: [Game "Traditional"]' in wrong('[Event "x"]\n\n; nothing\n')[1]
