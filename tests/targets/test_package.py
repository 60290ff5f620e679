"""package.json gives `mip` the whole of engine_core, and nothing else."""

import json
from pathlib import Path

TOP = Path(__file__).parents[2]
PACKAGE = json.loads((TOP / "package.json").read_text(encoding="utf-8"))
# Only CPython has the heap for it.
NOT_SENT = {"engine_core/count/rank_points_cache.py"}


def test_mip_is_given_every_file_of_the_engine_in_its_place():
    files = {file.relative_to(TOP).as_posix() for file in (TOP / "engine_core").rglob("*.py")}
    assert {to for to, _ in PACKAGE["urls"]} == files - NOT_SENT
    assert all(to == source for to, source in PACKAGE["urls"])


def test_the_version_is_the_projects():
    project = (TOP / "pyproject.toml").read_text(encoding="utf-8")
    assert f'\nversion = "{PACKAGE["version"]}"\n' in project
