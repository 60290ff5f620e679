"""Complete games of every preset, as records: the parser checks each line against the rules, and
comments point out what to look at."""

from engine_core.games.phases import OVER
from engine_core.games.presets import PRESETS, named
from engine_core.records import record
from engine_core.records.record_writer import RecordWriter
from engine_core.state.events import get
from engine_core.state.state import NO_SIDE
from tests.conformance.support.kit import some, text
from tests.conformance.support.record_files import RECORDS
from tests.conformance.support.text_game import winner

# Those that end where few games do.
UNUSUAL = "nibs,muggins,go,penalty,last card,renege,claim,knobs".split(",")
SHOW = ("four-handed-show", "five-card-left-over")  # with hands that are never counted
FREE_CRIB = "solitaire-free-crib"


def parsed(name):
    return record.parse(text("records/" + name + ".txt"))


def test_each_game_has_two_records_one_with_an_unusual_end():
    for name in {game for _, game, _ in RECORDS}:
        assert named(name) in PRESETS
        mine = [one for one in RECORDS if one[1] == name]
        assert len(mine) >= 2, name
        unusual = [n for n, _, what in mine if what in UNUSUAL or n in SHOW or n == FREE_CRIB]
        assert unusual or name == "Scoreboard", name


def test_each_record_agrees_with_the_rules_and_is_written_the_same():
    for name, game, _ in some(RECORDS, 1, 5):
        whole = text("records/" + name + ".txt")
        read = record.parse(whole)
        assert named(read.tag("Game")).name == game
        assert record.write(read) == whole, name
        assert "; " in whole or game == "Scoreboard"


def test_each_record_ends_as_the_table_says():
    for name, game, what in some(RECORDS, 1, 5):
        writer = RecordWriter()
        events = []
        for entry in parsed(name).entries:
            assert writer.game.state.phase != OVER
            events = writer.apply(entry)
        state = writer.game.state
        assert state.phase == OVER
        scored = [event for event in events if event[0] == "score"]
        assert get(scored[-1], "what") == what, name
        assert winner(events) == state.winner
        if name in SHOW:
            assert state.hands_counted < state.seats
        if game == "Solitaire":
            assert (state.winner == NO_SIDE) == (name != FREE_CRIB)
            assert state.deal_number == 6 and len(state.crib) == 4
        elif game == "Backward":
            assert state.scores[state.winner] == min(state.scores)
        else:
            assert state.scores[state.winner] == state.target
