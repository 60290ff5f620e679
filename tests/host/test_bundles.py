"""The scripts of a page in one file: all their imports, each once and before its use."""

import re
import shutil
from importlib import resources

import pytest

from host.web import page_files
from host.web.bundles import bundles

PAGE = resources.files("host.web").joinpath("page")
MODULES = {
    entry.name: entry.read_text("utf-8") for entry in PAGE.iterdir() if entry.name.endswith(".js")
}
SMALL = {
    "first.js": 'import { one, two as second } from "./other.js";\nsecond(one);\n',
    "other.js": "// Two.\nexport const one = 1;\nexport function two() {}\n",
}


def test_a_bundle_has_the_imported_module_as_a_function_and_keeps_its_text():
    assert bundles(SMALL) == {
        "first.bundle.js": """\
// other.js
const $other = (() => {
// Two.
const one = 1;
function two() {}

return { one, two };
})();

// first.js
const { one, two: second } = $other;
second(one);
"""
    }


def test_a_module_that_two_import_is_there_once_and_before_both():
    modules = {
        "a.js": 'import { b } from "./b.js";\nimport { c } from "./c.js";\n',
        "b.js": 'import { c } from "./c.js";\nexport class b {}\n',
        "c.js": "export async function c() {}\n",
    }
    assert re.findall(r"^// (.*)", bundles(modules)["a.bundle.js"], re.M) == [
        "c.js",
        "b.js",
        "a.js",
    ]


@pytest.mark.parametrize(
    "line",
    [
        'import * as all from "./other.js";',
        "export default 5;",
        'export { one } from "./other.js";',
    ],
)
def test_another_form_of_import_or_export_is_an_error(line):
    with pytest.raises(ValueError, match=re.escape(f"first.js: {line}")):
        bundles({**SMALL, "first.js": line + "\n"})


def test_each_page_and_the_shared_worker_ask_for_a_bundle_that_is_there():
    asked = set()
    for entry in PAGE.iterdir():
        if entry.name.endswith((".html", ".js")):
            asked |= set(re.findall(r"\w+\.bundle\.js", entry.read_text("utf-8")))
    assert asked == set(bundles(MODULES))
    assert len(asked) == 8


def test_a_copy_with_the_line_ends_of_windows_has_the_same_bundles(tmp_path, monkeypatch):
    before = page_files._page_files()
    page = tmp_path / "page"
    shutil.copytree(resources.files("host.web") / "page", page)
    for script in page.glob("*.js"):
        script.write_bytes(script.read_bytes().replace(b"\n", b"\r\n"))
    monkeypatch.setattr(page_files, "__file__", str(tmp_path / "page_files.py"))
    after = page_files._page_files()
    bundled = [name for name in before if name.endswith(".bundle.js")]
    assert bundled and all(after[name] == before[name] for name in bundled)
