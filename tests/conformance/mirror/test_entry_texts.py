"""Entries in words, where the view names what ▶ redoes and what was left out (ruling G16b)."""

from engine_core.count.cards import card
from engine_core.state import entries as E
from engine_core.state.state import State
from host.mirror.entry_texts import entry_text
from host.mirror.names import all_names, called
from host.mirror.view import view
from tests.conformance.support.mirrored import Mirrored

COLOURS = all_names([""] * 6)
FOUR = (E.START, 3, 4, 121, 1, 0, 0)

TEXTS = (
    ((E.CARD, card("KH")), "K♥"),
    ((E.GO,), "GO"),
    ((E.POINTS, 1, 5), "5 points for Orange"),
    ((E.POINTS, 0, 1), "1 point for Blue"),
    ((E.NEXT,), "the start of the next game"),
    ((E.NEXT, 3), "the start of the next game"),
    (FOUR, "the start of the game"),
    (FOUR + (0,), "the start of the game"),
    ((E.CLAIM, 12), "the claim of 12"),
    ((E.MUGGINS, 2), "muggins by Blue 2"),
    ((E.PASS,), "ENTER"),
    ((E.MINUS, 0, 2), "2 points taken from Blue"),
    ((E.PENALTY, 3, 1, 0), "the penalty for Orange"),
    ((E.PENALTY, 3, 1, 0, 0), "the penalty for Orange"),
    ((E.MOVED, 1), "the move of Orange's peg"),
    ((E.TAKE,), "the end card taken"),
    ((E.SHOWN,), "the five cards shown"),
    ((E.DROP, card("TD")), "the 10♦ dropped"),
    ((E.NOBS,), "nobs"),
    ((E.FLUSH, 4), "the flush of 4"),
    ((E.LEAVE, 3), "Orange 2 leaving the game"),
    ((E.REDEAL, 0), "the void deal"),
    ((E.HOLDS, 1, 5), "5 cards in Orange 1's hand"),
)


def test_g16b_each_kind_of_entry_is_named_in_words():
    board = Mirrored()
    board.start(FOUR)
    state = board.app.game.state
    for entry, text in TEXTS:
        assert called(entry_text(state, entry), COLOURS) == text
    assert {entry[0] for entry, _ in TEXTS} == set(range(len(E.KINDS)))


def test_an_entry_of_a_game_for_more_players_is_named_too():
    assert entry_text(State(), (E.MUGGINS, 4)) == "muggins by player 5"


def test_g16b_the_view_names_sides_as_the_table_does():
    board = Mirrored()
    board.start((E.START, 1, 2, 121, 1, 0, 0))
    board.mirror.names[1] = "Ann"
    board.adjust((E.POINTS, 1, 5))
    board.adjust((E.POINTS, 0, 2))
    board.keys("UNDO UNDO")
    assert view(board.mirror)["redo_list"] == {"next": "5 points for Ann", "count": 2}
    board.keys("LEFT")
    told = view(board.mirror)
    assert told["left_out"] == ["5 points for Ann"]
    assert told["redo_list"] == {"next": "2 points for Blue", "count": 1}


def test_g16_the_view_names_what_cannot_be_redone():
    board = Mirrored()
    board.start((E.START, 1, 2, 121, 1, 0, 0))
    board.keys("2S KH 9S 4D 8C 5H UNDO UNDO UNDO UNDO 8C")
    board.hold("RIGHT")
    refusal = view(board.mirror)["refusal"]
    assert refusal.startswith("cannot redo 8♣: ")
    assert refusal.endswith("Enter another, or leave it out with the left arrow")
