"""A laptop's texts at every table: each prompt, each count and each note, in all games."""

import pytest

from engine_core.game.game import Game
from engine_core.games.lookup import preset
from engine_core.games.options import MUGGINS_IN_PLAY, TRACKS, numbers
from engine_core.games.phases import AFTER_PLAY, OVER, PLAY
from engine_core.games.presets import BATTLEFIELD, SCOREBOARD
from engine_core.games.seats import NO_SEAT
from engine_core.state import entries as E
from firmware.keys.key_entry import CLAIMING, NONE, KeyEntry
from hardware.board import SIDES
from host.cli.terminal_view import lines
from host.mirror.names import all_names, called, with_names
from host.mirror.prompts import over_text, prompt
from host.mirror.view import view
from tests.bench.random_tables import KINDS, TABLES, options_of
from tests.cases import mostly_slow
from tests.conformance.support.mirrored import TWO, Watched, check_json, keyed

ENTRIES = 150  # of each game at most
COLOURS = all_names([""] * len(SIDES))
LIVE = {"link": {"state": "live", "text": ""}}


def name(table):
    code, seats, target, track = table
    return f"{preset(code).name}, {seats} to {target}, {TRACKS[track]}"


@pytest.mark.parametrize("table", mostly_slow(TABLES), ids=name)
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


def begun(code=1, players=2, options=0):
    game = Game()
    game.apply((E.START, code, players, 121, 0, options, 0))
    return game.state


# With muggins in the play: the phase, the points and the side keyed so far, whether the card laid
# last can still be claimed for, and the prompt.
CLAIMS = (
    (PLAY, 0, CLAIMING, True, "Key points, then ENTER, to claim; or a player's number, then"),
    (PLAY, 0, CLAIMING, False, "Key a player's number, then Joker: muggins."),
    (PLAY, 2, NONE, True, "Now the suit; or ENTER to claim 2; or Joker: player 2 calls muggins."),
    (PLAY, 2, NONE, False, "Now the suit; or Joker: player 2 calls muggins."),
    (PLAY, 5, CLAIMING, True, "ENTER to claim 5."),
    (PLAY, 5, CLAIMING, False, "UNDO clears the number."),
    (AFTER_PLAY, 0, NONE, True, "Orange: points and ENTER for the last card; Joker for muggins;"),
    (AFTER_PLAY, 0, NONE, False, "Orange: a player's number and Joker for muggins; ENTER"),
    (AFTER_PLAY, 2, NONE, True, "Orange: ENTER to claim 2 for the last card; or Joker: player 2"),
    (AFTER_PLAY, 2, NONE, False, "Orange: Joker: player 2 calls muggins."),
    (AFTER_PLAY, 5, NONE, True, "Orange: ENTER to claim 5 for the last card."),
    (AFTER_PLAY, 5, NONE, False, "Orange: UNDO clears the number."),
)


@pytest.mark.parametrize(("phase", "points", "side", "open_", "text"), CLAIMS)
def test_a_prompt_says_what_a_number_can_be_with_muggins_in_the_play(
    phase, points, side, open_, text
):
    state = begun(options=MUGGINS_IN_PLAY)
    state.phase, state.last_player = phase, 1
    state.open_by = 1 if open_ else NO_SEAT
    keyed = KeyEntry()
    keyed.points, keyed.rank, keyed.side = points, points - 1, side
    assert called(prompt(state, keyed), COLOURS).startswith(text)


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        ((121, 60), "Orange wins 60 to 121."),
        ((121, 60, 100), "Orange wins 60 to 121 and 100. After Orange: White, then Blue."),
    ],
)
def test_in_backward_all_sides_behind_the_winner_are_named(scores, text):
    state = begun(9, len(scores))
    state.scores[:], state.winner = scores, 1
    assert called(over_text(state), COLOURS) == text


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("player 2", "Orange"),
        ("side 1: player 2, and player 1", "Blue: Orange, and Blue"),
        ("player 3 of player 12", "player 3 of player 12"),
        ("player 1st, multiplayer 1", "player 1st, multiplayer 1"),
        ("1player 1, a player 0, a player ", "1player 1, a player 0, a player "),
    ],
)
def test_only_the_number_of_a_player_or_side_is_replaced(reason, text):
    state = begun()
    assert called(with_names(state, reason), COLOURS) == text
