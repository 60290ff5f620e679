"""The table of games, row by row."""

from engine_core.errors import Illegal
from engine_core.game.game import Game
from engine_core.games import presets
from engine_core.games.lookup import preset
from engine_core.games.phases import CRIB, PLAY, STARTER
from engine_core.games.presets import PRESETS, Deal, Preset, named
from engine_core.games.seats import NO_SEAT
from engine_core.state.entries import START
from engine_core.state.state_layout import MATCH_ROWS
from tests.conformance.support.kit import raises, some
from tests.conformance.support.player import FAMILY, GAMES, start
from tests.conformance.support.text_game import refused

# name, players, sides by seat, cards in hand, cards in the crib, targets
EXPECTED = (
    ("Traditional", 2, (0, 1), 4, 4, (121, 61)),
    ("Three-handed", 3, (0, 1, 2), 4, 4, (121, 61)),
    ("Four-handed", 4, (0, 1, 0, 1), 4, 4, (121, 61)),
    ("Five-handed", 5, (0, 1, 2, 3, 4), 4, 4, (121, 61)),
    ("Six-handed, Once-Around", 6, (0, 1, 0, 1, 0, 1), 4, 4, (121, 61)),
    ("Six-handed, Crib Wars", 6, (0, 1, 2, 0, 1, 2), 4, 4, (121,)),
    ("Five-card", 2, (0, 1), 3, 4, (61,)),
    ("Noddy", 2, (0, 1), 3, 0, (31,)),
    ("Noddy", 6, (0, 1, 2, 3, 4, 5), 3, 0, (31,)),
    ("Backward", 2, (0, 1), 4, 4, (121,)),
    ("Backward", 3, (0, 1, 2), 4, 4, (121,)),
    ("Backward", 4, (0, 1, 0, 1), 4, 4, (121,)),
)

# name, players, and from the dealer's left on the cards that each is dealt, throws and buries;
# then the cards dealt straight to the crib
DEALS = (
    ("Traditional", 2, (6, 6), (2, 2), (0, 0), 0),
    ("Three-handed", 3, (5, 5, 5), (1, 1, 1), (0, 0, 0), 1),
    ("Four-handed", 4, (5, 5, 5, 5), (1, 1, 1, 1), (0, 0, 0, 0), 0),
    ("Five-handed", 5, (5, 5, 5, 5, 4), (1, 1, 1, 1, 0), (0,) * 5, 0),
    ("Six-handed, Once-Around", 6, (5, 5, 5, 5, 4, 4), (1, 1, 1, 1, 0, 0), (0,) * 6, 0),
    ("Six-handed, Crib Wars", 6, (5,) * 6, (1, 1, 0, 1, 1, 0), (0, 0, 1, 0, 0, 1), 0),
    ("Five-card", 2, (5, 5), (2, 2), (0, 0), 0),
    ("Noddy", 2, (3, 3), (0, 0), (0, 0), 0),
    ("Noddy", 6, (3,) * 6, (0,) * 6, (0,) * 6, 0),
    ("Backward", 3, (5, 5, 5), (1, 1, 1), (0, 0, 0), 1),
    ("Solitaire", 2, (6, 2), (2, -2), (0, 0), 0),
    ("Battlefield", 2, (5, 5), (0, 0), (0, 0), 2),
    ("Battlefield", 3, (5, 5, 5), (0, 0, 0), (0, 0, 0), 1),
    ("Battlefield", 4, (5,) * 4, (0,) * 4, (0,) * 4, 0),
    ("Battlefield, partners", 4, (5,) * 4, (0,) * 4, (0,) * 4, 0),
)


def test_each_player_is_dealt_and_throws_the_cards_of_the_rules():
    for name, players, *numbers in DEALS:
        deal = named(name).deal_for(players)
        assert [deal.deal, deal.throw, deal.bury, deal.from_deck] == numbers, name
        assert deal.crib_seat == (1 if name == "Solitaire" else NO_SEAT)


def test_each_game_is_dealt_by_its_rules():
    for name, players, sides, hand, crib, targets in EXPECTED:
        row = named(name)
        deal = row.deal_for(players)
        assert (deal.seats, deal.side_of, deal.hand, deal.crib) == (players, sides, hand, crib)
        assert deal.sides == len(set(sides))
        assert tuple(row.targets) == targets


def test_every_player_keeps_the_same_number_of_cards_and_the_deck_suffices():
    for row in PRESETS:
        for deal in row.deals:
            if row.machine != presets.CRIBBAGE:
                continue
            for dealt, thrown, buried in zip(deal.deal, deal.throw, deal.bury):
                assert dealt - thrown - buried == deal.hand
            assert len(deal.deal) == len(deal.throw) == len(deal.bury) == deal.seats
            assert sum(deal.deal) + deal.from_deck + 1 <= 52
            assert set(deal.side_of) == set(range(deal.sides))


def test_codes_and_names_are_unique():
    codes = [row.code for row in PRESETS]
    names = [row.name.lower() for row in PRESETS]
    assert len(set(codes)) == len(codes)
    assert len(set(names)) == len(names)
    for row in PRESETS:
        assert preset(row.code) is row
        assert named(row.name) is row
        assert named(" " + row.name.upper() + " ") is row
        assert 0 <= row.code < 256
        assert [t for t in row.targets if not 0 < t < 256] == []


def test_codes_of_saved_games_never_change():
    assert [row.name for row in sorted(PRESETS, key=code) if row.code <= 10] == [
        "Scoreboard",
        "Traditional",
        "Three-handed",
        "Four-handed",
        "Five-handed",
        "Six-handed, Once-Around",
        "Six-handed, Crib Wars",
        "Five-card",
        "Noddy",
        "Backward",
        "Solitaire",
    ]


def code(row):
    return row.code


def test_an_unknown_preset_is_refused_by_name():
    assert "200" in str(raises(Illegal, preset, 200))
    assert "Traditional" in str(raises(Illegal, named, "Whist"))
    assert "3" in str(raises(Illegal, named("Traditional").deal_for, 3))


def test_a_deal_is_for_two_unless_it_says_more():
    deal = Deal((6, 6), (2, 2))
    assert (deal.seats, deal.sides, deal.hand, deal.crib) == (2, 2, 4, 4)
    assert (deal.from_deck, deal.crib_seat, deal.side_of) == (0, NO_SEAT, (0, 1))
    assert Deal((5, 5, 5), (1, 1, 1), side_of=(0, 1, 2), from_deck=1).crib == 4
    assert Deal((6, 2), (2, -2), side_of=(0, 0), crib_seat=1).crib == 0
    assert (Deal().hand, Deal().crib) == (0, 0)
    # Each keeps what is neither thrown nor buried; here only the first player buries a card.
    assert Deal((7, 6), (2, 2), bury=(1, 0)).hand == 4


def test_every_game_starts_with_a_cut_or_a_given_dealer():
    for game in some(GAMES, 8):
        for dealer in [NO_SEAT] + list(range(game[1])):
            played = Game()
            events = played.apply(start(game, dealer))
            assert events[0] == ("start", preset(game[0]).name, game[1], game[2])
            assert played.length == 1
            if dealer != NO_SEAT and game in FAMILY:
                assert played.state.dealer == dealer
                assert played.state.phase == STARTER
        refused(Game(), start(game, game[1]))


def test_a_state_has_a_number_for_each_side_from_the_start():
    for row in PRESETS:
        for deal in row.deals:
            played = Game()
            played.apply((START, row.code, deal.seats, row.targets[0], 0, 0, row.tracks[0]))
            state, sides = played.state, deal.sides
            for name in MATCH_ROWS:
                size = 2 * sides if name == "running_points" else sides
                assert len(getattr(state, name)) == size, (row.name, name)
            # Two sides owe each other the difference of what they have collected (G13).
            assert len(state.owed) == (sides * sides if sides > 2 else 0)
            rows = (state.scores, state.back_pegs, state.spots, state.deals_out)
            assert [len(each) for each in rows] == [sides] * 4


def test_any_target_is_one_of_the_holes():
    row = Preset(99, "Any", Deal(side_of=(0, 1)), targets=(61,), any_target=True)
    assert [target for target in range(-1, 300) if row.plays_to(target)] == list(range(1, 122))
    row = Preset(99, "Some", Deal(side_of=(0, 1)), targets=(61, 200))
    assert [target for target in range(-1, 300) if row.plays_to(target)] == [61, 200]


def test_targets_and_players_that_a_game_does_not_allow_are_refused():
    for row in PRESETS:
        for target in (31, 61, 120, 121, 122):
            entry = (START, row.code, row.players()[0], target, 0, 0, row.tracks[0])
            if row.plays_to(target):
                Game().apply(entry)
            else:
                refused(Game(), entry)
        for players in range(10):
            entry = (START, row.code, players, row.targets[0], 0, 0, row.tracks[0])
            if players in row.players():
                Game().apply(entry)
            else:
                refused(Game(), entry)


def test_the_crib_of_each_game_has_the_size_of_its_rules():
    for name, players, _, hand, crib, targets in EXPECTED:
        if crib and hand == 4:
            played = Game()
            row = named(name)
            played.apply((START, row.code, players, targets[0], 0, 0, 0))
            played.apply((0, 51))
            deck = list(range(51))
            while played.state.phase == PLAY:
                played.apply((0, deck.pop(0)) if lays(played.state, deck[0]) else (1,))
            assert played.state.phase == CRIB, name
            for _ in range(crib):
                assert played.state.phase == CRIB
                played.apply((0, deck.pop()))
            assert played.state.phase == STARTER


def lays(state, card):
    """Whether `card` fits under 31."""
    return sum([min(c // 4 + 1, 10) for c in state.line()]) + min(card // 4 + 1, 10) <= 31
