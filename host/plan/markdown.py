"""Tables and templates of the generated pages."""

import re
from collections.abc import Iterable
from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
GENERATED = "<!-- Written by `pegboard plan --out hardware`; change the description instead. -->\n"
_CONDITION = re.compile(r"<!-- if (not )?(\w+) -->\n(.*?)<!-- end -->\n", re.DOTALL)


def table(head: list[str], rows: list[list[str]], align: str = "") -> str:
    """Return a table of Markdown. align: one letter for each column, from the first; r is
    right."""
    rules = ["---:" if align[n : n + 1] == "r" else "---" for n in range(len(head))]
    lines = [head, rules, *rows]
    return "".join(
        "|" + "|".join(f" {cell} " if cell else " " for cell in row) + "|\n" for row in lines
    )


def page(name: str, true: Iterable[str] = (), /, **parts: str | float) -> str:
    """Return the template called `name` with its {places} filled.

    Text between the lines `<!-- if WORD -->` and `<!-- end -->` is kept if the word is one of
    `true`; `<!-- if not WORD -->` is the reverse.
    """
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    chosen = _CONDITION.sub(lambda m: m[3] if (m[2] in true) != bool(m[1]) else "", text)
    return GENERATED + chosen.format(**parts)
