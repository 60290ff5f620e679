"""Constants that are replaced by their values before the board's modules are compiled."""

import ast
import re

import pytest

from host.pico import build
from host.pico.constants import with_values

PHASES = (
    "from .compat import const\n\nOVER = const(6)  # the end\nLATER = OVER + 1\nNAMES = 1, 2\n"
)


def run(texts, name):
    """Run the modules `texts`, {path: text}, as they are compiled; return the names of the module
    at path `name` then."""
    done = with_values(texts)
    scope: dict = {}
    exec(compile(done[name], name, "exec"), scope)
    return done[name], scope


@pytest.mark.parametrize(
    "use",
    [
        "from .phases import OVER\ngot = OVER\n",
        "from .phases import OVER as AT_END\ngot = AT_END\n",
        "from core.phases import OVER\ngot = OVER\n",
        "from . import phases\ngot = phases.OVER\n",
        "from . import phases as at\ngot = at.OVER\n",
        'phases = later("core.phases")\ngot = phases.OVER\n',
        "from .again import OVER\ngot = OVER\n",
    ],
)
def test_a_constant_of_another_module_becomes_its_value(use):
    use = use if "later" not in use else "def later(name): pass\n" + use
    texts = {"core/__init__.py": "", "core/phases.py": PHASES, "core/use.py": use}
    texts["core/again.py"] = "from .phases import OVER\nend = OVER\n"
    text, scope = run(texts, "core/use.py")
    assert scope["got"] == 6
    assert "OVER" not in text and "AT_END" not in text


def test_what_nothing_needs_any_more_is_left_out():
    use = (
        "from . import phases\n"
        "from .compat import const\n"
        "_OURS = const(phases.OVER)\n"
        "got = _OURS\n"
    )
    compat = "def const(value):\n    return value\n"
    texts = {"core/__init__.py": "", "core/phases.py": PHASES, "core/compat.py": compat}
    done = with_values({**texts, "core/use.py": use})
    assert done["core/use.py"] == "pass\npass\n\ngot = 6\n"
    assert done["core/phases.py"] == "pass\n\n  # the end\n\nNAMES = 1, 2\n"  # a table stays


def test_numbers_are_computed_from_those_of_others():
    texts = {
        "a.py": "KEYS = ('A', 'B')\nMOST = len(KEYS)\n",
        "b.py": "from a import KEYS, MOST\nSECOND = KEYS.index('B')\nBITS = 1 << SECOND | MOST\n",
        "c.py": "from b import BITS\ngot = -BITS, BITS ** 2\n",
    }
    assert run(texts, "c.py")[1]["got"] == (-2, 4)
    texts["b.py"] += "LESS = -BITS\n"
    texts["c.py"] = "from b import LESS\ngot = LESS ** 2\n"
    assert run(texts, "c.py")[1]["got"] == 4


@pytest.mark.parametrize(
    "other",
    [
        "SEEN = 1\nSEEN = 2\n",
        "SEEN = 1\ndef count():\n    global SEEN\n    SEEN += 1\n",
        "try:\n    SEEN = 1\nexcept OSError:\n    SEEN = 2\n",
        "SEEN = [1]\n",
        "SEEN = 'a text of many'\n",
        "seen = 1\nSEEN = seen\n",
    ],
)
def test_what_is_no_constant_stays_a_name(other):
    use = "from other import SEEN\ngot = SEEN\n"
    assert with_values({"other.py": other, "use.py": use}) == {"other.py": other, "use.py": use}


def test_a_name_of_a_function_is_not_taken_for_a_constant():
    use = "from .phases import OVER\ndef f(OVER):\n    return OVER\n"
    assert with_values({"core/phases.py": PHASES, "core/use.py": use})["core/use.py"] == use


def test_two_functions_may_import_other_things_under_one_name():
    use = (
        "def a():\n    from x import run\n    run()\ndef b():\n    from y import run\n    run()\n"
    )
    texts = {"x.py": "def run(): pass\n", "y.py": "def run(): pass\n", "use.py": use}
    assert with_values(texts)["use.py"] == use


def test_a_constant_within_an_f_string_stays_a_name():
    use = "from .phases import OVER\ngot = f'{OVER}'\n"
    done = with_values({"core/phases.py": PHASES, "core/use.py": use})
    assert done["core/use.py"] == use and "OVER = const(6)" in done["core/phases.py"]


def test_what_is_for_type_checkers_is_left_out():
    use = (
        "from core.compat import TYPE_CHECKING\nif TYPE_CHECKING:\n    from x import Y\ngot = 1\n"
    )
    texts = {"core/compat.py": "TYPE_CHECKING = False\n", "core/use.py": use}
    assert "if False:" in with_values(texts)["core/use.py"]


@pytest.mark.slow
def test_the_boards_modules_keep_their_lines():
    texts = {path: file.read_text(encoding="utf-8") for path, file in build.sources().items()}
    del texts[build.VERSION], texts[build.SHADES]  # which are created again
    done = build.texts(False)
    for path in texts:
        text = done[path]
        assert text.count("\n") == texts[path].count("\n"), path
        assert _functions(text) == _functions(texts[path]), path


def _functions(text):
    """Return the names and the lines of the functions and classes in `text`."""
    nodes = ast.walk(ast.parse(text))
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [(node.name, node.lineno) for node in nodes if isinstance(node, kinds)]


def test_modules_of_constants_are_not_imported_by_the_others():
    for path, text in build.texts(False).items():
        assert "keymap" not in ast.unparse(ast.parse(text)), path


def test_no_module_of_a_board_calls_const_without_its_import():
    for path, text in build.texts(False).items():
        assert "const(" not in text or re.search(r"import .*\bconst\b", text), path
