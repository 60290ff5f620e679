"""The installed program: the command by both its names, and all files of the built wheel."""

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # pytest brings it there

from host.site.parts import parts
from tests.targets.files import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = f"pegboard, version {PROJECT['project']['version']}\n"
PACKAGES = ("engine_core", "firmware", "hardware", "host")
PAGE = "host/web/page"
# Files that stay in the repository: for the type checker, and for README and docs there.
NOT_INSTALLED = {
    "firmware/pyrightconfig.json",
    "hardware/pegboard.jpg",
    "host/web/pictures/overlay.jpg",
    "host/web/pictures/phone.jpg",
    "host/web/pictures/tv.jpg",
    "host/web/pictures/wall.jpg",
}

DOWNLOADS = "hardware/files/"  # for those who have no wheel


def said(*command, **options):
    """Return the standard output of `command`, which must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_prints_its_version():
    assert said(sys.executable, "-m", "host", "--version") == VERSION


def test_python_m_host_is_the_command():
    assert "28" in said(sys.executable, "-m", "host", "count", "5H", "5C", "5S", "KD", "5D")


def files_of_the_packages():
    """Return the paths of the files that belong in a wheel, according to git."""
    listed = said("git", "ls-files", *PACKAGES, cwd=ROOT).splitlines()
    return {
        path for path in listed if (ROOT / path).is_file() and not path.startswith(DOWNLOADS)
    } - NOT_INSTALLED


def test_every_file_of_the_packages_is_code_or_named_as_data():
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout: git cannot say which files belong to it")
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    for path in files_of_the_packages():
        name = Path(path)
        assert name.suffix == ".py" or any(name.match(pattern) for pattern in patterns), path


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The folder of the programs of an environment in which only the wheel is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for path in [*files_of_the_packages(), "pyproject.toml", "README.md", "LICENSE"]:
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, source / path)
    said(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, source)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == files_of_the_packages()
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    said(programs / "python", "-m", "pip", "install", "--quiet", wheel)
    return programs


@pytest.mark.package
def test_the_lists_of_parts_of_wheel_and_site_are_ones_of_cyclonedx(programs, tmp_path):
    """With cyclonedx-bom, which .ci/run installs."""
    schema = pytest.importorskip("cyclonedx.schema")
    validation = pytest.importorskip("cyclonedx.validation.json")
    listed = tmp_path / "pegboard.cdx.json"
    words = ["--pyproject", ROOT / "pyproject.toml", "--spec-version", "1.5", "-o", listed]
    said("cyclonedx-py", "environment", *words, programs / "python")
    validator = validation.JsonStrictValidator(schema.SchemaVersion.V1_5)
    for text, part in (
        (listed.read_text("utf-8"), "pyserial"),
        (json.dumps(parts()), "micropython-webassembly-pyscript"),
    ):
        assert validator.validate_str(text) is None
        assert part in [one["name"] for one in json.loads(text)["components"]]


@pytest.mark.package
def test_a_wheel_installed_elsewhere_serves_its_page(programs, tmp_path):
    command = programs / "pegboard"
    assert said(command, "--version", cwd=tmp_path) == VERSION
    shown = "from host.install_command import install_command; print(install_command('club'))"
    advice = said(programs / "python", "-c", shown, cwd=tmp_path)
    said(advice.strip(), shell=True, cwd=tmp_path)
    said(programs / "python", "-c", "import paho.mqtt", cwd=tmp_path)
    advice = said(programs / "python", "-c", shown.replace("club", "site"), cwd=tmp_path)
    said(advice.strip(), shell=True, cwd=tmp_path)
    assert "Put them on a web server" in said(command, "site", "public", cwd=tmp_path)
    assert (tmp_path / "public" / "main.bundle.js").stat().st_size > 50_000
    words = "--virtual --no-browser --page-port 0 --game game.journal".split()
    running = [command, *words]
    with subprocess.Popen(running, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as program:
        try:
            found = re.search(r"127.0.0.1:(\d+)/", program.stdout.readline())
            link = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=10)
            for path in ["/", *(f"/page/{file.name}" for file in (ROOT / PAGE).iterdir())]:
                link.request("GET", path)
                answer = link.getresponse()
                assert answer.status == 200 and answer.read(), path
            link.close()
        finally:
            program.kill()
