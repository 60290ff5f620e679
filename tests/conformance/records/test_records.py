"""Complete games of every preset, as records: keyed from the first menu to the end, and checked.

The files are in records/. Each says in comments what is worth a look, and each line of it is held
against the rules by the parser.
"""

from engine_core import record
from engine_core.events import get
from engine_core.phases import OVER
from engine_core.presets import PRESETS, named
from engine_core.record_writer import RecordWriter
from engine_core.state import NO_SIDE
from tests.conformance.support.keying import key_game
from tests.conformance.support.kit import scale, some, text
from tests.conformance.support.text_game import winner
from tests.conformance.support.virtual_ports import Board

# file, game, what ends it: what the last score was for
RECORDS = (
    ("traditional-nibs", "Traditional", "nibs"),
    ("traditional-muggins", "Traditional", "muggins"),
    ("three-handed-go", "Three-handed", "go"),
    ("three-handed-boxes", "Three-handed", "crib"),
    ("four-handed-show", "Four-handed", "hand"),
    ("four-handed-strict", "Four-handed", "crib"),
    ("five-handed-penalty", "Five-handed", "penalty"),
    ("five-handed", "Five-handed", "hand"),
    ("six-handed-last-card", "Six-handed, Once-Around", "last card"),
    ("six-handed", "Six-handed, Once-Around", "play"),
    ("crib-wars-renege", "Six-handed, Crib Wars", "renege"),
    ("crib-wars-six", "Six-handed, Crib Wars", "go"),
    ("five-card-left-over", "Five-card", "hand"),
    ("five-card-muggins", "Five-card", "go"),
    ("noddy-claim", "Noddy", "claim"),
    ("noddy-flush", "Noddy", "play"),
    ("backward-nibs", "Backward", "nibs"),
    ("backward-three", "Backward", "crib"),
    ("solitaire-free-crib", "Solitaire", "crib"),
    ("solitaire-lost", "Solitaire", "crib"),
    ("battlefield-knobs", "Battlefield", "knobs"),
    ("battlefield-three", "Battlefield", "line"),
    ("battlefield-partners-renewal", "Battlefield, partners", "go"),
    ("battlefield-partners-muggins", "Battlefield, partners", "hand"),
    ("scoreboard", "Scoreboard", "by hand"),
    ("scoreboard-taken-back", "Scoreboard", "by hand"),
    ("traditional-ranks", "Traditional", "hand"),
)
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
    for name, game, _ in some(RECORDS, 1):
        whole = text("records/" + name + ".txt")
        read = record.parse(whole)
        assert named(read.tag("Game")).name == game
        assert record.write(read) == whole, name
        assert "; " in whole or game == "Scoreboard"


def test_each_record_ends_as_the_table_says():
    for name, game, what in some(RECORDS, 1):
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


def keyed(records):
    """Key each record from the first menu to the end; its board must come to the same. On a
    device, the first entries of one of them."""
    for name, _, _ in some(records, 1):
        entries = parsed(name).entries[: scale(None, 15)]
        board = Board(step=60)
        key_game(board, entries)
        assert board.app.game.entries() == entries, name
        assert scale(board.app.game.state.phase, OVER) == OVER
        # A board that is started anew with what this one has kept shows the same end.
        again = Board(board.store)
        assert again.app.game.state.pack() == board.app.game.state.pack()


def test_the_records_of_two_three_and_four_are_keyed_from_the_menu_to_the_end():
    keyed(RECORDS[:6])


def test_the_records_of_five_and_six_are_keyed_from_the_menu_to_the_end():
    keyed(RECORDS[6:12])


def test_the_records_of_other_games_are_keyed_from_the_menu_to_the_end():
    keyed(RECORDS[12:20])


def test_the_records_of_battlefield_and_the_scoreboard_are_keyed_from_the_menu_to_the_end():
    keyed(RECORDS[20:])
