"""The digest of what a module says to Python, whatever its comments, docstrings, annotations and
layout are. It is the same on every Python and every system."""

import ast
import hashlib
from collections.abc import Iterator

# Of a node: what says nothing about what the code does, or only some versions of Python have.
_LEFT_OUT = {"annotation", "returns", "ctx", "kind", "type_comment", "type_ignores", "type_params"}


def source_digest(source: str) -> bytes:
    """Return the SHA-256 of the module `source`. Raises SyntaxError where it is none."""
    said = "\n".join(_said(ast.parse(source)))
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).digest()


def _said(value: object) -> Iterator[str]:
    """Yield a node of the syntax tree as text, with what it holds."""
    if isinstance(value, list):
        yield "["
        for item in value:
            if not _says_nothing(item):
                yield from _said(item)
        yield "]"
    elif isinstance(value, ast.If) and _is_for_types(value.test):
        yield from _said(value.orelse)
    elif isinstance(value, ast.AnnAssign):
        yield from _said(
            ast.Assign(targets=[value.target], value=value.value or ast.Constant(None))
        )
    elif isinstance(value, ast.AST):
        yield type(value).__name__
        for name, field in ast.iter_fields(value):
            # An empty field and one that this Python does not know are the same.
            if name not in _LEFT_OUT and field is not None and field != []:
                yield f".{name}"
                yield from _said(field)
        yield ")"
    else:
        yield repr(value)


def _says_nothing(node: object) -> bool:
    """Whether a statement is a text alone, as docstrings are, or only names a type."""
    if isinstance(node, ast.AnnAssign):
        return node.value is None
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_for_types(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
