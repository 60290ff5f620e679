"""Computes the digest of a module's code, without comments, docstrings, annotations and layout. It
is the same with every Python and on every system."""

import ast
import hashlib
from functools import cache

# Fields of a node that do not change what the code does, or that only some versions of Python
# have.
_LEFT_OUT = {"annotation", "returns", "ctx", "kind", "type_comment", "type_ignores", "type_params"}


@cache
def source_digest(source: str) -> bytes:
    """Return the SHA-256 of the module `source`. Raises SyntaxError if it is not a module."""
    said: list[str] = []
    _say(ast.parse(source), said)
    return hashlib.sha256("\n".join(said).encode("utf-8", "surrogatepass")).digest()


def _say(value: object, said: list[str]) -> None:
    """Add a node of the syntax tree to `said`, with its fields."""
    if isinstance(value, ast.AST):
        _say_node(value, said)
    elif isinstance(value, list):
        said.append("[")
        for item in value:
            if not _says_nothing(item):
                _say(item, said)
        said.append("]")
    else:
        said.append(repr(value))


def _say_node(node: ast.AST, said: list[str]) -> None:
    if isinstance(node, ast.If) and _is_for_types(node.test):
        return _say(node.orelse, said)
    if isinstance(node, ast.AnnAssign):
        value = node.value or ast.Constant(None)
        return _say_node(ast.Assign(targets=[node.target], value=value), said)
    said.append(type(node).__name__)
    for name in node._fields:
        # Treat an empty field like one that this Python does not have.
        if name not in _LEFT_OUT and (field := getattr(node, name, None)) not in (None, []):
            said.append(f".{name}")
            _say(field, said)
    said.append(")")
    return None


def _says_nothing(node: object) -> bool:
    """Return whether a statement does nothing: a docstring or other bare text, or a declaration of
    a type."""
    if isinstance(node, ast.AnnAssign):
        return node.value is None
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_for_types(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
