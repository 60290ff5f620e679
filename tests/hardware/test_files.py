"""The archives to download: they follow the description, and another program reads them.

Parts that take KiCad or CAD a minute are not made again: the archive holds digests of their
sources.
"""

import io
import re
import zipfile
from pathlib import Path

import pytest

import hardware
from hardware import forms, power
from hardware.panel import placement
from host.plan.download import DIGESTS, archive_name, digests, quick_files
from tests.hardware import dxf_reader

pytestmark = pytest.mark.files

FOLDER = Path(hardware.__file__).parent / "files"
OLD = "pegboard plan --archive hardware/files"


@pytest.fixture(params=forms.names(), scope="module")
def layout(request):
    return request.param


@pytest.fixture(scope="module")
def inside(layout):
    """Return the files of an archive by their names."""
    with zipfile.ZipFile(FOLDER / archive_name(layout)) as packed:
        assert packed.testzip() is None
        top = f"pegboard-{layout}/"
        names = packed.namelist()
        assert all(name.startswith(top) for name in names)
        return {name.removeprefix(top): packed.read(name) for name in names}


def test_each_layout_has_its_archive_and_there_is_no_other():
    there = {path.name for path in FOLDER.iterdir()}
    assert there == {archive_name(layout) for layout in forms.names()}


def test_the_quick_files_are_what_the_description_gives(inside, layout):
    for name, make in quick_files(layout).items():
        # Paper has the same sheets as cut, and takes ten times as long.
        if not name.startswith("paper/"):
            made = make()
            made = made.encode() if isinstance(made, str) else made
            assert inside[name] == made, f"{name} of {layout} is old: {OLD}"
    assert {n for n in inside if n.startswith("paper/")} == {
        n for n in quick_files(layout) if n.startswith("paper/")
    }


def test_the_slow_files_were_made_from_the_description(inside, layout):
    lines = [line.split("  ") for line in inside[DIGESTS].decode().splitlines()]
    assert {name: digest for digest, name in lines} == digests(layout), f"{layout} is old: {OLD}"


def test_a_change_of_the_description_changes_the_digest(monkeypatch):
    before = digests("shared")
    monkeypatch.setattr(placement, "BESIDE", (-1.6, -4.2))
    after = digests("shared")
    assert {name for name in before if before[name] != after[name]} == {"panel"}


def test_what_is_ordered_is_whole(inside, layout):
    boards = ["plate"]
    boards += ["pcb"] if power.usb_feeds(layout) else []
    boards += ["panel"] if layout in placement.LAYOUTS else []
    for name in boards:
        with zipfile.ZipFile(io.BytesIO(inside[f"{name}/gerbers.zip"])) as gerbers:
            assert {"Edge_Cuts", "F_Cu", "B_Cu"} <= {
                re.sub(r".*-(\w+)\.\w+$", r"\1", one) for one in gerbers.namelist()
            }
        assert any(one.startswith(f"{name}/") and one.endswith(".kicad_pro") for one in inside)
    for name in ("pcb", "panel"):
        assert (f"{name}/gerbers.zip" in inside) == (name in boards)
        assert (
            (f"{name}/bom.csv" in inside)
            == (f"{name}/placement.csv" in inside)
            == (name in boards)
        )
    for ending in (".stl", ".step"):
        assert f"printed/foot{ending}" in inside


def test_the_page_of_an_archive_names_each_sheet_with_its_size_as_another_reader_finds_it(inside):
    text = inside["README.md"].decode()
    rows = re.findall(r"^\| (\d+) \| `([\w-]+)` \| ([\d.]+) × ([\d.]+) × [\d.]+ mm", text, re.M)
    assert len(rows) == 12
    for _, name, width, height in rows:
        read = dxf_reader.read(inside[f"cut/{name}.dxf"].decode())
        xs, ys = [], []
        for line in read.modelspace().query("LWPOLYLINE[layer=='CUT']"):
            for x, y, *_ in line.get_points():
                xs.append(x)
                ys.append(y)
        assert max(xs) - min(xs) == pytest.approx(float(width), abs=0.01)
        assert max(ys) - min(ys) == pytest.approx(float(height), abs=0.01)


def test_no_path_of_the_computer_that_made_it_is_in_an_archive(inside):
    for name, content in inside.items():
        assert b"/work/" not in content and b"/tmp/" not in content, name
