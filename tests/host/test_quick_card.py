"""The quick cards agree with the presets, for every game."""

import pytest
from click.testing import CliRunner

from engine_core.count.scoring import Scoring
from engine_core.games import presets
from engine_core.games.presets import PRESETS, Deal, Preset
from host.cli import quick_card
from host.cli.card import lines
from host.cli.main import main


def run(*words):
    return CliRunner().invoke(main, ["card", *words])


def long(name):
    return run(name, "--long").output


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_every_game_has_a_card_with_its_deals_and_targets(row):
    assert all(len(line) < 200 for line in lines(row))
    for text in (run(row.name).output, long(row.name)):
        agrees(row, text)


def agrees(row, text):
    assert text.startswith(f"{PRESETS.index(row) + 1}  {row.name}\n")
    for target in row.targets if row.machine != "scoreboard" else ():
        assert str(target) in text
    for deal in row.deals if row.machine != "scoreboard" else ():
        for cards in (*deal.deal, *deal.throw):
            assert not cards or str(abs(cards)) in text


def test_a_card_says_who_throws_if_not_everybody_does():
    text = long("five-handed")
    assert "deal 5-5-5-5-4 from the dealer's left, throw 1-1-1-1-0" in text


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_every_card_distinguishes_a_refusal_from_a_failure(row):
    text = long(row.name)
    assert "Moving red stripes" in text and "Three steady red blocks" in text


def test_noddy_has_one_card_for_all_numbers_of_players():
    assert "2 to 6 players: deal 3 each." in long("noddy")


def test_five_card_asks_for_the_cards_left_before_the_crib():
    text = long("five-card")
    assert text.index("have not played") < text.index("Crib:")


def test_an_unknown_game_is_refused_with_a_list_of_games():
    result = run("whist")
    assert result.exit_code == 1
    assert "Traditional" in result.output and "Traceback" not in result.output


def test_all_cards_as_a_page_to_print(tmp_path):
    page = tmp_path / "cards.html"
    result = run("--html", str(page))
    assert result.exit_code == 0 and str(page) in result.output
    text = page.read_text(encoding="utf-8")
    assert text.count("<section>") == len(PRESETS)
    assert "http" not in text


def test_a_page_that_cannot_be_written_is_reported(tmp_path):
    result = run("--html", str(tmp_path / "no" / "cards.html"))
    assert result.exit_code == 1 and "cannot be written" in result.output


def test_battlefields_card_has_the_cut_the_renewal_and_the_reserve_of_four_players():
    text = long("battlefield")
    assert text.index("Cut: enter each card") < text.index("First card:")
    assert "Over 31 the card begins a new line" in text and "to the right pegs 1" in text
    for name in ("battlefield", "battlefield, partners"):
        assert "the four dropped cards are the reserve" in long(name)


def test_g18_the_cards_of_partners_say_how_to_cut_for_them():
    for name in ("four-handed", "backward", "battlefield, partners"):
        assert "the two lowest are partners" in long(name)
    assert "partners" not in long("traditional")


def test_g14b_cards_of_games_with_muggins_in_the_play_list_its_keys():
    assert "caller's number and Joker" in long("traditional")
    assert "caller's number and Joker" not in long("noddy")


def test_cards_for_three_mention_moving_a_peg_in_a_penalty_box():
    for name in ("three-handed", "six-handed, crib wars", "battlefield"):
        assert "ENTER moves your peg while it blinks" in long(name)
    for name in ("traditional", "four-handed", "noddy"):
        assert "penalty box for three" not in long(name)


def test_the_scoreboards_card_gives_its_target():
    assert "any lower number that you enter" in long("scoreboard")


def test_every_card_of_a_game_with_seats_says_where_they_are_shown():
    for row in PRESETS:
        told = "dealer has a second light" in long(row.name)
        assert told == (row.machine != "scoreboard")


def test_the_key_for_a_forgotten_go_is_told_where_there_is_a_go():
    for name in ("traditional", "noddy", "battlefield", "scoreboard"):
        told = "A go was not entered" in long(name)
        assert told == (name in ("traditional", "noddy"))


def test_g12b_a_false_go_and_a_false_claim_are_told_where_they_can_be():
    for name, go, claim in (
        ("traditional", True, False),
        ("noddy", True, True),
        ("battlefield", False, False),
    ):
        text = long(name)
        assert ("until the next key: a renege" in text) == go
        assert ("a claim was false" in text) == claim


def test_points_that_differ_from_those_of_most_games_are_told(monkeypatch):
    class House(Scoring):
        pair = 3
        go = 2

    row = Preset(201, "House", Deal((6, 6), (2, 2)), scoring=House())
    monkeypatch.setattr(presets, "PRESETS", [*PRESETS, row])
    assert "A pair is 3. A go is 2." in lines(row)
    assert "Twenty-five is 2, like fifteen. A run of three is 2." in long("noddy")
    assert "is 2." not in long("traditional")


def test_a_card_has_the_chosen_game_and_nothing_else():
    plain = run("traditional").output
    for word in ("Muggins", "Ranks alone", "♠", "Crib Wars", "Options", "3 players"):
        assert word not in plain
    chosen = run(
        "traditional", "--option", "ranks alone", "--option", "Go by itself", "--option",
        "Crib by owner", "--track", "crib wars",
    ).output  # fmt: skip
    assert chosen.startswith("1  Traditional, Ranks alone, Go by itself, Crib by owner\n")
    for text in (
        "A card is one key",
        "enter the next lead alone",
        "the two cards that the dealer",
    ):
        assert text in chosen
    assert "Crib Wars: red slides" in chosen and "then suit" not in chosen
    assert "2 players" not in run("backward", "--players", "3").output
    assert "the board counts the hands" not in run("traditional", "--option", "muggins").output
    muggins = run("traditional", "--option", "muggins in the play", "--option", "ranks alone")
    assert "a suit key, then points and ENTER" in muggins.output


@pytest.mark.parametrize("row", PRESETS, ids=lambda row: row.name)
def test_a_card_is_short_with_every_option(row):
    for seats in row.players():
        bits = row.options_for(seats)
        for track in row.tracks:
            told = quick_card.lines(quick_card.Table(row, seats, track, bits))
            assert len(" ".join(told).split()) < 400
            assert len(set(told)) == len(told)
    usual = quick_card.lines(quick_card.Table(row))
    assert len(usual) <= 20 and len(" ".join(usual).split()) < 300


def test_what_a_game_does_not_have_is_refused():
    for words, why in (
        (("noddy", "--option", "Ranks alone"), "has no option 'Ranks alone'. It has: Strict go"),
        (("backward", "--players", "3", "--option", "crib by owner"), "has no option"),
        (("traditional", "--players", "3"), "cannot be played by 3"),
        (("noddy", "--track", "Crib Wars"), "not played on the track"),
        (("--players", "2"), "Which game?"),
    ):
        result = run(*words)
        assert result.exit_code and why in result.output
