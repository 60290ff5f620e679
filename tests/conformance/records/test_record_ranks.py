"""Text records of games with ranks alone (ruling G19): cards without suits, and claims of them."""

from engine_core.records.record import RecordError, parse, write
from engine_core.state.entries import FLUSH, NOBS, PASS
from tests.conformance.support.kit import raises, text

HEAD = '[Game "Traditional"]\n[Dealer "2"]\n[Options "Ranks alone"]\n\ndeal 1 by 2\n'
PLAY = "starter 8\nplay 1:T 2:9 1:6 2:4 1:go 2:go 2+1\nplay 1:5 2:7 1:J 2:8+1\n"
HANDS = "suits 1:nobs\nhand 1 T 6 5 J = 5\nhand 2 9 4 7 8 = 12\n"


def entries(body):
    """Return the entries of a record of ranks with these lines, but for its START."""
    return parse(HEAD + body).entries[1:]


def refused(body):
    """Read a record of ranks with these lines, which must be refused; return why."""
    return str(raises(RecordError, parse, HEAD + body))


def test_g19_a_record_of_ranks_is_written_as_it_is_read():
    for crib in (
        "crib 2 A 2 3 4 = 8\nscore 5 22\n",
        "crib 2 A 2 3 4\nsuits 2:flush5\ncrib = 13\nscore 5 27\n",
    ):
        body = PLAY + HANDS + crib + "deal 2 by 1\n"
        assert write(parse(HEAD + body)).endswith(body)


def test_g19_going_on_without_a_claim_means_none():
    claims = [entry for entry in entries(PLAY + HANDS) if entry[0] in (NOBS, FLUSH, PASS)]
    assert claims == [(NOBS,), (PASS,)]
    # The lines of the hands may be left out, and "none" may be written.
    full = entries(PLAY + "suits 1:none 2:none\ncrib 2 A 2 3 4 = 8\n")
    assert entries(PLAY + "crib 2 A 2 3 4 = 8\n") == full
    assert entries(PLAY + "hand 2 = 12\ncrib 2 A 2 3 4\ndeal 2 by 1\n") == full
    assert entries(PLAY + "suits 2:none\ncrib 2 A 2 3 4\nscore 4 22\n") == full
    # It is also the last word of a record.
    for said in ("suits 1:none", "suits 1:none 2:none"):
        assert entries(PLAY + said).count((PASS,)) == said.count("none")
    # Points given by hand are no such line.
    waiting = entries(PLAY + "points 1+3\n")
    assert entries(PLAY + "points 1+3\nhand 1 = 4\n") == waiting + [(PASS,)]


def test_g19_both_a_ten_and_a_card_by_its_word_are_read():
    assert entries("starter 10\nplay 1:t 2:10+2\n") == entries("starter T\nplay 1:T 2:T+2\n")


def test_g19_a_wrong_record_of_ranks_is_refused():
    for body, why in (
        ("starter 8\nplay 1:5H\n", "ranks alone"),
        (PLAY + "suits 2:flush5\n", "different ranks"),
        (PLAY + "suits 1:flush\n", "number of cards"),
        (PLAY + "suits 1:nobs 1:none\n", "the seat in turn"),
        (PLAY + "suits 1:flush9\n", "different ranks"),
        (PLAY + "suits 1:royal\n", "nobs, flush4"),
        (PLAY + "suits x:nobs\n", "seat"),
        (PLAY + "suits 1:nobs\nhand 1 = 4\n", "the hand is 5"),
        (PLAY + "suits 1:nobs\nhand 1 T 6 5 Q = 5\n", "that hand is T 6 5 J"),
        (PLAY + "crib 2 A 2 3 4 = 9\n", "the crib is 8"),
        ("starter 8\nsuits 1:nobs\n", "waiting for a card"),
    ):
        assert why in refused(body), (body, refused(body))
    assert "suit" in str(raises(RecordError, parse, HEAD.replace("Ranks alone", "") + PLAY))


def test_g19_the_record_of_a_whole_game_has_each_kind_of_claim():
    found = parse(text("records/traditional-ranks.txt")).entries
    assert {(NOBS,), (FLUSH, 4), (PASS,)} <= set(found)
