"""Undo and redo (ruling G16)."""

from engine_core.game.game import Game
from engine_core.game.segment import Segment
from engine_core.games.options import RANKS_ALONE
from engine_core.games.phases import CRIB, CUT, IDLE, OVER, PLAY
from engine_core.state.entries import CARD, NEXT, POINTS, pack, parse, text
from tests.conformance.support.kit import Rand, raises, some
from tests.conformance.support.player import GAMES, play_out
from tests.conformance.support.text_game import TextGame, refused


def undone(t):
    """Return the entries that can be redone, as text."""
    return [text(t.game.entry(t.game.length + n)) for n in range(t.game.undone.count)]


def left_out(t):
    """Return the entries that an undo brings back, as text."""
    return [text(entry) for entry in t.game.undone.left_out()]


def test_g16_undo_goes_back_to_the_first_entry():
    t = TextGame(dealer=1)
    t.key("JD KH KS")
    assert t.points() == [0, 4]
    assert t.game.undo() == parse("KS")
    assert t.points() == [0, 2]
    assert t.game.undo() == parse("KH")
    assert t.game.undo() == parse("JD")
    assert t.points() == [0, 0]
    assert t.game.undo()[0] == parse("start 1 2 121 1 0 0")[0]
    assert t.game.state.phase == IDLE
    assert t.game.length == 0
    assert t.game.entries() == []
    raises(ValueError, t.game.undo)


def test_g16_an_undone_entry_can_be_redone():
    t = TextGame(dealer=1)
    told = t.key("JD KH KS")
    state = t.game.state.pack()
    for _ in range(4):
        t.game.undo()
    again = []
    for _ in range(4):
        assert t.game.can_redo()
        again += t.game.redo()
    assert again[-len(told) :] == told
    assert t.game.state.pack() == state
    assert not t.game.can_redo()
    raises(ValueError, t.game.redo)


def test_g16_a_new_entry_takes_the_place_of_the_undone_one():
    t = TextGame(dealer=1)
    t.key("JD KH")
    t.game.undo()
    t.key("4D")
    assert not t.game.can_redo()
    raises(ValueError, t.game.redo)
    assert t.game.entries()[1:] == [parse("JD"), parse("4D")]


def test_g16_entering_the_same_again_is_a_redo():
    t = TextGame(dealer=1)
    t.key("JD KH KS")
    t.game.undo()
    t.game.undo()
    t.key("KH")
    assert undone(t) == ["KS"]


def test_g16_a_refused_entry_keeps_the_redo():
    t = TextGame(dealer=1)
    t.key("JD KH KS")
    t.game.undo()
    t.refused("KH")
    t.refused("go")
    assert t.game.can_redo()
    t.game.redo()
    assert t.points() == [0, 4]


def test_g16_an_entry_that_cannot_be_saved_changes_nothing_and_keeps_the_redo():
    class Store:
        def __init__(self, full):
            self.full = full
            self.saved = []

        def wants_segment(self, segment):
            return False

        def add(self, packed, segment, new, undone, taken):
            if self.full:
                raise OSError(28)
            self.saved.append(packed)

    store = Store(full=False)
    t = TextGame(dealer=1)
    t.key("JD KH KS")
    t.game.undo()
    state = t.game.state.pack()
    raises(OSError, t.game.apply, parse("4D"), Store(full=True))
    assert (t.game.length, t.game.state.pack()) == (3, state)
    assert t.game.can_redo()
    raises(ValueError, t.game.apply, parse("KH"), store)
    assert store.saved == [], "an illegal entry is not saved"
    t.game.apply(parse("4D"), store)
    assert store.saved == [pack(parse("4D"))]
    assert not t.game.can_redo()


def test_g16_an_undo_that_cannot_be_saved_keeps_the_segments():
    class Full:
        def undo(self, segment, undone):
            raise OSError(28)

    t = TextGame(dealer=1)
    t.key("JD KH")
    t.game.add_segment(Segment(t.game.length, t.game.state.pack(), 0))
    segments = t.game.segments()
    before = t.game.entries(), t.game.state.pack()
    raises(OSError, t.game.undo, Full())
    assert t.game.segments() == segments and not t.game.can_redo()
    assert (t.game.entries(), t.game.state.pack()) == before


def test_g16_undo_of_the_entry_that_ended_the_game():
    played = play_out((1, 2, 61, 0, 0), 21)
    assert played.state.phase == OVER
    length = played.length
    winner = played.state.winner
    state = played.state.pack()
    played.undo()
    assert played.state.phase not in (OVER, IDLE)
    assert played.state.scores[winner] < 61
    played.redo()
    assert (played.length, played.state.pack()) == (length, state)


def test_g16_undo_goes_back_into_the_previous_game():
    played = play_out((1, 2, 61, 0, 0), 21)
    state = played.state.pack()
    scores = list(played.state.scores)
    length = played.length
    played.apply((NEXT,))
    assert list(played.state.scores) == [0, 0]
    played.apply((CARD, 42))
    assert played.begun() == length
    played.undo()
    played.undo()
    assert played.begun() == 0
    assert played.state.pack() == state
    assert list(played.state.scores) == scores
    played.redo()
    assert played.begun() == length
    played.redo()
    assert played.state.starter == 42
    for _ in range(3):
        played.undo()
    assert played.begun() == 0


def test_a_game_is_taken_up_after_any_entry_of_its_last_segment():
    played = play_out((1, 2, 121, 0, 0), 21, most=60)
    last = played.segment()
    entries = list(last.entries(last.count))
    assert last.first and len(entries) > 1
    for length in range(last.first, played.length + 1):
        segment = Segment(last.first, last.state, last.begun)
        for entry in entries:
            segment.add(pack(entry))
        game = Game()
        game.take_up((segment,), length)
        assert (game.length, game.entries()) == (length, entries[: length - last.first])


def test_g16_undo_in_the_cut():
    t = TextGame("Three-handed", dealer=255)
    t.key("9H 4C 4D KH")
    assert t.game.state.turn == 2
    t.game.undo()
    assert (t.game.state.phase, t.game.state.turn) == (CUT, 1)
    t.game.undo()
    assert t.game.state.turn == 2
    t.key("3D")
    assert t.game.state.dealer == 2


def test_g16_undo_on_the_scoreboard():
    t = TextGame("Scoreboard", dealer=255, players=3)
    for entry in ((POINTS, 0, 12), (POINTS, 2, 5), (POINTS, 0, 2)):
        t.game.apply(entry)
    assert t.points() == [14, 0, 5]
    t.game.undo()
    assert t.points() == [12, 0, 5]
    t.game.undo()
    assert t.points() == [12, 0, 0]
    t.game.apply((POINTS, 1, 1))
    assert undone(t) == ["points 0 2"]


def test_g16_any_walk_of_undo_redo_and_entries_is_the_entries_that_count():
    for n, kind in enumerate(some(GAMES, 3, 7)):
        entries = play_out(kind, 700 + n, most=60).entries()
        rand = Rand(n)
        game = Game()
        at = most = 0
        for _ in range(90):
            what = rand.below(5)
            if what == 0 and at:
                game.undo()
                at -= 1
            elif what == 1 and at < most:
                game.redo()
                at += 1
            elif at < len(entries):
                game.apply(entries[at])
                at += 1
                most = max(most, at)
            assert game.length == at
            assert game.can_redo() == (at < most)
        fresh = Game()
        for entry in entries[:at]:
            fresh.apply(entry)
        assert fresh.state.pack() == game.state.pack()
        assert fresh.entries() == game.entries()


def test_every_game_refuses_play_before_it_starts():
    game = Game()
    for entry in ("5H", "go", "points 0 1", "next"):
        refused(game, parse(entry))
    assert game.state.phase == IDLE
    game.apply(parse("start 1 2 121 1 0 0"))
    refused(game, parse("start 1 2 121 1 0 0"))
    game.apply(parse("2S"))
    assert game.state.phase == PLAY


# Entries to enter in place of others.
WRONG = "AS 2S 3S 4S 5H 6H 7H 8H 9D TD JD QD KC QC JC TC go pass".split()

# Corrections ------------------------------------------------------------------------------


def after_undo(keyed, undos, **more):
    """Return a game of which the last entries were undone."""
    t = TextGame(**more)
    t.key(keyed)
    for _ in range(undos):
        t.game.undo()
    return t


def redo_all(t):
    while t.game.can_redo():
        t.game.redo()


def test_g16_a_wrong_card_is_replaced_and_what_followed_is_redone():
    t = after_undo("2S KH 9S 4D 8C", 3)
    t.key("9D")
    assert undone(t) == ["4D", "8C"]
    t.game.redo()
    t.game.redo()
    other = TextGame()
    other.key("2S KH 9D 4D 8C")
    assert t.game.entries() == other.game.entries()
    assert t.game.state.pack() == other.game.state.pack()


def test_g16_the_wrong_suit_of_a_starter_is_corrected_at_the_show():
    played = "5H KH 9S 4D 8C KD 9D QS go 2H"
    t = after_undo(played, 10)
    t.key("5D")
    redo_all(t)
    other = TextGame()
    other.key(played.replace("5H", "5D"))
    assert t.game.state.phase == CRIB
    assert t.game.state.pack() == other.game.state.pack()


def test_g16_a_forgotten_go_is_put_before_what_was_undone():
    t = after_undo("2S KH 9S 8D 2C", 1)
    t.key("go")
    assert undone(t) == ["2C"]
    t.game.redo()
    assert t.game.state.laid_by[3] == 0


def test_g16b_a_card_of_the_kind_of_the_next_replaces_it_and_that_alone():
    t = after_undo("2S KH 4D 8C 3S", 3)
    for card, left, rest in (("9S", "4D", ["8C", "3S"]), ("4D", "8C", ["3S"]), ("8C", "3S", [])):
        assert t.key(card)[-1] == ("left_out", (parse(left),))
        assert undone(t) == rest


def test_g16_an_entry_too_many_is_left_out_by_entering_the_next():
    t = after_undo("2S KH 9S 4D 8C", 3)
    t.key("4D")
    assert undone(t) == ["8C"]


def test_g16_what_cannot_follow_is_refused_and_kept():
    t = after_undo("2S KH 9S 4D 8C 5H", 4)
    t.key("8C")  # the same card later, in the hand of another
    assert undone(t) == ["4D", "8C", "5H"]
    t.game.redo()
    state = t.game.state.pack()
    assert "eight of clubs" in str(raises(ValueError, t.game.redo))
    assert t.game.state.pack() == state
    assert undone(t) == ["8C", "5H"]
    t.key("3C")
    assert undone(t) == ["5H"]
    t.game.redo()


def test_g16b_an_undo_brings_back_what_a_correction_replaced():
    t = after_undo("2S KH 9S 4D 8C", 3)
    t.key("9D")
    assert undone(t) == ["4D", "8C"] and left_out(t) == ["9S"]
    assert t.game.undo() == parse("9D")
    assert undone(t) == ["9D", "4D", "8C"] and left_out(t) == []
    assert t.game.undone.replaced() == (parse("9S"),)
    t.game.leave_out()
    assert undone(t) == ["9S", "4D", "8C"] and left_out(t) == ["9D"]
    t.game.redo()
    assert undone(t) == ["4D", "8C"] and left_out(t) == []


def test_g16b_a_correction_is_undone_and_redone_with_what_it_replaced():
    t = after_undo("2S KH 9S 4D 8C", 3)
    t.key("9D")
    for undos in (1, 2, 3):
        for _ in range(undos):
            t.game.undo()
        for _ in range(undos - 1):
            t.game.redo()
        assert t.game.redo()[-1] == ("left_out", (parse("9S"),))
        assert undone(t) == ["4D", "8C"] and left_out(t) == ["9S"]


def test_g16b_a_wrong_correction_is_corrected_in_its_turn():
    t = after_undo("2S KH 9S 4D 8C", 3)
    t.key("9D")
    t.game.undo()
    t.key("9C")
    assert undone(t) == ["4D", "8C"] and left_out(t) == ["9D"]
    redo_all(t)
    assert [text(entry) for entry in t.game.entries()[2:]] == ["KH", "9C", "4D", "8C"]


def test_g16b_a_correction_left_out_is_brought_back_with_what_it_replaced():
    t = after_undo("2S KH 9S 4D 8C", 3)
    t.key("9D")
    t.game.undo()
    before = t.game.undone.packed(0, 99)
    t.game.leave_out()
    t.game.undo()
    assert t.game.undone.packed(0, 99) == before


def test_g16b_what_was_replaced_is_forgotten_with_the_next_entry():
    t = after_undo("2S KH 9S 4D 8C", 3)
    t.key("9D")
    t.game.redo()
    t.game.undo()
    t.game.undo()
    assert undone(t) == ["9D", "4D", "8C"] and not t.game.undone.replaced()


def test_g16b_an_entry_too_many_and_the_next_come_back_by_one_undo():
    t = after_undo("2S KH 9S 4D 8C", 3)
    assert t.key("4D")[-1] == ("left_out", (parse("9S"),))
    assert undone(t) == ["8C"]
    t.game.undo()
    assert undone(t) == ["4D", "8C"] and t.game.undone.replaced() == (parse("9S"),)


def test_g16b_an_entry_before_the_next_leaves_nothing_out():
    t = after_undo("2S KH 9S 8D 2C", 1)
    assert not [event for event in t.key("go") if event[0] == "left_out"]
    t.game.undo()
    assert undone(t) == ["go", "2C"]


# As the table should have entered them, and what it entered; how many undos, and the entry.
FOUR = (
    ({}, "9S KD QD 6H go 4H go", "9S KD QD 6H 4H go", 2, "go"),
    ({"preset": "Battlefield"}, "9S take KD take 6H", "9S KD take 6H", 3, "take"),
    ({"options": RANKS_ALONE}, "9 5 5 4", "9 7 5 4", 3, "5"),
    (
        {"preset": "Scoreboard", "dealer": 255},
        "points 0 2 points 0 2 points 1 3",
        "points 0 4 points 0 2 points 1 3",
        3,
        "points 0 2",
    ),
)


def test_g16b_a_correction_keeps_all_that_followed():
    for game, right, entered, undos, entry in FOUR:
        t = after_undo(entered, undos, **game)
        t.key(entry)
        redo_all(t)
        other = TextGame(**game)
        other.key(right)
        assert t.game.entries() == other.game.entries()
        assert t.game.state.pack() == other.game.state.pack()


def test_g16b_the_next_is_left_out_by_itself_and_comes_back():
    t = after_undo("2S KH 9S 4D 8C", 3)
    assert t.game.leave_out() == [("left_out", (parse("9S"),))]
    assert t.game.leave_out() == [("left_out", (parse("4D"),))]
    length, state = t.game.length, t.game.state.pack()
    assert undone(t) == ["8C"] and left_out(t) == ["9S", "4D"]
    assert t.game.undo() == parse("4D")
    assert t.game.undo() == parse("9S")
    assert undone(t) == ["9S", "4D", "8C"]
    assert (t.game.length, t.game.state.pack()) == (length, state)
    assert t.game.undo() == parse("KH")


def test_g16b_where_nothing_is_undone_nothing_can_be_left_out():
    t = TextGame()
    t.key("2S KH")
    assert "nothing to leave out" in str(raises(ValueError, t.game.leave_out))


def test_g16b_what_cannot_be_saved_is_neither_left_out_nor_brought_back():
    class Full:
        def change(self, *_):
            raise OSError(28)

        undo = change

    t = after_undo("2S KH 9S 4D 8C", 3)
    t.key("9D")
    steps = (t.game.leave_out, t.game.undo, t.game.leave_out, t.game.leave_out, t.game.undo)
    for step in steps:
        before = (t.game.undone.packed(0, 99), t.game.undone.count, t.game.length)
        raises(OSError, step, Full())
        assert (t.game.undone.packed(0, 99), t.game.undone.count, t.game.length) == before
        step()


def test_g16_points_by_hand_keep_all_that_was_undone():
    t = after_undo("2S KH 9S 4D", 2)
    t.key("points 1 3")
    assert undone(t) == ["9S", "4D"]


def test_g16_another_start_keeps_what_was_undone():
    t = after_undo("2S KH 9S", 4, dealer=1)
    t.key("start 1 2 61 1 0 0")
    assert undone(t) == ["2S", "KH", "9S"]
    redo_all(t)
    assert t.game.state.target == 61
    t = after_undo("2S KH 9S", 4, dealer=1)
    t.key("start 2 3 121 1 0 0")
    assert undone(t) == ["2S", "KH", "9S"]


def test_g16_random_corrections_are_the_entries_that_count():
    """After any undo, correction and redo, the state is that of the entries alone."""
    corrected = replayed = 0
    for n, kind in enumerate(some(GAMES, 3, 7)):
        played = play_out(kind, 300 + n, most=60)
        rand = Rand(n)
        for _ in range(6):
            if played.state.phase == OVER:
                played.undo()
            for _ in range(rand.below(min(12, played.length))):
                played.undo()
            before = played.undone.count
            for _ in range(40):
                try:
                    played.apply(parse(rand.choice(WRONG)))
                    break
                except ValueError:
                    pass
            corrected += 0 < played.undone.count < before
            while played.can_redo():
                try:
                    played.redo()
                    replayed += 1
                except ValueError:
                    break
            fresh = Game()
            for entry in played.entries():
                fresh.apply(entry)
            assert fresh.state.pack() == played.state.pack()
    assert corrected and replayed


def test_g16_an_undo_to_a_remembered_state_leads_to_the_same():
    """With or without remembered states, and whatever was undone and entered meanwhile."""
    rand = Rand(16)
    for setting in some(GAMES[::7], 3):
        known = play_out(setting, 16, most=60).entries()
        game = Game()
        states = [game.state.pack()]
        for entry in known:
            game.apply(entry)
            states.append(game.state.pack())
            if rand.below(3):
                game.remember()
            assert game.check() == game.state.check()
            for _ in range(rand.below(24) if not rand.below(4) else 0):
                if game.length:
                    game.undo()
                    assert game.state.pack() == states[game.length]
                    assert game.check() == game.state.check()
            while game.can_redo():
                game.redo()
                assert game.state.pack() == states[game.length]
                if rand.below(2):
                    game.remember()


def test_g16_a_remembered_state_of_another_entry_is_not_used():
    t = TextGame(dealer=1)
    t.key("JD KH KS")
    t.game.remember()
    t.game.undo()
    before = t.game.state.pack()
    t.game.remember()
    t.key("2S")
    other = t.game.state.pack()
    t.key("9C")
    t.game.undo()
    assert t.game.state.pack() == other
    t.game.undo()
    assert t.game.state.pack() == before
