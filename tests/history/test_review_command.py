"""`pegboard review` and `pegboard owners`."""

import json

import pytest
from click.testing import CliRunner

from engine_core.records import record
from host.analysis.table_review import review_any
from host.cli import owners as owners_command
from host.cli import review as review_command
from host.cli.main import main
from host.history.links import link_text
from host.history.store import History
from tests.page.record_play import RECORDS

# The cribs of the record, as the dealer's two and the other's.
ANSWERS = "AS 2C\n\nnonsense\nKS 9H\nQC 4H\nQC 3C\n-\nq\n"


@pytest.fixture(scope="module")
def reviews():
    """The reviews of this module's tests. Each is computed once: it is always the same, as
    tests/analysis/test_game_review.py shows."""
    return {}


@pytest.fixture
def run(tmp_path, monkeypatch, reviews):
    monkeypatch.setenv("PEGBOARD_DATA", str(tmp_path / "data" / "pegboard"))

    def computed_once(*given):
        *key, _ = given  # the last one is told how far it is
        if repr(key) not in reviews:
            reviews[repr(key)] = review_any(*given)
        return reviews[repr(key)]

    monkeypatch.setattr(review_command, "review_any", computed_once)

    def run_it(*words, code=0, keyed=None):
        done = CliRunner().invoke(main, [str(word) for word in words], input=keyed)
        assert done.exit_code == code, done.output
        assert "Traceback" not in done.output
        return done.stdout

    return run_it


@pytest.fixture
def kept(run, tmp_path):
    run("import", RECORDS / "traditional.txt")
    return tmp_path / "data/pegboard/history.sqlite"


@pytest.mark.slow
def test_a_record_and_a_stored_game_are_reviewed_alike(run, kept):
    one = json.loads(run("review", RECORDS / "traditional.txt", "--json"))
    assert json.loads(run("review", 1, "--json")) == one
    assert [side["name"] for side in one["sides"]] == ["Ann", "Ben"]
    assert [side["points"] for side in one["sides"]] == [61, 55]


@pytest.mark.slow
def test_the_text_has_first_lines_luck_the_curve_and_what_is_not_known(run, kept):
    text = run("review", 1)
    lines = text.splitlines()
    assert lines[1].startswith("Ann, deal 4, laying Q on Q: about 2.4 points and 7 % more than 5")
    assert lines[2].startswith("Ben, deal ")
    assert "Ann's 61 points: " in text
    assert " of an average player in as many deals, " in text
    assert "  end      100 %" in text
    assert "Throws: not known in any deal." in text
    assert len(run("review", 1, "--all").splitlines()) > len(lines)


@pytest.mark.slow
def test_owners_are_told_deal_by_deal_and_kept(run, kept):
    text = run("owners", 1, keyed=ANSWERS)
    assert "Deal 1, crib A♠ 2♣ 7♥ 6♥. Ann kept" in text
    assert "Ben threw: " in text
    assert "'nonsense' is not a card" in text
    assert "Write two of Q♣ 3♣ 8♣ A♥." in text
    assert "Known in 2 of 4 deals." in text
    told = json.loads(run("review", 1, "--json"))
    ben = told["sides"][1]["throws"]
    assert [one["thrown"] for one in ben[:3]] == [["AS", "2C"], None, ["QC", "3C"]]
    assert ben[0]["dealer"] and ben[0]["points"] >= 0
    assert told["sides"][0]["throws"][0]["thrown"] == ["7H", "6H"]
    # Asked again, Enter leaves what is known, - forgets it.
    assert "Known in 1 of 4 deals." in run("owners", 1, keyed="-\n\n\nq\n")


@pytest.mark.slow
def test_a_person_is_asked_once(run, kept, monkeypatch):
    monkeypatch.setattr(review_command, "is_terminal", lambda: True)
    assert "Who threw which cards" in run("review", 1, keyed="q\n")
    assert "Who threw which cards" not in run("review", 1)


def test_a_program_is_never_asked(run, kept):
    assert not owners_command.is_terminal()
    assert "Who threw" not in run("review", 1)


@pytest.mark.slow
def test_the_owners_stay_with_a_game_that_is_merged(run, kept, tmp_path):
    run("owners", 1, keyed="AS 2C\nq\n")
    run("merge", kept, "--history", tmp_path / "other.sqlite")
    told = json.loads(run("review", 1, "--json", "--history", tmp_path / "other.sqlite"))
    assert told["sides"][1]["throws"][0]["thrown"] == ["AS", "2C"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("backward-three", "only Traditional, three-handed and four-handed games are reviewed"),
        ("traditional-ranks", "its suits are not known"),
    ],
)
def test_other_games_are_refused_with_the_reason(run, name, why):
    done = CliRunner().invoke(main, ["review", str(RECORDS / f"{name}.txt")])
    assert done.exit_code == 1 and why in done.output


def test_a_game_that_is_not_there_is_an_error(run, kept):
    done = CliRunner().invoke(main, ["review", "99"])
    assert done.exit_code == 1 and "99" in done.output
    done = CliRunner().invoke(main, ["review", "nothing.txt"])
    assert done.exit_code == 1 and "nothing.txt cannot be read" in done.output


@pytest.mark.slow
def test_damaged_owners_are_not_believed(run, kept):
    history = History(kept)
    history.tell_owners(1, [[1, "AS 3C / 7H 6H"], [2, "no cards"], [3, "QC / 3C 8C / AH"]])
    history.close()
    told = json.loads(run("review", 1, "--json"))
    assert all(one["thrown"] is None for side in told["sides"] for one in side["throws"])
    assert record.parse(run("export", 1)).tags


def test_the_game_of_a_link_is_reviewed(run, kept):
    history = History(kept)
    game = history.game(1)
    link = link_text(tuple(entry for _, entry in history.entries(1)), game.names, None)
    history.close()
    told = json.loads(run("review", f"http://example.org/?view=history{link}", "--json"))
    assert told == json.loads(run("review", 1, "--json"))


def test_the_owners_of_three_players_are_told_card_by_card(run, tmp_path):
    run("import", RECORDS / "three-handed.txt")
    text = run("owners", 1, keyed="AS\nq\n")
    crib = next(line for line in text.splitlines() if line.startswith("Deal 1, crib "))
    cards = crib.removeprefix("Deal 1, crib ").partition(".")[0].split()[:3]
    assert "the card of each player" in text and "Write three of " in text
    assert "Known in 1 of " in run("owners", 1, keyed=" ".join(cards) + "\nq\n")
    sides = json.loads(run("review", 1, "--json"))["sides"]
    assert [side["throws"][0]["thrown"] is not None for side in sides] == [True] * 3
    assert "Plays are not reviewed in a game of three players." in run("review", 1)


@pytest.mark.slow
def test_owners_told_later_are_in_the_record_and_in_json(run, kept, tmp_path):
    assert "[Owners" not in run("export", 1)
    assert json.loads(run("export", 1, "--format", "json"))["owners"] == []
    run("owners", 1, keyed=ANSWERS)
    told = json.loads(run("export", 1, "--format", "json"))["owners"]
    assert told[0] == {"deal": 1, "thrown": [["7H", "6H"], ["AS", "2C"]]}
    text = run("export", 1)
    assert '[Owners "1: 7H 6H / AS 2C; 3: 8C AH / QC 3C"]' in text
    file = tmp_path / "game.txt"
    file.write_text(text)
    run("check", file)
    other = tmp_path / "other.sqlite"
    run("import", file, "--history", other)
    assert run("export", 1, "--history", other) == text
    review = run("review", 1, "--json")
    assert run("review", 1, "--json", "--history", other) == review
    assert run("review", file, "--json") == review


def test_a_known_game_learns_from_another_copy_who_threw_what(run, kept, tmp_path):
    file, other = tmp_path / "game.txt", tmp_path / "other.sqlite"
    file.write_text(run("export", 1))
    run("import", file, "--history", other)
    run("owners", 1, keyed="AS 2C\nq\n")
    run("owners", 1, "--history", other, keyed="\n\nQC 3C\nq\n")
    merged = json.loads(run("export", 1, "--format", "json"))["owners"]
    assert [one["deal"] for one in merged] == [1]
    run("merge", other)
    merged = json.loads(run("export", 1, "--format", "json"))["owners"]
    assert [one["deal"] for one in merged] == [1, 3]
    # What is known here stays.
    run("owners", 1, "--history", other, keyed="7H 2C\nq\n")
    run("merge", other)
    assert json.loads(run("export", 1, "--format", "json"))["owners"] == merged


def test_a_merged_game_of_which_nobody_was_asked_is_asked(run, kept, tmp_path, monkeypatch):
    other = tmp_path / "other.sqlite"
    run("merge", kept, "--history", other)
    monkeypatch.setattr(review_command, "is_terminal", lambda: True)
    assert "Who threw which cards" in run("review", 1, "--history", other, keyed="q\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1: 7H 6H / AS 3C", "deal 1"),
        ("9: 7H 6H / AS 2C", "deal 9"),
        ("1: 7H 6H AS 2C", "deal 1"),
        ("7H 6H / AS 2C", "cannot be read at '7H 6H / AS 2C'"),
        ("1: 7H nonsense", "cannot be read"),
    ],
)
def test_a_wrong_tag_of_owners_is_refused_and_nothing_added(run, kept, tmp_path, text, said):
    file = tmp_path / "wrong.txt"
    head = f'[Owners "{text}"]\n'
    file.write_text(head + (RECORDS / "traditional.txt").read_text(encoding="utf-8"))
    for command in ("import", "check"):
        done = CliRunner().invoke(main, [command, str(file)])
        assert done.exit_code == 1 and said in done.output and "Owners" in done.output
    assert len(run("games").splitlines()) == 1
