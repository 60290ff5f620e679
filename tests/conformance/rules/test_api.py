"""The interface for programs: new, push, undo, legal, and the printed table."""

from engine_core import api
from engine_core.api import Game, card, cards
from engine_core.errors import CardError, Illegal, PegboardError
from engine_core.games.lookup import preset
from engine_core.games.options import CRIB_WARS, MUGGINS, RANKS_ALONE
from engine_core.games.penalties import PENALTIES
from engine_core.games.phases import CLAIM, CRIB
from engine_core.games.presets import BATTLEFIELD
from engine_core.named_tuples import named_entry, named_event
from engine_core.records.legal_entries import legal_entries
from engine_core.state.entries import CLAIM as CLAIM_ENTRY
from engine_core.state.entries import KINDS, LONGER, MOST, PENALTY, POINTS, parse, text
from engine_core.state.events import FIELDS
from engine_core.state.state_layout import MATCH_ROWS, NUMBERS, ROWS
from tests.conformance.support.battle_player import BattlePlayer
from tests.conformance.support.kit import raises, some
from tests.conformance.support.player import Player, play_out


def test_a_new_game_starts_with_the_given_settings():
    game = Game.new("Traditional", players=2, target=61, dealer=1, options=MUGGINS)
    assert game.entries() == [parse("start 1 2 61 1 1 0")]
    assert Game.new("Four-handed", track=CRIB_WARS).state.track == CRIB_WARS
    raises(Illegal, Game.new, "Traditional", 3)
    raises(Illegal, Game.new, "Traditional", 2, 100)


def test_push_accepts_texts_and_entries():
    game = Game.new("Traditional", dealer=0)
    assert game.push("JD") == [("starter", 42), ("score", "nibs", 0, 0, 2, 2)]
    assert game.push(parse("5H")) == [("card", 1, 17, 5)]
    assert game.undo() == parse("5H")
    before = game.state.pack()
    raises(PegboardError, game.push, "5X")
    raises(PegboardError, game.push, "JD")
    assert game.state.pack() == before


def test_entries_and_events_have_fields_with_names():
    game = Game.new("Traditional", dealer=0)
    nibs = game.push("JD")[1]
    assert (nibs.kind, nibs.what, nibs.seat, nibs.points, nibs.hole) == ("score", "nibs", 0, 2, 2)
    assert game.entries()[0].game == 1 and game.entries()[0].target == 121
    assert game.undo().card == card("JD") and game.redo()[0].card == card("JD")
    raises(AttributeError, getattr, nibs, "claimed")


def test_every_entry_and_event_has_a_name_for_each_field():
    for kind, (word, numbers) in enumerate(KINDS):
        entry = (kind,) + (0,) * numbers
        named = named_entry(entry)
        assert named == entry and named.kind == kind, word
    for kind, numbers in LONGER.values():
        assert len(named_entry((kind,) + (0,) * numbers)) == 1 + numbers
    for kind, fields in FIELDS.items():
        numbers = list(range(len(fields)))
        event = named_event((kind,) + tuple(numbers))
        assert [getattr(event, name) for name in fields] == numbers
        assert type(event).__name__.lower() == kind.replace("-", "")


def test_a_hand_is_counted_as_no_crib_unless_it_is_said_to_be_one():
    flush, starter = cards("2H 4H 6H 8H"), card("KC")
    assert api.count(flush, starter) - api.count(flush, starter, True) == 4
    assert api.explain(flush, starter) == api.explain(flush, starter, False)
    assert api.explain(flush, starter, True) == api.explain(flush, starter)[:-1]
    assert [item[1] for item in api.explain(flush)] == [4]


def test_a_hand_that_no_deck_deals_is_refused():
    for wrong in ("", "5H 5H", "AH 2H 3H 4H 5H 6H 7H 8H"):
        raises(CardError, api.count, cards(wrong))
        raises(CardError, api.explain, cards(wrong))
    raises(CardError, api.count, cards("5H 6H"), card("5H"))
    raises(CardError, api.points, [])
    raises(CardError, api.points, cards("5H 5H"))
    assert api.count(cards("5H 5C 5S JD"), card("5D")) == 29
    assert api.count(cards("JD"), card("5D")) == 3
    assert api.count(cards("AH 2S 3D 4C 5H 6S 7D"), None) > 7  # a run of all
    assert api.points(cards("4H 2D 6S 3C 5H")) == 5


def test_g19_each_rank_alone_is_legal_where_suits_are_not_entered():
    game = Game.new("Traditional", dealer=0, options=RANKS_ALONE)
    assert [said for said in game.legal() if len(said) == 1] == list("A23456789TJQK")
    game = Game.new("Traditional", dealer=0)
    assert not [said for said in game.legal() if len(said) == 1]


def test_legal_lists_what_push_accepts_and_changes_nothing():
    game = Game.new("Traditional", dealer=0)
    for said in "JD KH KS KD".split():
        game.push(said)
    before = game.state.pack()
    # A king would make 40; the aces are all there.
    assert game.legal() == ["go", "AS", "AH", "AD", "AC"]
    assert "points 0 29" in game.legal(by_hand=True)
    assert game.state.pack() == before


def test_legal_entries_by_hand_are_listed_only_if_asked_for():
    state = Game.new("Traditional", dealer=0).state
    by_hand = [entry for entry in legal_entries(state, True) if entry[0] in (POINTS, PENALTY)]
    assert by_hand
    assert not set(by_hand).intersection(legal_entries(state))


def test_all_penalties_and_numbers_of_points_are_listed():
    game = Game.new("Traditional", dealer=0, options=MUGGINS)
    by_hand = legal_entries(game.state, True)
    for side in (0, 1):
        listed = [entry[2] for entry in by_hand if entry[:2] == (POINTS, side)]
        assert sorted(listed) == list(range(1, MOST + 1))
    penalties = {entry[1] for entry in by_hand if entry[0] == PENALTY}
    assert sorted(penalties) == list(range(1, len(PENALTIES) + 1))
    player = Player(1)
    while game.state.phase != CLAIM:
        game.apply(player.next(game.state))
    claims = [entry[1] for entry in legal_entries(game.state) if entry[0] == CLAIM_ENTRY]
    assert claims == list(range(MOST + 1))


def test_legal_penalties_name_the_side_that_was_wronged_where_the_table_has_to():
    game = Game.new("Three-handed", dealer=0)
    game.push("5H")
    legal = game.legal(by_hand=True)
    named = [said for said in legal if said.startswith("penalty 3 0 0 ")]
    assert named == ["penalty 3 0 0 1", "penalty 3 0 0 2"]
    assert "penalty 11 0 2 1" in legal  # who claims the game


def test_legal_penalties_have_each_choice_and_number_of_points_that_there_is():
    game = Game.new("Traditional", dealer=0)
    game.push("5H")
    legal = game.legal(by_hand=True)
    for said in ("1 0 0", "2 0 0", "2 0 1", "11 0 0", "11 0 2", "12 0 1", "12 0 29"):
        assert "penalty " + said in legal
    for said in ("1 0 1", "2 0 2", "11 0 1", "12 0 30"):
        assert "penalty " + said not in legal


def test_legal_lists_every_entry_of_a_random_game():
    games = [(1, 2, 61, MUGGINS, 0), (8, 2, 31, 0, 0), (10, 2, 121, 0, 0), (11, 2, 121, 0, 0)]
    for start in some(games, 1, 2):
        row = preset(start[0])
        kind = BattlePlayer if row.machine == BATTLEFIELD else Player
        played = play_out(start, 5, kind=kind)
        game = Game()
        for entry in played.entries()[: 40 if row.machine == BATTLEFIELD else None]:
            if entry[0] != 4:
                assert text(entry) in game.legal()
            game.apply(entry)
        if row.machine != BATTLEFIELD:
            assert game.legal() == ["next"]


def test_legal_before_a_game_lists_a_start_for_each_preset():
    starts = Game().legal()
    for said in starts:
        Game().push(said)
    assert "start 1 2 121 255 0 0" in starts
    assert "start 10 2 121 0 0 0" in starts  # in Solitaire nobody cuts for the deal


def test_a_state_has_all_its_values_by_name():
    game = Game.new("Traditional", dealer=0)
    game.push("JD")
    shown = game.state.as_dict()
    assert sorted(shown) == sorted(NUMBERS + ROWS + MATCH_ROWS)
    assert (shown["phase"], shown["starter"]) == ("play", 42)
    assert (shown["scores"], shown["games"], shown["laid"]) == ([2, 0], [0, 0], [])


def test_a_game_prints_its_table():
    game = Game()
    assert repr(game) == "no game yet"
    game = Game.new("Traditional", dealer=0)
    for said in "JD 5H TH".split():
        game.push(said)
    assert repr(game).split("\n") == [
        "Traditional to 121, deal 1 by player 1: play, player 2",
        "side 1: 4 (2), player 1 TH",
        "side 2: 0 (0), player 2 5H",
        "starter JD",
        "line 5H TH = 15",
    ]
    while game.state.phase != CRIB:
        game.push(game.legal()[0])
    shown = [game.push(said) and repr(game).split("\n")[-1] for said in ("4C", "4D")]
    assert shown == ["crib 4C", "crib 4C 4D"]
    game.push("penalty 13 0 2")
    assert repr(game).split("\n")[0] == "Traditional to 121, over: side 2 has won"
    assert "Crib Wars" in repr(Game.new("Four-handed", track=CRIB_WARS))
    game = Game.new("Scoreboard", players=3)
    game.push("points 1 12")
    assert repr(game).split("\n") == [
        "Scoreboard to 121, points by hand",
        "side 1: 0 (0)",
        "side 2: 12 (0)",
        "side 3: 0 (0)",
    ]
