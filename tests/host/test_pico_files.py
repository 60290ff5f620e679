"""The program for a Pico on the static site: what is sent, and what is joined with MicroPython."""

import json

import pytest

from hardware.board import DEFAULT_LAYOUT
from hardware.layouts import NAMES
from host.pico import blocks_file, build, file_system
from host.pico.joined_image import BOARDS, ImageError
from host.pico.settings_file import PATH, with_layout
from host.site import pico_files
from host.site.pico_files import BLOCKS, image_name
from tests.cases import slow
from tests.host.few_modules import few
from tests.site_server import built


@pytest.fixture
def files(monkeypatch):
    """Return a function that returns the files of a board by its machine."""
    monkeypatch.setattr(build, "sources", few)
    return lambda machine: build.files(build.MpyKind(6, 3, machine))


@pytest.mark.slow
def test_there_are_files_for_every_board_that_an_image_may_be_for():
    assert {name for name, _ in BOARDS.values()} == BLOCKS.keys()
    assert {image_name(name) for name in BLOCKS} <= built().keys()


@pytest.mark.parametrize(
    ("board", "new"),
    slow(*((board, new) for board in BOARDS for new in (True, False))),
)
def test_a_page_has_the_blocks_of_pegboard_image(files, board, new):
    name, machine = BOARDS[board]
    count = BLOCKS[name]
    data = built()[image_name(name)]
    for layout in NAMES:
        wanted = dict(files(machine)[0])
        if layout != DEFAULT_LAYOUT:
            wanted[PATH] = with_layout("", layout).encode()
        found = blocks_file.read(data, count, new, layout)
        assert found == file_system.blocks(wanted, count, new), layout


def test_as_many_modules_are_compiled_as_are_told(monkeypatch):
    monkeypatch.setattr(build, "sources", few)
    monkeypatch.setattr(pico_files, "image_file", lambda files, count: b"")
    compiled = []
    made = pico_files.pico_files(lambda: compiled.append(1))
    assert len(compiled) == pico_files.steps() and len(made) > len(BLOCKS)


@pytest.mark.slow
def test_a_file_system_of_another_size_is_refused():
    with pytest.raises(ImageError, match="pegboard image on a computer joins them"):
        blocks_file.read(built()[image_name("Pico")], 353, True, DEFAULT_LAYOUT)


@pytest.mark.slow
@pytest.mark.parametrize("machine", ["armv6m", "armv7emsp"])
def test_what_is_sent_are_the_files_of_pegboard_flash(files, machine):
    line, _, body = built()[f"flash/{machine}.bin"].partition(b"\n")
    index = json.loads(line)
    wanted, parts = files(machine)
    assert index["files"] == [[path, len(data)] for path, data in wanted.items()]
    assert body == b"".join(wanted.values())
    assert index["parts"] == [len(part) for part in parts]
    assert index["program"] == build.program()
