"""The crib by owner (ruling G23): who threw which of its cards."""

from engine_core.errors import Illegal
from engine_core.game.game import Game
from engine_core.games.options import CRIB_BY_OWNER, RANKS_ALONE
from engine_core.games.phases import CRIB
from engine_core.games.presets import PRESETS
from engine_core.games.seats import NO_SEAT
from engine_core.records.record import Record, RecordError, parse, start_tags, write
from engine_core.state.entry_constructors import start
from tests.conformance.support.kit import raises
from tests.conformance.support.text_game import TextGame, counted

PLAYED = "8D KH 9D 4S 7C go go 9C JD 2H 3C"
CRIB_KEYS = "2S 3S 9H KC"
HEAD = '[Game "Traditional"]\n[Dealer "2"]\n[Options "Crib by owner"]\n\ndeal 1 by 2\n'
PLAY = "starter 8D\nplay 1:KH 2:9D 1:4S 2:7C 1:go 2:go 2+1\nplay 1:9C 2:JD 1:2H 2:3C+1\n"
HANDS = "hand 1 KH 4S 9C 2H = 2\nhand 2 9D 7C JD 3C = 6\n"


def throwers(game):
    return [game.state.thrower(place) for place in range(4)]


def test_g23_the_dealers_two_cards_come_first():
    for dealer in (0, 1):
        t = TextGame(dealer=dealer, options=CRIB_BY_OWNER)
        assert throwers(t.game) == [dealer, dealer, 1 - dealer, 1 - dealer]
        t.key(PLAYED)
        assert t.game.state.phase == CRIB and t.game.state.turn == dealer


def test_g23_the_points_are_those_of_any_crib():
    found = []
    for options in (0, CRIB_BY_OWNER):
        t = TextGame(options=options)
        t.key(PLAYED)
        found.append((counted(t.key(CRIB_KEYS)), t.points()))
    assert found[0] == found[1]
    assert found[0][0] == [("crib", 1, 2)]


def test_g23_without_the_option_nobody_is_named():
    assert throwers(TextGame().game) == [NO_SEAT] * 4


def test_g23_games_of_two_players_offer_it_and_others_refuse_it():
    offering = [row.name for row in PRESETS if CRIB_BY_OWNER in row.options]
    assert offering[:3] == ["Traditional", "Five-card", "Backward"]  # a club may add games
    for name in offering:
        assert Game().apply(start(name, 2, options=CRIB_BY_OWNER, dealer=0))
    why = raises(Illegal, Game().apply, start("Backward", 3, options=CRIB_BY_OWNER, dealer=0))
    assert "no such option" in str(why)


def test_g23_a_record_keeps_who_threw_what():
    body = PLAY + HANDS + "crib 2 2S 3S / 9H KC = 2\n"
    record = parse(HEAD + body)
    assert body in write(record)
    assert parse(HEAD + body.replace(" /", "")).entries == record.entries
    # What is entered by hand between two cards begins another line.
    split = PLAY + HANDS + "crib 2 2S 3S\npoints 1+3\ncrib 2 / 9H\npoints 2+1\ncrib 2 KC = 2\n"
    assert split in write(parse(HEAD + split))


def test_g23_a_record_with_ranks_alone_keeps_it_too():
    t = TextGame(options=CRIB_BY_OWNER | RANKS_ALONE)
    t.key("8 K 9 4 7 go go 9 J 2 3 pass pass 2 3 9 K")
    entries = t.game.entries()
    told = write(Record(start_tags(entries[0]), entries))
    assert "crib 2 2 3 / 9 K" in told
    assert parse(told).entries == entries


def test_g23_a_stroke_elsewhere_is_refused():
    for crib in ("crib 2 / 2S 3S 9H KC", "crib 2 2S / 3S 9H KC", "crib 2 2S 3S / / 9H KC"):
        why = raises(RecordError, parse, HEAD + PLAY + crib + "\n")
        assert "between the dealer's cards" in str(why)
    plain = HEAD.replace('[Options "Crib by owner"]\n', "")
    raises(RecordError, parse, plain + PLAY + "crib 2 2S 3S / 9H KC\n")
