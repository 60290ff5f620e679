"""Whole games of Battlefield: the next dealer (B12), and random games from a seed."""

from engine_core.compat import crc32
from engine_core.games import options as opt
from engine_core.games import penalties
from engine_core.games.phases import IDLE
from engine_core.records.record import Record, RecordError, parse, start_tags, write
from engine_core.state import entries as E
from tests.conformance.support.battle_game import Battle
from tests.conformance.support.battle_player import (
    BATTLES,
    OPTED_BATTLES,
    BattlePlayer,
    BattleReferee,
    Duellist,
)
from tests.conformance.support.kit import begun, raises, scale, some
from tests.conformance.support.player import play_out, read_back

SLOW = ("test_the_text_record_of_a_game_reads_back_the_same",)

EVERY = BATTLES + OPTED_BATTLES


def test_b12_the_player_with_the_winning_point_deals_the_next_game():
    t = Battle("7H", scores=(120, 0))
    t.key("8C")  # the pone wins
    t.key("next")
    assert t.state.dealer == 0
    t = Battle("KH", players=4, dealer=3, scores=(0, 120), preset="Battlefield, partners")
    t.key("QD 9S")
    t.key("4H")  # renewed by the third player: 1 to the second
    assert t.state.winner == 1
    t.key("next")
    assert t.state.dealer == 1
    t = Battle("7H", players=4, dealer=2, scores=(0, 120), preset="Battlefield, partners")
    t.key("8C")  # the pone, the second of its side
    t.key("next")
    assert t.state.dealer == 3
    # A game that is claimed: the first of those who won it.
    t = Battle("7H")
    t.game.apply((E.PENALTY, 13, 0, penalties.CLAIM_GAME))
    t.key("next")
    assert t.state.dealer == 1
    # A game that the landing of the other side's peg won.
    t = Battle("7H", scores=(120, 0))
    t.key("8C")
    t.state.last_scorer = 1
    t.key("next")
    assert t.state.dealer == 0
    # The dealer's knobs.
    t = Battle("4H", scores=(0, 119))
    t.key("7S AH shown JC next")
    assert t.state.dealer == 1


def test_each_game_gives_the_same_events_on_every_target():
    lines = []
    for n, game in enumerate(EVERY[: scale(len(EVERY), 1, 2)]):
        for kind in (BattlePlayer, Duellist):
            crc = [0]
            referee = BattleReferee()

            def see(played, entry, events, crc=crc, referee=referee):
                crc[0] = crc32(repr(events).encode(), crc[0])
                referee.see(played, entry, events)

            played = play_out(game, 500 + n, meddling=60, see=see, kind=kind)
            referee.end(played)
            lines.append("%s %d %08x %08x" % (game, played.length, crc[0], played.state.check()))
    return begun("\n".join(lines), True)


def test_g16_undo_of_everything_and_redo_of_everything_is_the_same_game():
    states = []
    told = []

    def see(played, entry, events):
        states.append(played.state.check())
        told.append(crc32(repr(events).encode()))

    played = play_out(
        OPTED_BATTLES[0], 600, meddling=60, see=see, kind=BattlePlayer, most=scale(None, 60)
    )
    everything = played.entries()
    for at in range(len(states) - 2, -1, -1):
        assert played.undo() == everything[at + 1]
        assert played.state.check() == states[at]
    played.undo()
    assert (played.length, played.state.phase) == (0, IDLE)
    for at, state in enumerate(states):
        assert crc32(repr(played.redo()).encode()) == told[at]
        assert played.state.check() == state
    assert played.entries() == everything


def test_a_game_read_back_from_its_packed_entries_is_the_same_game():
    for n, game in enumerate(some(EVERY[::2], 1)):
        played = play_out(game, 700 + n, meddling=60, kind=BattlePlayer)
        assert read_back(played.entries()).state.pack() == played.state.pack()


def test_the_text_record_of_a_game_reads_back_the_same():
    texts = []
    for n, game in enumerate(EVERY[: scale(len(EVERY), 1, 2)]):
        entries = play_out(game, 800 + n, meddling=60, kind=BattlePlayer).entries()
        record = Record(start_tags(entries[0]), entries)
        text = write(record)
        again = parse(text)
        assert again.entries == entries
        assert again.tags == record.tags
        assert write(again) == text
        texts.append(text)
    return begun("\n".join(texts), True)


def test_the_text_record_of_a_short_game():
    t = Battle("JK")
    t.key("5H 6D 7S 8C KH 2S 4S 6S 8S JH")
    t.key("4H AS 3C AD 7C AC 2H shown JC 5H 5S JS JD KD drop KD")
    entries = t.game.entries()
    assert write(Record([], entries)) == (
        "\ndeal 1 by 2\nline JK\nformation 1 5H 6D 7S 8C KH\nhand 1 5H 6D 7S 8C KH = 8\n"
        "formation 2 2S 4S 6S 8S JH\nhand 2 2S 4S 6S 8S JH = 0\nscore 8 0\n"
        "deal 2 by 1\nline 4H\n"
        "play 2:AS 1:3C 2:AD 1:7C 2:AC 1:2H 1:shown 2:JC+1 1+2\n"
        "formation 2 5H 5S JS JD KD drop KD\nhand 2 5H 5S JS JD = 20\n"
    )
    head = '[Game "Battlefield"]\n[Dealer "2"]\n'
    assert parse(head + write(Record([], entries))).entries == entries


SHOWN = "play AS 3C AD 7C AC 2H shown "
WRONG = (
    ("play 7S+2", "score of 7S"),
    ("play 2:7S", "seat in turn"),
    ("play 7S 2:shown", "seat in turn"),
    ("play shown", "end of a turn"),
    ("play 7S AH shown", "third turn"),
    ("play take take", "already"),
    ("formation 1 5H", "does not belong"),
    (SHOWN + "JC+2", "score of JC"),
    (SHOWN + "1:JC+1 2+3", "score of 2"),
    (SHOWN + "8S\nformation 2 5H", "owner"),
    (SHOWN + "8S\nformation 1 5H 6H 7H 8H 9H drop", "one card"),
    (SHOWN + "8S\nformation 1 5H 6H 7H 8H 9H drop TH", "not in the formation"),
    (SHOWN + "8S\nreserve 5H", "does not belong"),
    ("claim 1:8", "TAKE"),
    ("penalty 3", "penalty 3 by 1"),
    ("penalty 17 by 1", "1 to 16"),
    ("penalty 12 by 1", "for 4"),
    ("penalty 3 by 1 twice", "cannot end with"),
    ("moved 1", "not in a penalty box"),
    ("minus 3-1", "no side"),
    ("over nobody", "not over"),
)


def test_errors_in_a_record_of_battlefield_name_their_line():
    head = '[Game "Battlefield"]\n[Dealer "2"]\nline 4H\n'
    for text, why in WRONG:
        error = raises(RecordError, parse, head + text)
        assert error.line == 3 + len(text.split("\n")), (text, str(error))
        assert why in str(error), (text, str(error))
    for tag in ('[Options "Strict go"]', '[Options "Luck"]', '[Track "Mud"]'):
        text = head.replace("line", tag + "\nline")
        assert raises(RecordError, parse, text).line == 3


def test_corrections_by_hand_are_written_and_read():
    head = '[Game "Battlefield"]\n[Dealer "2"]\n[Options "Muggins, Hints off"]\n'
    body = (
        "\ndeal 1 by 2\nline 4H\npoints 1+12\nminus 1-3\npenalty 3 by 2 void\n"
        "score 11 0\ndeal 2 by 2\nline JK\npenalty 12 by 1 for 4\n"
        "formation 1 5H 6D 7S 8C KH\nclaim 1:9 2:muggins\nhand 1 5H 6D 7S 8C KH = 8\n"
        "penalty 13 by 2 game\nscore 15 4\nover 1\nnext\ndeal 1 by 1\n"
    )
    record = parse(head + body)
    assert write(record) == head + body
    assert record.entries[0] == (E.START, 11, 2, 121, 1, opt.MUGGINS | opt.NO_HINTS, 0)
