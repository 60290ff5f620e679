"""The public functions of the engine are fully and correctly typed."""

import ast
import inspect
from pathlib import Path

import engine_core
from engine_core.games.presets import Deal, Preset
from engine_core.state import state, state_layout

FOLDER = Path(str(engine_core.__file__)).parent


def public(node, name=""):
    """Yield (name, function) for each public function in `node`, and for its constructors."""
    for part in node.body:
        if isinstance(part, ast.ClassDef) and not part.name.startswith("_"):
            yield from public(part, f"{name}{part.name}.")
        elif isinstance(part, ast.FunctionDef) and (
            not part.name.startswith("_") or part.name == "__init__"
        ):
            yield name + part.name, part


def untyped(function):
    """Return the parameters of `function` without annotation."""
    args = function.args
    given = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    names = [a.arg for a in given if a and a.arg not in ("self", "cls") and not a.annotation]
    return names + ([] if function.returns or function.name == "__init__" else ["return"])


def test_every_public_function_is_typed_wholly():
    lacking = [
        (file.name, name, untyped(function))
        for file in sorted(FOLDER.glob("*.py"))
        for name, function in public(ast.parse(file.read_text(encoding="utf-8")))
        if untyped(function)
    ]
    assert not lacking
    assert (FOLDER / "py.typed").exists()


def test_the_state_is_typed_field_by_field():
    expected = {"preset": Preset, "seating": Deal, "keep": int}
    expected.update(dict.fromkeys(state_layout.NUMBERS, int))
    expected.update(dict.fromkeys(state_layout.ROWS + state_layout.MATCH_ROWS, bytearray))
    assert inspect.get_annotations(state.State) == expected
