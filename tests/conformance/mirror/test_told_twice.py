"""Two sources of the same facts agree, on random games: the view and the state, the deals and the
events, a game, its record, its link and its packed form."""

import json

from engine_core.game.game import Game
from engine_core.games.phases import OVER
from engine_core.records import game_link, record
from engine_core.records.game_link import LinkedGame
from engine_core.state.events import get
from host.history.games import split, unpacked
from host.link.packed_match import packed_match
from host.mirror.deals import deals_of, steps_of
from host.mirror.view import checked_view, view
from tests.conformance.support.kit import some
from tests.conformance.support.mirrored import Watched
from tests.conformance.support.player import FAMILY, Player, start

ENTRIES = 28
SHORT = [kind for kind in FAMILY if kind[2] <= 61 or kind[1] > 4]


def played(kind, seed, most=ENTRIES):
    """Return a random game, its entries, and the events of each."""
    game, player = Game(), Player(seed, meddling=15)
    entries, events = [start(kind, 0)], []
    events.append(game.apply(entries[0]))
    while len(entries) < most and game.state.phase != OVER:
        entries.append(player.next(game.state))
        events.append(game.apply(entries[-1]))
    return game, entries, events


def test_a_view_says_what_the_state_does():
    for seed, kind in enumerate(some(SHORT, 4, 8)):
        _, entries, _ = played(kind, seed)
        watched = Watched(entries[0])
        for entry in entries[1:]:
            watched.key(entry)
            state = watched.state
            shown = view(watched.mirror)
            received = json.loads(json.dumps(shown))
            assert checked_view(received) == received
            game = shown["game"]
            assert [side["score"] for side in game["sides"]] == list(state.scores)
            assert [side["back"] for side in game["sides"]] == list(state.back_pegs)
            assert (game["target"], game["deal"]) == (state.target, state.deal_number)
            assert shown["length"] == watched.mirror.game.length
            assert (shown["mode"] == "over") == (state.phase == OVER)


def test_deals_and_steps_say_what_the_events_do():
    for seed, kind in enumerate(some(SHORT, 6)):
        game, entries, events = played(kind, 50 + seed, 400)
        deals, steps = deals_of(entries), steps_of(entries)
        assert deals[-1]["scores"] == steps[-1]["scores"] == list(game.state.scores)
        assert len(steps) == len(entries) and steps[-1]["deal"] == game.state.deal_number
        told = [event for some_ in events for event in some_]
        counted = [event for event in told if event[0] == "count"]
        shown = [one for deal in deals for one in deal["counts"]]
        assert [one["points"] for one in shown] == [get(event, "points") for event in counted]
        assert [one["seat"] for one in shown] == [get(event, "seat") for event in counted]
        scored = sum([get(one, "points") for one in told if one[0] == "score"])
        pegged = [sum(deal[what].values()) for deal in deals for what in deal if what in KINDS]
        of_hands = [one for one in told if one[0] == "score" and get(one, "what") in HANDS]
        assert sum(pegged) + sum([get(one, "points") for one in of_hands]) == scored


KINDS = ("pegged", "other")
HANDS = ("hand", "crib")


def test_a_record_a_link_and_a_packed_match_have_the_same_entries():
    for seed, kind in enumerate(some(SHORT, 6)):
        game, entries, _ = played(kind, 80 + seed)
        tags = list(record.start_tags(entries[0]))
        text = record.write(record.Record(tags, entries, []))
        link = game_link.write(LinkedGame(entries, ("Ann", "Ben"), 1_700_000_000))
        (stored,) = split(packed_match(game))
        assert record.parse(text).entries == entries
        assert list(game_link.read("#game=" + link).entries) == entries
        assert list(unpacked(stored.entries)) == entries
