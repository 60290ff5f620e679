"""The games of a match, each separately: replayed, they reach the same end."""

import pytest

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.state.entries import pack
from host.history.games import SAME_BITS, same_game, split, unpacked
from host.history.result import result
from host.link.packed_match import packed, packed_match
from tests.cases import mostly_slow
from tests.conformance.support.player import PLAIN, start
from tests.history.matches import part_of, played_match


def replayed(entries):
    game = Game()
    for entry in unpacked(entries):
        game.apply(entry)
    return game.state


@pytest.mark.parametrize("kind", mostly_slow(PLAIN), ids=lambda kind: "-".join(map(str, kind)))
def test_every_game_of_a_match_plays_again_by_itself_to_the_same_end(kind):
    match = played_match(7, games=3, kind=kind)
    games = split(packed_match(match))
    assert len(games) == 3
    for number, game in enumerate(games):
        end = games[number + 1].begun if number < 2 else match.length
        then = part_of(match, end).state
        now = replayed(game.entries)
        assert list(now.scores) == list(then.scores)
        assert (now.winner, now.phase, now.deal_number) == (
            then.winner,
            then.phase,
            then.deal_number,
        )
        assert len(game.entries) == end - game.begun


def test_the_game_that_is_played_now_is_the_last_of_its_match():
    match = played_match(3, games=2)
    assert split(packed(match, 1 << 20)) == split(packed_match(match))[-1:]


def test_a_game_whose_first_entries_are_gone_is_left_out():
    match = played_match(5, games=2)
    match.trim(1)
    games = split(packed_match(match))
    assert all(game.begun >= match.first() for game in games)


@pytest.mark.parametrize("data", [b"x", b"\0" * 10 + b"\xff\xff", b"\0" * 9])
def test_what_is_no_match_is_refused(data):
    with pytest.raises(PegboardError):
        split(data)


def test_two_deals_that_begin_alike_by_chance_are_two_games():
    one, other = (split(packed_match(played_match(seed)))[0].entries for seed in (1, 2))
    assert not same_game(one, other, SAME_BITS)
    assert same_game(one, one[:8], SAME_BITS)
    assert not same_game(one, one[:2], SAME_BITS)


def test_the_result_counts_what_the_scores_add_up_to():
    match = played_match(11)
    told = result([match.entry(n) for n in range(match.length)])
    made = [
        sum(player[role][what] for role in ("dealer", "pone") for what in ("hand", "crib"))
        for player in told["players"]
    ]
    for seat, score in enumerate(told["scores"]):
        assert made[seat] <= score + 29  # a game ends in the middle of a count
    deals = [
        sum(player[role]["deals"] for role in ("dealer", "pone")) for player in told["players"]
    ]
    assert deals[0] == deals[1] in (told["deals"], told["deals"] - 1)
    assert told["over"] and told["winner"] == match.state.winner


def test_an_entry_that_is_two_is_refused():
    with pytest.raises(PegboardError):
        unpacked((pack((0, 5)) * 2,))


def test_a_game_with_other_options_after_a_game_is_the_next_of_the_match():
    match = played_match(3)
    match.apply(start(PLAIN[0], 0))
    match.apply((0, 5))
    first, second = split(packed_match(match))
    assert second.begun == len(first.entries)
    assert replayed(second.entries).starter == match.state.starter
