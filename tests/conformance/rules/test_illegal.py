"""An illegal entry changes nothing, at any moment."""

from engine_core.count import play
from engine_core.count.cards import NO_CARD, VALUE
from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.games import phases as at
from engine_core.games.presets import PRESETS, named
from engine_core.state import entries as E
from tests.conformance.support.kit import raises, scale, some
from tests.conformance.support.player import FAMILY, PLAIN, Player, start
from tests.conformance.support.text_game import TextGame, refused

OTHERS = [
    (E.GO,),
    (E.NEXT,),
    (E.POINTS, 0, 0),
    (E.POINTS, 9, 1),
    (E.POINTS, 0, 200),
    (E.CLAIM, 5),
    (E.PASS,),
    (E.MUGGINS, 1),
    (E.START, 1, 2, 121, 0, 0, 0),
]
SCOREBOARD = [game for game in PLAIN if game[0] == 0]


def allowed(state, entry):
    """Return whether the rules of the plain games allow `entry`, independently of the engine."""
    if entry[0] in (E.NEXT, E.START):
        return state.phase == at.OVER
    if entry[0] == E.GO:
        asked = play.total(state.line()) > 21 or state.passed
        return state.phase == at.PLAY and asked
    if entry[0] != E.CARD or entry[1] == 52:
        return False
    if state.phase == at.CUT:
        return entry[1] not in list(state.cuts)
    if state.phase not in (at.STARTER, at.PLAY, at.SHOW, at.CRIB):
        return False
    seen = list(state.laid) + list(state.crib)
    if state.starter != NO_CARD:
        seen.append(state.starter)
    if entry[1] in seen:
        return False
    return state.phase != at.PLAY or play.total(state.line()) + VALUE[entry[1]] <= 31


def try_all(game, entries):
    """Apply each of `entries` that must be refused, and count them."""
    return len([refused(game, entry) for entry in entries if not allowed(game.state, entry)])


def test_an_illegal_entry_changes_nothing_at_any_moment():
    tried = 0
    for n, kind in enumerate(some(FAMILY[::2] + SCOREBOARD[::2], 2)):
        player = Player(800 + n, careless=10)
        game = Game()
        entry = start(kind)
        for step in range(scale(40, 12)):
            game.apply(entry)
            if game.state.phase == at.OVER:
                break
            # Every fourth card, not the same ones at each step.
            tried += try_all(game, [(E.CARD, c) for c in range(step % 4, 53, 4)] + OTHERS)
            entry = player.next(game.state)
            assert entry[0] == E.POINTS or allowed(game.state, entry)
    assert tried > scale(300, 30)


def test_an_illegal_entry_changes_nothing_after_the_game():
    t = TextGame(scores=(10, 120))
    t.key("2S KH KS")
    every = [(E.CARD, c) for c in range(53)] + OTHERS + [(E.POINTS, 0, 1), (E.MINUS, 0, 1)]
    assert try_all(t.game, every) == len(every) - 2  # the next game, or one with other options


def test_a_go_is_allowed_if_some_card_would_not_fit():
    # The board cannot see the hands: above 21 it takes the player's word (G12).
    t = TextGame()
    t.key("2S KH 9S 3D")
    assert t.key("go") == [("go", 1, 22)]


def test_only_existing_games_can_be_started():
    good = (E.START, 1, 2, 121, 0, 0, 0)
    wrong = (
        (1, 99),  # no such preset
        (2, 0),
        (2, 7),  # Traditional is for two
        (3, 0),
        (3, 60),
        (3, 120),
        (4, 2),  # no third seat
        (4, 254),
        (6, 9),
    )
    assert 99 not in [row.code for row in PRESETS]
    for place, value in wrong:
        game = Game()
        refused(game, good[:place] + (value,) + good[place + 1 :])
        assert (game.state.phase, game.length) == (at.IDLE, 0)
        game.apply(good)
    for options in (1, 32, 128):  # Noddy has none of these
        refused(Game(), (E.START, 8, 2, 31, 0, options, 0))


def test_numbers_beyond_a_byte_are_refused_too():
    # A text record can say them.
    t = TextGame("Scoreboard", dealer=255)
    for numbers in ((-1, 5), (0, -5), (0, 300), (300, 5)):
        refused(t.game, (E.POINTS,) + numbers)
    raises(PegboardError, TextGame().game.apply, (E.CARD, 53))
    raises(PegboardError, TextGame().game.apply, (E.CARD, -1))
    for dealer in (-1, 256, 1000):
        raises(PegboardError, Game().apply, (E.START, 1, 2, 121, dealer, 0, 0))


def test_a_refusal_gives_its_reason():
    assert "no seat 3" in str(raises(PegboardError, Game().apply, (E.START, 1, 2, 121, 2, 0, 0)))
    t = TextGame()
    assert "card" in t.refused("go")
    t.key("5H")
    assert "five of hearts" in t.refused("5H")
    assert "joker" in t.refused("JK")
    t.key("KH KS KD")
    assert "31" in t.refused("2H")


# A game, what has been entered, what is refused, and the sentence, whose numbers count from 1.
SENTENCES = (
    ("Traditional", "", "points 2 1", "there is no side 3"),
    ("Three-handed", "", "minus 4 1", "there is no side 5"),
    ("Traditional", "", "points 0 30", "enter 1 to 29 points"),
    ("Traditional", "", "penalty 17 0 0", "there are penalties 1 to 16"),
    ("Traditional", "", "penalty 1 2 0", "there is no side 3"),
    ("Traditional", "", "penalty 12 2 1", "there is no side 3"),
    (
        "Three-handed",
        "",
        "penalty 3 1 0 1",
        "only an opponent of side 2 can be wronged or claim the game",
    ),
    ("Traditional", "", "leave 2", "there is no seat 3"),
    ("Traditional", "", "redeal 5", "there is no seat 6"),
    ("Traditional", "2S", "holds 2 3", "there is no seat 3"),
    ("Traditional", "2S", "holds 0 0", "enter 1 to 6 cards, with those that are played"),
    ("Traditional", "2S KH", "holds 0 0", "enter 1 to 6 cards, with those that are played"),
    ("Traditional", "2S KH 3D AH", "holds 0 7", "enter 2 to 6 cards, with those that are played"),
    ("Traditional", "2S KH AD", "go", "at a count of 11 every card can be played: play one"),
    ("Traditional", "2S", "go", "at a count of 0 every card can be played: play one"),
    (
        "Traditional",
        "2S KH QH JH",
        "3D",
        "the three of diamonds would make the count 33, and 31 is the most: lay a lower card, or "
        "say GO",
    ),
    ("Traditional", "", "claim 2", "the board is waiting for a card"),
    ("Traditional", "2S KH", "claim 2", "the board is waiting for a card"),
    ("Traditional", "2S KH", "muggins 0", "the board is waiting for a card"),
    ("Traditional", "2S KH", "pass", "the board is waiting for a card"),
    ("Traditional", "2S KH", "nobs", "the board is waiting for a card"),
    ("Noddy", "2S", "5H", "the board is waiting for a claim: points, then ENTER"),
    ("Traditional", "5H", "5H", "the five of hearts has already been seen in this deal"),
    ("Traditional", "", "start 1 2 121 0 0 0", "a game has already started"),
    ("Traditional", "", "next", "this game is not over yet"),
)


def test_a_refusal_names_the_numbers_as_players_count_them():
    for name, entered, what, sentence in SENTENCES:
        t = TextGame(name, target=named(name).targets[0])
        t.key(entered)
        assert t.refused(what) == sentence
    for entry, sentence in (
        ((E.START, 1, 2, 121, 2, 0, 0), "there is no seat 3"),
        ((E.START, 1, 2, 120, 0, 0, 0), "Traditional cannot be played to 120"),
        ((E.START, 1, 7, 121, 0, 0, 0), "Traditional cannot be played by 7"),
        ((E.START, 200, 2, 121, 0, 0, 0), "there is no preset 200"),
        ((E.CARD, 53), "53 is out of range: 0 to 52"),
        ((E.POINTS, 0, 256), "256 is out of range: 0 to 255"),
        ((E.POINTS, 0), "points is followed by 2 numbers"),
        ((E.CARD,), "a card is followed by 1 numbers"),
        ((99,), "not an entry: a tuple that begins with its kind is needed"),
    ):
        assert refused(Game(), entry) == sentence
