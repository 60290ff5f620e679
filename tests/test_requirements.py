"""The packages that the project names have bounds, and those of the tests have hashes."""

import json
import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import host.site.npm
from host.site.micropython import PACKAGES
from tests.targets import npm

try:
    import tomllib
except ImportError:  # before Python 3.11
    tomllib = None

ROOT = Path(__file__).parents[1]
LOCKED = re.compile(r"([a-z0-9._-]+)==(\S+) --hash=sha256:[0-9a-f]{64}")


def named(*extras):
    """Return the requirements of pyproject.toml, with these extras."""
    if not tomllib:
        pytest.skip("this Python cannot read pyproject.toml")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lists = [project["dependencies"], *[project["optional-dependencies"][e] for e in extras]]
    found = [Requirement(text) for one in lists for text in one]
    return [one for one in found if one.name != "pegboard"]


def test_each_package_has_a_lower_and_an_upper_bound():
    for one in named("analysis", "bench", "cad", "cad-test", "dev", "pi", "plan", "test"):
        operators = {specifier.operator for specifier in one.specifier}
        assert {">=", "<"} <= operators, f"{one} has no bounds"


def test_the_tests_have_exact_versions_with_hashes_within_the_bounds():
    head, *lines = (ROOT / "tests" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert head.startswith("#")
    found = [LOCKED.fullmatch(line) for line in lines]
    assert all(found), "a line without a version or a hash"
    versions = {canonicalize_name(one[1]): one[2] for one in found}
    for one in named("analysis", "dev", "plan", "test"):
        if one.marker and not one.marker.evaluate(
            {"sys_platform": "linux", "platform_machine": "x86_64"}
        ):
            continue
        name = canonicalize_name(one.name)
        assert name in versions, f"{name} is missing: python -m tests.lock"
        assert one.specifier.contains(versions[name]), f"{name}: python -m tests.lock"


def test_each_package_of_npm_has_a_version_and_a_hash():
    for file in (npm.HERE / "package.json", PACKAGES):
        listed = json.loads(file.read_text(encoding="utf-8"))
        assert set(listed["integrity"]) == set(listed["dependencies"])
        for name, version in listed["dependencies"].items():
            assert re.fullmatch(r"\d+\.\d+\.\d+(-\d+)?", version), name
            assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", listed["integrity"][name]), name


def test_an_archive_with_another_hash_is_not_unpacked(tmp_path, monkeypatch):
    archive = tmp_path / "axe-core.tgz"
    archive.write_bytes(b"something else")
    monkeypatch.setattr(npm, "CACHE", tmp_path / "cache")
    monkeypatch.setattr(host.site.npm, "download", lambda wanted, folder: archive)
    with pytest.raises(npm.NpmError, match="axe-core@.* is not the expected file"):
        npm.package("axe-core")
    assert not list((tmp_path / "cache").iterdir())
