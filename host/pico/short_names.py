"""Shorter names in the modules of a bundle.

In a Pico's memory each name takes a place in a table beside its letters, and looking it up there
takes time at every start. Names that MicroPython's image has itself take neither. So our names of
modules, functions, classes, attributes, arguments and variables are replaced by such names, as
far as our sources do not use them, and where there are none left, by two letters.

A name is replaced everywhere or nowhere. It is left as it is if it could mean anything that our
sources do not define, or if anything but code reads it: see `short_names`.
"""

import ast
import builtins
import functools
import io
import keyword
import re
import string
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from typing import NamedTuple
from zlib import crc32

from .flat_modules import flat, statements

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# A field in a row of firmware.link_messages, which is the name of an argument too.
_FIELD = re.compile(r"([A-Za-z_][A-Za-z0-9_]*):[a-z]")
_ROUNDS = 8  # after which nearly every free name of the image is used
_LETTERS = [a + b for a in string.ascii_letters for b in string.ascii_letters + string.digits]
# Modules of MicroPython, which are found before ours, beside those of Python.
_OWN = (
    "cryptolib deflate dht ds18x20 framebuf machine micropython neopixel onewire rp2 uctypes vfs"
)
_MODULES = {*sys.stdlib_module_names, *_OWN.split()}
_KINDS = (tokenize.NAME, tokenize.STRING)


class ShortNames(NamedTuple):
    """short: the shorter name for each name that is replaced; modules: the dotted names of the
    modules, of which only the last part is left, but for those in `kept`."""

    short: dict[str, str]
    modules: frozenset[str]
    kept: frozenset[str]

    def path(self, path: str) -> str:
        """Return the path of a module, or its dotted name, as it is in the bundle."""
        name = path.replace("/", ".")
        if name in self.kept:
            return path
        if name in self.modules:
            path = name.rpartition(".")[2]
        return _WORD.sub(lambda word: self.short.get(word[0], word[0]), path)

    def text(self, text: str, path: str = "") -> str:
        """Return the module `text` at `path` with the names replaced. Lines keep their numbers."""
        text = flat(text, path, self.modules, self.kept)
        lines = text.splitlines(keepends=True)
        for token in reversed(_tokens(text)):
            (row, start), (_, end) = token.start, token.end
            new = self.short.get(token.string)
            if token.type == tokenize.STRING and token.string[1:-1] in self.modules:
                new = repr(self.path(token.string[1:-1]))
            if new:
                line = lines[row - 1]
                lines[row - 1] = line[:start] + new + line[end:]
        return "".join(lines)

    def rows(self) -> list[tuple[str, str]]:
        """Return each name in the bundle with the one in the sources; for modules with the dotted
        one too."""
        names = [(short, name) for name, short in self.short.items()]
        flat_ones = self.modules - self.kept
        return sorted(names) + sorted((self.path(name), name) for name in flat_ones)


AS_THEY_ARE = ShortNames({}, frozenset(), frozenset())


def micropython_names() -> set[str]:
    """Return the names in the image of MicroPython for a Pico, 1.28 and 1.29: those of its
    modules, of what is in them, and of arguments."""
    file = resources.files("host.pico").joinpath("micropython_names.txt")
    return set(file.read_text(encoding="utf-8").split())


def short_names(texts: Mapping[str, str], loaders: Sequence[str] = ()) -> ShortNames:
    """Return the shorter names for `texts`, modules by path. The same texts always give the same
    names, and a small change of them changes few. What is loaded at every start gets the image's
    names first.

    These are left as they are:
    - the names of MicroPython's image, of Python's built-in types, and whatever is imported from
      a module that is not among `texts`
    - names with two underscores in front, and those of exceptions, which people read
    - every word of a text in the code that has no space: getattr and others find attributes by a
      text. Names of modules also if they are in any other text but the name of a module, and
      fields of messages (`id:n`), by which arguments are given
    - what is used by `loaders`, the texts of modules that load these and stay as they are.
    """
    return _short_names(tuple(texts.items()), tuple(loaders))


@functools.lru_cache(maxsize=4)  # flashing asks for the same again
def _short_names(texts: tuple[tuple[str, str], ...], loaders: tuple[str, ...]) -> ShortNames:
    read = {path: _read(text) for path, text in texts}
    loaded = [_read(text) for text in loaders]
    imports = {path: _imported_paths(path, text) for path, text in texts}
    loading = {path for text in loaders for path in _imported_paths("", text)}
    names = {path: module.names for path, module in read.items()}
    parts = {part for path in read for part in path.removesuffix(".py").split("/")}
    dotted = {path: path.removesuffix(".py").replace("/", ".") for path in read}
    kept = loading & read.keys()
    kept |= {path for path in read if path.endswith("__init__.py")}
    modules = frozenset(dotted.values())
    image = micropython_names()
    said = {text for module in [*read.values(), *loaded] for text in module.texts} - modules
    words = {word for text in said if " " not in text for word in _WORD.findall(text)}
    words |= {field for text in said for field in _FIELD.findall(text)}
    words |= parts & {word for text in said for word in _WORD.findall(text)}
    left = image | words | _python() | _exceptions(read.values())
    roots = {path.split("/")[0] for path in read}
    imported = [found for module in read.values() for found in module.imported]
    left.update(*[found.names for found in imported if found.root not in roots])
    left.update(*[module.names for module in loaded])
    used = Counter(name for found in names.values() for name in found)
    early = set().union(*[names[path] for path in _loaded(imports, loading)])
    ours = parts | {name for module in read.values() for name in module.defined}
    ours = {name for name in ours - left if name[:2] != "__"}
    groups = (ours & early, ours - early)
    order = [sorted(group, key=lambda name: (-used[name], name)) for group in groups]
    free = image - words - _python() - set(used)
    free = sorted(name for name in free if name[:2] != "__" and name.lstrip("_u") not in _MODULES)
    letters = [name for name in _LETTERS if name not in left and name not in used]
    short = _chosen(order, [free, letters])
    return ShortNames(short, modules, frozenset(dotted[path] for path in kept))


def _chosen(groups: Iterable[list[str]], kinds: Iterable[list[str]]) -> dict[str, str]:
    """Return one of the names in `kinds` for each in `groups`: of the first kind while there are
    enough, and for the first group before the next.

    In each round, a name that has none asks for one by its own hash; of those that ask for the
    same, the first gets it. So most stay the same when a name is added.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for kind in kinds:
        for group in groups:
            for n in range(_ROUNDS):
                for name in [name for name in group if name not in found]:
                    wish = kind[crc32(f"{n} {name}".encode()) % len(kind)]
                    if wish not in taken:
                        taken.add(wish)
                        found[name] = wish
    if any(name not in found for group in groups for name in group):
        raise ValueError("there are more names than short ones")
    return found


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    """Return the names and the texts in a module."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [token for token in tokens if token.type in _KINDS]


class _Imported(NamedTuple):
    """The names that an import names; root: the first folder, "" if it is no matter."""

    root: str
    names: tuple[str, ...]


class _Read(NamedTuple):
    """A module: its tree, all names in it, those that it defines, the texts of its code, what it
    imports from other packages or in whole, and its classes with their bases."""

    tree: ast.Module
    names: frozenset[str]
    defined: frozenset[str]
    texts: frozenset[str]
    imported: list[_Imported]
    classes: dict[str, set[str]]


@functools.lru_cache(maxsize=512)  # the next bundle has most of the same modules
def _read(text: str) -> _Read:
    tree = ast.parse(text)
    names = [token.string for token in _tokens(text) if token.type == tokenize.NAME]
    defined, texts = frozenset(_defined(tree)), frozenset(_texts(tree))
    nodes = list(statements(tree))
    imported = [found for node in nodes for found in _imported(node)]
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for node in nodes
        if isinstance(node, ast.ClassDef)
    }
    return _Read(tree, frozenset(names), defined, texts, imported, bases)


def _loaded(imports: Mapping[str, frozenset[str]], loading: set[str]) -> set[str]:
    """Return the paths `loading` of modules, and those of the modules that they import; imports:
    what each imports, by path."""
    found: set[str] = set()
    more = loading
    while more := (more & imports.keys()) - found:
        found |= more
        more = {path for one in more for path in imports[one]}
    return found


@functools.lru_cache(maxsize=512)
def _imported_paths(path: str, text: str) -> frozenset[str]:
    """Return the paths at which what the module `text` at `path` imports may be."""
    return frozenset(_imports(path, _read(text).tree))


def _imports(path: str, node: ast.AST) -> Iterator[str]:
    """Yield the paths at which what `node`, in the module at `path`, imports may be."""
    if isinstance(node, ast.If) and _is_never(node.test):
        return
    if isinstance(node, ast.ImportFrom):
        folders = path.split("/")[: -node.level] if node.level else []
        place = "/".join([*folders, *(node.module or "").split(".")]).rstrip("/")
        yield place + ".py"
        yield from (f"{place}/{alias.name}.py" for alias in node.names)
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, ast.expr):
            yield from _imports(path, inner)


def _is_never(test: ast.expr) -> bool:
    """Return whether `test` is TYPE_CHECKING or False."""
    is_false = isinstance(test, ast.Constant) and test.value is False
    return is_false or isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


@functools.cache
def _python() -> frozenset[str]:
    """Return Python's keywords, its built-in names, and the attributes of built-in types."""
    found = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins)}
    for what in vars(builtins).values():
        found.update(dir(what) if isinstance(what, type) else ())
    return frozenset(found)


def _imported(node: ast.AST) -> Iterator[_Imported]:
    """Yield what `node` imports, other than from its own package."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield _Imported("", tuple(alias.name.split(".")))
    elif isinstance(node, ast.ImportFrom) and not node.level:
        parts = (node.module or "").split(".")
        yield _Imported(parts[0], (*parts, *[alias.name for alias in node.names]))


def _defined(node: ast.AST, in_function: bool = False) -> Iterator[str]:
    """Yield the names that a module defines, but no variables of functions: compiled code has
    only their numbers."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load) and not in_function:
            yield inner.id
        elif isinstance(inner, ast.Attribute) and not isinstance(inner.ctx, ast.Load):
            yield inner.attr
        elif isinstance(inner, ast.arg):
            yield inner.arg
        elif isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
            yield inner.name
        elif isinstance(inner, ast.Global):
            yield from inner.names
        yield from _defined(inner, in_function or isinstance(inner, (ast.FunctionDef, ast.Lambda)))


def _exceptions(modules: Iterable[_Read]) -> set[str]:
    """Return the names of the classes that are exceptions."""
    bases = {name: above for module in modules for name, above in module.classes.items()}
    kinds = {name: kind for name, kind in vars(builtins).items() if isinstance(kind, type)}
    found = {name for name, kind in kinds.items() if issubclass(kind, BaseException)}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


def _texts(node: ast.AST) -> Iterator[str]:
    """Yield every text that the code in `node` may use: no docstrings and no annotations. Code
    within an f-string is a text too."""
    for inner in ast.iter_child_nodes(node):
        is_docstring = isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant)
        if is_docstring or _is_annotation(inner, node):
            continue
        if isinstance(inner, ast.JoinedStr):
            yield from _WORD.findall(ast.unparse(inner))
        elif isinstance(inner, ast.Constant):
            if isinstance(inner.value, (str, bytes)):
                yield str(inner.value)
        else:
            yield from _texts(inner)


def _is_annotation(node: ast.AST, above: ast.AST) -> bool:
    return node in (getattr(above, "annotation", None), getattr(above, "returns", None))
