"""The digest of a module's code, without comments, docstrings, annotations and layout. It is the
same with every Python and on every system."""

import ast
import hashlib
from collections.abc import Iterator
from functools import cache

# Fields of a node that do not change what the code does, or that only some versions of Python
# have.
_LEFT_OUT = {"annotation", "returns", "ctx", "kind", "type_comment", "type_ignores", "type_params"}


@cache
def source_digest(source: str) -> bytes:
    """Return the SHA-256 of the module `source`. Raises SyntaxError if it is not a module."""
    said = "\n".join(_said(ast.parse(source)))
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).digest()


def _said(value: object) -> Iterator[str]:
    """Yield a node of the syntax tree as text, with its fields."""
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
            # Treat an empty field like one that this Python does not have.
            if name not in _LEFT_OUT and field is not None and field != []:
                yield f".{name}"
                yield from _said(field)
        yield ")"
    else:
        yield repr(value)


def _says_nothing(node: object) -> bool:
    """Return whether a statement is only a text, such as a docstring, or only declares a type."""
    if isinstance(node, ast.AnnAssign):
        return node.value is None
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_for_types(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
