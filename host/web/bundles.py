"""Bundles the scripts of a page into one file, so that a browser makes one request instead of
thirty.

A page's script imports others, as modules. In a bundle each of them is a function that runs once,
in the order in which the browser would run the modules, and returns what the module exports. All
other text is unchanged, so a debugger shows its names and comments.
"""

import re
from collections.abc import Mapping

ENDING = ".bundle.js"
_IMPORT = re.compile(r'^import \{ ([^}]+) \} from "\./(\w+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.MULTILINE)
_KEYWORD = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundles(modules: Mapping[str, str]) -> dict[str, str]:
    """Return name -> text of the bundle of each module that no other imports: `main.bundle.js` of
    `main.js`. Raises ValueError for an import or export in any other form."""
    imports = {name: [other for _, other in _IMPORT.findall(modules[name])] for name in modules}
    texts = {name: _without_imports(name, text) for name, text in modules.items()}
    imported = {other for others in imports.values() for other in others}
    functions = {name: _function(name, texts[name]) for name in imported}
    found = {}
    for name in modules.keys() - imported:
        parts = [functions[other] for other in _in_order(name, imports)[:-1]]
        last = f"// {name}\n{texts[name]}"
        found[name.removesuffix(".js") + ENDING] = "\n".join([*parts, last])
    return found


def _in_order(first: str, imports: Mapping[str, list[str]]) -> list[str]:
    """Return `first` and all modules that it imports, each after its own imports."""
    entered: set[str] = set()
    found: list[str] = []

    def enter(name: str) -> None:
        if name not in entered:
            entered.add(name)
            for other in imports[name]:
                enter(other)
            found.append(name)

    enter(first)
    return found


def _without_imports(name: str, text: str) -> str:
    """Return the text with constants in place of imports; `export` is still there."""
    text = _IMPORT.sub(_taken, text)
    others = [line for line in _KEYWORD.findall(text) if not _EXPORT.match(line)]
    if others:
        raise ValueError(f"{name}: {others[0]}")
    return text


def _function(name: str, text: str) -> str:
    """Return the module as a constant: the object of its exports."""
    exported = ", ".join(export for _, export in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1 \2", text)
    return f"""\
// {name}
const {_constant(name)} = (() => {{
{body}
return {{ {exported} }};
}})();
"""


def _taken(found: re.Match[str]) -> str:
    return f"const {{ {found[1].replace(' as ', ': ')} }} = {_constant(found[2])};"


def _constant(name: str) -> str:
    return f"${name.removesuffix('.js')}"
