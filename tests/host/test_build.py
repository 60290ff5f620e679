"""The files for a Pico as they are built: version, hash, machine code, and what they contain."""

import ast
import re

import pytest

from engine_core.game import machines
from engine_core.games.preset_types import BATTLEFIELD, CRIBBAGE, SCOREBOARD
from firmware.lights import palette
from firmware.settings.brightness import Brightness
from host.pico import build, image_modules
from host.pico.device import Place, pieces

ALL = build.sources()


@pytest.mark.slow
def test_the_program_of_an_image_has_its_version_and_the_same_rules():
    texts = image_modules.modules()
    told: dict = {}
    exec(texts[build.VERSION], told)
    assert told["PROGRAM"] == build.program() + " image"
    assert told["ENGINE"] == build.engine_hash()
    exec(build.version_module(False), told)
    assert told["PROGRAM"] == build.program()
    assert set(ALL) < set(texts) and "main.py" in texts
    for path, text in build.texts(True).items():
        assert texts[path] == text


@pytest.mark.slow
def test_a_board_has_the_shades_that_its_program_would_compute():
    made: dict = {}
    exec(build.texts(False)[build.SHADES], made)
    assert made["SHADES"] == palette.shades(Brightness())


def test_the_programs_hash_changes_with_any_module(monkeypatch, tmp_path):
    number, before = build.program().split()
    assert re.fullmatch("[0-9a-f]{8}", before) and number[0].isdigit()
    other = tmp_path / "app.py"
    other.write_text(ALL["firmware/app.py"].read_text() + "\nONE_MORE = 1\n")
    rules = build.engine_hash()
    monkeypatch.setattr(build, "sources", lambda: {**ALL, "firmware/app.py": other})
    assert build.program().split()[1] != before and build.engine_hash() == rules


@pytest.mark.parametrize(
    ("number", "machine"),
    [
        (0x1306, "armv6m"),  # a Pico
        (0x1F06, "armv7emsp"),  # a Pico 2 on its ARM cores
        (0x2F06, "rv32imc"),  # and on its RISC-V cores
        (0x12F06, "rv32imc"),  # with Zba
        (0x32F06, "rv32imc"),  # with Zba and Zcmp
        (0x0306, ""),
    ],
)
def test_the_machine_code_is_that_of_the_devices_architecture(number, machine):
    assert build.mpy_kind(number) == build.MpyKind(6, 3, machine)


@pytest.mark.parametrize("number", [0x1306, 0x1F06, 0x32F06])
def test_a_pico_of_each_kind_gets_machine_code_that_it_loads(number):
    compiler = build.Compiler(build.mpy_kind(number))
    name = "firmware/pico/strip_bytes_viper.py"
    data = compiler.compile(ALL[name].read_text(encoding="utf-8"), name)
    # A .mpy file begins with M, its version, and a byte of sub-version and architecture; bit 6 of
    # that says that flags of the architecture follow, which the code would need.
    assert data[:3] == bytes([ord("M"), number & 0xFF, number >> 8 & 0x3F])


def test_everything_the_board_imports_is_in_the_bundle():
    names = ALL
    assert "firmware/pico/supervisor.py" in names and "hardware/board.py" in names
    assert "engine_core/game/game.py" in names and "firmware/app.py" in names
    assert not {"firmware/bundle.py", "firmware/pico/main.py", "hardware/geometry.py"} & set(names)


def test_pieces_already_on_the_device_are_copied_and_joined():
    parts = [b"one", b"two", b"three", b"four"]
    data = b"head" + b"".join(parts)
    there = {build.digest(b"two"): Place(40, 3), build.digest(b"three"): Place(43, 5)}
    assert pieces(data, parts, there) == [b"headone", Place(40, 8), b"four"]
    assert pieces(data, parts, {}) == [data]


def imported(path, text):
    """Return the dotted names that the module `text` at `path` may import on a board, with those
    named in a text, as for engine_core.compat.later."""
    found = set()
    nodes = [ast.parse(text)]
    while nodes:
        node = nodes.pop()
        flag = getattr(node.test, "id", "") if isinstance(node, ast.If) else ""
        if flag in BRANCH:
            nodes += getattr(node, BRANCH[flag])
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            folders = path.split("/")[: -node.level] if node.level else []
            source = ".".join([*folders, *([node.module] if node.module else [])])
            found |= {source, *[f"{source}.{alias.name}" for alias in node.names]}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        nodes += ast.iter_child_nodes(node)
    return found


BRANCH = {"TYPE_CHECKING": "orelse", "MICROPYTHON": "body"}  # the one that a board takes


def test_a_board_has_the_modules_that_it_can_import_and_no_others():
    here = {path: file.read_text(encoding="utf-8") for path, file in build.sources().items()}
    paths = {path.removesuffix(".py").replace("/", "."): path for path in here}
    more = {"firmware.pico.supervisor"}
    more |= {
        part for name in (BATTLEFIELD, CRIBBAGE, SCOREBOARD) for part in machines.modules(name)
    }
    names = set()
    reached = set()
    while more:
        reached |= more
        for name in more:
            names |= imported(paths[name], here[paths[name]])
        more = (names & paths.keys()) - reached
    packages = {name for name in paths if name.endswith("__init__")}
    assert paths.keys() - reached == packages
    elsewhere = tuple(name.removesuffix(".py").replace("/", ".") for name in build._ELSEWHERE)
    assert not [name for name in names if name.startswith(elsewhere)]
