"""`pegboard replay`: a record plays itself on the page, and people may take over."""

import asyncio

import pytest
from click.testing import CliRunner

import host.boards.virtual
from engine_core.records.record import parse as parse_record
from engine_core.state.entries import parse
from host.cli.main import main
from host.cli.options import PageOptions
from host.mirror.view import view
from tests.conformance.support.mirrored import check
from tests.engine.test_records import FOLDER
from tests.host.program import running

RECORD = FOLDER / "won-by-nibs.txt"


@pytest.fixture
def served(monkeypatch):
    """Run the board's tasks to their end instead of a server; return the boards served."""
    boards = []

    def serve(board, page, ending, tasks=(), keys=True):
        board.options = page
        board.views = []
        board.broadcast.publish_view = board.views.append
        boards.append(board)
        enter = board.app.enter

        def entered(entry):
            enter(entry)
            for _ in range(5):  # on a busy computer the board may not tick before the next card
                board.tick()

        board.app.enter = entered

        async def everything():
            running = asyncio.ensure_future(board.run())
            for task in tasks:
                await task()
            running.cancel()

        asyncio.run(everything())
        board.tick()

    monkeypatch.setattr("host.cli.replay.serve_page", serve)
    return boards


def replay(*words):
    return CliRunner().invoke(main, ["replay", *map(str, words)])


@pytest.mark.slow
def test_the_players_of_a_record_are_named_on_the_page(served, tmp_path):
    text = RECORD.read_text(encoding="utf-8")
    file = tmp_path / "record.txt"
    for players, shown in (
        ("Ann, Ben", ["Ann", "Ben"]),
        ("Ann\x1b[2J, " + 30 * "x", ["Ann[2J", 23 * "x" + "…"]),
        ("Ann", ["Blue", "Orange"]),
    ):
        others = [line for line in text.splitlines() if not line.startswith("[Players")]
        file.write_text("\n".join([f'[Players "{players}"]', *others]), encoding="utf-8")
        assert replay(file, "--speed", 100, "--no-browser", "--page-port", 0).exit_code == 0
        sides = view(served[-1].mirror)["game"]["sides"]
        assert [side["name"] for side in sides] == shown


def test_a_record_plays_itself_to_its_end(served):
    result = replay(RECORD, "--speed", 100, "--no-browser", "--page-port", 0)
    assert result.exit_code == 0
    assert "The record is over." in result.stdout
    (board,) = served
    assert board.options == PageOptions(port=0, browser=False)
    assert board.app.game.entries() == parse_record(RECORD.read_text(encoding="utf-8")).entries
    check(board.app, board.mirror)
    told = view(board.mirror)
    assert (told["mode"], told["game"]["over"]["winner"]) == ("over", 1)
    # It was seen card by card.
    played = [len(shown["game"]["line"]) for shown in board.views if shown["game"]]
    assert {0, 1, 2, 3, 4} <= set(played)
    assert len(board.views) > 30


def test_a_key_press_stops_the_replay(served, monkeypatch):
    class Meddled(host.boards.virtual.VirtualBoard):
        """A board on which somebody keys a card after the first that was played."""

        def __init__(self, *ports):
            super().__init__(*ports)
            enter = self.app.enter

            def entered(entry):
                enter(entry)
                if len(self.app.game.state.laid) == 1:
                    enter(parse("3C"))

            self.app.enter = entered

    monkeypatch.setattr(host.boards.virtual, "VirtualBoard", Meddled)
    result = replay(FOLDER / "traditional.txt", "--speed", 100)
    assert result.exit_code == 0
    assert "Somebody entered a card meanwhile: the record stops here." in result.stdout
    assert served[0].app.game.entries()[7] == parse("3C")


def test_a_record_with_a_wrong_claim_is_not_played(served, tmp_path):
    wrong = tmp_path / "wrong.txt"
    text = RECORD.read_text(encoding="utf-8")
    wrong.write_text(text.replace("score 4 13", "score 5 13"), encoding="utf-8")
    result = replay(wrong)
    assert result.exit_code == 1
    line = text.split("\n").index("score 4 13") + 1
    assert f"line {line}: the score is 4 13, not 5 13" in result.stderr
    assert served == []


@pytest.mark.parametrize("speed", ["0", "-1", "fast", "1000"])
def test_an_invalid_speed_is_a_usage_error(served, speed):
    assert replay(RECORD, "--speed", speed).exit_code == 2
    assert served == []


@pytest.mark.slow
def test_the_page_of_a_replay():
    with running("replay", RECORD, "--speed", 100, "--no-browser", "--page-port", 0) as program:
        program.board()
        program.until("The record is over.")
        program.view(lambda view: view["mode"] == "over")
        # From there on people may go back, and play on.
        program.keys("UNDO")
        assert program.view(lambda view: view["mode"] == "game")["game"]["starter"] is None
