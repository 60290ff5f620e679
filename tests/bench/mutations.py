"""The mutants of a file: each is its source with one thing changed, like a typing mistake."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

_COMPARED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
_COMPUTED = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.Mod: "*",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.LShift: ">>",
    ast.RShift: "<<",
}


class Mutant(NamedTuple):
    """A change of the text from `start` to `end` (offsets in characters) of the file `path`, in
    the function that begins in the line `function`, 0 for none."""

    path: str
    start: int
    end: int
    text: str
    line: int
    function: int

    def source(self, original: str) -> str:
        """Return the source with the change."""
        return original[: self.start] + self.text + original[self.end :]

    def key(self, original: str) -> str:
        """Return a key for the change that survives lines added before it: the file, the function,
        and the line before and after."""
        lines = original.splitlines()
        name = ""
        if self.function:
            name = " " + re.findall(r"def (\w+)", "\n".join(lines[self.function - 1 :]))[0]
        before = lines[self.line - 1].strip()
        after = self.source(original).splitlines()[self.line - 1].strip()
        return f"{self.path}{name}: {before} -> {after}"


def importers(root: Path, path: str, folders: Iterable[str]) -> list[str]:
    """Return `path` and the files of `folders`, below `root`, that import its module or one of its
    names; their tests may notice a change outside the functions of `path`."""
    found = [path]
    for folder in folders:
        for file in sorted((root / folder).rglob("*.py")):
            here = file.relative_to(root).as_posix()
            if imports(root, here, path):
                found.append(here)
    return found


def imports(root: Path, file: str, path: str) -> bool:
    """Return whether `file`, below `root` like `path`, imports the module of that or one of its
    names."""
    return path.removesuffix(".py").replace("/", ".") in _all_imported(root, file)


@cache
def _all_imported(root: Path, file: str) -> set[str]:
    tree = ast.parse((root / file).read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {name for node in nodes for name in _imported(node, Path(file).parts)}


def _imported(node: ast.ImportFrom, here: tuple[str, ...]) -> list[str]:
    """Return the dotted names that `node` in the file with the path `here` may import."""
    start = list(here[: -node.level]) if node.level else []
    whence = ".".join([*start, *([node.module] if node.module else [])])
    return [whence, *(f"{whence}.{alias.name}" for alias in node.names)]


def mutants(root: Path, path: str) -> list[Mutant]:
    """Return all mutants of the file `path` below `root`, in the order of the text."""
    source = (root / path).read_text(encoding="utf-8")
    found = _Finder(path, source)
    found.visit(ast.parse(source))
    return sorted(set(found.mutants))


class _Finder(ast.NodeVisitor):
    def __init__(self, path: str, source: str):
        self.mutants: list[Mutant] = []
        self._path = path
        self._source = source
        self._function = 0
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def _at(self, line: int, column: int) -> int:
        """Return the offset of a place from `ast`, whose columns count bytes."""
        start = self._starts[line - 1]
        text = self._source[start : self._starts[line]]
        return start + len(text.encode("utf-8")[:column].decode("utf-8"))

    def _text(self, node) -> str:
        return self._source[self._begin(node) : self._end(node)]

    def _begin(self, node) -> int:
        return self._at(node.lineno, node.col_offset)

    def _end(self, node) -> int:
        return self._at(node.end_lineno, node.end_col_offset)

    def _add(self, node, text: str) -> None:
        self._change(self._begin(node), self._end(node), text)

    def _change(self, start: int, end: int, text: str) -> None:
        line = self._source.count("\n", 0, start) + 1
        self.mutants.append(Mutant(self._path, start, end, text, line, self._function))

    def _replace_operator(self, left, right, text: str) -> None:
        """Change the operator between two operands, leaving brackets as they are."""
        start, end = self._end(left), self._begin(right)
        between = self._source[start:end]
        operator = between.strip(" ()\n\t\\")
        if operator and "#" not in between:
            at = start + between.index(operator)
            self._change(at, at + len(operator), text)

    def visit_FunctionDef(self, node) -> None:
        outer, self._function = self._function, first_line(node)
        for statement in node.body:
            self.visit(statement)
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default:
                self.visit(default)
        self._function = outer

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_AnnAssign(self, node) -> None:
        if node.value:
            self.visit(node.value)

    def visit_If(self, node) -> None:
        if self._text(node.test) == "TYPE_CHECKING":
            for statement in node.orelse:
                self.visit(statement)
            return
        self._add(node.test, f"not ({self._text(node.test)})")
        self.generic_visit(node)

    def visit_ExceptHandler(self, node) -> None:
        """Leave out what runs only where a module of CPython is missing: the tests here run on
        CPython, and those on MicroPython and in a browser have it."""
        if not node.type or self._text(node.type) != "ImportError":
            self.generic_visit(node)

    def visit_While(self, node) -> None:
        if not isinstance(node.test, ast.Constant):
            self._add(node.test, f"not ({self._text(node.test)})")
        self.generic_visit(node)

    def visit_IfExp(self, node) -> None:
        self._add(node.test, f"not ({self._text(node.test)})")
        self.generic_visit(node)

    def visit_Assert(self, node) -> None:
        """Do nothing: the code's own checks are not mutated."""

    def visit_Expr(self, node) -> None:
        if isinstance(node.value, ast.Call):
            self._add(node, "pass")
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def visit_AugAssign(self, node) -> None:
        self._add(node, "pass")
        self.generic_visit(node)

    def visit_Return(self, node) -> None:
        # None and False are the same to a caller; the opposite of False is another mutant.
        same = isinstance(node.value, ast.Constant) and (
            node.value.value is None or node.value.value is False
        )
        if node.value and not same:
            self._add(node.value, "None")
        self.generic_visit(node)

    def visit_Break(self, node) -> None:
        self._add(node, "continue")

    def visit_Continue(self, node) -> None:
        self._add(node, "break")

    def visit_UnaryOp(self, node) -> None:
        if isinstance(node.op, ast.Not):
            self._add(node, f"({self._text(node.operand)})")
        self.generic_visit(node)

    def visit_BoolOp(self, node) -> None:
        text = "or" if isinstance(node.op, ast.And) else "and"
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._replace_operator(left, right, text)
        self.generic_visit(node)

    def visit_Compare(self, node) -> None:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            self._replace_operator(left, right, _COMPARED[type(operator)])
            left = right
        self.generic_visit(node)

    def visit_BinOp(self, node) -> None:
        is_text = _is_text(node.left) or _is_text(node.right)  # of which only "+" is meant
        if type(node.op) in _COMPUTED and not is_text:
            self._replace_operator(node.left, node.right, _COMPUTED[type(node.op)])
        self.generic_visit(node)

    def visit_Constant(self, node) -> None:
        if isinstance(node.value, bool):
            self._add(node, str(not node.value))
        elif isinstance(node.value, int):
            self._add(node, str(node.value + 1))

    def visit_JoinedStr(self, node) -> None:
        """Do nothing: texts for people are not mutated."""


def first_line(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the line in which a function begins, its decorators included."""
    return min([function.lineno, *[one.lineno for one in function.decorator_list]])


def _is_text(node) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def every(root: Path, folder: str) -> Iterator[Mutant]:
    """Yield the mutants of all files of a folder, except those for a Pico alone."""
    for file in sorted((root / folder).rglob("*.py")):
        path = file.relative_to(root).as_posix()
        if not path.startswith("firmware/pico/"):
            yield from mutants(root, path)
