"""`pegboard check`: every record of the tests passes, and an error names its line."""

import json

import pytest
from click.testing import CliRunner

from engine_core.records.record import Record, start_tags, write
from host.cli.main import main
from tests.cases import mostly_slow
from tests.conformance.support.player import GAMES, play_out
from tests.engine.test_records import FOLDER, RECORDS, ids


def check(*words):
    return CliRunner().invoke(main, ["check", *map(str, words)])


def refused(path, text):
    """Check a file with `text`, which must be refused; return the error."""
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    result = check(path)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert "Traceback" not in result.output
    assert isinstance(result.exception, SystemExit)
    return result.stderr


@pytest.fixture
def lines():
    return (FOLDER / "traditional.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", RECORDS, ids=ids)
def test_the_records_pass(path):
    result = check(path)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "every claim is right" in result.stdout
    assert " wins " in result.stdout or " win " in result.stdout


def test_players_and_scores_are_named():
    told = check(FOLDER / "traditional.txt").stdout
    assert "  Ann: 61\n  Ben: 55\n" in told
    assert "Ann wins 61 to 55." in told
    told = check(FOLDER / "four-handed.txt").stdout
    assert "  Ida and Kate: 120\n  Jack and Leo: 121\n" in told
    assert "Jack and Leo win 121 to 120." in told
    told = check(FOLDER / "four-handed-show.txt").stdout
    assert "Orange wins 121 to 94." in told
    assert "Henry: skunk." in check(FOLDER / "skunk.txt").stdout
    assert "Olga: lurch." in check(FOLDER / "three-handed.txt").stdout


def test_g19_a_record_of_ranks_is_not_said_to_prove_suits():
    file = FOLDER / "traditional-ranks.txt"
    assert "taken from the players' claims: the record has no suits" in check(file).stdout
    assert "no suits" not in check(FOLDER / "traditional.txt").stdout
    assert json.loads(check(file, "--json").stdout)["suits_known"] is False


def test_as_json():
    result = check(FOLDER / "three-handed.txt", "--json")
    told = json.loads(result.stdout)
    assert told.pop("entries") > 80
    assert told == {
        "game": "Three-handed",
        "target": 61,
        "suits_known": True,
        "sides": [
            {"name": "Mia", "score": 61},
            {"name": "Ned", "score": 46},
            {"name": "Olga", "score": 30},
        ],
        "over": True,
        "winner": "Mia",
    }


def test_a_game_that_is_not_over(tmp_path, lines):
    half = tmp_path / "half.txt"
    half.write_text("\n".join(lines[:40]), encoding="utf-8")
    assert "The game is not over." in check(half).stdout
    told = json.loads(check(half, "--json").stdout)
    assert (told["over"], told["winner"]) == (False, None)


def test_players_with_the_same_name_keep_their_scores(tmp_path, lines):
    path = tmp_path / "twins.txt"
    path.write_text("\n".join(lines).replace("Ann, Ben", "Kim, Kim"), encoding="utf-8")
    told = json.loads(check(path, "--json").stdout)
    assert [side["score"] for side in told["sides"]] == [61, 55]


def test_without_names_the_sides_are_called_by_their_colours(tmp_path, lines):
    path = tmp_path / "nameless.txt"
    text = "\n".join(line for line in lines if not line.startswith("[Players"))
    path.write_text(text, encoding="utf-8")
    assert "Blue wins 61 to 55." in check(path).stdout


def test_a_file_written_on_windows_reads_the_same(tmp_path, lines):
    path = tmp_path / "windows.txt"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode())
    assert check(path).exit_code == 0


def test_a_wrong_claim_is_named_with_its_line(tmp_path, lines):
    path = tmp_path / "wrong.txt"
    n = lines.index("hand 2 4C 5S 3H 7H = 9")
    lines[n] = "hand 2 4C 5S 3H 7H = 10"
    said = refused(path, "\n".join(lines))
    assert f"{path}, line {n + 1}: the hand is 9, not 10" in said


def test_a_card_played_twice_is_named_with_its_line(tmp_path, lines):
    n = lines.index("play 1:JS 2:JD+2 1:JC+6 2:go 1:go 1+1")
    lines[n] = lines[n].replace("1:JC", "1:JS")
    said = refused(tmp_path / "twice.txt", "\n".join(lines))
    assert f"line {n + 1}: the jack of spades has already been seen in this deal" in said


def test_json_reports_a_wrong_record_too(tmp_path, lines):
    path = tmp_path / "wrong.txt"
    path.write_text("\n".join([*lines, "next", "next"]), encoding="utf-8")
    result = check(path, "--json")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert f"line {len(lines) + 2}: " in result.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is empty"),
        ("\n\n", "is empty"),
        ("Dear Ann,\nhow are you?\n", "line 1: a record begins with its game"),
        ('[Game "Whist"]\n', "line 1: there is no game 'Whist'"),
        ('[Game "Traditional"]\n[Seats "²"]\n', "line 2: '²' is not a number of players"),
        ('[Game "Scoreboard"]\n[Dealer "cut"]\npoints 0+4\n', "line 3: "),
        ('[Game "Scoreboard"]\npoints 1+99999999999999999999999999\n', "line 2: "),
        ('[Game "Traditional"]\n[Dealer "1"]\nstarter 5♥\nplay 5♥', "line 4: the five of hearts"),
        (b"\xff\xfd\x00\x01", "is not text"),
        (b"\xff\xfe\x00", "is not text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not text"),
        (b'[Game "Traditional"]\n\x00\x00\x00\n', "line 2: "),
    ],
)
def test_a_text_that_is_not_a_record_is_refused_with_its_line(tmp_path, content, said):
    assert said in refused(tmp_path / "file.txt", content)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_record_written_by_powershell_passes(tmp_path, encoding):
    text = (FOLDER / "traditional.txt").read_text(encoding="utf-8").replace("\n", "\r\n")
    (tmp_path / "game.txt").write_bytes(("\ufeff" + text).encode(encoding))
    assert "every claim is right" in check(tmp_path / "game.txt").stdout


def test_a_missing_file_is_reported(tmp_path):
    for path in (tmp_path / "nothing.txt", tmp_path):
        result = check(path)
        assert result.exit_code == 1
        assert "cannot be read" in result.stderr
        assert "Traceback" not in result.output


def test_a_call_without_a_file_is_a_usage_error():
    assert check().exit_code == 2


@pytest.mark.parametrize("game", mostly_slow(GAMES), ids=str)
def test_records_of_every_game_pass(tmp_path, game):
    entries = play_out(game, 51, careless=20, meddling=25).entries()
    path = tmp_path / "game.txt"
    path.write_text(write(Record(start_tags(entries[0]), entries)), encoding="utf-8")
    for words in ([path], [path, "--json"]):
        result = check(*words)
        assert result.exit_code == 0, result.output
        assert result.stderr == ""
    assert json.loads(result.stdout)["over"]
