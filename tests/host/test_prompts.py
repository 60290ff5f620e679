"""A laptop's texts at every table: each prompt, each count and each note, in all games."""

import pytest

from engine_core.games.lookup import preset
from engine_core.games.options import TRACKS, numbers
from engine_core.games.phases import OVER
from engine_core.games.presets import BATTLEFIELD, SCOREBOARD
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from firmware.keys.key_entry import KeyEntry
from hardware.board import SIDES
from host.cli.terminal_view import lines
from host.mirror.names import all_names, called
from host.mirror.prompts import prompt
from host.mirror.view import view
from tests.bench.random_tables import KINDS, TABLES, options_of
from tests.conformance.support.mirrored import TWO, Watched, check_json, keyed

ENTRIES = 150  # of each game at most
COLOURS = all_names([""] * len(SIDES))
LIVE = {"link": {"state": "live", "text": ""}}


def name(table):
    code, seats, target, track = table
    return f"{preset(code).name}, {seats} to {target}, {TRACKS[track]}"


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_every_view_of_every_game_has_its_parts(table):
    code, seats, target, track = table
    row = preset(code)
    alone = row.deals_in_game or row.machine == SCOREBOARD
    # At every other table with all options.
    options = options_of(row, seats, -(TABLES.index(table) % 2))
    player = KINDS[1 if row.machine == BATTLEFIELD else 0](7, careless=15, meddling=40)
    dealer = NO_SEAT if alone else options % seats
    low, more = numbers(options, 0)
    watched = Watched((E.START, code, seats, target, dealer, low, track, *[more] * (more > 0)))
    for _ in range(ENTRIES):
        check(watched)
        if watched.state.phase == OVER:
            break
        watched.key(player.next(watched.state))


def check(watched):
    state = watched.state
    told = view(watched.mirror)
    check_json(told, watched.shown)
    watched.shown = told
    assert all(lines({**told, **LIVE}))
    keyed = KeyEntry()
    for keyed.rank, keyed.side in ((-1, -1), (4, 0), (9, -1)):  # a board may say any of them
        text = called(prompt(state, keyed), COLOURS)
        assert text[0].isupper() and text[-1] in ".?" and "None" not in text, text
        assert len(text) < 240, text
    for count in told["game"]["counts"]:
        assert count["title"] and "None" not in count["title"], count
        assert count["spoken"] or not count["items"], count
        items = sum(item["points"] for item in count["items"])
        # Points past the target are not pegged.
        pegged = items if count["points"] is None or state.phase == OVER else count["points"]
        assert not count["items"] or items == pegged, count


def test_the_terminal_has_the_words_of_the_game():
    started = keyed((*TWO[:4], 254 + 1, 0, 0), "5H")
    assert "deal" not in lines({**view(started.mirror), **LIVE})[0]
    battle = keyed((E.START, 11, 2, 121, 1, 0, 0), "9D")
    assert "Line 9: 9♦" in lines({**view(battle.mirror), **LIVE})
