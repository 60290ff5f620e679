"""The interfaces for programs: /game.txt, the description of the events, and pegboard watch
--json."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine_core.records import record
from host.cli.main import main
from host.web.server import create_app
from tests.host.far_end import board_on_socket
from tests.host.program import RUN
from tests.page.record_play import RecordPlay
from tests.page_server import TOKEN, Watcher, serving

DOCUMENT = Path(__file__).parents[2] / "host/web/EVENTS.md"


@pytest.fixture(scope="module")
def served():
    with serving() as running:
        yield running


def test_the_record_of_the_game_so_far_is_a_record(served):
    play = RecordPlay(served)
    play.play(3)
    for count in (5, 12, 30):
        play.play(count)
        status, headers, body = served.ask("GET", "/game.txt")
        assert status == 200 and headers["Content-Type"] == "text/plain; charset=utf-8"
        assert record.parse(body.decode()).entries == play.entries[: play.mirror.game.length]
    play.undo()
    entries = record.parse(served.ask("GET", "/game.txt")[2].decode()).entries
    assert entries == play.entries[: play.mirror.game.length]


def test_the_record_has_the_names_that_the_table_gave(served):
    play = RecordPlay(served)
    play.mirror.names[0] = 'Zoë "x"\n[Game "y"]'
    play.play(12)
    parsed = record.parse(served.ask("GET", "/game.txt")[2].decode())
    assert parsed.players()[1] == "Orange"
    assert parsed.players()[0].startswith("Zoë")
    assert [name for name, _ in parsed.tags].count("Game") == 1


def test_without_a_game_there_is_no_record():
    with serving() as fresh:
        assert fresh.ask("GET", "/game.txt")[0] == 404


def test_the_document_names_every_field_of_a_view(served):
    text = DOCUMENT.read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+)`", text))
    play = RecordPlay(served)
    watcher = Watcher(served.port)
    play.play(len(play.entries))
    view = watcher.tables(1)[0]
    while not (view["game"] and view["game"]["over"]):
        view = watcher.tables(1)[0]
    watcher.close()
    game = view["game"]
    parts = [view, game, game["sides"][0], game["seats"][0], game["counts"][0], game["over"]]
    for fields in parts:
        assert set(fields) <= named


def test_the_document_names_every_address_that_a_program_reads(served):
    text = DOCUMENT.read_text(encoding="utf-8")
    app = create_app(served.broadcast, TOKEN)
    pages = ("/", "/page/{name}", "/page/{start}/{name}", "/token", "/key")
    for route in app.routes:
        if route.path not in pages:
            assert f"`{route.path}`" in text, route.path


def test_watch_json_prints_each_view_of_a_real_board_as_a_line(tmp_path):
    with board_on_socket() as (plugged, name):
        words = ("watch", "--port", name, "--json", "--history", str(tmp_path / "h.sqlite"))
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, *words], stdout=subprocess.PIPE, text=True
        )
        try:
            view = json.loads(process.stdout.readline())
            while view["link"]["state"] != "live":
                view = json.loads(process.stdout.readline())
            plugged.play(40)
            before = view
            while (view := json.loads(process.stdout.readline())) == before:
                pass
            assert {"mode", "prompt", "game", "link"} <= set(view)
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


@pytest.mark.parametrize(
    "words",
    ["--json --terminal", "--json --share", "--terminal --delay 5", "--json --mqtt mqtt://b/t"],
)
def test_watch_without_a_page_shares_and_delays_nothing(words):
    done = CliRunner().invoke(main, ["watch", *words.split()])
    assert done.exit_code == 2 and "Usage:" in done.stderr
