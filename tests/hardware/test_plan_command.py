"""`pegboard plan`: it writes every file, always the same, and reports anything missing or
wrong."""

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest
from click.testing import CliRunner

from hardware import board, dimensions
from hardware.circuit import builds
from host.cli.main import main
from host.install_command import install_command
from host.plan import pcb
from host.plan.cutting.files import cutting_files
from host.plan.files import files, page_files
from host.plan.pictures import picture_files
from host.plan.printed import printed_files

KERF = 0.2
LIBRARIES = ("build123d", "ezdxf", "schemdraw")


def plan(folder, *words):
    done = CliRunner().invoke(main, ["plan", "--out", str(folder), *words])
    assert "Traceback" not in done.output
    return done


def written(folder):
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A plan with everything that is installed, for a laser; and the command's output."""
    folder = tmp_path_factory.mktemp("whole") / "new" / "plan"
    done = plan(folder, "--kerf", str(KERF))
    assert done.exit_code == 0, done.output
    return folder, done.output


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """A plan without the libraries; and the command's output."""
    folder = tmp_path_factory.mktemp("bare")
    with pytest.MonkeyPatch.context() as patch:
        for name in LIBRARIES:
            patch.setitem(sys.modules, name, None)
        done = plan(folder)
    assert done.exit_code == 0, done.output
    return folder, done.output


@pytest.mark.slow
def test_every_file_is_written_and_it_says_where_to_begin(whole):
    folder, output = whole
    assert "BUILD.md" in output
    layout = board.DEFAULT_LAYOUT
    made = (
        set(files(layout))
        | set(page_files(layout))
        | set(cutting_files(layout, KERF))
        | set(picture_files())
    )
    # Large and an extra: without it they are left out.
    printed = set(printed_files(layout)) if find_spec("build123d") else set()
    assert set(written(folder)) == made | printed


@pytest.mark.slow
def test_every_file_to_cut_and_print_is_the_same_when_it_is_made_again(whole):
    before = written(whole[0])
    for name, make in cutting_files(board.DEFAULT_LAYOUT, KERF).items():
        again = make()
        again = again.encode() if isinstance(again, str) else again
        assert again == before[name], name


@pytest.mark.slow
def test_a_dxf_is_the_same_whatever_order_python_gives_to_sets():
    code = (
        "from host.plan.cutting.dxf import dxf; from host.plan.cutting.sheet import Sheet; "
        "print(dxf(Sheet('', 0, 0, 1, 1, (), (), [], '')))"
    )
    made = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "45"  # with these ezdxf's own order differs, on Python 3.11
    ]
    assert made[0] == made[1]


@pytest.mark.slow
def test_the_kerf_is_an_option(whole):
    text = (whole[0] / "cut/face.svg").read_text(encoding="utf-8")
    assert 'r="2.9"' in text and 'r="3"' not in text


@pytest.mark.slow
def test_without_the_libraries_the_other_files_are_written_and_the_extras_are_named(bare):
    folder, output = bare
    assert install_command("plan") in output and install_command("cad") in output
    there = written(folder).keys()
    assert there > {"BUILD.md", "PARTS.md", "WIRING.md", "cut/face.svg", "drawings/wiring-usb.svg"}
    for name in there:
        assert not name.startswith(("printed/", "drawings/schematic-")) and name[-4:] != ".dxf"


@pytest.mark.slow
def test_the_page_alone_is_one_file(tmp_path):
    done = plan(tmp_path / "plan", "--page")
    assert done.exit_code == 0 and "Wrote 1 file to" in done.output
    assert set(written(tmp_path / "plan")) == {"build.html"}


@pytest.mark.slow
def test_a_missing_kicad_is_said_with_the_way_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv(pcb.VARIABLE, str(tmp_path / "python"))
    for name in (*LIBRARIES, "reportlab"):  # drawing them takes a second
        monkeypatch.setitem(sys.modules, name, None)
    done = plan(tmp_path / "plan", "--pcb")
    assert done.exit_code == 1
    assert "the circuit board needs KiCad 6" in done.output and "sudo apt install" in done.output
    assert (tmp_path / "plan" / "BUILD.md").is_file()
    assert not (tmp_path / "plan" / "pcb").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    done = plan(tmp_path / "file" / "plan")
    assert done.exit_code == 1
    assert "--out" in done.output


def test_a_fault_of_the_circuit_is_named_and_nothing_is_written(tmp_path, monkeypatch):
    whole = builds._data_nets
    lost = ("LOST", "red", 0.5, "U1.4 C1.+")
    monkeypatch.setattr(builds, "_data_nets", lambda *build: [*whole(*build), lost])
    done = plan(tmp_path / "plan")
    assert done.exit_code == 1 and "U1.4 is in 2 nets" in done.output
    assert not (tmp_path / "plan").exists()


def test_a_fault_of_the_body_is_named_and_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(dimensions, "HOLE_DIAMETER", 9.0)
    done = plan(tmp_path / "plan")
    assert done.exit_code == 1
    assert (
        "face: hole 1 and hole 2 leave 1.00 mm between them; it must be 2.0 mm or more"
        in done.output
    )
    assert not (tmp_path / "plan").exists()
