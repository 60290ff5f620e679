"""Imports our modules with their code changed: to record which functions tests reach, and with a
mutant. Used in a process of its own."""

import ast
import builtins
import hashlib
import importlib.machinery
import json
import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.bench.mutations import Mutant, first_line

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine_core", "firmware", "hardware", "host")


def compile_by(change: Callable[[str, str], str | ast.Module | None]) -> None:
    """Import our modules as the result of `change(path, file)`, or unchanged if it is None."""
    loader = importlib.machinery.SourceFileLoader
    whole = loader.get_code

    def get_code(self, name):
        path = Path(self.path)
        if ROOT not in path.parents or path.suffix != ".py":
            return whole(self, name)
        changed = change(path.relative_to(ROOT).as_posix(), self.path)
        if changed is None:
            return whole(self, name)
        return compile(changed, self.path, "exec", dont_inherit=True)

    loader.get_code = get_code  # type: ignore[method-assign]


def with_mutant(mutant: Mutant, original: str) -> None:
    """Import the mutant in place of its file."""
    compile_by(lambda path, file: mutant.source(original) if path == mutant.path else None)


def record_calls() -> set[str]:
    """Return a set that gets each function of ours that is called, as `path:line`."""
    called: set[str] = set()
    builtins.__called__ = called  # type: ignore[attr-defined]
    compile_by(_noting)
    return called


def _noting(path: str, file: str) -> ast.Module | None:
    """Return the code of the file with a recording call at the beginning of each function."""
    if not path.startswith(tuple(f"{folder}/" for folder in FOLDERS)):
        return None
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            note = ast.parse(f"__called__.add({path + ':' + str(first_line(node))!r})").body[0]
            # A command's help is the text that comes first.
            node.body.insert(1 if ast.get_docstring(node) is not None else 0, note)
    return ast.fix_missing_locations(tree)


def cached(kind: str, tests: Iterable[Path], trace: Callable[[], dict]) -> dict:
    """Return the result of `trace()`, which is called in a process of its own, and only if a file
    of the program or one of `tests` has changed."""
    files = [*tests]
    digest = _digest(files)
    kept = Path(tempfile.gettempdir()) / f"pegboard-{kind}-{digest}.json"
    if not kept.exists():
        child = os.fork()
        if not child:
            kept.write_text(json.dumps(trace()), encoding="utf-8")
            os._exit(0)
        if os.waitpid(child, 0)[1] or digest != _digest(files):
            kept.unlink(missing_ok=True)
            raise SystemExit("the tests cannot be run, or a file has changed meanwhile")
    return json.loads(kept.read_text(encoding="utf-8"))


def _digest(tests: list[Path]) -> str:
    digest = hashlib.sha256()
    for folder in [ROOT / name for name in FOLDERS] + tests:
        for file in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
