"""The games that a board stores besides the one in progress, wherever the power is cut."""

from engine_core.games.phases import OVER
from engine_core.state import entries as E
from firmware.storage.archive import FINISHED, SAVED
from firmware.storage.archive_keeper import SAVED_MOST
from firmware.storage.archive_record import summary
from tests.conformance.support.archives import Shelf, games, heads, opened
from tests.conformance.support.flash import PowerCut, TwoFlashes, cuts
from tests.conformance.support.kit import Rand, raises, scale
from tests.conformance.support.player import FAMILY, Player, start

SLOW = ("test_power_may_be_cut_at_every_operation_of_journal_and_archive",)

START = (E.START, 0, 2, 61, 0, 0, 0)  # a scoreboard: any side may peg any points
STRIDE = scale(17, 9973, 211)


def peg(side, points):
    return (E.POINTS, side, points)


def win(shelf, side):
    """Play a game of the scoreboard to its end."""
    shelf.enter(peg(1 - side, 7))
    for points in (29, 29, 3):
        shelf.enter(peg(side, points))
    assert shelf.game.state.phase == OVER


def started():
    shelf = Shelf(TwoFlashes())
    shelf.start(START)
    return shelf


def outcomes(flash):
    return [(kind, scores) for kind, scores, _ in games(flash)]


def test_a_finished_game_is_kept_once_the_next_has_begun():
    shelf = started()
    win(shelf, 0)
    shelf.rest()
    assert games(shelf.flash) == []
    shelf.enter((E.NEXT,))
    shelf.rest()
    shelf.rest()
    assert outcomes(shelf.flash) == [(FINISHED, (61, 7))]


def test_each_game_of_a_match_and_of_the_next_match_is_kept_once():
    shelf = started()
    win(shelf, 0)
    shelf.enter((E.NEXT,))
    win(shelf, 1)
    shelf.start(START)
    win(shelf, 1)
    shelf.enter((E.NEXT,))
    shelf.rest()
    expected = [(FINISHED, (61, 7)), (FINISHED, (7, 61)), (FINISHED, (7, 61))]
    assert outcomes(shelf.flash) == expected
    win(shelf, 0)
    shelf.enter((E.NEXT,))
    shelf.rest()
    assert outcomes(shelf.flash) == expected + [(FINISHED, (61, 7))]


def test_an_unfinished_game_is_saved_when_another_is_started():
    shelf = started()
    shelf.enter(peg(0, 12))
    shelf.start(START)
    shelf.rest(b"Ann\nBen")
    archive = opened(shelf.flash)
    (head,) = archive.saved
    assert summary(archive.read(head, 0, 100))[:3] == (0, (12, 0), b"Ann\nBen")
    assert outcomes(shelf.flash) == [(SAVED, (12, 0))]


def test_a_game_in_which_nothing_was_entered_is_not_saved():
    shelf = started()
    shelf.start(START)
    shelf.rest()
    assert games(shelf.flash) == []


def test_a_next_game_that_is_undone_leaves_no_game():
    shelf = started()
    win(shelf, 0)
    shelf.enter((E.NEXT,))
    shelf.undo()
    again = Shelf(shelf.flash)
    again.enter((E.NEXT,))
    again.rest()
    assert outcomes(shelf.flash) == [(FINISHED, (61, 7))]


def test_a_saved_game_to_which_undo_goes_back_is_no_longer_listed():
    shelf = started()
    shelf.enter(peg(0, 12))
    shelf.start(START)
    shelf.rest()
    shelf.undo()
    shelf.undo()
    assert list(shelf.game.state.scores) == [12, 0]
    shelf.rest()
    assert games(shelf.flash) == []
    shelf.enter(peg(1, 3))
    shelf.start(START)
    shelf.rest()
    assert outcomes(shelf.flash) == [(SAVED, (12, 3))]


def test_a_finished_game_that_is_corrected_replaces_what_was_kept_of_it():
    shelf = started()
    win(shelf, 0)
    shelf.enter((E.NEXT,))
    shelf.rest()
    before = heads(opened(shelf.flash))[0].game
    for _ in range(2):
        shelf.undo()
    shelf.enter(peg(1, 5))
    shelf.enter(peg(0, 3))
    shelf.enter((E.NEXT,))
    shelf.rest()
    assert outcomes(shelf.flash) == [(FINISHED, (61, 12))]
    assert heads(opened(shelf.flash))[0].game == before


def test_the_oldest_of_too_many_saved_games_is_dropped():
    shelf = started()
    for points in range(1, SAVED_MOST + 3):
        shelf.enter(peg(0, points))
        shelf.start(START)
        shelf.rest()
    assert outcomes(shelf.flash) == [(SAVED, (n, 0)) for n in range(3, SAVED_MOST + 3)]


def test_a_saved_game_outlives_any_number_of_finished_ones():
    shelf = started()
    shelf.enter(peg(0, 12))
    shelf.start(START)
    for _ in range(scale(60, 40)):
        win(shelf, 1)
        shelf.enter((E.NEXT,))
        shelf.rest()
    kept = outcomes(shelf.flash)
    assert kept.count((SAVED, (12, 0))) == 1
    assert min(shelf.flash.games.worn) >= 2


def test_the_newest_finished_games_stay_when_the_archive_is_full():
    shelf = started()
    for n in range(scale(40, 30)):
        shelf.enter(peg(0, 1 + n % 20))
        win(shelf, 1)
        shelf.enter((E.NEXT,))
        shelf.rest()
    kept = outcomes(shelf.flash)
    archive = opened(shelf.flash)
    assert len(kept) >= archive._log.count - 2 * archive._log._in_sector
    last = [(FINISHED, (8 + m % 20, 61)) for m in range(n + 1)]
    assert kept == last[-len(kept) :]


def test_a_whole_game_of_cards_is_kept():
    for family in FAMILY[1:2]:
        shelf = Shelf(TwoFlashes())
        shelf.start(start(family))
        player = Player(7)
        played = [start(family)]
        while shelf.game.state.phase != OVER:
            entry = player.next(shelf.game.state)
            shelf.enter(entry)
            played.append(entry)
            shelf.journal.tidy(shelf.game, True)
        scores = tuple(shelf.game.state.scores)
        shelf.enter((E.NEXT,))
        shelf.rest(b"N" * 400)  # so that it takes more than one slot
        assert games(shelf.flash) == [(FINISHED, scores, played)]
        archive = opened(shelf.flash)
        (head,) = heads(archive)
        whole = archive.read(head, 0, archive.size(head))
        assert head.parts == 2
        for at in range(0, len(whole) + 3, 19):
            for length in (0, 1, 30, len(whole)):
                assert archive.read(head, at, length) == whole[at : at + length]


def test_a_journal_that_was_made_anew_does_not_stop_the_archive():
    shelf = started()
    for _ in range(20):
        win(shelf, 0)
        shelf.enter((E.NEXT,))
    shelf.rest()
    many = len(games(shelf.flash))
    for cells in shelf.flash.cells:
        cells[:] = b"\xff" * len(cells)
    anew = Shelf(shelf.flash)
    anew.start(START)
    for count in (1, 2):
        win(anew, 1)
        anew.enter((E.NEXT,))
        anew.rest()
        anew.rest()
        assert outcomes(shelf.flash)[many:] == [(FINISHED, (7, 61))] * count


def test_another_game_at_the_same_place_of_a_new_journal_replaces_none():
    shelf = started()
    for n in range(200):
        shelf.enter(peg(0, 1) if n % 2 == 0 else (E.MINUS, 0, 1))
    win(shelf, 0)
    shelf.enter((E.NEXT,))
    shelf.rest()
    for cells in shelf.flash.cells:
        cells[:] = b"\xff" * len(cells)
    anew = Shelf(shelf.flash)
    anew.start(START)
    win(anew, 1)
    anew.enter((E.NEXT,))
    anew.rest()
    assert outcomes(shelf.flash) == [(FINISHED, (61, 7)), (FINISHED, (7, 61))]


def steps_of(seed):
    """Return the steps of a table: games to their end, abandoned games, corrections, rests."""
    rand = Rand(seed)
    steps = ["start"]
    for _ in range(scale(26, 12)):
        steps += (["win", "next"], ["peg"], ["peg", "start"], ["undo"] * 3, ["rest"], ["rest"])[
            rand.below(6)
        ]
    return steps


def do(shelf, step, rand):
    over = shelf.game.state.phase == OVER
    if step == "rest":
        shelf.rest()
    elif step == "start" or not shelf.game.length:
        shelf.start(START)
    elif step == "undo":
        if shelf.game.length > 1:
            shelf.undo()
    elif over:
        if step == "next":
            shelf.enter((E.NEXT,))
    elif step == "peg":
        shelf.enter(peg(rand.below(2), 1 + rand.below(9)))
    elif step == "win":
        while shelf.game.state.phase != OVER:
            shelf.enter(peg(rand.below(2), 20 + rand.below(9)))


def play(flash, seed, steps):
    shelf = Shelf(flash)
    rand = Rand(seed)
    for step in steps:
        do(shelf, step, rand)
    return shelf


def after(seed, steps):
    """Return the games in the archive after these steps and a rest."""
    shelf = play(TwoFlashes(), seed, steps)
    shelf.rest()
    return sorted(outcomes(shelf.flash))


def cells(flash):
    return [bytes(sector) for part in flash.parts() for sector in part.cells]


def test_power_may_be_cut_at_every_operation_of_journal_and_archive():
    """After a cut the archive has each game once, as after the step in hand or the one before."""
    for seed in range(scale(3, 1, 1)):
        steps = steps_of(seed)
        whole = TwoFlashes()
        whole.record()
        shelf = Shelf(whole)
        rand = Rand(seed)
        ends = []
        for step in steps:
            do(shelf, step, rand)
            ends.append(whole.spent)
        expected = [after(seed, steps[:n]) for n in range(len(steps) + 1)]
        assert len(expected[-1]) >= 2
        for fuse, flash in cuts(TwoFlashes(), whole.log, range(seed, whole.spent, STRIDE), seed):
            if fuse < STRIDE:  # the log records the table's writes
                run = TwoFlashes().again(seed + fuse, fuse)
                raises(PowerCut, play, run, seed, steps)
                assert run.cells == flash.cells and run.games.cells == flash.games.cells
            step = len([end for end in ends if end <= fuse])
            found = Shelf(flash.again())
            assert not found.trouble
            found.rest()
            kept = sorted(outcomes(found.flash))
            assert kept in (expected[step], expected[step + 1]), (seed, fuse, steps[step], kept)
            was = cells(found.flash)
            found.rest()
            assert cells(found.flash) == was or sorted(outcomes(found.flash)) == kept
