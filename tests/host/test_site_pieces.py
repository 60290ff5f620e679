"""Pieces of the static site by themselves: the joined image, packages, the list of parts, what the
service worker and the manifest say, and a page's games at their limits."""

import base64
import hashlib
import json
import os
import re
from importlib import metadata

import pytest

from hardware.board import DEFAULT_LAYOUT
from host.pico import file_system
from host.pico.joined_image import Stock
from host.site import build, npm, page_games, page_image, parts
from host.site.build import SITE_HEADERS
from host.site.pico_files import image_file
from tests.conformance.support.page_store import Worker, in_order, link_of, record_of
from tests.host import uf2_files

# The image -------------------------------------------------------------------------------------

FILES = {"main.py": b"print(1)\n"}


@pytest.fixture
def folder(tmp_path):
    data = uf2_files.stock()
    (tmp_path / "stock.uf2").write_bytes(data)
    (tmp_path / "other.uf2").write_bytes(data[:600])
    (tmp_path / "blocks.bin").write_bytes(image_file(FILES, Stock(data).blocks))
    return lambda name: str(tmp_path / name)


def test_a_page_says_what_a_uf2_is_or_why_it_cannot_be_joined(folder):
    told = json.loads(page_image.look(folder("stock.uf2")))
    assert told == {"name": "Pico", "version": "1.29.0"}
    told = json.loads(page_image.look(folder("other.uf2")))
    assert list(told) == ["why"] and len(told["why"]) > 20


@pytest.mark.parametrize("new", [True, False])
def test_a_page_joins_what_pegboard_image_does(folder, new):
    made = page_image.join(
        folder("stock.uf2"), folder("blocks.bin"), new, DEFAULT_LAYOUT, folder("made.uf2")
    )
    assert json.loads(made) == {}
    stock = Stock(uf2_files.stock())
    wanted = stock.joined(file_system.blocks(FILES, stock.blocks, new))
    with open(folder("made.uf2"), "rb") as file:
        assert file.read() == wanted
    words = folder("other.uf2"), folder("blocks.bin"), new, DEFAULT_LAYOUT, folder("none.uf2")
    assert list(json.loads(page_image.join(*words))) == ["why"]
    assert not os.path.exists(folder("none.uf2"))


# Packages --------------------------------------------------------------------------------------


def test_a_folder_is_made_once_whole_or_not_at_all(tmp_path):
    folder, filled = tmp_path / "a" / "b" / "package", []

    def fill(fresh):
        assert not folder.exists() and list(fresh.iterdir()) == []
        filled.append(fresh)
        (fresh / "file").write_text("x")

    for _ in range(2):
        assert npm.whole(folder, fill) == folder
    assert len(filled) == 1 and (folder / "file").read_text() == "x"
    assert [one.name for one in folder.parent.iterdir()] == ["package"]

    def fails(fresh):
        (fresh / "file").write_text("x")
        raise npm.NpmError("no network")

    for _ in range(2):
        with pytest.raises(npm.NpmError):
            npm.whole(folder.with_name("other"), fails)
    assert [one.name for one in folder.parent.iterdir()] == ["package"]


def test_of_two_programs_that_make_a_folder_both_use_the_first(tmp_path):
    folder = tmp_path / "package"

    def fill(fresh):
        folder.mkdir()
        (folder / "file").write_text("of the other")
        (fresh / "file").write_text("mine")

    assert npm.whole(folder, fill) == folder
    assert (folder / "file").read_text() == "of the other"


def test_a_package_of_another_hash_is_refused(tmp_path, monkeypatch):
    archive = b"not the file that it was"
    digest = base64.b64encode(hashlib.sha512(archive).digest()).decode()
    listed = tmp_path / "package.json"

    def download(wanted, folder):
        asked.append(wanted)
        path = folder / "archive.tgz"
        path.write_bytes(archive)
        return path

    def untar(archive, folder):
        (folder / "package").mkdir()
        archive.unlink()

    asked = []
    monkeypatch.setattr(npm, "download", download)
    monkeypatch.setattr(npm, "untar", untar)
    for right in (False, True):
        known = f"sha512-{digest}" if right else "sha512-another"
        listed.write_text(
            json.dumps({"dependencies": {"@a/b": "1.2.3"}, "integrity": {"@a/b": known}})
        )
        if right:
            found = npm.package("@a/b", listed, tmp_path / "cache")
            assert found == tmp_path / "cache" / "@a+b@1.2.3" / "package" and found.is_dir()
        else:
            with pytest.raises(npm.NpmError, match=r"^@a/b@1\.2\.3 is not the expected file"):
                npm.package("@a/b", listed, tmp_path / "cache")
    assert asked == ["@a/b@1.2.3"] * 2


def test_node_is_the_executable_of_its_wheel():
    assert npm.node().is_file()


# The list of parts, the manifest and the service worker ------------------------------------------


def test_the_list_of_parts_is_one_of_cyclonedx():
    told = parts.parts()
    head = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1}
    assert {name: told[name] for name in head} == head
    whole = told["metadata"]["component"]
    (vm,) = told["components"]
    assert (whole["type"], whole["name"]) == ("application", "pegboard-site")
    assert whole["version"] == metadata.version("pegboard")
    assert (
        vm["purl"] == vm["bom-ref"] == f"pkg:npm/%40{vm['group'][1:]}/{vm['name']}@{vm['version']}"
    )
    assert told["dependencies"] == [
        {"ref": whole["bom-ref"], "dependsOn": [vm["bom-ref"]]},
        {"ref": vm["bom-ref"]},
    ]
    for one in (whole, vm):
        assert one["licenses"] == [{"license": {"id": "MIT"}}]
    known = json.loads(parts.PACKAGES.read_text(encoding="utf-8"))["integrity"][parts.VM]
    (digest,) = vm["hashes"]
    assert digest["alg"] == "SHA-512"
    assert "sha512-" + base64.b64encode(bytes.fromhex(digest["content"])).decode() == known


def worker_of(**files):
    """Return the values at the head of the service worker of these files."""
    code = build._service_worker(files)
    found = re.findall(r"^const (VERSION|FILES|LATER|HEADERS) = (.*);$", code, re.MULTILINE)
    return {name: json.loads(value) for name, value in found}


def test_the_service_worker_is_another_one_when_a_file_is():
    later = f"{build.LATER[0]}x"
    one = worker_of(index=b"one", **{later: b"x"})
    assert set(one) == {"VERSION", "FILES", "LATER", "HEADERS"} and len(one["VERSION"]) == 16
    assert set(one["FILES"]) == {"index", later} and one["LATER"] == [later]
    assert one == worker_of(index=b"one", **{later: b"x"})
    for other in (worker_of(index=b"other", **{later: b"x"}), worker_of(index=b"one")):
        assert other["VERSION"] != one["VERSION"]
    assert one["HEADERS"] == {k: v for k, v in SITE_HEADERS.items() if k != "Cache-Control"}
    assert "Content-Security-Policy" in one["HEADERS"] and "Cache-Control" in SITE_HEADERS


def test_the_manifest_is_for_the_folder_of_the_site():
    told = json.loads(build._manifest('{"start_url": "/", "icons": [{"src": "/page/icon.svg"}]}'))
    assert told == {
        "description": "A cribbage board that counts",
        "start_url": "./",
        "scope": "./",
        "icons": [{"src": "icon.svg"}],
    }


# Games of a page ---------------------------------------------------------------------------------


def test_so_many_results_of_practice_are_kept_and_the_newest(monkeypatch):
    monkeypatch.setattr(page_games, "_RESULTS_MOST", 3)
    worker = Worker()
    for n in range(5):
        worker.store.time += 1
        worker.ask("keep practice", "day", [n])
    times = [worker.store.time - 2, worker.store.time - 1, worker.store.time]
    assert worker.ask("practised") == [
        [at, "day", n] for at, n in zip(times, (2, 3, 4), strict=True)
    ]
    for damaged in ("x", "{}", "3"):
        worker.store.practised = damaged
        assert worker.ask("practised") == []


def test_what_takes_long_is_computed_once_until_the_game_changes(monkeypatch):
    computed = []

    def compute(entries):
        computed.append(len(entries))
        return f"the curve of {len(entries)}"

    monkeypatch.setattr(page_games, "chance_curve", compute)
    monkeypatch.setattr(page_games, "_ANSWERS_KEPT", 2)
    worker = Worker()
    for name in ("noddy-flush", "scoreboard-taken-back", "traditional"):
        worker.ask("take record", record_of(name))
    for number, times in ((1, 1), (1, 1), (2, 2), (1, 2), (3, 3), (3, 3), (1, 4)):
        length = len(json.loads(worker.ask("exported", number))["entries"])
        assert worker.ask("chances", number) == f"the curve of {length}"
        assert len(computed) == times, number
    worker.store.time += 5
    worker.store.rows[1] = json.dumps(json.loads(worker.store.rows[1]) | {"changed": 7.0})
    worker.games.load()
    worker.ask("chances", 1)
    assert len(computed) == 5


def test_the_game_of_a_link_is_reviewed_as_the_one_of_its_record():
    worker = Worker()
    ((number, _),) = worker.ask("take record", record_of("traditional"))
    kept = worker.ask("reviewed", number)
    linked = worker.ask("reviewed link", "http://pegboard.example/#game=" + link_of("traditional"))
    assert linked["packed"] == kept["packed"] and linked["names"] == ["Ann", "Ben"]
    assert (linked["title"], kept["title"]) == ("A game from a link", f"Game {number}")
    assert linked["owners"] == [] and in_order(linked) != in_order(kept)


def test_a_game_that_is_removed_is_no_longer_there():
    worker = Worker()
    ((number, _),) = worker.ask("take record", record_of("noddy-flush"))
    worker.ask("game", number)
    worker.games._rows.delete(number)
    assert worker.said("game", number) == {"trouble": "There is no such game"}
    assert worker.ask("games") == [] and worker.store.rows == {}
