"""The text record: written, and read back in any usual writing."""

from engine_core.game.game import Game
from engine_core.games import options as opt
from engine_core.games.dealers import CUT, IN_TURN, LOSER, MATCH, SEAT, WINNER
from engine_core.games.phases import CRIB, OVER, PLAY
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.records.record import Record, RecordError, parse, start_tags, write
from engine_core.state import entries as E
from tests.conformance.support.kit import begun, raises, scale
from tests.conformance.support.kit import text as text_of
from tests.conformance.support.player import FAMILY, PLAIN, play_out
from tests.conformance.support.recording import SHORT, refuses, written, wrong

SLOW = ("test_g15_a_choice_of_the_next_dealer_reads_back_the_same",)


def test_a_written_record_reads_back_the_same():
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


def test_g15_a_choice_of_the_next_dealer_reads_back_the_same():
    played = play_out(FAMILY[1], 1)
    for choice, said in (
        (LOSER, "loser"),
        (WINNER, "winner"),
        (IN_TURN | MATCH, "turn always"),
        (CUT, "cut"),
        (SEAT + 1, "2"),
        (SEAT | MATCH, "1 always"),
    ):
        played.apply((E.NEXT, choice))
        text = write(Record(start_tags(played.entry(0)), played.entries()))
        assert "\nnext by " + said + "\n" in text
        assert parse(text).entries == played.entries()
        for wrong_one in ("", "nobody", "turn sometimes", "turn always 1", "0", "3", "99"):
            raises(RecordError, parse, text.replace("by " + said, "by " + wrong_one))
        played.undo()


def test_a_next_game_with_other_options_reads_back_the_same():
    first = play_out(FAMILY[1], 1)
    first.apply((E.START,) + first.entry(0)[1:3] + (121, 1, 1, 1, 2))
    first.apply((E.CARD, 5))
    text = write(Record(start_tags(first.entry(0)), first.entries()))
    assert "\nnext Game Traditional; Seats 2; Target 121; Dealer 2; Options Muggins;" in text
    assert parse(text).entries == first.entries()
    raises(RecordError, parse, text.replace("Muggins", "Mud"))


def test_the_tags_of_a_game_say_how_it_was_started():
    for entry, tags in (
        ((E.START, 1, 2, 61, NO_SEAT, 0, 0), [("Dealer", "cut")]),
        ((E.START, 3, 4, 121, PARTNERS, 0, 0), [("Dealer", "partners")]),
        ((E.START, 1, 2, 121, 0, 0, 0), [("Dealer", "1")]),
        ((E.START, 2, 3, 121, 2, 0, 0), [("Dealer", "3")]),
        (
            (E.START, 1, 2, 121, 1, opt.MUGGINS, opt.ONCE_AROUND, 1),
            [
                ("Dealer", "2"),
                ("Options", "Muggins"),
                ("Track", opt.TRACKS[opt.ONCE_AROUND]),
                ("Payoff", opt.PAYOFFS[1]),
            ],
        ),
    ):
        game = Game()
        game.apply(entry)
        found = start_tags(entry)
        assert found[0] == ("Game", game.state.preset.name)
        assert found[1:3] == [("Seats", str(entry[2])), ("Target", str(entry[3]))]
        assert found[3:] == tags, found
        assert parse(write(Record(found, [entry]))).entries == [entry]


def test_a_comment_after_the_last_line_ends_the_record():
    record = written(FAMILY[1], 900)
    record.comments = [(1 << 70, "the end")]
    assert write(record).endswith("\n; the end\n")


def test_a_comment_may_follow_its_sign_at_once():
    for line, said in ((";near", "near"), ("; far", "far"), (";", ""), (";;two", ";two")):
        assert parse(SHORT + line).comments[-1][1] == said


def test_g17_a_known_card_of_the_free_crib_is_listed_once():
    known = text_of("records/solitaire-free-crib.txt")
    at = known.index("\nfree 2C 3C TH TC KH")
    assert parse(known[:at] + "\nfree 2C 3C TH TC").entries == parse(known[:at]).entries
    assert parse(known[:at] + "\nfree TC 2C KH").entries == parse(known).entries
    for wrong_one, why in (
        ("free 2C 2C", "the two of clubs"),
        ("free go", "waiting for a card"),
        ("free shown", "waiting for a card"),
        ("free XX", "not a card"),
    ):
        said = str(raises(RecordError, parse, known[:at] + "\n" + wrong_one))
        assert why in said, said


def test_a_tag_without_its_quotation_marks_is_refused():
    assert parse('[Game "Noddy"]').entries
    for wrong_one in ("[Game]", "[Game Noddy]", '[Game "Noddy]', '[Game Noddy"]', '[Game "Noddy"'):
        assert "a tag is written as" in str(raises(RecordError, parse, wrong_one))


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


def test_seats_and_claims_may_be_left_out():
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
    assert parse('[Game "Three-handed"]').entries == [(E.START, 2, 3, 121, NO_SEAT, 0, 0)]


def test_cards_are_read_in_all_usual_notations():
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


def test_c6_a_penalty_names_the_side_that_was_wronged_or_claims_the_game():
    head = '[Game "Three-handed"]\n[Dealer "1"]\nstarter 2S\n'
    for line, entry in (
        ("penalty 3 by 1 to 2", (E.PENALTY, 3, 0, 0, 1)),
        ("penalty 3 by 1 to 3 void", (E.PENALTY, 3, 0, 1, 2)),
        ("penalty 11 by 2 to 1 game", (E.PENALTY, 11, 1, 2, 0)),
        ("penalty 11 by 2 game", (E.PENALTY, 11, 1, 2)),
    ):
        record = parse(head + line)
        assert record.entries[-1] == entry
        assert "\n" + line + "\n" in write(record)
    for line, why in (
        ("penalty 3 by 1 to", "not a side"),
        ("penalty 3 by 1 to 1", "opponent"),
        ("penalty 16 by 1 to 2", "who was wronged"),
    ):
        assert why in str(raises(RecordError, parse, head + line))


def test_g20_a_player_leaves_and_the_game_is_over():
    head = '[Game "Three-handed"]\n[Dealer "1"]\nstarter 2S\nplay 2:5H\n'
    record = parse(head + "leave 2\nscore 0 0 0\nover 3\nnext\n")
    assert record.entries[-2:] == [(E.LEAVE, 1), (E.NEXT,)]
    assert "\nplay 2:5H\nleave 2\nscore 0 0 0\nover 3\nnext\n" in write(record)
    assert parse(write(record)).entries == record.entries
    for line, why in (
        ("leave", "not a seat"),
        ("leave 1 2", "not a seat"),
        ("leave 0", "out of range"),
        ("leave 4", "no seat 4"),
        ("leave 2\nover 1", "the winning side is 3"),
    ):
        assert why in str(raises(RecordError, parse, head + line))


def test_points_by_hand_that_end_the_play_read_back_the_same():
    cards = "AS, 6H, 2S, 3D, 5S, 7D, 4C"
    for text in (  # a side comes into a box of Crib Wars, and the other pegs one for the last card
        f"QH, {cards}, points 1 29, points 1 7",
        f"QH, points 1 29, points 1 8, {cards}, minus 1 1",
    ):
        game = Game()
        game.apply((E.START, 1, 2, 121, 1, 0, 2))
        for word in text.split(", "):
            game.apply(E.parse(word))
        record = Record(start_tags(game.entry(0)), game.entries())
        assert parse(write(record)).entries == record.entries


def test_points_on_a_scoreboard():
    head = '[Game "Scoreboard"]\n[Seats "3"]\n'
    record = parse(head + "points 1+12 3+29\npoints 1+2\nscore 14 0 29\n")
    assert record.entries[1:] == [(E.POINTS, 0, 12), (E.POINTS, 2, 29), (E.POINTS, 0, 2)]
    assert "points 1+12 3+29 1+2" in write(record)
    for text in ("0+4", "4+4", "1+0", "1+30", "1+", "+4", "1", "1+4+5", "1+²", "-1+5", "1+-5"):
        assert wrong(head + "points 1+1 " + text)[0] == 3
    assert wrong(head + "points 1+1\nscore 2 0 0")[0] == 4
    assert wrong(head + "play 5H")[0] == 3


def test_the_over_line_is_checked():
    lines = write(written(FAMILY[1], 905)).rstrip().split("\n")
    assert lines[-1].startswith("over ")
    record = parse("\n".join(lines[:-2]))  # the lines at the end may be left out
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


def test_comments_and_blank_lines_may_stand_anywhere():
    comments = "; before the tags\n\n" + SHORT.replace("\nplay", "\n\n;\n; here\nplay") + "\n;\n\n"
    record = parse(comments)
    assert record.entries == parse(SHORT).entries
    assert [text for _, text in record.comments] == ["before the tags", "", "here", ""]
