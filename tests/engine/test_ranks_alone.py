"""A game entered as ranks alone equals the game entered as whole cards, if all claims are true."""

from functools import cache

import pytest

from engine_core.games.options import RANKS_ALONE
from engine_core.games.phases import CLAIM
from engine_core.games.presets import CRIBBAGE, PRESETS
from engine_core.records.record import Record, parse, start_tags, write
from engine_core.state import entries as E
from engine_core.state.events import get
from tests.cases import mostly_slow
from tests.conformance.support.player import GAMES, play_out

OFFERING = [row.code for row in PRESETS if RANKS_ALONE in row.options]
PLAYED = [game for game in GAMES if game[0] in OFFERING]


@cache  # both tests read the games of ranks
def played(game, seed, options):
    """Return the Game and its scores, as (what, seat, side, points, hole)."""
    scores = []

    def see(_game, _entry, events):
        scores.extend(
            [get(event, field) for field in ("what", "seat", "side", "points", "hole")]
            for event in events
            if event[0] == "score"
        )

    row = (*game[:3], game[3] | options, game[4])
    return play_out(row, seed, careless=20, see=see), scores


@pytest.mark.parametrize("game", mostly_slow(PLAYED), ids=str)
def test_g19_ranks_alone_score_what_whole_cards_do(game):
    for seed in range(4):
        whole, scores = played(game, seed, 0)
        ranks, same = played(game, seed, RANKS_ALONE)
        assert same == scores
        assert ranks.state.winner == whole.state.winner
        kinds = {entry[0] for entry in ranks.entries()}
        assert kinds <= {entry[0] for entry in whole.entries()} | {E.NOBS, E.FLUSH, E.PASS}


@pytest.mark.parametrize("game", mostly_slow(PLAYED), ids=str)
def test_g19_a_record_of_ranks_is_read_back(game):
    for seed in range(2):
        ranks, _ = played(game, seed, RANKS_ALONE)
        record = Record(start_tags(ranks.entry(0)), ranks.entries())
        text = write(record)
        assert parse(text).entries == record.entries


def test_g19_games_whose_play_needs_suits_do_not_offer_ranks_alone():
    for row in PRESETS:
        if row.machine != CRIBBAGE or row.scoring.play_flush or CLAIM in row.phases:
            assert row.code not in OFFERING
    assert OFFERING
