"""The shorter names of a bundle: what is replaced, and what must stay."""

import ast
import keyword
from functools import cache

import pytest

from firmware.link_messages import TO_BOARD
from host.pico import build
from host.pico.short_names import micropython_names, short_names

FAR = "def work_out(row):\n    return row\n"


@cache
def board_texts():
    """Return the texts of the board's modules, from which a bundle is made."""
    return build.texts(False)


@cache
def board_names():
    return build.names_in(board_texts())


def shortened(texts, *loaders):
    """Return the texts of `short_names` by the paths that they had."""
    names = short_names(texts, loaders)
    return {path: names.text(text, path) for path, text in texts.items()}


def stays(name, text, *loaders):
    """Return whether `name` is still in the module `text`, and `work_out` is not."""
    done = shortened({"core/a.py": FAR + text}, *loaders)["core/a.py"]
    assert "work_out" not in done
    return name in done


def test_a_name_is_replaced_everywhere():
    texts = {
        "core/a.py": "class Fold:\n    def __init__(self, rows):\n        self.rows = rows\n",
        "core/b.py": "from .a import Fold\ngot = Fold(rows=3).rows\n",
    }
    done = shortened(texts)
    for name in ("Fold", "rows", "got"):
        assert name not in "".join(done.values())
    made = {}
    exec(done["core/a.py"], made)
    exec(done["core/b.py"].partition("\n")[2], made)
    assert 3 in made.values()


def test_a_module_is_renamed_where_it_is_imported_and_where_a_text_names_it():
    texts = {
        "core/compat.py": "def later(name): pass\n",
        "core/far_away.py": FAR,
        "core/b.py": "from . import far_away\nfrom .far_away import work_out\n"
        "x = later('core.far_away')\n",
    }
    names = short_names(texts)
    short = names.path("core/far_away")
    assert short == names.path("core.far_away") == names.short["far_away"]
    done = names.text(texts["core/b.py"], "core/b.py")
    assert f"import {short}\nfrom {short} import " in done
    assert f"'{short}'" in done


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("total_of", "def total_of(row): pass\ngetattr(x, 'total_of')\n"),
        ("piece", "def give(self, piece): pass\nROWS = {'give': 'id:n piece:h'}\n"),
        ("rows_of", "rows_of = 1\nnames = 'cards,rows_of'\n"),
        ("rows_of", "rows_of = 1\nprint(f'{rows_of}')\n"),
        ("Refusal", "class Refusal(ValueError): pass\n"),
        ("Refusal", "class First(OSError): pass\nclass Refusal(First): pass\n"),
        ("ticks_ms", "from time import ticks_ms\nnow = ticks_ms()\n"),
        ("own_kind", "from elsewhere import own_kind\nclass A:\n    own_kind = 1\n"),
        ("append", "class Row:\n    def append(self): pass\n"),
        ("treq_sel", "class Dma:\n    def go(self, treq_sel): pass\n"),
        ("__call__", "class Row:\n    def __call__(self): pass\n"),
    ],
)
def test_what_could_mean_anything_else_stays(name, text):
    assert stays(name, text)


def test_words_of_a_message_and_of_a_docstring_do_not_count():
    text = (
        'def deal_out(hand):\n    """Deal deal_out."""\n'
        "    raise ValueError('you cannot deal_out now')\n"
    )
    done = shortened({"core/a.py": text})["core/a.py"]
    assert "def deal_out" not in done and "cannot deal_out now" in done


def test_what_a_loader_uses_stays():
    assert stays("begin_now", "def begin_now(): pass\n", "import core\ncore.a.begin_now()\n")


def test_the_boards_modules_keep_their_lines_and_are_whole():
    names = board_names()
    for path, text in board_texts().items():
        done = names.text(text, path)
        assert done.count("\n") == text.count("\n"), path
        assert _lines(done) == _lines(text), path


def _lines(text):
    """Return the kinds and the lines of the definitions and the calls in `text`."""
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Call)
    return [(type(n), n.lineno) for n in ast.walk(ast.parse(text)) if isinstance(n, kinds)]


def test_the_fields_of_messages_keep_their_names_which_are_those_of_arguments():
    fields = {word.split(":")[0] for row in TO_BOARD.values() for word in row.split()}
    assert {"piece", "total", "check"} < fields
    assert not fields & short_names(board_texts()).short.keys()


def test_no_two_names_of_the_board_become_one():
    names = board_names()
    short = list(names.short.values())
    assert len(short) > 900 and len(set(short)) == len(short)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in short)
    there = {word for text in board_texts().values() for word in ast.walk(ast.parse(text))}
    used = {node.id for node in there if isinstance(node, ast.Name)}
    used |= {node.attr for node in there if isinstance(node, ast.Attribute)}
    assert not used & set(short)


def test_what_is_loaded_at_every_start_gets_the_images_own_names_first():
    names = board_names()
    image = micropython_names()
    own = [name in image for name in names.short.values()]
    assert own == sorted(own, reverse=True) and sum(own) > 400


def test_the_same_texts_give_the_same_names_and_one_more_changes_few():
    texts, before = board_texts(), board_names().short
    assert build.names_in(dict(reversed(texts.items()))).short == before
    path = "engine_core/skunks.py"
    changed = []
    for name in ("ONE_MORE", "another_one", "a_third"):
        after = build.names_in({**texts, path: texts[path] + f"\n{name} = [1]\n"}).short
        changed.append(sum(after[name] != short for name, short in before.items()))
    assert max(changed) < 30, changed


def test_more_names_than_there_are_short_ones_is_an_error():
    text = "".join(f"name_{n} = {n}\n" for n in range(5000))
    with pytest.raises(ValueError, match="more names"):
        short_names({"core/a.py": text})
