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
from hardware.layouts import NAMES
from host.cli.main import main
from host.errors import HostError
from host.pico.build import sources
from host.site.build import SITE_HEADERS
from host.site.npm import NpmError
from host.site.program import modules
from host.site.serve import site_app
from host.web.server import listen
from host.web.share import server_config
from tests.site_server import built

ADDRESS = re.compile(rb'(?:src|href)="([^"]+)"')
TEXTS = (".html", ".css", ".js", ".webmanifest")


@pytest.fixture
def command(monkeypatch):
    """Return a function that runs `pegboard site` with what the tests fetched."""
    files = {name: built()[name] for name in host.site.micropython.FILES}
    monkeypatch.setattr(host.site.micropython, "vm_files", lambda: files)
    return lambda *words: CliRunner().invoke(main, ["site", *map(str, words)])


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
    for address in ADDRESS.findall(built()["index.html"]):
        assert address.decode() in built(), address
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


def test_the_program_has_the_board_and_nothing_of_a_pico():
    found = modules()
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
