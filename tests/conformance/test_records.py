"""The games of tests/records, read, written, and keyed on the board from the first menu on."""

from engine_core.compat import MICROPYTHON, crc32
from engine_core.game import Game
from engine_core.phases import OVER
from engine_core.record import parse, write
from engine_core.standing import NAMES
from tests.conformance.kit import text
from tests.conformance.virtual_ports import Board

# Of each record: its deals, its final scores, what won it, and how each side lost.
RECORDS = (
    ("traditional", 5, [61, 55], "hand", ["", ""]),
    ("won_in_play", 11, [121, 111], "play", ["", ""]),
    ("won_by_nibs", 5, [60, 61], "nibs", ["", ""]),
    ("skunk", 8, [121, 90], "hand", ["", "skunk"]),
    ("four_handed", 6, [120, 121], "play", ["", ""]),
    ("three_handed", 5, [61, 46, 30], "play", ["", "", "lurch"]),
)


def record(name):
    return parse(text("../records/" + name + ".txt"))


def folded(entries):
    """Return the Game of `entries` and all their events."""
    game = Game()
    events = []
    for entry in entries:
        events += game.apply(entry)
    return game, events


def test_each_record_is_the_game_it_says():
    for name, deals, scores, won_by, lost in RECORDS:
        game, events = folded(record(name).entries)
        assert game.state.phase == OVER, name
        assert (game.state.deal, list(game.state.scores)) == (deals, scores), name
        assert [event[1] for event in events if event[0] == "score"][-1] == won_by
        assert [NAMES[n] for n in events[-1][2]] == lost, name
        assert len(record(name).players()) == game.state.seats


def test_each_record_is_written_as_it_reads():
    for name, *_ in RECORDS:
        assert write(record(name)) == text("../records/" + name + ".txt"), name


def test_each_record_gives_the_same_events_on_every_target():
    lines = []
    for name, *_ in RECORDS:
        game, events = folded(record(name).entries)
        lines.append("%s %08x %08x" % (name, crc32(repr(events).encode()), game.state.check()))
    return "\n".join(lines)


def test_each_record_keyed_on_the_board_is_the_same_game():
    for name, *_ in [RECORDS[n] for n in (0, 2, 5)] if MICROPYTHON else RECORDS:
        entries = record(name).entries
        board = Board()
        board.start(entries[0])
        events = []
        for entry in entries[1:]:
            before = board.app.game.length
            board.key_entry(entry)
            assert board.app.game.length == before + 1, (name, entry)
        assert board.app.game.entries() == entries
        game, events = folded(board.app.game.entries())
        assert board.app.game.state.pack() == game.state.pack()
        # And it is the same after the plug was pulled.
        assert Board(board.store).app.game.state.pack() == game.state.pack()
        assert board.app.game.state.phase == OVER
        refused = [said for said in board.link.said if said[0] == "refused"]
        assert refused == []


def test_a_record_can_be_taken_back_to_its_first_card_and_had_again():
    game, _ = folded(record("three_handed").entries)
    state = game.state.pack()
    length = game.length
    while game.length:
        game.undo()
    while game.can_redo():
        game.redo()
    assert (game.length, game.state.pack()) == (length, state)
