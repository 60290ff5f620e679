"""`pegboard site`: the files of the static site, and how they are served."""

import base64
import hashlib
import http.client
import json
import re
import threading

import pytest
import uvicorn
from click.testing import CliRunner

import host.cli.site
import host.site.micropython
import host.site.pico_files
from hardware.layouts import NAMES
from host.cli.main import main
from host.errors import HostError
from host.pico.build import sources
from host.site.build import SITE_HEADERS
from host.site.npm import NpmError
from host.site.pico_files import FOLDERS
from host.site.program import AGAINST_PART, ANALYSIS_PART, BOARD_PART, GAMES_PART, modules
from host.site.serve import site_app
from host.web.server import listen
from host.web.share import server_config
from tests.site_server import built
from tests.targets.files import ROOT

ADDRESS = re.compile(rb'(?:src|href)="([^"]+)"')
MICROPYTHON = "https://micropython.org/download/RPI_PICO/"  # for a person to follow
TEXTS = (".html", ".css", ".js", ".webmanifest")


@pytest.fixture
def command(monkeypatch):
    """Return a function that runs `pegboard site` with what the tests fetched."""
    files = {name: built()[name] for name in host.site.micropython.FILES}
    monkeypatch.setattr(host.site.micropython, "vm_files", lambda: files)
    pico = {name: data for name, data in built().items() if name.startswith(FOLDERS)}
    monkeypatch.setattr(host.site.pico_files, "pico_files", lambda compiled: pico)
    return lambda *words: CliRunner().invoke(main, ["site", *map(str, words)])


@pytest.mark.slow
def test_the_files_are_written_to_a_folder(command, tmp_path):
    done = command(tmp_path / "public")
    assert done.exit_code == 0, done.output
    assert f"Wrote {len(built())} files" in done.output
    written = {
        path.relative_to(tmp_path / "public").as_posix(): path.read_bytes()
        for path in (tmp_path / "public").rglob("*")
        if path.is_file()
    }
    assert written == built()


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_reported(command, tmp_path):
    (tmp_path / "file").write_text("")
    done = command(tmp_path / "file" / "public")
    assert done.exit_code == 1 and "Name another folder" in done.output


def test_a_folder_or_serve_is_needed(command):
    done = command()
    assert done.exit_code == 2 and "Name a folder to write to, or use --serve" in done.output


def test_without_node_it_says_how_to_get_it(monkeypatch, tmp_path):
    def missing(name):
        raise NpmError("Node is missing")

    monkeypatch.setattr(host.site.npm, "package", lambda *_: missing(""))
    done = CliRunner().invoke(main, ["site", str(tmp_path / "public")])
    assert done.exit_code == 1 and "Node is missing" in done.output
    assert issubclass(NpmError, HostError) and not (tmp_path / "public").exists()


def test_every_address_is_relative_and_there():
    for page in ("index.html", "install.html"):
        for address in ADDRESS.findall(built()[page]):
            assert address.decode() in {"./", MICROPYTHON, *built()}, address
    manifest = json.loads(built()["app.webmanifest"])
    assert manifest["start_url"] == manifest["scope"] == "./"
    assert all(icon["src"] in built() for icon in manifest["icons"])
    for name, data in built().items():
        if name.endswith(TEXTS):
            assert b'"/page/' not in data, name
    assert {f"boards/{name}.json" for name in NAMES} <= built().keys()


def test_the_service_worker_names_each_file_by_its_hash():
    code = built()["service_worker.js"].decode()
    named = json.loads(re.search(r"^const FILES = (.*);$", code, re.MULTILINE)[1])
    assert named.keys() == built().keys() - {"service_worker.js"}
    for name, integrity in named.items():
        digest = hashlib.sha256(built()[name]).digest()
        assert integrity == "sha256-" + base64.b64encode(digest).decode(), name


def test_the_licences_of_all_parts_are_beside_them():
    licences = built()["licences.txt"].decode()
    assert (ROOT / "LICENSE").read_text(encoding="utf-8") in licences
    assert "MicroPython (micropython.mjs, micropython.wasm)" in licences
    told = json.loads(built()["parts.cdx.json"])
    (vm,) = told["components"]
    listed = json.loads(host.site.micropython.PACKAGES.read_text(encoding="utf-8"))
    assert f"{vm['group']}/{vm['name']}" in listed["dependencies"]
    assert (
        vm["version"] in listed["dependencies"].values() and len(vm["hashes"][0]["content"]) == 128
    )
    assert vm["name"] in vm["purl"] and told["metadata"]["component"]["version"]


def test_the_program_has_the_board_and_nothing_of_a_pico():
    parts = modules()
    found, games = parts[BOARD_PART], parts[GAMES_PART]
    assert not found.keys() & games.keys()
    assert {"host/history/shelf.py", "host/analysis/tables.py"} <= games.keys()
    # What chooses for the second seat is not where its cards are.
    assert "host/analysis/player.py" in parts[ANALYSIS_PART].keys() - parts[AGAINST_PART].keys()
    assert "host/boards/dealt_game.py" in parts[AGAINST_PART]
    assert {"engine_core/game/game.py", "firmware/app.py", "host/mirror/view.py"} <= found.keys()
    assert not [path for path in found if path.startswith("firmware/pico/")]
    assert not [path for path in sources() if path.startswith("firmware/browser/")]


def test_the_site_is_served_with_the_servers_policy_and_that_of_the_vm():
    sock = listen(0)
    server = uvicorn.Server(server_config(site_app(built())))
    thread = threading.Thread(target=server.run, args=([sock],))
    thread.start()

    def get(path, **headers):
        link = http.client.HTTPConnection("127.0.0.1", sock.getsockname()[1], timeout=10)
        link.request("GET", path, headers=headers)
        answer = link.getresponse()
        answer.read()
        link.close()
        return answer.status, answer.headers

    try:
        for name, kind in (("", "text/html"), ("micropython.wasm", "application/wasm")):
            status, headers = get(f"/{name}")
            assert status == 200 and headers["Content-Type"].startswith(kind)
            assert headers["Cache-Control"] == "no-cache"
            policy = headers["Content-Security-Policy"]
            assert policy == SITE_HEADERS["Content-Security-Policy"]
        assert get("/nothing")[0] == 404
        assert get("/", Host="elsewhere.example")[0] == 400
    finally:
        server.should_exit = True
        thread.join(10)
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert policy.count("unsafe") == 1 and policy.startswith("default-src 'none'; ")
