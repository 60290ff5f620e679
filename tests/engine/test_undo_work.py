"""How many entries an undo applies again: a Pico must do so between two keys (ruling G16)."""

from engine_core.game import game as module
from engine_core.game.game import Game
from tests.conformance.support.player import play_out

LONG = (3, 4, 121, 0, 0)  # four players, to 121


def undone_with(monkeypatch, remembers):
    """Play 130 entries and undo 70 of them; return how many were applied again in each undo.
    remembers: whether each state is remembered, as a board does."""
    entries = play_out(LONG, 3).entries()[:130]
    game, found = Game(), []
    with monkeypatch.context() as patch:
        fold = module.fold
        patch.setattr(module, "fold", lambda *given: found.append(None) or fold(*given))
        for entry in entries:
            game.apply(entry)
            if remembers:
                game.remember()
        counts = []
        for _ in range(70):
            found.clear()
            game.undo()
            counts.append(len(found))
            if remembers:
                game.remember()
    assert game.entries() == entries[:60]
    return counts


def test_g16_where_states_are_remembered_an_undo_applies_few_entries(monkeypatch):
    counts = undone_with(monkeypatch, True)
    assert counts[0] == counts[1] == 0  # those of the last entries are remembered
    assert max(counts[:26]) <= 3  # and each fourth before them
    assert max(counts) <= 28 and sum(counts) <= 3 * len(counts)


def test_g16_an_undo_applies_no_more_than_a_segment(monkeypatch):
    counts = undone_with(monkeypatch, False)
    assert max(counts) <= 28 and sum(counts) <= 4 * len(counts)
