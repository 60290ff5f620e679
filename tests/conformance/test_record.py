"""The text record: written, read back, and every claim in it held against the rules."""

from engine_core import entries as E
from engine_core.compat import MICROPYTHON
from engine_core.errors import RecordError
from engine_core.game import Game
from engine_core.phases import CRIB, OVER, PLAY
from engine_core.record import Record, parse, start_tags, write
from tests.conformance.kit import begun, raises, scale, some
from tests.conformance.player import FAMILY, PLAIN, play_out

SHORT = """[Game "Traditional"]
[Dealer "2"]
starter 8D
play KH 9D 4S 7C go go QC JD 2H 3C
"""


def written(game, seed):
    """Play `game` and return its record."""
    entries = play_out(game, seed, careless=30).entries()
    return Record(start_tags(entries[0]), entries)


def wrong(text):
    """Parse `text`, which must be refused; return the line's number and what is said."""
    error = raises(RecordError, parse, text)
    assert str(error).startswith("line %d: " % error.line)
    return error.line, str(error)


def refuses(body, line=None):
    """Parse SHORT with `body` after it, which must be refused in `line`, or in the last."""
    at, why = wrong(SHORT + body)
    assert at == (line or 4 + len(body.split("\n"))), why
    return why


def test_what_is_written_reads_back_the_same():
    texts = []
    for n, game in enumerate((FAMILY[:6] + PLAIN[-1:])[: scale(7, 1)]):
        record = written(game, 900 + n)
        text = write(record)
        again = parse(text)
        assert again.entries == record.entries
        assert again.tags == record.tags
        assert write(again) == text
        texts.append(text)
    return begun("\n".join(texts))


def test_a_match_of_two_games_reads_back_the_same():
    first = play_out(FAMILY[1], 1)
    first.apply((E.NEXT,))
    first.apply((E.CARD, 5))
    record = Record(start_tags(first.entry(0)), first.entries())
    text = write(record)
    assert "\nnext\ndeal 1 by " in text
    assert parse(text).entries == first.entries()


def test_tags_and_comments_are_kept():
    body = write(written(FAMILY[1], 3)).split("\n")
    text = "\n".join(
        ['[Event "A rainy evening, \\"late\\" ~ [3]"]', '[Players "Ann, Bob"]']
        + body[:6]
        + ["; the first comment", ";", "; another"]
        + body[6:9]
        + ["; before the last lines"]
        + body[9:-1]
        + ["; the end", ""]
    )
    record = parse(text)
    assert write(record) == text
    assert record.players() == ["Ann", "Bob"]
    assert record.tag("Event") == 'A rainy evening, \\"late\\" ~ [3]'
    assert record.tag("Nothing", "else") == "else"
    assert [said for _, said in record.comments] == [
        "the first comment",
        "",
        "another",
        "before the last lines",
        "the end",
    ]


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
        step = 40 if MICROPYTHON else 1
        for at in range(lines.index("") + 1 + n, len(lines), step):
            for words in claims(lines[at]):
                text = "\n".join(lines[:at] + [" ".join(words)] + lines[at + 1 :])
                assert wrong(text)[0] == at + 1, text
                refused += 1
    assert refused > scale(2 if MICROPYTHON else 400, 0), refused


def test_another_card_in_the_place_of_one_is_refused_somewhere():
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


def test_a_short_record_needs_no_seats_and_no_claims():
    record = parse(SHORT)
    game = Game()
    for entry in record.entries:
        game.apply(entry)
    assert game.state.phase == CRIB
    assert record.entries[0] == (E.START, 1, 2, 121, 1, 0, 0)
    text = write(record)
    assert "play 1:KH 2:9D 1:4S 2:7C 1:go 2:go 2+1" in text
    assert "hand 2 9D 7C JD 3C = 6" in text
    # With a name that no board knows: by the first number of players and the usual target.
    assert parse('[Game "Three-handed"]').entries == [(E.START, 2, 3, 121, E.NO_SEAT, 0, 0)]


def test_cards_are_read_in_any_usual_writing():
    plain = parse(SHORT + "crib TC KC AS 4D\n").entries
    for text in (
        SHORT.replace("KH", "kh").replace("go", "GO") + "crib 10c KC as 4d",
        SHORT.replace("KH", "K♥") + "crib 10♣ k♣ A♠ 4♦",
        SHORT.replace(" KH 9D", " 1:KH 2:9D").replace("3C", "2:3C+1") + "crib 2 TC KC AS 4D = 4",
        SHORT.replace("\n", "\r\n") + "\r\n\r\n  crib   TC\tKC AS   4D  \r\n",
        SHORT.replace("play KH", "play KH\nplay") + "crib TC\ncrib KC AS\n; a word\ncrib 4D = 4\n",
    ):
        assert parse(text).entries == plain


def test_names_of_games_are_read_in_any_case():
    assert parse('[Game " three-HANDED "]').entries[0][1] == 2


def test_a_count_may_be_claimed_without_its_cards():
    parse(SHORT + "hand 1 = 0\nhand 2 = 6\n")
    parse(SHORT + "hand 2 = 6\nhand 1 KH 4S QC 2H = 0\n")  # in any order
    parse(SHORT + "hand 2 JD 7C 3C 9D\n")  # cards in any order, no claim
    assert "is 6, not 7" in refuses("hand 2 = 7")
    assert "is 6, not 7" in refuses("hand 2 9D 7C JD 3C = 7")


def test_what_is_said_of_a_hand_is_held_against_it():
    assert "9D 7C JD 3C" in refuses("hand 2 9D 7C JD 4C = 6")
    refuses("hand 2 9D 7C JD = 6")
    refuses("hand 3 9D 7C JD 3C = 6")
    refuses("hand 2 9D 7C JD 3C = 6 6")
    refuses("hand 2 9D 7C JD 3C =")
    refuses("hand 2 9D 7C JD 3C = six")
    refuses("hand 2 9D 7C JD XX = 6")
    refuses("hand")
    refuses("hand two = 6")


def test_a_count_of_the_deal_before_is_no_claim():
    crib = "crib TC KC AS 4D = 4\n"
    parse(SHORT + crib + "hand 2 = 6\ncrib = 4\n")
    refuses(crib + "starter 8D\nhand 2 = 6")
    refuses(crib + "starter 8D\nplay KH 9D\nhand 2 = 6")
    refuses("crib = 4")


def test_what_is_not_due_is_refused_in_its_line():
    assert "not due" in refuses("starter 5H")
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


def test_lines_that_are_none_are_refused():
    assert "no line begins with 'Play'" in refuses("Play 5H")
    refuses("pegs 5")
    refuses("=")
    refuses("crib TC KC\n5H", 6)
    assert "first line" in refuses('[Seats "2"]')


def test_tags_that_are_none_are_refused_in_their_line():
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
    assert "there is no game ''" in wrong('[Event "x"]\n\n; nothing\n')[1]


def test_points_of_a_scoreboard():
    head = '[Game "Scoreboard"]\n[Seats "3"]\n'
    record = parse(head + "points 1+12 3+29\npoints 1+2\nscore 14 0 29\n")
    assert record.entries[1:] == [(E.POINTS, 0, 12), (E.POINTS, 2, 29), (E.POINTS, 0, 2)]
    assert "points 1+12 3+29 1+2" in write(record)
    for text in ("0+4", "4+4", "1+0", "1+30", "1+", "+4", "1", "1+4+5", "1+²", "-1+5", "1+-5"):
        assert wrong(head + "points 1+1 " + text)[0] == 3
    assert wrong(head + "points 1+1\nscore 2 0 0")[0] == 4
    assert wrong(head + "play 5H")[0] == 3


def test_the_end_of_a_game_is_held_against_the_game():
    lines = write(written(FAMILY[1], 905)).rstrip().split("\n")
    assert lines[-1].startswith("over ")
    record = parse("\n".join(lines[:-2]))  # what it says at the end may be left out
    game = Game()
    for entry in record.entries:
        game.apply(entry)
    assert game.state.phase == OVER
    assert wrong("\n".join(lines + ["over"]))[0] == len(lines) + 1
    assert wrong("\n".join(lines + ["play 5H"]))[0] == len(lines) + 1
    assert wrong("\n".join(lines + ["next 2"]))[0] == len(lines) + 1
    parse("\n".join(lines + ["next"]))
    half = parse("\n".join(lines[:8]))
    game = Game()
    for entry in half.entries:
        game.apply(entry)
    assert game.state.phase in (PLAY, CRIB)


def test_a_comment_and_a_blank_line_may_stand_anywhere():
    parse("; before the tags\n\n" + SHORT.replace("\nplay", "\n\n;\n; here\nplay") + "\n;\n\n")
