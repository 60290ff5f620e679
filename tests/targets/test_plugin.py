"""The plugin itself: a failure on a target must fail here, with its place and reason."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conformance.support import kit
from tests.targets import npm, plugin, workers
from tests.targets.files import ROOT
from tests.targets.micropython import VM
from tests.targets.table import Table

SAMPLE = """
import sys
from tests.conformance.support.kit import Rand

def test_good():
    return bytes([Rand(1).below(256) for _ in range(9)])

def test_bad():
    print("before it failed")
    one = 1
    assert one == 2

def test_answers_differ():
    return "the game is " + sys.implementation.name

def test_kinds_differ():
    return "x" if sys.implementation.name == "cpython" else b"x"

def test_answers_a_list():
    return [1]

def test_hangs_there():
    print("going in")
    while sys.implementation.name == "micropython":
        pass

def test_after_the_hang():
    print("@ 1 bytes eA==")
    return "nothing was lost"
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A project with the plugin and one conformance module, which fails in every way."""
    root = tmp_path_factory.mktemp("project")
    shutil.copy(ROOT / "pyproject.toml", root)
    unwanted = shutil.ignore_patterns("__pycache__", "test_*.py")
    for part in ("tests/targets", "tests/conformance"):
        shutil.copytree(ROOT / part, root / part, ignore=unwanted)
    for part in ("tests/__init__.py", "tests/conftest.py"):
        shutil.copy(ROOT / part, root / part)
    (root / "tests/conformance/test_sample.py").write_text(SAMPLE)
    return root


def run(root, *options, **environment):
    """Run pytest in `root`, in one process, and return its exit code and all it printed."""
    always = "-vv --color=no -p no:cacheprovider -p xdist -n 0".split()
    # Each run imports the same files, and none of the other plugins that happen to be installed.
    usual = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    usual.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *always, *options],
        cwd=root,
        env={**usual, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def report(copy):
    """The output of a run on both targets."""
    folder = npm.package(VM).parent
    shutil.copytree(folder, copy / "tests/.npm" / folder.name)
    code, text = run(copy, "--target-timeout=0.5")
    assert code == 1
    return text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "cpython", "micropython"),
    [
        ("good", "PASSED", "PASSED"),
        ("bad", "FAILED", "FAILED"),
        ("answers_differ", "PASSED", "FAILED"),
        ("kinds_differ", "PASSED", "FAILED"),
        ("answers_a_list", "FAILED", "FAILED"),
        ("hangs_there", "PASSED", "FAILED"),
        ("after_the_hang", "PASSED", "PASSED"),
    ],
)
def test_each_target_is_judged_by_itself(report, name, cpython, micropython):
    assert f"test_sample.py::test_{name}[cpython] {cpython}" in report
    assert f"test_sample.py::test_{name}[micropython] {micropython}" in report


@pytest.mark.slow
def test_a_failure_there_shows_its_place_its_source_and_what_it_printed(report):
    section = report.partition("_ test_bad[micropython] _")[2].partition("\n____")[0]
    line = SAMPLE.split("\n").index("    assert one == 2") + 1
    assert f'File "tests/conformance/test_sample.py", line {line}, in test_bad' in section
    assert "    assert one == 2\nAssertionError" in section
    assert "before it failed" in section
    assert "<stdin>" not in section and "another exception" not in section


@pytest.mark.slow
def test_a_difference_shows_both_answers(report):
    section = report.partition("_ test_answers_differ[micropython] _")[2].partition("\n____")[0]
    assert "from place 12 on" in section
    assert "cpython: 'the game is cpython'" in section
    assert "micropython: 'the game is micropython'" in section


@pytest.mark.slow
def test_a_hang_shows_what_was_printed_before(report):
    section = report.partition("_ test_hangs_there[micropython] _")[2].partition("\n____")[0]
    assert "no answer within 0.5 s" in section
    assert "going in" in section


@pytest.mark.slow
def test_the_table_counts(report):
    times = r" +[\d.]+ s +[\d.]+ s  "
    assert re.search(rf"^cpython +5 +2{times}CPython 3", report, re.MULTILINE)
    assert re.search(rf"^micropython +2 +5{times}MicroPython 1\.29", report, re.MULTILINE)


@pytest.mark.slow
def test_two_processes_find_the_same_and_print_the_same_table(copy, report):
    code, text = run(copy, "-n", "2", "--dist", "load", "--target-timeout=0.5")
    assert code == 1 and "2 workers" in text

    def outcomes(text):
        found = re.findall(r"(\S+::\S+) (FAILED|PASSED)", text)  # of one process
        found += [pair[::-1] for pair in re.findall(r"(FAILED|PASSED) (\S+::\S+)", text)]
        return {pair for pair in found if "test_sample.py" in pair[0]}

    def table(text):
        row = r"^(\S+) +(\d+) +(\d+) .* s  (.*?)(?:, at most.*)?$"
        return re.findall(row, text, re.MULTILINE)

    assert outcomes(text) == outcomes(report) and len(outcomes(text)) == 14
    assert table(text) == table(report) and len(table(text)) == 2


@pytest.mark.slow
def test_skipped_tests_are_counted_by_reason(copy):
    file = copy / "tests/test_left_out.py"
    left_out = "@pytest.mark.skipif(True, reason='no {0} here')\ndef test_{0}(): ...\n"
    texts = [left_out.format("sun"), left_out.format("rain"), "test_two = test_rain\n"]
    file.write_text("import pytest\n" + "".join(texts))
    code, text = run(copy, str(file))
    file.unlink()
    assert code == 0
    assert "\n1 skipped: no sun here\n2 skipped: no rain here\n" in text


@pytest.mark.slow
def test_one_target_can_be_chosen(copy):
    code, text = run(copy, "--target", "cpython", "-k", "good")
    assert code == 0
    assert "1 passed" in text and "[micropython]" not in text


@pytest.mark.slow
def test_an_unknown_target_is_a_usage_error_that_lists_them(copy):
    code, text = run(copy, "--target", "cpython,toaster")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "no target 'toaster'; the targets are cpython, micropython, browser, emulator, " in text


@pytest.mark.slow
def test_an_unavailable_target_fails(copy):
    shutil.rmtree(copy / "tests/.npm", ignore_errors=True)
    nowhere = {"npm_config_registry": "http://127.0.0.1:9", "npm_config_fetch_retries": "0"}
    code, text = run(copy, "--target=micropython", "-k", "good", **nowhere)
    assert code == 1
    assert "test_good[micropython] FAILED" in text
    assert "the target micropython cannot be used: npm cannot get @micropython" in text
    assert "must be reachable" in text


NOTHING = {"image": None, "bootrom": None}


def shared(*targets, args=("tests",), **options):
    """Return the options after `workers.share` on a machine of two cores."""
    usual = {"numprocesses": None, "dist": "no", "distload": False, "tx": []}
    usual |= {"usepdb": False, "collectonly": False, "markexpr": ""}
    config = SimpleNamespace(option=SimpleNamespace(**{**usual, **options}), args=args)
    config.pluginmanager = SimpleNamespace(hasplugin=lambda name: True)
    config.stash = {plugin.KEY: plugin.Targets(plugin.chosen(list(targets), 1, NOTHING))}
    workers.share(config)
    return config.option


@pytest.fixture
def two_cores(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.chdir(ROOT)


def test_whole_folders_are_shared_by_one_process_more_than_cores_a_file_at_a_time(two_cores):
    option = shared()
    assert (option.numprocesses, option.dist) == (3, "loadfile")
    assert shared(args=("tests/host", "tests/engine")).numprocesses == 3
    assert shared(numprocesses=2).dist == "loadfile"
    assert shared(numprocesses=2, dist="worksteal").dist == "worksteal"


def test_one_process_remains_for_a_file_a_bench_and_a_board(two_cores):
    assert not shared(args=("tests/test_readme.py",)).numprocesses
    assert not shared(args=("tests", "tests/host/test_connection.py::test_x")).numprocesses
    assert not shared(markexpr="bench").numprocesses
    assert not shared("serial:COM3").numprocesses
    assert shared(numprocesses=0).numprocesses == 0
    with pytest.raises(pytest.UsageError, match="a board runs one test at a time"):
        shared("serial:COM3", numprocesses=2)


def test_one_process_has_the_page_tests_and_others_help_it_at_the_end():
    pages = ["tests/page/test_page.py", "tests/page/test_tv.py"]
    others = ["tests/host/test_server.py", "tests/test_readme.py"]
    assert workers.choose([*pages, *others], True) == pages[0]
    assert workers.choose([*pages, *others], False) == others[0]
    assert workers.choose(others, True) == others[0]
    assert workers.choose(pages, False) == pages[0]
    assert workers.scheduler(SimpleNamespace(getvalue={"dist": "load"}.get), None) is None


def test_each_worker_collects_the_same_files_and_begins_at_another(two_cores, tmp_path):
    def args(number, *given):
        config = SimpleNamespace(args=list(given))
        config.workerinput = {"workerid": f"gw{number}", "workercount": 3}
        workers.begin_elsewhere(config)
        return config.args

    first, *others = [args(number, "tests") for number in range(3)]
    assert {"tests/test_readme.py", "tests/conformance/rules", "tests/host"} <= set(first)
    assert "tests" not in first and "tests/conformance" not in first
    assert len(set(first)) == len(first)
    for other in others:
        assert other[0] != first[0] and sorted(other) == sorted(first)
    assert args(1, "tests/host", "tests/engine/test_events.py") == [
        "tests/host",
        "tests/engine/test_events.py",
    ]
    assert args(1, str(tmp_path)) == [str(tmp_path)]


def test_what_is_slow_comes_first_and_the_files_of_each_folder_are_spread():
    slow = "page/a page/b targets/a targets/b host/test_flash rules/test_archive host/test_view"
    others = "host/a rules/a host/b host/c rules/b host/d"
    names = f"{slow} {others}".split()
    items = [SimpleNamespace(path=Path("tests", f"{name}.py")) for name in sorted(names) * 2]
    workers.sort(items)
    order = [f"{item.path.parent.name}/{item.path.stem}" for item in items]
    assert order[::2] == order[1::2]  # the tests of a file stay together
    assert order[::2] == names


def test_a_seed_draws_the_order_of_the_files_and_keeps_their_tests_together():
    orders = {}
    for seed in (1, 2, 1):
        items = [SimpleNamespace(path=Path(f"{n}.py"), at=at) for n in range(9) for at in (0, 1)]
        workers.shuffle(items, seed)
        order = [item.path for item in items[::2]]
        assert [(item.path, item.at) for item in items] == [(p, n) for p in order for n in (0, 1)]
        assert orders.setdefault(seed, order) == order
    assert orders[1] != orders[2] != sorted(orders[1]) != orders[1]


def test_what_is_called_slow_is_there():
    there = {part for path in (ROOT / "tests").rglob("test_*.py") for part in path.parts}
    assert there >= workers.SLOW | set(workers.LONG)


def test_what_a_conformance_test_file_calls_slow_is_in_it():
    found = 0
    for path in (ROOT / "tests/conformance").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        for names in re.findall(r"^SLOW = \((.*?)\)$", text, re.MULTILINE | re.DOTALL):
            for name in re.findall(r'"(\w+)"', names):
                assert f"\ndef {name}(" in text, (path.name, name)
                found += 1
    assert found


@pytest.fixture
def named(tmp_path):
    """Files that could be an image and a boot ROM, by their size."""
    files = {"image": tmp_path / "a.uf2", "bootrom": tmp_path / "b.bin"}
    files["image"].write_bytes(b"UF2")
    files["bootrom"].write_bytes(bytes(16384))
    return files


def test_the_emulator_runs_by_default_if_both_files_are_given(named):
    assert list(plugin.chosen([], 1, NOTHING)) == ["cpython", "micropython"]
    assert list(plugin.chosen([], 1, named)) == ["cpython", "micropython", "emulator"]
    assert list(plugin.chosen(["cpython"], 1, named)) == ["cpython"]


@pytest.mark.parametrize("key", ["image", "bootrom"])
def test_an_emulator_without_a_file_is_reported_in_one_line(named, key):
    variable = plugin.NEEDED[key][0]
    for options, paths in (([], {**named, key: None}), (["emulator"], {**named, key: None})):
        with pytest.raises(pytest.UsageError) as caught:
            plugin.chosen(options, 1, paths)
        text = str(caught.value)
        assert f"--{key} FILE or {variable}" in text and "\n" not in text
        assert "tests/README.md" in text
    with pytest.raises(pytest.UsageError, match=f"--{key}: there is no file gone"):
        plugin.chosen(["emulator"], 1, {**named, key: Path("gone")})


def test_a_boot_rom_of_another_size_is_refused(named):
    named["bootrom"].write_bytes(b"short")
    with pytest.raises(pytest.UsageError, match="b.bin has 5 bytes, a boot ROM 16384"):
        plugin.chosen(["emulator"], 1, named)


def test_files_are_named_by_an_option_or_by_the_environment():
    there = {"PEGBOARD_IMAGE": "of-the-environment.uf2"}
    assert plugin.named_files({"image": None, "bootrom": "x"}, there) == {
        "image": Path("of-the-environment.uf2"),
        "bootrom": Path("x"),
    }
    assert plugin.named_files({"image": "y"}, there)["image"] == Path("y")


@pytest.mark.parametrize(
    ("text", "said"),
    [("serial", "name the port"), ("serial:", "name the port"), ("cpython:COM3", "no target")],
)
def test_only_a_serial_target_has_a_port(text, said):
    with pytest.raises(pytest.UsageError, match=said):
        plugin.chosen([text], 1, NOTHING)


@pytest.mark.slow
def test_a_missing_board_ends_the_run_in_one_line_before_it_begins(copy):
    code, text = run(copy, "--target=cpython,serial:/dev/no-such-port", "-k", "good")
    assert code == 1
    said = "the target serial cannot be used: /dev/no-such-port: there is no such port"
    assert text.count(said) == 1 and "PASSED" not in text


@pytest.mark.slow
def test_the_answer_of_a_single_target_is_compared_with_this_python(copy):
    code, text = run(copy, "--target=micropython", "-k", "differ or good", "-p", "no:warnings")
    assert code == 1
    assert "test_good[micropython] PASSED" in text
    assert "test_answers_differ[micropython] FAILED" in text
    assert "cpython: 'the game is cpython'" in text


def test_begun_agrees_with_the_full_sequence():
    assert plugin.agree("1 2 3", "1 2" + plugin.MORE) and plugin.agree("1" + plugin.MORE, "1 2")
    assert not plugin.agree("1 2 3", "1 3" + plugin.MORE)
    assert not plugin.agree("1 2 3", "1 2") and not plugin.agree(b"1 2", b"1")
    assert plugin.MORE == kit.MORE


def row(duration, when="call", passed=True):
    return SimpleNamespace(duration=duration, when=when, passed=passed, failed=not passed)


def test_the_table_names_failures_slow_tests_and_heap_use_of_a_device():
    table = Table(["cpython", "emulator"])
    for n in range(8):
        table.count(f"test_{n % 2}.py::test_{n}", "emulator", row(1), n * 10.0, 1024 * (100 - n))
    table.count("test_0.py::test_0", "cpython", row(0.5), 1.0, None)
    table.count("test_0.py::test_9", "emulator", row(2, passed=False), 0, None)
    lines = table.device("emulator")
    assert lines[0] == "emulator: failed test_0.py::test_9"
    assert lines[1:3] == ["slowest on emulator", "      70 ms   93.0 KiB  test_1.py::test_7"]
    heavy = lines[lines.index("most heap on emulator") + 1 :]
    assert [line.split()[-1] for line in heavy] == ["test_0.py::test_0", "test_1.py::test_1"]
    whole = table.whole()
    assert whole[0].split() == ["test", "cpython", "emulator"]
    assert whole[1].split() == "test_0.py::test_0 1 ms 0 ms 100.0 KiB".split()
    assert whole[-1].split() == ["test_0.py::test_9", "FAILED"]
    said = table.summary({"cpython": "here", "emulator": "there"})
    assert said[1].split() == "cpython 1 0 0.50 s 0.00 s here".split()
    heap = ", at most 100 KiB of heap kept"
    assert said[2].split() == f"emulator 8 1 10.00 s 0.28 s there{heap}".split()
