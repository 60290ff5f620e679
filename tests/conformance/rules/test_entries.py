"""Entries: what `pack` accepts and refuses, the text of entries, and the constructors."""

from engine_core.api import Game
from engine_core.count.cards import JOKER, SUITLESS, card
from engine_core.errors import CardError, Illegal, PegboardError
from engine_core.games import phases
from engine_core.games.dealers import CUT, MATCH
from engine_core.games.options import CRIB_WARS, MUGGINS, PLAIN
from engine_core.games.penalties import CLAIM_GAME
from engine_core.games.phases import CHALLENGE
from engine_core.games.seats import NO_SEAT
from engine_core.state import entry_constructors as make
from engine_core.state.entries import DROP, KINDS, START, pack, parse, size, text, unpack
from tests.conformance.support.kit import Rand, raises, scale

# Values in place of a number.
ODD = (-1, 53, 255, 256, 1 << 40, True, None, 1.5, "5H", b"\x05", (), [1], {})
NO_ENTRIES = (None, 5, "5H", b"\x05", [0, 5], (), ((0, 5),), ("card", 5), {0: 5}, (0,), (0, 5, 5))


def garbage(rand):
    """Return a tuple that may or may not be an entry."""
    kind = rand.choice(ODD) if not rand.below(4) else rand.below(len(KINDS) + 2)
    numbers = (
        rand.below(8) if kind not in range(len(KINDS)) or not rand.below(4) else KINDS[kind][1]
    )
    return (kind,) + tuple(
        [rand.choice(ODD) if not rand.below(3) else rand.below(300) for _ in range(numbers)]
    )


def check(game, entry):
    """Apply `entry`; it is accepted unchanged, or refused with a reason and nothing has
    changed."""
    before = (game.state.pack(), game.entries())
    try:
        game.apply(entry)
    except PegboardError as why:
        assert str(why)
        assert (game.state.pack(), game.entries()) == before
        return False
    assert game.entries() == before[1] + [entry]
    assert unpack(pack(entry)) == (entry, len(pack(entry)))
    assert parse(text(entry)) == entry
    return True


def games():
    """Return games in different phases."""
    muggins = Game.new("Traditional", dealer=1, options=MUGGINS)
    while muggins.state.phase != CHALLENGE:
        muggins.push(muggins.legal()[-1])
    battle = Game.new("Battlefield", dealer=0)
    battle.push("5H")
    return [Game(), Game.new("Scoreboard"), Game.new("Noddy"), muggins, battle]


def test_garbage_raises_the_documented_error():
    rand = Rand(9)
    taken = 0
    for game in games():
        for entry in NO_ENTRIES:
            assert not check(game, entry)
        for _ in range(scale(800, 30, 200)):
            if check(game, garbage(rand)):
                taken += 1
                game.undo()
    assert taken


def test_each_byte_begins_an_entry_of_its_size_or_none():
    for first in range(256):
        data = bytes((first,)) + bytes(9)
        if size(first):
            assert unpack(data)[1] == size(first)
        else:
            raises(PegboardError, unpack, data)


def test_there_is_no_entry_after_the_last_byte():
    whole = pack((START, 1, 2, 61, 1, 0, 0))
    for data, at in [(b"", 0), (b"\x05", 1)] + [(whole[:end], 0) for end in range(len(whole))]:
        raises(PegboardError, unpack, data, at)


def test_what_a_player_drops_is_a_card():
    for dropped in (0, JOKER, JOKER + 1, SUITLESS, 255):
        data = pack((DROP, 0))[:1] + bytes((dropped,))
        if dropped <= JOKER:
            assert unpack(data) == ((DROP, dropped), 2)
        else:
            raises(PegboardError, unpack, data)


def test_pack_names_what_is_wrong():
    assert "kind" in str(raises(PegboardError, pack, "5H"))
    assert "kind" in str(raises(PegboardError, pack, (99,)))
    assert "1 numbers" in str(raises(PegboardError, pack, (0,)))
    assert "0 to 52" in str(raises(PegboardError, pack, (0, 53)))
    assert "0 to 255" in str(raises(PegboardError, pack, make.claim(256)))


def test_text_that_is_not_an_entry_raises_the_documented_error():
    for line in (
        "",
        "claim",
        "claim x",
        "claim 1 2",
        "points 1",
        "drop",
        "drop XX",
        "start 1",
    ):
        raises(PegboardError, parse, line)


def test_constructors_make_the_entries_of_their_texts():
    for entry, said in (
        (make.card("5H"), "5H"),
        (make.card(card("JK")), "JK"),
        (make.go(), "go"),
        (make.claim(8), "claim 8"),
        (make.muggins(1), "muggins 1"),
        (make.no_muggins(), "pass"),
        (make.take(), "take"),
        (make.five_shown(), "shown"),
        (make.drop("5H"), "drop 5H"),
        (make.points(0, 4), "points 0 4"),
        (make.minus(1, 2), "minus 1 2"),
        (make.penalty(13, 0, CLAIM_GAME), "penalty 13 0 2"),
        (make.penalty(3, 0, wronged=2), "penalty 3 0 0 2"),
        (make.moved(2), "moved 2"),
        (make.leave(1), "leave 1"),
        (make.redeal(1), "redeal 1"),
        (make.holds(1, 3), "holds 1 3"),
        (make.nobs(), "nobs"),
        (make.flush(4), "flush 4"),
        (make.next_game(), "next"),
        (make.next_game(CUT | MATCH), "next 132"),
        (make.start("Noddy", players=3), "start 8 3 31 255 0 0"),
    ):
        assert text(entry) == said
        assert parse(said) == entry
        assert unpack(pack(entry))[0] == entry
    raises(CardError, make.card, "5X")
    assert parse("drop 21") == make.drop(21)  # the form of an earlier version


def test_start_uses_the_presets_first_choices():
    assert make.start("traditional") == (START, 1, 2, 121, NO_SEAT, 0, PLAIN)
    assert make.start(1, 2, 61, 0, MUGGINS) == (START, 1, 2, 61, 0, MUGGINS, PLAIN)
    assert make.start("Six-handed, Crib Wars")[6] == CRIB_WARS
    raises(Illegal, make.start, "Bridge")


def test_every_phase_has_a_name_of_its_own():
    names = [phases.name(phase) for phase in range(phases.COUNT)]
    assert len(set(names)) == phases.COUNT == len(phases.NAMES.split(","))
    assert names[phases.PLAY] == "play" and names[-1] == "suits"
