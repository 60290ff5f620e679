"""The part of a file of tests that one of them needs, for a device with little memory."""

import ast
import functools


def excerpt(source: str, name: str) -> str:
    """Return `source` with only what its function `name` needs, each line where it was.

    A statement at the top is left out if all it does is bind names that are not needed. Raises
    KeyError if there is no such function.
    """
    statements = _parsed(source).body
    binders = {}
    for statement in statements:
        for bound in _bound(statement):
            binders.setdefault(bound, []).append(statement)
    kept = [statement for statement in statements if not _bound(statement)]
    waiting = [name]
    for statement in kept:
        waiting += _read(statement)
    binders[name]  # a KeyError if there is none
    while waiting:
        for statement in binders.pop(waiting.pop(), ()):
            if statement not in kept:
                kept.append(statement)
                waiting += _read(statement)
    lines = source.split("\n")
    used = {number for one in kept for number in range(_first(one) - 1, one.end_lineno)}
    return "\n".join(line if number in used else "" for number, line in enumerate(lines))


_parsed = functools.lru_cache(maxsize=1)(ast.parse)  # the tests of a file come together


def _bound(statement):
    """Return the names that `statement` only binds; none if it does more."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [] if statement.decorator_list else [statement.name]
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return [(name.asname or name.name).split(".")[0] for name in statement.names]
    if isinstance(statement, ast.Assign):
        found = [_target(target) for target in statement.targets]
        return [name for names in found for name in names] if all(found) else []
    if isinstance(statement, ast.AugAssign):
        return _target(statement.target)
    return []


def _target(target):
    if isinstance(target, ast.Tuple):
        found = [_target(element) for element in target.elts]
        return [name for names in found for name in names] if all(found) else []
    while isinstance(target, ast.Subscript):
        target = target.value
    return [target.id] if isinstance(target, ast.Name) else []


@functools.lru_cache(maxsize=1024)  # as the tests of a file have most of it in common
def _read(statement):
    return [node.id for node in ast.walk(statement) if isinstance(node, ast.Name)]


def _first(statement):
    decorators = getattr(statement, "decorator_list", ())
    return min([statement.lineno, *(one.lineno for one in decorators)])
