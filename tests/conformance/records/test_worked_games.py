"""Six of the records, one of them worked out by hand: the same on every target, and when keyed on
the board."""

from engine_core.game.game import Game
from engine_core.games.phases import OVER
from engine_core.records.record import parse, write
from engine_core.state.events import get
from tests.conformance.support.kit import scale, some, text
from tests.conformance.support.text_game import losses
from tests.conformance.support.virtual_ports import Board

# Of each record: its deals, its final scores, what won it, and how each side lost.
RECORDS = (
    ("won-by-nibs", 5, [60, 61], "nibs", ["", ""]),
    ("traditional", 5, [61, 55], "hand", ["", ""]),
    ("three-handed", 5, [61, 46, 30], "play", ["", "", "lurch"]),
    ("four-handed", 6, [120, 121], "play", ["", ""]),
    ("skunk", 8, [121, 90], "hand", ["", "skunk"]),
    ("won-in-play", 11, [121, 111], "play", ["", ""]),
)


def written(name):
    return text("records/" + name + ".txt")


def folded(entries):
    """Return the Game of `entries` and all their events."""
    game = Game()
    events = []
    for entry in entries:
        events += game.apply(entry)
    return game, events


def test_each_record_is_the_game_in_its_tags():
    for name, deals, scores, won_by, lost in some(RECORDS, 2):
        record = parse(written(name))
        assert write(record) == written(name)
        game, events = folded(record.entries)
        state = game.state
        assert (state.phase, state.deal_number, list(state.scores)) == (OVER, deals, scores), name
        assert [get(event, "what") for event in events if event[0] == "score"][-1] == won_by
        assert losses(events) == lost, name
        assert len(record.players()) == state.seats


def test_each_record_keyed_on_the_board_is_the_same_game():
    for name, *_ in some(RECORDS, 1, 1):
        entries = parse(written(name)).entries[: scale(None, 30)]
        board = Board(step=60)
        board.start(entries[0])
        for n, entry in enumerate(entries[1:]):
            board.key_entry(entry)
            assert board.app.game.length == n + 2, (name, entry)
        game, _ = folded(entries)
        assert board.app.game.entries() == entries
        assert board.app.game.state.pack() == game.state.pack()
        # And it is the same after the plug was pulled.
        assert Board(board.store).app.game.state.pack() == game.state.pack()


def test_a_record_can_be_undone_to_its_first_card_and_redone():
    game, _ = folded(parse(written("won-by-nibs")).entries)
    state = game.state.pack()
    length = game.length
    while game.length:
        game.undo()
    while game.can_redo():
        game.redo()
    assert (game.length, game.state.pack()) == (length, state)
