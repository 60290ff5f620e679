"""The tags of a record: each start of each game is read from the tags that describe it."""

import pytest

from engine_core.errors import PegboardError
from engine_core.game.game import Game
from engine_core.games.options import OPTIONS, PAYOFFS, TRACKS, numbers
from engine_core.games.presets import PRESETS
from engine_core.games.seats import NO_SEAT, PARTNERS
from engine_core.records.record_tags import Tags, start_tags
from engine_core.state import entries as E


def starts(row, deal):
    """Yield the START entries of a preset, with one thing changed at a time; some are wrong."""
    for target in (*row.targets, 61, 121, 31):
        for track in range(len(TRACKS)):
            yield (E.START, row.code, deal.seats, target, NO_SEAT, 0, track)
    for dealer in (*range(deal.seats), PARTNERS):
        yield (E.START, row.code, deal.seats, row.targets[0], dealer, 0, 0)
    for options in [bit for bit, _ in OPTIONS] + [OPTIONS[0][0] | OPTIONS[-1][0]]:
        for payoff in range(len(PAYOFFS)):
            low, more = numbers(options, payoff)
            entry = (E.START, row.code, deal.seats, row.targets[0], 0, low, 0)
            yield entry + ((more,) if more else ())


def read(pairs):
    tags = Tags()
    for n, (name, text) in enumerate(pairs):
        tags.read(n + 1, f'[{name} "{text}"]')
    assert tags.pairs == pairs
    return tags.entry()


def test_each_start_is_read_from_its_tags():
    allowed = refused = 0
    for row in PRESETS:
        for deal in row.deals:
            for entry in starts(row, deal):
                try:
                    Game().apply(entry)
                except PegboardError:
                    refused += 1
                    continue
                assert read(start_tags(entry)) == entry
                allowed += 1
    assert allowed > 500 and refused > 100


@pytest.mark.parametrize(
    "name, text, said",
    [
        ("Game", "Whist", "there is no game 'Whist'"),
        ("Seats", "3", "Traditional cannot be played by 3"),
        ("Seats", "two", "'two' is not a number of players"),
        ("Target", "120", "Traditional cannot be played to 120"),
        ("Dealer", "0", "there is no seat 0"),
        ("Dealer", "3", "there is no seat 3"),
        ("Dealer", "me", "'me' is not a dealer's seat"),
        ("Options", "No such, Muggins", "there is no option 'No such': choose from"),
        ("Options", "Muggins, No such", "there is no option 'No such': choose from"),
        ("Track", "Monza", "there is no track 'Monza': choose from"),
        ("Payoff", "Much", "there is no payoff 'Much': choose from"),
    ],
)
def test_a_wrong_tag_is_named_with_its_line(name, text, said):
    tags = Tags()
    tags.add(4, "Event", "any")
    tags.add(7, "Game", "Traditional") if name != "Game" else None
    tags.add(9, name, text)
    with pytest.raises(PegboardError, match=f"^{said}"):
        tags.entry()
    assert tags.line == 9


def test_an_option_that_a_game_lacks_is_refused():
    tags = Tags()
    tags.add(1, "Game", "Noddy")
    tags.add(2, "Options", "Muggins")
    with pytest.raises(PegboardError, match="^Noddy has no such option$"):
        tags.entry()


def test_the_names_of_tags_are_read_in_any_case_and_the_first_of_two_holds():
    tags = Tags()
    for line, (name, text) in enumerate(
        [("Game", " noddy "), ("Game", "Traditional"), ("Seats", "4"), ("Dealer", "2")]
    ):
        tags.add(line, name, text)
    assert tags.entry() == (E.START, 8, 4, 31, 1, 0, 0)
