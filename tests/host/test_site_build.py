"""How the site is built: which files it has and what is in them, with few modules and no network;
and the small parts of its workers by themselves."""

import base64
import json
import re
from types import SimpleNamespace

import pytest

from engine_core.errors import PegboardError
from hardware.board import DEFAULT_LAYOUT
from hardware.layouts import NAMES
from host.analysis.tables import TableMissing
from host.errors import StoreError
from host.pico.build import Compiler
from host.site import build, micropython, npm, page_names, program
from host.site.micropython import FILES, KIND, VM, vm_files
from host.site.page_against import PageAgainst
from host.site.page_answer import answer_text
from host.site.page_mirror import PageMirror
from host.site.pico_files import BLOCKS, image_name
from host.web.drawing import drawing
from tests.conformance.support.board_page import Page

MODULES = {
    "board.bin": {"a.py": "x = 1\n", "b/c.py": "from a import x\nprint(x)\n"},
    "mirror.bin": {"d.py": "y = 2\n"},
}


def test_the_program_of_a_page_is_its_modules_one_after_the_other(monkeypatch):
    monkeypatch.setattr(program, "modules", lambda: MODULES)
    compiled = []
    made = program.program(lambda: compiled.append(1))
    monkeypatch.setattr(build, "modules", lambda: MODULES)
    assert len(compiled) == build.steps() == 3 and made.keys() == MODULES.keys()
    compiler = Compiler(KIND)
    for name, texts in MODULES.items():
        line, _, body = made[name].partition(b"\n")
        for (path, length), (source, text) in zip(json.loads(line), texts.items(), strict=True):
            module = source.removesuffix(".py")
            assert path == f"{module}.mpy"
            assert body[:length] == compiler.compile(text, module.replace("/", "."))
            body = body[length:]
        assert body == b""


@pytest.mark.parametrize(
    "path, name",
    [
        ("engine_core/game/game.py", program.BOARD_PART),
        ("host/history/shelf.py", program.GAMES_PART),
        ("host/analysis/player.py", program.ANALYSIS_PART),
        ("host/site/page_against.py", program.AGAINST_PART),
        ("host/link/session.py", "mirror.bin"),
        ("host/pico/uf2.py", "image.bin"),
    ],
)
def test_each_module_is_in_the_file_of_the_worker_that_needs_it(path, name):
    assert program._part(path) == name


@pytest.fixture
def made(monkeypatch):
    """Return the files of a site whose program is empty."""
    monkeypatch.setattr(build, "program", lambda compiled: {"board.bin": b"[]\n"})
    return build.site_files({"vm.mjs": b"the vm"}, {"flash/x.bin": b"for a Pico"})


def test_the_site_has_pages_boards_tables_and_what_it_is_given(made):
    assert made["vm.mjs"] == b"the vm" and made["flash/x.bin"] == b"for a Pico"
    assert made["board.bin"] == b"[]\n"
    for name in NAMES:
        shown = json.loads(made[f"boards/{name}.json"])
        assert shown == json.loads(json.dumps(drawing(name, True, 0)))
        assert shown["takes_keys"] is True and shown["delay"] == 0
    for name in ("index.html", "history.html", "practice.html", "review.html", "install.html"):
        text = made[name].decode()
        assert text.count("Content-Security-Policy") == 1 and "/page/" not in text
        for address in re.findall(r'(?:src|href)="([^"#:?]+)"', text):
            found = address.removeprefix("./")
            assert found in made or not found, (name, address)
    tables = [name for name in made if name.startswith("tables/")]
    assert len(tables) == 3 and all(json.loads(made[name]) for name in tables)
    assert "site.css" in made and "install.css" in made and "icon.svg" in made
    (manifest,) = [name for name in made if name.endswith(".webmanifest")]
    assert json.loads(made[manifest])["start_url"] == "./"


def test_the_service_worker_knows_every_other_file(made):
    (name,) = [name for name in made if b"const FILES = " in made[name]]
    line = next(one for one in made[name].decode().splitlines() if one.startswith("const FILES"))
    assert set(json.loads(line.removeprefix("const FILES = ").rstrip(";"))) == set(made) - {name}


def test_micropython_comes_from_the_users_own_cache_or_another(tmp_path, monkeypatch):
    asked = []

    def package(wanted, listed, cache):
        asked.append((wanted, listed, cache))
        return tmp_path

    for name in FILES:
        (tmp_path / name).write_bytes(name.encode())
    monkeypatch.setattr(npm, "package", package)
    monkeypatch.setattr(micropython, "user_cache_path", lambda name: tmp_path / name)
    for cache in (None, tmp_path / "other"):
        assert vm_files(cache) == {name: name.encode() for name in FILES}
    assert [one[:2] for one in asked] == [(VM, micropython.PACKAGES)] * 2
    assert [one[2] for one in asked] == [tmp_path / "pegboard" / "npm", tmp_path / "other"]


# The kilobytes of the flash that MicroPython leaves to files.
FLASH = {"Pico": 1408, "Pico W": 848, "Pico 2": 3072, "Pico 2 W": 2560}


def test_each_board_has_blocks_of_four_kilobytes_for_files():
    assert {name: 4 * count for name, count in BLOCKS.items()} == FLASH
    assert image_name("Pico 2 W") == "images/pico-2-w.bin"


# Small parts of the workers ---------------------------------------------------------------------


def test_a_worker_answers_with_a_value_or_says_what_is_wrong():
    def fails(owner, why):
        raise {"a": StoreError, "b": PegboardError, "c": TableMissing}[why]("it is gone")

    rows = {"sum": lambda owner, *values: [owner, sum(values)], "fails": fails}
    told = [
        json.loads(answer_text("me", rows, what, values))
        for what, values in (
            ("sum", "[1, 2]"), ("sum", "[]"), ("fails", '["a"]'), ("fails", '["b"]'),
        )
    ]  # fmt: skip
    assert told == [
        {"value": ["me", 3]}, {"value": ["me", 0]},
        {"trouble": "It is gone"}, {"trouble": "It is gone"},
    ]  # fmt: skip
    assert list(json.loads(answer_text("me", rows, "fails", '["c"]'))) == ["wants"]


def test_a_name_goes_to_the_board_and_its_answer_to_the_page():
    asked, answers = [], []
    requests = SimpleNamespace(ask=lambda request, answered: asked.append(answered))
    names = ["Ann", "Ben", "", "", "", ""]
    for name in ("Zoë", "", "x" * 99, "Ben"):
        page_names.rename(requests, names, 0, name, answers.append)  # type: ignore[arg-type]
    for answered in asked:
        answered("")
        answered("it is full")
    said = answers[-2 * len(asked) :]
    assert said == ["", "The board did not take the name: it is full."] * len(asked)
    refused = answers[: -2 * len(asked)]
    assert asked and len(refused) + len(asked) == 4 and all(refused)
    assert "Another side is called Ben, or has that colour." in refused


class Random(Page):
    """A page whose random bytes all have one value."""

    byte = 0

    def random(self, count):
        return base64.b64encode(bytes([self.byte] * count)).decode()

    def think(self, number, what, view):
        pass


@pytest.mark.parametrize("byte, first", [(0, 0), (1, 1), (2, 0), (3, 1), (254, 0), (255, 1)])
def test_chance_says_who_deals_first(byte, first):
    page = Random()
    page.byte = byte
    assert PageAgainst(page, DEFAULT_LAYOUT)._first() == first


def test_a_page_of_a_real_board_tells_what_it_shows_at_once_and_then_news_alone():
    sent = []
    page = SimpleNamespace(
        now=lambda: 0.0, seconds=lambda: "5", frame=sent.append, send=sent.append,
        answer=lambda *words: None,
    )  # fmt: skip
    mirror = PageMirror(page)
    first = json.loads(mirror.news())
    assert first["link"] and mirror.news() == "" and mirror.match() == ""
    mirror.opened()
    assert json.loads(mirror.news())["link"] != first["link"]
    assert base64.b64decode(sent[0]) == b"\n" and not mirror.hung()
