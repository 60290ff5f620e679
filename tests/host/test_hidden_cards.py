"""Cards that nobody may look at any more: those of a renewed line of Battlefield."""

import json

import pytest

from engine_core.count.cards import name
from engine_core.games.phases import OVER
from engine_core.state import entries as E
from host.cli.terminal_view import lines
from host.mirror.view import view
from tests.conformance.support.battle_player import BATTLES, BattlePlayer
from tests.conformance.support.player import start
from tests.host.test_prompts import LIVE, Watched

BATTLE = (E.START, 11, 2, 121, 1, 0, 0)
FIFTEEN = ["8H", "7D"]


def laid(*cards):
    watched = Watched(BATTLE)
    for text in cards:
        watched.key(E.parse(text))
    return watched


def test_a_line_that_lies_is_shown_with_its_cards():
    count = laid(*FIFTEEN, "KH").counts()[0]
    assert count["title"] == "Blue lays 7♦"
    assert count["cards"] == FIFTEEN
    assert count["items"][0]["cards"] == FIFTEEN


def test_cards_of_a_renewed_line_are_hidden_and_its_points_are_not():
    watched = laid(*FIFTEEN, "KH", "QS")
    count = watched.counts()[-1]
    assert count["title"] == "Blue scores on the line"
    assert (count["points"], count["spoken"], count["cards"]) == (2, "fifteen two", [])
    told = json.dumps(view(watched.mirror)) + "\n".join(lines({**view(watched.mirror), **LIVE}))
    for hidden in ("8H", "7D", "KH", "8♥", "7♦", "K♥"):
        assert hidden not in told


def test_the_card_that_renews_the_line_is_seen_until_the_next_renewal():
    watched = laid(*FIFTEEN, "KH", "QS")
    assert watched.counts()[0]["cards"] == ["QS"]
    for text in ("TS", "JD", "9C"):
        watched.key(E.parse(text))
    assert "QS" not in json.dumps(watched.counts())


def test_undo_of_the_renewal_shows_the_line_again():
    watched = laid(*FIFTEEN, "KH", "QS")
    watched.tell(["undo", watched.mirror.game.length - 1])
    assert watched.counts()[0]["cards"] == FIFTEEN


@pytest.mark.parametrize("battle", BATTLES, ids=str)
def test_in_random_games_no_count_shows_a_card_of_a_line_that_is_gone(battle):
    watched = Watched(start(battle, 0))
    player = BattlePlayer(5)
    hidden = 0
    seen: set[str] = set()
    while watched.state.phase != OVER and watched.state.deal_number < 4:
        watched.key(player.next(watched.state))
        if any(event[0] in ("renew", "deal") for event in watched.mirror.events):
            seen = set()  # on the line that lies there now, taken cards included
        seen |= {name(card) for card in watched.state.line()}
        counts = [count for count in watched.counts() if count["on_line"]]
        hidden += sum(not count["cards"] for count in counts)
        if watched.state.phase != OVER:
            assert all(card in seen for count in counts for card in count["cards"])
    assert hidden
