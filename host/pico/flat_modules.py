"""The modules of a bundle without their packages.

In a Pico's memory a module in a package takes a second, longer name and a place in the package,
and each import of it looks all of that up.
"""

import ast
from collections.abc import Collection, Iterable, Iterator


def flat(text: str, path: str, modules: Collection[str], kept: Collection[str]) -> str:
    """Return the module `text` at `path` with imports of `modules`, dotted names, changed to those
    of their last parts, except for the modules `kept`. Lines keep their numbers.

    Raises ValueError for an import of a package of which nothing is a module.
    """
    data = text.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    edits = []
    for node in statements(ast.parse(text)):
        changed = _changed(node, path, modules, kept)
        if changed is not None:
            last = node.end_lineno or node.lineno
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[last - 1] + (node.end_col_offset or 0)
            edits.append((begin, end, changed.encode() + b"\n" * (last - node.lineno)))
    for begin, end, changed in sorted(edits, reverse=True):
        data = data[:begin] + changed + data[end:]
    return data.decode()


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield all statements in `node`."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt):
            yield inner
        if not isinstance(inner, ast.expr):
            yield from statements(inner)


def _changed(
    node: ast.AST, path: str, modules: Collection[str], kept: Collection[str]
) -> str | None:
    """Return the statements for `node` if it imports any of `modules` but those `kept`."""
    if isinstance(node, ast.Import):
        if not any(alias.name in modules and alias.name not in kept for alias in node.names):
            return None
        return _imports((alias.name, alias.asname) for alias in node.names)
    if not isinstance(node, ast.ImportFrom):
        return None
    source = _source(node, path)
    if source in modules:
        names = ", ".join([ast.unparse(alias) for alias in node.names])
        return None if source in kept else f"from {_last(source)} import {names}"
    inner = {alias.name: f"{source}.{alias.name}" for alias in node.names}
    if not any(module in modules for module in inner.values()):
        if any(module.startswith(source + ".") for module in modules):
            raise ValueError(f"{path}: {ast.unparse(node)} imports no module")
        return None
    flat_ones = [alias for alias in node.names if inner[alias.name] not in kept]
    parts = []
    if flat_ones:
        parts.append(_imports((inner[alias.name], alias.asname) for alias in flat_ones))
    others = [ast.unparse(alias) for alias in node.names if alias not in flat_ones]
    if others:
        parts.append(f"from {source} import {', '.join(others)}")
    return "; ".join(parts)


def _imports(names: Iterable[tuple[str, str | None]]) -> str:
    return "import " + ", ".join(
        [_last(name) + (f" as {other}" if other else "") for name, other in names]
    )


def _source(node: ast.ImportFrom, path: str) -> str:
    """Return the dotted name of what `node` in the module at `path` imports from."""
    folders = path.split("/")[: -node.level] if node.level else []
    return ".".join([*folders, *([node.module] if node.module else [])])


def _last(name: str) -> str:
    return name.rpartition(".")[2]
