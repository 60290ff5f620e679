"""Replaces constants in the board's modules by their values before compilation.

MicroPython's compiler does so within a module for `_NAME = const(5)`. Here it is done across
modules: in memory, a name costs a place in the dict of each module that imports it, beside the
name itself, and modules that hold nothing but constants need not be loaded at all.

A constant is a name in capitals that a module sets once, at its top, to a number, or to a text or
bytes if the name begins with an underscore. Lines keep their numbers.
"""

import ast
import functools
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeGuard

_NAME = re.compile(r"_?[A-Z][A-Z0-9_]*")
_FLAG = "TYPE_CHECKING"  # false on a board, so MicroPython's compiler leaves out its branches
_LATER = "later"  # engine_core.compat's
_FREE = "const"  # a name needed only by the compiler


class _Edit(NamedTuple):
    """Bytes of a module from `start` to `end`, and their replacement."""

    start: int
    end: int
    text: str


class _Read:
    """A module read by itself: its syntax tree, and the bindings of its names."""

    def __init__(self, path: str, text: str):
        self.name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        package = path.rsplit("/", 1)[0].replace("/", ".")
        self.package = package.split(".")
        self.data = text.encode()
        self.tree = ast.parse(text)
        self.nodes = list(ast.walk(self.tree))
        self.lines = [0]
        for line in self.data.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.imports = [node for node in self.nodes if isinstance(node, ast.ImportFrom)]
        self.bound = self._bound()
        self.later = dict(self._later())  # modules imported when first used
        self.imported = self._imported()
        self.uses = [
            node
            for node in self.nodes
            if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load)
        ]

    def _later(self) -> Iterator[tuple[str, str]]:
        """Yield `name, module` for each `name = later("module")`."""
        for node in self.nodes:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                given = node.value.args[0] if _is_call(node.value, _LATER) else None
                if isinstance(given, ast.Constant) and self.bound[name] == 1:
                    yield name, str(given.value)

    def _bound(self) -> dict[str, int]:
        """Return how many times each name is bound, other than by an import."""
        found: dict[str, int] = {}
        for node in self.nodes:
            names = []
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                names = [node.id]
            elif isinstance(node, ast.arg):
                names = [node.arg]
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                names = [node.name]
            elif isinstance(node, ast.Global):
                names = node.names * 2  # it is changed
            for name in names:
                found[name] = found.get(name, 0) + 1
        return found

    def source(self, node: ast.ImportFrom) -> str:
        """Return the dotted name of the module that `node` imports from."""
        parts = self.package[: len(self.package) - node.level + 1] if node.level else []
        return ".".join([*parts, *([node.module] if node.module else [])])

    def _imported(self) -> dict[str, str]:
        """Return the full dotted name of each imported name, except those that are also bound to
        something else."""
        found: dict[str, set[str]] = {}
        for node in self.imports:
            for alias in node.names:
                whole = self.source(node) + "." + alias.name
                found.setdefault(alias.asname or alias.name, set()).add(whole)
        once = {
            name: whole.pop()
            for name, whole in found.items()
            if len(whole) == 1 and not self.bound.get(name)
        }
        return once | self.later


_read = functools.lru_cache(maxsize=512)(_Read)  # the next program has most of the same modules


class _Module:
    """One module: its syntax tree, the values of its constants, and the edits."""

    def __init__(self, path: str, text: str):
        self.read = _read(path, text)
        self.name = self.read.name
        self.edits: list[_Edit] = []
        self.constants: dict[str, object] = {}
        self.definitions: dict[str, ast.Assign] = {}
        self.inlined: set[str] = set()  # imported names that are replaced by values

    def replace(self, node: ast.expr | ast.stmt, text: str) -> None:
        """Replace `node` by `text`, on the same number of lines."""
        start = self.read.lines[node.lineno - 1] + node.col_offset
        end_line = node.end_lineno or node.lineno
        end = self.read.lines[end_line - 1] + (node.end_col_offset or 0)
        self.edits = [edit for edit in self.edits if not start <= edit.start < end]
        self.edits.append(_Edit(start, end, text + "\n" * (end_line - node.lineno)))

    def edited(self) -> str:
        """Return the module's text with the edits."""
        data = self.read.data
        for edit in sorted(self.edits, reverse=True):
            data = data[: edit.start] + edit.text.encode() + data[edit.end :]
        return data.decode()


def with_values(texts: Mapping[str, str]) -> dict[str, str]:
    """Return `texts`, modules by path, with each constant's name replaced by its value.

    Definitions that are no longer needed are left out, and so are imports of modules of which
    nothing is used any more. Code that runs beside these modules cannot import their constants.
    """
    return dict(_with_values(tuple(texts.items())))


@functools.lru_cache(maxsize=4)  # reading all modules of a board takes half a second
def _with_values(texts: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    modules = [_Module(path, text) for path, text in texts]
    by_name = {module.name: module for module in modules}
    while sum([_find(module, by_name) for module in modules]):
        pass  # a constant may be computed from one of another module
    for module in modules:
        _use_values(module, by_name)
    elsewhere = {name for module in modules for name in _left(module) if "." in name}
    for module in modules:
        _drop(module, by_name, elsewhere)
    return [(path, module.edited()) for (path, _), module in zip(texts, modules, strict=True)]


def _find(module: _Module, by_name: Mapping[str, _Module]) -> int:
    """Find the constants that `module` defines; return how many are new."""
    before = len(module.constants)
    for node in module.read.tree.body:
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        name = node.targets[0].id
        if name in module.constants or not _NAME.fullmatch(name) or module.read.bound[name] != 1:
            continue
        value = _value(node.value, module, by_name)
        if value is not None:
            module.constants[name] = value
            if _is_put_in_place(name, value):
                module.definitions[name] = node
    return len(module.constants) - before


def _is_put_in_place(name: str, value: object) -> bool:
    """Return whether `value` may replace `name`; a table may not."""
    if isinstance(value, bool):
        return name == _FLAG
    return isinstance(value, int) or (isinstance(value, (str, bytes)) and name[0] == "_")


def _value(node: ast.expr, module: _Module, by_name: Mapping[str, _Module]) -> object:
    """Return the value of `node` if it is known here, otherwise None."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _constant(node, module, by_name)
    if _is_call(node, _FREE):
        return _value(node.args[0], module, by_name)
    if _is_call(node, "len"):
        table = _value(node.args[0], module, by_name)
        return len(table) if isinstance(table, tuple) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        table = _value(node.func.value, module, by_name)
        if node.func.attr == "index" and isinstance(table, tuple):
            return table.index(_value(node.args[0], module, by_name))
    elif isinstance(node, ast.Tuple):
        parts = [_value(part, module, by_name) for part in node.elts]
        return None if None in parts else tuple(parts)
    elif isinstance(node, (ast.BinOp, ast.UnaryOp)):
        return _computed(node, module, by_name)
    return None


def _is_call(node: ast.expr, name: str) -> TypeGuard[ast.Call]:
    """Return whether `node` calls `name` with one argument."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    return node.func.id == name and len(node.args) == 1


def _computed(
    node: ast.BinOp | ast.UnaryOp, module: _Module, by_name: Mapping[str, _Module]
) -> object:
    """Return the number that `node` evaluates to; None if not all of its parts are numbers."""
    parts = [node.operand] if isinstance(node, ast.UnaryOp) else [node.left, node.right]
    values = [_value(part, module, by_name) for part in parts]
    kept = [ast.Constant(value) for value in values if isinstance(value, int)]
    if len(kept) < len(parts):
        return None
    whole: ast.expr
    if isinstance(node, ast.UnaryOp):
        whole = ast.UnaryOp(node.op, kept[0])
    else:
        whole = ast.BinOp(kept[0], node.op, kept[1])
    code = compile(ast.fix_missing_locations(ast.Expression(whole)), module.name, "eval")
    return eval(code)  # noqa: S307 - of numbers only


def _constant(
    node: ast.Name | ast.Attribute, module: _Module, by_name: Mapping[str, _Module]
) -> object:
    """Return the value of the constant that `node` names, `NAME` or `module.NAME`; None if it
    names something else."""
    if isinstance(node, ast.Name):
        return _known(module, node.id, by_name)
    name = _imported(node.value.id, module) if isinstance(node.value, ast.Name) else ""
    return _known(by_name[name], node.attr, by_name) if name in by_name else None


def _known(module: _Module, name: str, by_name: Mapping[str, _Module]) -> object:
    """Return the value of `module`'s name, its own or imported, otherwise None."""
    if name in module.constants:
        return module.constants[name]
    owner, _, theirs = _imported(name, module).rpartition(".")
    return _known(by_name[owner], theirs, by_name) if owner in by_name else None


def _imported(local: str, module: _Module) -> str:
    """Return the full dotted name that `module` imports as `local`; "" if there is none, or if the
    name is also bound to something else."""
    return module.read.imported.get(local, "")


def _use_values(module: _Module, by_name: Mapping[str, _Module]) -> None:
    """Replace names by values."""
    within_text = {
        id(part)
        for text in module.read.nodes
        if isinstance(text, ast.JoinedStr)
        for part in ast.walk(text)
    }  # the syntax tree does not give the positions of an f-string's parts
    for node in module.read.uses:
        value = None if id(node) in within_text else _constant(node, module, by_name)
        name = node.attr if isinstance(node, ast.Attribute) else node.id
        if value is None or not _is_put_in_place(name, value):
            continue
        text = repr(value)
        module.replace(node, f"({text})" if text[0] == "-" else text)
        module.inlined.add(f"{node.lineno}:{node.col_offset}")


def _is_value(node: ast.expr, module: _Module) -> bool:
    return f"{node.lineno}:{node.col_offset}" in module.inlined


def _left(module: _Module) -> set[str]:
    """Return the names that `module` still uses: its own as they are, those of other modules as
    `module.NAME`, or as `.NAME` if their module is not known."""
    found = set()
    for node in module.read.uses:
        if _is_value(node, module):
            continue
        if isinstance(node, ast.Name):
            found |= {node.id, _imported(node.id, module)}
        else:
            owner = _imported(node.value.id, module) if isinstance(node.value, ast.Name) else ""
            found.add(f"{owner}.{node.attr}")
    return found


def _drop(module: _Module, by_name: Mapping[str, _Module], elsewhere: set[str]) -> None:
    """Remove unused definitions and imports from `module`; `elsewhere`: names used by other
    modules, as in `_left`."""
    left = _left(module)

    def needed(name: str) -> bool:
        return name in left or f"{module.name}.{name}" in elsewhere

    for name, node in module.definitions.items():
        if not needed(name) and f".{name}" not in elsewhere:
            module.replace(node, "")
    for node in module.read.imports:
        kept = [
            alias
            for alias in node.names
            if alias.name != _FREE and needed(alias.asname or alias.name)
        ]
        if module.read.source(node) in by_name and len(kept) < len(node.names):
            names = ", ".join([ast.unparse(alias) for alias in kept])
            text = f"from {'.' * node.level}{node.module or ''} import {names}"
            module.replace(node, text if kept else "pass")
